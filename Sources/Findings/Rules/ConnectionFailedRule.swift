import BluetoothProtocol
import Report
import Text

/// A connection was asked for, and did not come about.
enum ConnectionFailedRule: Rule {
  static let name = "connection-failed"
  static let severity = ReportV1.Severity.error
  static let summary = "A connection did not come about: 0x3E and others."
  static let explanation = """
    0x3E (Connection Failed to be Established) is the usual one: the central sent its request and \
    heard nothing in the first six connection events. Controllers report it as a failed connection \
    or as a disconnection right after; both are counted. It is a warning where the same peer was \
    connected later. A connection that our own host called off (0x02) is info, and told only where \
    the peer was never connected after it: apps and stacks call connections off as a matter of \
    course.
    """

  private struct Failure {
    var status: HCIStatus
    var name: String?
    var address: String?
    var frames: [Int]
    var connection: Int?

    /// What makes two of them one.
    struct Key: Hashable {
      var status: HCIStatus
      var address: String?
    }

    var isCalledOff = false

    var key: Key { Key(status: status, address: address) }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    var failures: [Failure] = []
    var places: [Failure.Key: Int] = [:]
    func add(_ failure: Failure) {
      if let place = places[failure.key] {
        failures[place].frames += failure.frames
      } else {
        places[failure.key] = failures.count
        failures.append(failure)
      }
    }
    for failed in capture.connectionFailures {
      add(
        Failure(
          status: failed.status, name: failed.name, address: failed.peer.address,
          frames: [failed.frame], isCalledOff: failed.isCalledOff))
    }
    for connection in file.connections(where: {
      $0[$1].disconnect?.reason == .connectionFailedToBeEstablished
    }).all {
      guard let end = connection.disconnect else { continue }
      add(
        Failure(
          status: .connectionFailedToBeEstablished, name: end.name,
          address: connection.peer.address, frames: [end.frame],
          connection: connection.id))
    }
    guard !failures.isEmpty else { return [] }
    var successes: [String: [Int]] = [:]
    for place in capture.connections.indices
    where capture.connections[place].disconnect?.reason != .connectionFailedToBeEstablished {
      guard let address = capture.connections[place].peer.address else { continue }
      successes[address, default: []].append(place)
    }
    return failures.compactMap { failure in
      finding(failure, failure.address.flatMap { successes[$0] } ?? [], capture)
    }
  }

  /// - Parameter candidates: places of connections to the same device that did not fail.
  private static func finding(
    _ failure: Failure, _ candidates: [Int], _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    let frames = failure.frames.sorted()
    let place = candidates.first {
      capture.connections[$0].completeFrame ?? 0 > frames.last ?? 0
    }
    let success = place.map { capture.connections[$0] }
    let isCancelled = failure.isCalledOff
    if isCancelled && (success != nil || failure.address == nil) { return nil }
    let times = frames.count == 1 ? "" : " \(frames.count) times"
    let peer = failure.address ?? "a device"
    let name = failure.name.map { "\($0), \(Quantity.code(failure.status))" }
    var message = "The connection to \(peer) failed\(times)"
    if isCancelled {
      message = "The connection to \(peer) was called off\(times) before the device answered"
    } else {
      message += " (\(name ?? Quantity.code(failure.status)))"
      message += success.map { "; it came about in frame \($0.completeFrame ?? 0)" } ?? ""
    }
    return RuleFinding(
      isCancelled ? .info : success == nil ? .error : .warning, connection: failure.connection,
      frames: Array(frames.prefix(5)), message + ".",
      evidence: [
        "status": .status(failure.status), "peer": failure.address.map { .string($0) } ?? .null,
        "count": .int(frames.count), "connected_later": .bool(success != nil),
      ],
      advice: advice(failure.status),
      lostBytes: isCancelled || success != nil ? 0 : 1)
  }

  /// Names and meanings: Core Vol 1, Part F, 2.
  private static func advice(_ status: HCIStatus) -> String {
    switch status {
    case 0x02:
      "The app gave up, or its timeout did: see whether the device advertises, and under which "
        + "address."
    case 0x3E:
      "The peer did not answer the request: out of reach, or it took another central's. Try again; "
        + "Android shows this as status 133 or 62, iOS goes on trying by itself."
    case 0x09, 0x0D:
      "The controller has no room for one more connection: close one first."
    case 0x0B:
      "There is a connection to this device already: use that one, or close it first."
    case 0x0C:
      "The controller was in a state that forbids it, such as connecting to another device: ask "
        + "for one connection at a time."
    case 0x3B, 0x12:
      "The parameters were not acceptable: look at interval, latency and timeout of the request."
    case 0x3C:
      "The device was called by directed advertising and did not answer within 1.28 s: advertise "
        + "in the ordinary way then."
    case 0x05, 0x06:
      "The keys do not match: forget the device on both sides, and pair again."
    default:
      "Try again, and look at what both sides did at that moment."
    }
  }
}
