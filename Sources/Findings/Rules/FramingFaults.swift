import Framing
import Report

/// What the rules about framings share: the faults of one kind that a protocol had on a connection
/// are one finding.
enum FramingFaults {
  static func findings(
    _ kind: FramingFaultKind, in file: CaseFile,
    _ find: (ReportV1.Connection, ReportV1.Framing, [ReportV1.FramingFault]) -> RuleFinding?
  ) -> [RuleFinding] {
    file.connections { !$0[$1].framings.isEmpty }.findings { connection, _ in
      connection.framings.compactMap { framing in
        let faults = framing.faults.filter { $0.kind == kind }
        return faults.isEmpty ? nil : find(connection, framing, faults)
      }
    }
  }

  /// Those of the first faults; a finding is no list.
  static func frames(_ faults: [ReportV1.FramingFault]) -> [Int] {
    let all = faults.prefix(2).flatMap { [$0.ofFrame, $0.frame].compactMap { $0 } }
    return Array(Set(all)).sorted()
  }

  /// ` (3 times)` where it is more than once, and all are alike.
  static func times(_ count: Int) -> String { count > 1 ? " (\(count) times)" : "" }

  /// `, in 3 cases; the first: 38 was received`: what is known of the first is not so of the
  /// others.
  static func words(_ count: Int, _ ofFirst: String) -> String {
    let cases = count > 1 ? ", in \(count) cases" : ""
    return cases + (ofFirst.isEmpty ? "" : (count > 1 ? "; the first: " : ": ") + ofFirst)
  }

  /// Who did it, or failed to.
  static func party(_ side: ReportV1.FramingSide, _ framing: ReportV1.Framing) -> Party {
    let isServerLocal = framing.server == .local
    return (side == .server) == isServerLocal ? .local : .remote
  }

  static func evidence(
    _ faults: [ReportV1.FramingFault], _ framing: ReportV1.Framing,
    _ connection: ReportV1.Connection
  ) -> EvidenceList {
    .by(
      party(faults[0].by, framing), connection,
      [
        .protocol: .string(framing.name), .what: .string(faults[0].what),
        .count: .int(faults.count), .side: .string(faults[0].by.rawValue),
        .code: faults[0].code.map { .int($0) } ?? .null,
      ])
  }
}
