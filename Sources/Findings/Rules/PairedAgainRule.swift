import Report
import Text

/// Two devices that had a bond paired once more.
enum PairedAgainRule: Rule {
  static let name = "paired-again"
  static let severity = ReportV1.Severity.warning
  static let summary = "Two devices paired again although they had a bond from an earlier pairing."
  static let explanation = """
    After a pairing with bonding both sides keep the keys, and the next connection is encrypted \
    without a pairing. If the same device pairs again in the capture, one side lost the bond, \
    deleted it, or does not use it: the frames do not show which side. It is info the first time \
    and a warning from the second time on, because users see a dialog each time. If encryption \
    with the bond's key failed before, encryption-failed reports that instead. Devices that change \
    their address are not reported, because they cannot be recognized.
    """

  private struct Again {
    var pairing: ReportV1.Pairing
    var earlier: ReportV1.Pairing
    var connection: ReportV1.Connection
    var earlierConnection: Int
  }

  private struct Device: Hashable {
    var address: String
    var controller: Int
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var bonds: [Device: (pairing: ReportV1.Pairing, connection: Int)] = [:]
    var devices: [Device] = []
    var found: [Device: [Again]] = [:]
    for connection in file.connections(where: {
      !$0[$1].pairing.isEmpty && $0[$1].peer.address != nil
    }).all {
      guard let address = connection.peer.address else { continue }
      let device = Device(address: address, controller: connection.controller)
      for pairing in connection.pairing
      where pairing.result == .completed && pairing.bonding == true {
        let isAfterFailure = connection.encryptionFailures.contains {
          $0.frame < pairing.firstFrame
        }
        if let bond = bonds[device], !isAfterFailure {
          if found[device] == nil { devices.append(device) }
          found[device, default: []].append(
            Again(
              pairing: pairing, earlier: bond.pairing, connection: connection,
              earlierConnection: bond.connection))
        }
        bonds[device] = (pairing, connection.id)
      }
    }
    return devices.compactMap { device in found[device].flatMap { finding(device.address, $0) } }
  }

  private static func finding(_ address: String, _ all: [Again]) -> RuleFinding? {
    guard let first = all.first else { return nil }
    let times = all.count > 1 ? " \(Wording.times(all.count))" : ""
    let by = first.pairing.initiator.map { first.connection.sides.name(Party($0)) }
    let base: EvidenceList = [
      .peer: .string(address), .count: .int(all.count),
      .bondedFrame: .int(first.earlier.lastFrame),
      .connections: .list(all.prefix(16).map { .int($0.connection.id) }),
      .initiator: first.pairing.initiator.map { .string($0.rawValue) } ?? .null,
    ]
    let party = first.pairing.initiator.map(Party.init)
    return RuleFinding(
      all.count > 1 ? .warning : .info, connection: first.connection.id,
      frames: Wording.handful([first.earlier.lastFrame] + all.map(\.pairing.firstFrame)),
      "The devices paired again\(times) although they had a bond: \(address) was paired in "
        + "connection \(first.earlierConnection) (#\(first.earlier.lastFrame)), and again in "
        + "connection \(first.connection.id) (#\(first.pairing.firstFrame))"
        + (by.map { ", started by \($0)" } ?? "") + ".",
      evidence: base.with(first.connection.actors(party)),
      advice:
        "See whether the device's firmware keeps its keys over a restart, and whether the app "
        + "deletes the bond before it connects."
    ).covering(all.map(\.connection.id))
  }
}
