import Report
import Text

/// What the page shows of one capture beside its report.
package struct CapturePlots: Sendable {
  package var series = CaptureSeries()
  /// In the order of the file.
  package var frames: [FrameLine] = []
  /// Whether these are all frames of the capture.
  package var hasAllFrames = false
  /// Why there are none, where that is not the choice of the page.
  package var withoutFrames: String?

  package init(series: CaptureSeries = CaptureSeries()) { self.series = series }

  /// Those of a report, which has no packets.
  package static var ofReport: Self {
    var plots = Self()
    plots.withoutFrames = "No frames are shown, because this side is a report."
    return plots
  }
}

/// What became of a budget, above all else on the page.
package struct BudgetSummary: Sendable {
  /// `Budget: 2 of 5 rules broken`
  package var title: String
  /// A paragraph for each rule.
  package var rules: Document

  package init(title: String, rules: Document) { (self.title, self.rules) = (title, rules) }
}

/// How many octets of the page each part of it may take. Together with the library and the scripts
/// they stay under three megabytes.
package enum PageBudget {
  package static let findings = 550_000
  package static let details = 450_000
  package static let plots = 700_000
  package static let frames = 450_000
  /// Captures beyond this have no plots.
  package static let plottedCaptures = 8
}

extension CapturePlots {
  /// Captures of one page that have plots: the first ones.
  package static let mostCaptures = PageBudget.plottedCaptures

  /// Frames that a page shows in words, at most.
  private static let mostFrames = 5000
  /// Findings whose frames are shown, and frames of each of them, with those around them.
  private static let mostFindings = 200
  private static let mostOfFinding = 16
  private static let around = 3

  /// The frames to put into words: all of a short capture, else those of the findings and around
  /// them. Ranges are sorted and apart.
  package static func wanted(
    _ findings: [ReportV1.Finding], in capture: ReportV1.Capture
  ) -> (ranges: [ClosedRange<Int>], isAll: Bool) {
    if capture.records == 0 { return ([], true) }
    if capture.records <= mostFrames { return ([1...capture.records], true) }
    var count = 0
    var ranges: [ClosedRange<Int>] = []
    for finding in findings.prefix(mostFindings) {
      // Those that a card has links to.
      let stalls = FindingCards.stalls(of: finding, in: capture).map(\.firstFrame)
      for frame in finding.frames.prefix(mostOfFinding) + stalls
      where count < mostFrames && (1...capture.records).contains(frame) {
        ranges.append(max(1, frame - around)...min(capture.records, frame + around))
        count += 2 * around + 1
      }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Int>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return (joined, false)
  }
}
