import Report
import Text

/// How many records the capture lost, as far as that was printed.
package struct LostRecords {
  private var printed = 0

  package init() {}

  /// What is new of that in a report.
  package mutating func event(in capture: ReportV1.Capture) -> LiveEvent? {
    let lost = capture.droppedRecords - printed
    guard lost > 0 else { return nil }
    printed = capture.droppedRecords
    return LiveEvent(
      .recordsLost, frame: 0, timeUs: capture.durationUs ?? 0,
      "\(Quantity.count(lost, "record")), \(Quantity.count(printed)) in total",
      ["records": .int(lost), "dropped_records": .int(printed)])
  }
}
