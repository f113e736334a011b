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
    var timeUs: Int?
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
    /// Over BR/EDR, the Role Change with which the device answered.
    var answerFrame: Int?
  }

  /// One that did not fail.
  struct Worked {
    var frame: Int
    var startUs: Int
    var endUs: Int
    /// How strongly the device was received right before, in dBm.
    var rssi: Int?
    /// Whether the link was not lost.
    var isSound: Bool
  }

  let key: Key
  let failures: [Failure]
  /// Connections that did not fail, in the order of their beginnings.
  var worked: [Worked] = []

  /// All devices to which an attempt failed, in the order of the first. Those that this host gave
  /// up are no failures of a device.
  static func all(in file: CaseFile) -> [ConnectionAttempts] {
    let capture = file.capture
    var failures: [(key: Key, failure: Failure)] = []
    var explained = NeedlessRequestRule.failureFrames(in: capture)
    for device in file.triedDevices {
      explained.formUnion((device.misaddressed + device.unconnectable).compactMap(\.lastFrame))
    }
    let answers = Dictionary(
      capture.attempts.compactMap { attempt in
        attempt.transport == .brEDR
          ? attempt.lastFrame.flatMap { last in attempt.heard.map { (last, $0.frame) } } : nil
      }, uniquingKeysWith: { first, _ in first })
    let times = durations(of: capture.attempts)
    for failed in capture.connectionFailures
    where !failed.isCalledOff && !explained.contains(failed.frame) {
      let took =
        times[Ended(frame: failed.frame, target: failed.peer.address)]
        ?? failed.requestUs.flatMap { request in failed.timeUs.map { $0 - request } }
      failures.append(
        (
          Key(address: failed.peer.address, transport: failed.transport ?? .le),
          Failure(
            status: failed.status, name: failed.name, frame: failed.frame,
            timeUs: failed.timeUs, tookUs: took, answerFrame: answers[failed.frame])
        ))
    }
    for connection in file.connections(where: {
      $0[$1].disconnect?.reason == .connectionFailedToBeEstablished
    }).all {
      guard let end = connection.disconnect else { continue }
      let took =
        times[Ended(frame: end.frame, target: connection.peer.address)]
        ?? connection.connectRequest.map { connection.endUs - $0.timeUs }
      failures.append(
        (
          Key(address: connection.peer.address, transport: connection.transport ?? .le),
          Failure(
            status: end.reason, name: end.name, frame: end.frame, timeUs: connection.endUs,
            tookUs: took, waitedUs: took.map { $0 - (connection.endUs - connection.startUs) },
            connection: connection.id,
            rssi: connection.rssiBefore?.last ?? connection.connectRequest?.lastHeardRssi,
            heard: [connection.connectRequest?.lastHeardFrame, connection.peerHeard?.frame]
              .compactMap(\.self))
        ))
    }
    guard !failures.isEmpty else { return [] }
    var found = failures.grouped(by: \.key).map { key, members in
      ConnectionAttempts(
        key: key, failures: members.map(\.failure).sorted { $0.frame < $1.frame })
    }
    let indices = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.key, $0) })
    for index in capture.connections.indices
    where capture.connections[index].disconnect?.reason != .connectionFailedToBeEstablished {
      // What the device asked for is no success of this host.
      let isOurs =
        capture.connections[index].transport == .brEDR
        ? capture.connections[index].connectRequest != nil
        : capture.connections[index].role != .peripheral
      guard isOurs, let address = capture.connections[index].peer.address,
        let frame = capture.connections[index].completeFrame,
        let position = indices[
          Key(address: address, transport: capture.connections[index].transport ?? .le)]
      else { continue }
      let connection = capture.connections[index]
      found[position].worked.append(
        Worked(
          frame: frame, startUs: connection.startUs, endUs: connection.endUs,
          rssi: connection.rssiBefore?.last ?? connection.connectRequest?.lastHeardRssi,
          isSound: connection.disconnect.map { ![0x08, 0x22].contains($0.reason.rawValue) } ?? true)
      )
    }
    return found
  }

  /// What ended an attempt, and the device.
  private struct Ended: Hashable {
    var frame: Int
    var target: String?
  }

  /// How long the attempts took: by the list, the request that failed may be a later one.
  private static func durations(of attempts: [ReportV1.Attempt]) -> [Ended: Int] {
    Dictionary(
      attempts.compactMap { attempt in
        attempt.ended == .connected
          ? nil
          : attempt.lastFrame.map {
            (Ended(frame: $0, target: attempt.target), attempt.durationUs)
          }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A connection within a minute that ran without loss, at a signal that was not known to be
  /// stronger: it refutes that the device was too far away for the one that failed. The next one
  /// after it comes first.
  func refutation(_ failure: Failure) -> (worked: Worked, isLater: Bool)? {
    guard let time = failure.timeUs else { return nil }
    let near = worked.filter {
      $0.isSound && $0.endUs - $0.startUs >= Self.longEnough.value
        && ($0.startUs >= time
          ? $0.startUs - time <= Self.near.value : time - $0.endUs <= Self.near.value)
        && ($0.rssi ?? .min) <= (failure.rssi.map { $0 + Self.noise } ?? .max)
    }
    if let later = near.first(where: { $0.frame > failure.frame }) { return (later, true) }
    return near.last.map { ($0, false) }
  }

  static let near = RuleLimit("sound_connection_within_us", 60_000_000, .microseconds)
  static let longEnough = RuleLimit("sound_connection_us", 10_000_000, .microseconds)
  /// In dB: signals of a resting device differ by so much.
  private static let noise = 6
}
