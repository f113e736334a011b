import BluetoothProtocol
import Report

/// A device that restarted into what it was sent: an update was the last thing of a connection, all
/// of it, and the device was there again after the link had ended.
struct DeviceRestart {
  let update: ReportV1.Transfer
  let end: ReportV1.Disconnect
  /// From the last data of the device to the end of the connection.
  let silenceUs: Int
  /// When the device advertised again, or was connected, whichever the capture shows first.
  let back: ReportV1.Heard
  let isConnected: Bool
  /// From the end of the connection to that; negative where the device was heard before the end.
  let awayUs: Int

  static let limits = [recent, returned]
  /// From the last octet of the update to the last data that was heard: what still goes on later
  /// is a device at work.
  static let recent = RuleLimit("update_within_us", 20_000_000, .microseconds)
  static let returned = RuleLimit("back_within_us", 120_000_000, .microseconds)

  /// How the end of a device that restarts looks: as silence, or with a reason of its own.
  private static let reasons: Set<HCIStatus> = [
    .connectionTimeout, .remoteUserTerminatedConnection, .remoteDeviceTerminatedLowResources,
    .remoteDeviceTerminatedPowerOff,
  ]

  /// None in a capture whose times cannot be true: a loss stays one there.
  static func all(in file: CaseFile) -> Picked<DeviceRestart> {
    let hasTimes = file.capture.timeFault == nil
    let updated = file.connections { hasTimes && $0[$1].transfers.containsInPlace(isUpdate) }
    let next = updated.isEmpty ? [:] : nextConnections(file.capture.connections)
    return updated.facts { connection, index in
      DeviceRestart(connection, next: next[index].map { file.capture.connections[$0] })
    }
  }

  /// Of each connection the next one with the same device, by their indexes.
  private static func nextConnections(_ connections: [ReportV1.Connection]) -> [Int: Int] {
    var next: [Int: Int] = [:]
    var latest: [String: Int] = [:]
    for index in connections.indices.reversed() {
      guard let peer = connections[index].peer.address else { continue }
      next[index] = latest[peer]
      latest[peer] = index
    }
    return next
  }

  private static func isUpdate(_ transfer: ReportV1.Transfer) -> Bool {
    transfer.complete && transfer.direction == .tx && transfer.ending == .framing
      && transfer.isFirmware
  }

  /// `nil` where the frames do not show a restart.
  private init?(_ connection: ReportV1.Connection, next: ReportV1.Connection?) {
    guard let end = connection.disconnect, Self.reasons.contains(end.reason),
      !connection.wasClosedByHost, let last = connection.lastRxUs,
      let update = connection.transfers.last(where: Self.isUpdate),
      last - update.startUs - update.durationUs <= Self.recent.value
    else { return nil }
    let heard = connection.peerHeard.flatMap {
      $0.frame > connection.lastRxFrame ?? end.frame ? $0 : nil
    }
    let connected = next.flatMap { next in
      next.completeFrame.map { frame in
        ReportV1.Heard {
          $0.frame = frame
          $0.timeUs = next.startUs
        }
      }
    }
    guard let back = [heard, connected].compactMap(\.self).min(by: { $0.frame < $1.frame }),
      back.timeUs >= last, back.timeUs - connection.endUs <= Self.returned.value
    else { return nil }
    (self.update, self.end, self.back) = (update, end, back)
    awayUs = Int(reported: back.timeUs - connection.endUs)
    silenceUs = Int(reported: max(0, connection.endUs - last))
    isConnected = back.frame != heard?.frame
  }
}
