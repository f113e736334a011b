import BluetoothProtocol
import Report

/// The attempts to connect to one device over one transport: what failed, and what worked.
struct ConnectionAttempts {
  struct Key: Hashable {
    var address: String?
    var transport: ReportV1.Transport
  }

  struct Failure {
    var status: HCIStatus
    var name: String?
    var frame: Int
    /// From the command to the failure.
    var tookUs: Int?
    /// The part of it until the controller reported a connection; `nil` where it did not.
    var waitedUs: Int?
    /// The `id`, where the controller reported a connection first.
    var connection: Int?
    /// How strongly the device was received right before, in dBm.
    var rssi: Int?
    /// Its last advertisement before, and its first one after.
    var heard: [Int] = []
  }

  let key: Key
  var failures: [Failure] = []
  var calledOff: [Failure] = []
  /// Frames in which connections were complete that did not fail.
  var worked: [Int] = []

  /// Of all devices to which an attempt failed or was called off, in the order of the first.
  static func all(in file: CaseFile) -> [ConnectionAttempts] {
    let capture = file.capture
    var found: [ConnectionAttempts] = []
    var indices: [Key: Int] = [:]
    func add(_ failure: Failure, _ key: Key, isCalledOff: Bool = false) {
      let position = indices[key] ?? found.count
      if position == found.count {
        found.append(ConnectionAttempts(key: key))
        indices[key] = position
      }
      if isCalledOff {
        found[position].calledOff.append(failure)
      } else {
        found[position].failures.append(failure)
      }
    }
    let needless = NeedlessRequestRule.failureFrames(in: capture)
    for failed in capture.connectionFailures where !needless.contains(failed.frame) {
      let took = failed.requestUs.flatMap { request in failed.timeUs.map { $0.minus(request) } }
      add(
        Failure(status: failed.status, name: failed.name, frame: failed.frame, tookUs: took),
        Key(address: failed.peer.address, transport: failed.transport ?? .le),
        isCalledOff: failed.isCalledOff)
    }
    for connection in file.connections(where: {
      $0[$1].disconnect?.reason == .connectionFailedToBeEstablished
    }).all {
      guard let end = connection.disconnect else { continue }
      add(
        Failure(
          status: end.reason, name: end.name, frame: end.frame,
          tookUs: connection.connectRequest.map { connection.endUs.minus($0.timeUs) },
          waitedUs: connection.connectRequest.map { connection.startUs.minus($0.timeUs) },
          connection: connection.id,
          rssi: connection.rssiBefore?.last ?? connection.connectRequest?.lastHeardRssi,
          heard: [connection.connectRequest?.lastHeardFrame, connection.peerHeard?.frame]
            .compactMap(\.self)),
        Key(address: connection.peer.address, transport: connection.transport ?? .le))
    }
    guard !found.isEmpty else { return [] }
    for index in capture.connections.indices
    where capture.connections[index].disconnect?.reason != .connectionFailedToBeEstablished {
      guard let address = capture.connections[index].peer.address,
        let frame = capture.connections[index].completeFrame,
        let position = indices[
          Key(address: address, transport: capture.connections[index].transport ?? .le)]
      else { continue }
      found[position].worked.append(frame)
    }
    for position in found.indices { found[position].failures.sort { $0.frame < $1.frame } }
    return found
  }
}
