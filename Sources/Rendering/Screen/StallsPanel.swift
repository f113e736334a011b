import Report
import Text

/// Where data stalled, the latest first.
enum StallsPanel {
  private static let limit = 20

  private struct Standstill {
    var connection: Int
    var startUs: Int
    var durationUs: Int
    var firstFrame: Int
    var lastFrame: Int
    var meaning: String
  }

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "length", steady: 7),
      .init(title: "at", rank: 1, steady: 9),
      .init(title: "frames", alignment: .left, rank: 2, steady: 11),
    ])
    let latest = view.shown.flatMap { standstills(of: view.capture.connections[$0]) }
      .sorted { ($1.startUs, $1.lastFrame) < ($0.startUs, $0.lastFrame) }
    for item in latest.prefix(limit) {
      let frames = [item.firstFrame, item.lastFrame].map { Name.frame($0) }
      table.add([
        StyledText("\(item.connection)"), StyledText(item.meaning),
        StyledText(Quantity.duration(us: item.durationUs), .warning),
        StyledText(Quantity.moment(us: item.startUs)),
        StyledText(frames.joined(separator: view.unicode ? " → " : " -> ")),
      ])
    }
    return ScreenPanel("Stalls and gaps", table, view: view, columns: columns)
  }

  private static func standstills(of connection: ReportV1.Connection) -> [Standstill] {
    let credit = Set(connection.flow.stalls.filter { $0.kind == .credit }.map(\.lastFrame))
    // A credit stall is the part of a completion stall that matters.
    let stalls = connection.flow.stalls.suffix(4 * limit)
      .filter { $0.kind != .completion || !credit.contains($0.lastFrame) }
      .map { stall in
        Standstill(
          connection: connection.id, startUs: stall.startUs, durationUs: stall.durationUs,
          firstFrame: stall.firstFrame, lastFrame: stall.lastFrame,
          meaning: FlowSection.description(of: stall.kind))
      }
    // What a stall explains is reported by the stall.
    let gaps = GapList.gaps(of: connection)
      .filter { ![.creditStall, .completionStall, .appPause].contains($0.gap.explainedBy) }
      .compactMap { item -> Standstill? in
        guard let start = item.gap.startUs else { return nil }
        let scope = item.transfer.map { "in transfer \(connection.id).\($0)" }
        let name = Name.characteristic(item.valueHandle, uuid: item.uuid, in: connection)
        let cause = item.gap.explainedBy.map { ": \($0.words.short)" } ?? ""
        return Standstill(
          connection: connection.id, startUs: start, durationUs: item.gap.gapUs,
          firstFrame: item.gap.afterFrame, lastFrame: item.gap.frame,
          meaning: "gap \(scope ?? "of \(name)")\(cause)")
      }
    return stalls + gaps
  }
}
