import Report

/// The numbers of the notifications, indications or writes of one characteristic.
package enum StreamMeasures {
  package static let all: [Measure<ReportV1.NotificationStream>] = [
    // How many there are depends on how long the client listened.
    Measure(
      "count", .count, "The number of values", better: .neither, within: 0.1, or: 2,
      words: moreOrFewer
    ) {
      Double($0.count)
    },
    Measure("max_bytes", .bytes, "The longest value", better: .neither, words: greaterOrSmaller) {
      Double($0.maxBytes)
    },
    // Of bursts it is the time within them or between them, as chance has it.
    gap("p50", within: 0.1, or: 15_000, where: \.isSteady, \.p50),
    // Of a few values the last hundredth is one of them, and says nothing.
    gap("p95", within: 0.25, or: 30_000, where: { $0.count > 20 }, \.p95),
    gap("p99", within: 0.25, or: 30_000, where: { $0.count > 100 }, \.p99),
    gap("max", within: 0.5, or: 60_000, where: { $0.isSteady && $0.count > 20 }, \.max),
    // Whether the silences between bursts pass for gaps is up to chance.
    Measure(
      "gaps", .count, "Times longer than the gap threshold between two values",
      better: .less, weight: .time, swings: true, words: moreOrFewer, where: \.isSteady
    ) {
      $0.countedGaps.number
    },
  ]

  /// Whether what a measure of gaps gives may be a pause between an answer and the next question,
  /// which is up to the app: there were as many questions as there are gaps beyond it.
  static func isOfQuestions(_ name: String, _ questions: Int, of values: Int) -> Bool {
    switch name {
    case "gap_us.p50": questions >= values / 2
    case "gap_us.p95": questions >= values / 20
    // A question of a hundred values is one gap in a hundred.
    case "gap_us.p99", "gap_us.max": questions >= max(1, values / 100)
    default: false
    }
  }

  private static func gap(
    _ name: String, within relative: Double, or absolute: Double,
    where isComparable: @escaping @Sendable (ReportV1.NotificationStream) -> Bool = { _ in true },
    _ value: any KeyPath<ReportV1.Summary, Int?> & Sendable
  ) -> Measure<ReportV1.NotificationStream> {
    Measure(
      "gap_us.\(name)", .microseconds, "\(summaryWords(name)) from one value to the next",
      better: .less, within: relative, or: absolute,
      words: longerOrShorter, where: isComparable
    ) { $0.gapUs[keyPath: value].number }
  }
}
