import Report

/// A PDU on the air has parameters for its connection that the specification does not allow.
struct ParametersIllegalRule: Rule, RuleFacts {
  static let name = "parameters-illegal"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [used]
  /// So many new packets of each side show that the devices keep to it all the same.
  static let used = RuleLimit("used_packets", 50, .packets)

  let connection: ReportV1.Connection
  /// All of one PDU.
  let breaches: [ReportV1.Breach]

  /// Whether the device keeps to them, in this connection or in another one.
  let isUsed: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let picked = file.connections { $0[$1].air != nil && isIn($0[$1].breaches) }
    var used: Set<String> = []
    picked.visit { connection, _ in
      guard connection.isUsed else { return }
      for breaches in all(in: connection) where breaches[0].frame == connection.completeFrame {
        used.insert(word(breaches, connection))
      }
    }
    return picked.findings { connection, _ in
      all(in: connection).compactMap { breaches in
        let isUsed = used.contains(word(breaches, connection))
        // That in which it is seen stands for the others.
        if isUsed, !connection.isUsed || !breaches.contains(where: \.isOfTime) { return nil }
        return Self(connection: connection, breaches: breaches, isUsed: isUsed).finding(
          isUsed ? .info : .warning, connection.id, frames: [breaches[0].frame]
        ).about(connection, word(breaches, connection))
      }
    }
  }

  private static func isIn(_ breaches: [ReportV1.Breach]) -> Bool {
    breaches.contains { $0.obligation == .parametersIllegal }
  }

  /// PDU by PDU.
  private static func all(in connection: ReportV1.Connection) -> [[ReportV1.Breach]] {
    let all = connection.breaches.filter { $0.obligation == .parametersIllegal }
    return Dictionary(grouping: all, by: \.frame).values.sorted { $0[0].frame < $1[0].frame }
  }

  /// What the findings of a device have in common.
  private static func word(
    _ breaches: [ReportV1.Breach], _ connection: ReportV1.Connection
  ) -> String {
    let faults = breaches.compactMap { $0.parameter?.rawValue }.joined(separator: " ")
    let (side, name) = (breaches[0].side, breaches[0].name ?? "")
    return "\(connection.peer.address ?? "") \(side.rawValue) \(name) \(faults)"
  }

  var first: ReportV1.Breach { breaches[0] }
  var faults: [String] { breaches.compactMap { $0.parameter?.rawValue } }

  private func value(_ parameter: ReportV1.IllegalParameter) -> Int? {
    breaches.first { $0.parameter == parameter }?.value
  }

  var evidence: EvidenceList {
    [
      .pdu: .of(first.name), .illegal: .of(faults), .intervalUs: .of(value(.interval)),
      .latency: .of(value(.latency)),
      .supervisionTimeoutUs: .of(value(.timeout) ?? value(.timeoutForLatency)),
    ] + connection.by(first.side)
  }
}

extension ReportV1.Breach {
  /// Whether it is about when the devices meet. On which channels they meet they may have agreed in
  /// another way.
  fileprivate var isOfTime: Bool { parameter != .hop && parameter != .channels }
}

extension ReportV1.Connection {
  /// Whether it went on with what began it.
  fileprivate var isUsed: Bool {
    air.map {
      // A filtered export does not show which are new.
      let sides = [$0.central, $0.peripheral].map { $0.packets - $0.retransmitted }
      return sides.allSatisfy { $0 >= ParametersIllegalRule.used.value }
    } ?? false
  }
}
