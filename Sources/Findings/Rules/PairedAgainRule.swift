import Report

/// Two devices that had a bond paired once more.
struct PairedAgainRule: Rule, RuleFacts {
  static let name = "paired-again"
  static let severity = ReportV1.Severity.warning

  let address: String
  let all: [Again]
  let first: Again

  struct Again {
    var pairing: ReportV1.Pairing
    var earlier: ReportV1.Pairing
    var connection: ReportV1.Connection
    var earlierConnection: Int
  }

  private struct Device: Hashable {
    var address: String
    var controller: Int
    /// A device of both transports may pair over each.
    var isClassic: Bool

    init(_ address: String, _ connection: ReportV1.Connection) {
      self.address = address
      controller = connection.controller
      isClassic = connection.transport == .brEDR
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var bonds: [Device: (pairing: ReportV1.Pairing, connection: Int)] = [:]
    var found: [(device: Device, again: Again)] = []
    for connection in file.capture.judged.latest {
      guard let address = connection.peer.address,
        let bond = connection.pairing.last(where: { $0.result == .completed && $0.bonding == true })
      else { continue }
      bonds[Device(address, connection)] = (bond, connection.id)
    }
    for connection in file.connections(where: {
      !$0[$1].pairing.isEmpty && $0[$1].peer.address != nil
    }).all {
      guard let address = connection.peer.address else { continue }
      let device = Device(address, connection)
      for pairing in connection.pairing
      where pairing.result == .completed && pairing.bonding == true {
        let isAfterFailure = connection.encryptionFailures.contains {
          $0.frame < pairing.firstFrame
        }
        if let bond = bonds[device], !isAfterFailure {
          let again = Again(
            pairing: pairing, earlier: bond.pairing, connection: connection,
            earlierConnection: bond.connection)
          found.append((device, again))
        }
        bonds[device] = (pairing, connection.id)
      }
    }
    return found.grouped(by: \.device).map { device, members in
      let all = members.map(\.again)
      let first = all[0]
      return Self(address: device.address, all: all, first: first).finding(
        all.count > 1 ? .warning : .info, first.connection.id,
        frames: Wording.handful([first.earlier.lastFrame] + all.map(\.pairing.firstFrame))
      ).covering(all.map(\.connection.id)).about(first.connection, count: all.count)
    }
  }

  /// Who started it.
  var party: Party? { first.pairing.initiator.map(Party.init) }

  var evidence: EvidenceList {
    [
      .peer: .of(address), .count: .of(all.count), .bondedFrame: .of(first.earlier.lastFrame),
      .connections: .of(all.prefix(16).map(\.connection.id)),
      .initiator: .of(first.pairing.initiator),
    ] + first.connection.actors(party)
  }
}
