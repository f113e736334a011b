import BluetoothProtocol
import Report
import Text

/// The parts of a connection's life, and how its time was shared among them.
enum PhaseSection {
  private static let barWidth = 20

  /// More than a person follows; they are added up by their names then.
  static let mostListed = 12

  /// - Parameter limit: more phases than these are added up.
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    let phases = connection.phases
    if phases.isEmpty || limit == 0 { return }
    if phases.count > limit { return writeSums(of: connection, to: &document) }
    document.heading("Phases", indent: 2)
    let start = phases.map(\.startUs).min() ?? 0
    let end = phases.map { $0.startUs + $0.spanUs }.max() ?? 0
    var table = Table([
      .init(title: "phase", alignment: .left),
      .init(title: "at"),
      .init(title: "span"),
      .init(title: "share", alignment: .left, rank: 1),
      .init(title: "frames", alignment: .left, rank: 2),
      .init(title: "round trips", rank: 3),
      .init(title: "slowest", alignment: .left, rank: 4),
    ])
    for phase in phases {
      table.add([
        StyledText(label(for: phase, connection)), StyledText(Quantity.moment(us: phase.startUs)),
        StyledText(Quantity.duration(us: phase.spanUs)),
        StyledText(.bar(phase.spanUs, of: end - start, width: barWidth)),
        StyledText(Name.frames(phase.firstFrame, phase.lastFrame)),
        roundTrips(phase.roundTrips, takingUs: phase.durationUs, of: phase.spanUs),
        StyledText(phase.slowest.map(description) ?? "-"),
      ])
    }
    document.table(table)
  }

  /// `44, taking 543 ms`, where the exchanges took only a part of the time.
  private static func roundTrips(_ count: Int, takingUs: Int, of spanUs: Int) -> StyledText {
    guard count > 0 else { return "-" }
    let isPart = spanUs >= 100_000 && spanUs / 5 * 4 >= takingUs
    return StyledText(
      Quantity.count(count)
        + (isPart ? ",\u{A0}taking\u{A0}\(Quantity.duration(us: takingUs))" : ""))
  }

  /// No one closes a link that is silent until it is lost.
  static func word(
    for phase: ReportV1.Phase, _ connection: ReportV1.Connection
  ) -> String {
    let isLoss =
      phase.name == .close && connection.disconnect?.reason == .connectionTimeout
      && connection.endedBy == .link && phase.roundTrips == 0
    return isLoss ? "silent" : phase.name.rawValue
  }

  /// `idle, scanning` where this host's radio was busy while the link was not.
  private static func label(
    for phase: ReportV1.Phase, _ connection: ReportV1.Connection
  ) -> String {
    let word = word(for: phase, connection)
    switch phase.radio {
    case .scan: return word + ", scanning"
    case .inquiry: return word + ", inquiry"
    case .page: return word + ", paging"
    case .connect: return word + ", connecting"
    case nil: return word
    }
  }

  private static func writeSums(
    of connection: ReportV1.Connection, to document: inout Document
  ) {
    document.heading("Phases in total", indent: 2)
    let phases = connection.phases
    var names: [String] = []
    for phase in phases {
      let word = label(for: phase, connection)
      if !names.contains(word) { names.append(word) }
    }
    let whole = phases.map(\.spanUs).total
    var table = Table([
      .init(title: "phase", alignment: .left),
      .init(title: "times"),
      .init(title: "span"),
      .init(title: "share", alignment: .left, rank: 1),
      .init(title: "round trips", rank: 3),
      .init(title: "slowest", alignment: .left, rank: 4),
    ])
    for name in names {
      let own = phases.filter { label(for: $0, connection) == name }
      let time = own.map(\.spanUs).total
      let taken = own.map(\.durationUs).total
      let trips = own.map(\.roundTrips).total
      let slowest = own.compactMap(\.slowest).max { $0.latencyUs < $1.latencyUs }
      table.add([
        StyledText(name), StyledText(Quantity.count(own.count)),
        StyledText(Quantity.duration(us: time)),
        StyledText(.bar(time, of: whole, width: barWidth)),
        roundTrips(trips, takingUs: taken, of: time),
        StyledText(slowest.map(description) ?? "-"),
      ])
    }
    document.table(table)
    document.line(
      StyledText(
        "\(Quantity.count(phases.count, "phase")), summed by name (each of them: "
          + "\(document.elsewhere))", .quiet),
      indent: 4)
  }

  private static func description(of step: ReportV1.SlowStep) -> String {
    let handle = step.handle.map { " \(Quantity.handle($0))" } ?? ""
    return "\(Quantity.duration(us: step.latencyUs)) "
      + "\(Wording.pdu(step.request))\(handle) \(Name.frame(step.frame))"
  }
}
