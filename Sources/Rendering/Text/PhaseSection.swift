import Report
import Text

/// The parts of a connection's life, and how its time was shared among them.
enum PhaseSection {
  private static let barWidth = 20

  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    let phases = connection.phases
    if phases.isEmpty || limit == 0 { return }
    document.heading("Phases", indent: 2)
    let start = phases.map(\.startUs).min() ?? 0
    let end = phases.map { Int.clampedSum($0.startUs, $0.durationUs) }.max() ?? 0
    let whole = end.subtractingReportingOverflow(start)
    var table = Table([
      .init(title: "phase", alignment: .left),
      .init(title: "at"),
      .init(title: "time"),
      .init(title: "share", alignment: .left, rank: 1),
      .init(title: "frames", alignment: .left, rank: 2),
      .init(title: "round trips", rank: 3),
      .init(title: "slowest", alignment: .left, minimum: 12, rank: 4),
    ])
    for phase in phases.prefix(limit) {
      table.add([
        StyledText(phase.name.rawValue), StyledText(Quantity.moment(us: phase.startUs)),
        StyledText(Quantity.duration(us: phase.durationUs)),
        StyledText(
          .bar(
            phase.durationUs, of: whole.overflow ? 0 : whole.partialValue, width: barWidth)),
        StyledText(Name.frames(phase.firstFrame, phase.lastFrame)),
        StyledText(phase.roundTrips > 0 ? Quantity.count(phase.roundTrips) : "-"),
        StyledText(phase.slowest.map(description) ?? "-"),
      ])
    }
    document.table(table, total: phases.count)
  }

  private static func description(of step: ReportV1.SlowStep) -> String {
    let handle = step.handle.map { " \(Quantity.handle($0))" } ?? ""
    return "\(Quantity.duration(us: step.latencyUs)) \(step.request)\(handle) "
      + "\(Name.frame(step.frame))"
  }
}
