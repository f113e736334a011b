import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Values that come many at a time are measured as one by one")
struct BurstMeasureTests {
  /// Hands on one value at a time.
  private struct OneByOne: SessionObserver {
    var own: CaptureObserver

    mutating func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
      own.observe(value, in: bytes)
    }
    mutating func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {
      own.observe(advertisement, in: bytes)
    }
    mutating func observe(_ event: SessionEvent) { own.observe(event) }
    mutating func observe(_ step: SessionStep, at moment: Moment) {
      own.observe(step, at: moment)
    }
    mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
      own.observe(transaction, in: bytes)
    }
  }

  private func report(
    _ story: CaptureBuilder, _ options: AnalysisOptions, oneByOne: Bool
  ) -> ReportV1.Capture {
    let ledger = Ledger()
    let observer = CaptureObserver(options, sink: nil, ledger)
    let (records, bytes) = story.records()
    let (sessions, measures) =
      oneByOne
      ? follow(records, in: bytes.span, OneByOne(own: observer), ledger) { $0.own.measures.take() }
      : follow(records, in: bytes.span, observer, ledger) { $0.measures.take() }
    var clock = ClockWatch()
    clock.pass(records.span)
    var builder = ReportBuilder(
      sessions: sessions, measures: measures, options: options, clock: clock)
    return builder.capture(records: records.count)
  }

  private func follow<Observer: SessionObserver>(
    _ records: [CapturedRecord], in bytes: Span<UInt8>, _ observer: Observer, _ ledger: Ledger,
    measures: (inout Observer) -> Measures
  ) -> (Sessions, Measures) {
    var tracker = SessionTracker(observer: observer, ledger: ledger)
    tracker.process(records, in: bytes)
    tracker.finish()
    return (tracker.takeSessions(), measures(&tracker.context.observer))
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
