import Report

extension CaptureStartedLateRule {
  static let summary = "A connection began before the capture: some facts about it are unknown."
  static let explanation = """
    No Connection Complete for its handle is in the capture. Facts that were exchanged at its \
    beginning are unknown unless they are repeated: for LE the interval, the MTU, the peer, and \
    the characteristic of each handle; for BR/EDR the peer, and the protocols of its L2CAP \
    channels. There is one finding for all such connections over LE, and one for those over \
    BR/EDR. The rule does not report data after the disconnection of a connection whose beginning \
    is in the capture, connections whose transport is unknown, and files without any command or \
    event (see capture-acl-only).
    """

  static func unknowns(
    _ late: [ReportV1.Connection], _ transport: ReportV1.Transport
  ) -> [String] {
    var unknown: [String] = []
    if late.allSatisfy({ $0.peer.address == nil }) { unknown.append("the peer") }
    if transport == .brEDR {
      return unknown + ["the protocol of each L2CAP channel opened before it"]
    }
    if late.allSatisfy({ $0.parameters.isEmpty }) { unknown.append("the interval") }
    if late.allSatisfy(isMTUUnknown) { unknown.append("the MTU") }
    let streams = late.flatMap(\.notifications)
    if !streams.isEmpty, streams.allSatisfy({ $0.uuid == nil }) {
      unknown.append("the names of the handles")
    }
    return unknown
  }

  /// Whether neither an exchange shows it, nor one side's offer, nor a value that shows how large
  /// it is at least.
  private static func isMTUUnknown(_ connection: ReportV1.Connection) -> Bool {
    connection.mtu.effective == nil && connection.mtu.client == nil
      && connection.mtu.server == nil && connection.notifications.allSatisfy { $0.maxBytes <= 20 }
  }

  var message: String {
    let prefix = transport == .brEDR ? "BR/EDR connection" : "Connection"
    let subject =
      switch connections.count {
      case 1: "\(prefix) \(connections[0]) began"
      case 2...4: "\(prefix)s \(Wording.list(connections.map(String.init))) began"
      default: "\(connections.count) \(transport == .brEDR ? "BR/EDR " : "")connections began"
      }
    let words =
      unknown.isEmpty
      ? "" : ": \(Wording.list(unknown)) \(unknown.count == 1 ? "is" : "are") unknown"
    return "\(subject) before the capture, or that beginning was left out\(words)."
  }

  var advice: String? {
    "Start the capture before the devices connect; on a phone, switch Bluetooth off and on once "
      + "the log is running."
  }
}
