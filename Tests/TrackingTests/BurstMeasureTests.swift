import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Values that come many at a time are measured as one by one")
struct BurstMeasureTests {
  /// Hands on one value at a time.
  private final class OneByOne: SessionObserver {
    let measures: Measures

    init(_ measures: Measures) { self.measures = measures }

    func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
      measures.observe(value, in: bytes)
    }
    func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {
      measures.observe(advertisement, in: bytes)
    }
    func observe(_ event: SessionEvent) { measures.observe(event) }
    func observe(_ step: SessionStep, at moment: Moment) { measures.observe(step, at: moment) }
    func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
      measures.observe(transaction, in: bytes)
    }
  }

  private func report(
    _ story: CaptureBuilder, _ options: AnalysisOptions, oneByOne: Bool
  ) -> ReportV1.Capture {
    let ledger = Ledger()
    let measures = Measures(options, sink: nil, ledger)
    var tracker = SessionTracker(
      observer: oneByOne ? OneByOne(measures) : measures, ledger: ledger)
    let (records, bytes) = story.records()
    tracker.process(records, in: bytes.span)
    tracker.finish()
    var builder = ReportBuilder(
      tracker: tracker, measures: measures.takeState(), options: options,
      start: records.first?.time, latest: records.map(\.time).max(), clock: ClockWatch())
    return builder.capture(records: records.count)
  }

  private func expectSame(_ story: CaptureBuilder, _ options: AnalysisOptions) throws {
    let difference = Tree.difference(
      try Tree(report(story, options, oneByOne: true), leavesOut: { _ in false }),
      try Tree(report(story, options, oneByOne: false), leavesOut: { _ in false }))
    #expect(difference == nil)
  }

  @Test("made up", arguments: 1...60)
  func random(seed: UInt64) throws {
    var options = AnalysisOptions()
    if seed % 4 == 0 { options.gapThresholdMicroseconds = 20_000 }
    try expectSame(CaptureBuilder.bursts(seed: seed, rounds: 80), options)
  }

  @Test("samples", arguments: Samples.files)
  func samples(file: String) throws {
    try expectSame(try Samples.story(file), AnalysisOptions())
  }
}
