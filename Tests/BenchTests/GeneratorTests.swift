import CaptureFiles
import Testing
import Tracking
import bletrace_bench

@testable import Report

/// What the benchmark's captures hold is what an analysis finds in them.
struct GeneratorTests {
  static let stories: [Story] = [
    .mixed, .notifications, .transfers, .completions, .advertising, .short, .connections(100),
    .streams(20), .advertisers(1000),
  ]

  @Test(arguments: stories)
  func analysisFindsWhatWasGenerated(_ story: Story) throws {
    let sink = Memory()
    let counts = generate(story, records: 10_000, to: sink)
    #expect(counts.records == 10_000)
    #expect(counts.octets + 16 == sink.bytes.count)

    let capture = try analyze(sink.bytes)
    #expect(capture.records == 10_000)
    #expect(capture.undecodableRecords == 0)
    #expect(!capture.cutShort)
    #expect(capture.connections.count == counts[.connection])
    let streams = capture.connections.flatMap(\.notifications)
    #expect(streams.reduce(0) { $0 + $1.count } == counts.notifications)
    let transfers = capture.connections.flatMap(\.transfers)
    #expect(transfers.count(where: \.complete) == counts.transfers)
    let reports = capture.advertisers.reduce(0) { $0 + $1.reports }
    #expect(reports + capture.advertiserReportsOmitted == counts[.advertisingReport])

    var scanner = ReportScanner()
    scanner.scan(JSONRenderer.render(ReportV1(bletrace: "test", captures: [capture]))[...])
    #expect(scanner.counts == ReportCounts(counts))
  }

  @Test func sameCallGivesSameOctets() {
    let first = Memory()
    let second = Memory()
    _ = generate(.mixed, records: 2000, to: first)
    _ = generate(.mixed, records: 2000, to: second)
    #expect(first.bytes == second.bytes)
  }

  @Test func aSmallerNumberOfRecordsIsTheBeginning() {
    let long = Memory()
    let short = Memory()
    _ = generate(.mixed, records: 2000, to: long)
    let counts = generate(.mixed, records: 777, to: short)
    #expect(counts.records == 777)
    #expect(long.bytes.starts(with: short.bytes))
  }

  @Test func paceHoldsRecordsBack() {
    let whole = Memory()
    _ = generate(.mixed, records: 1000, to: whole)
    let paced = Memory()
    let pace = PacedSink(paced, rate: 5000)
    let start = ContinuousClock.now
    _ = generate(.mixed, records: 1000, to: pace, in: .small)
    let taken = ContinuousClock.now - start
    #expect(paced.bytes == whole.bytes)
    // A thousand take 0.2 s; the last piece, of at most some 300 records, is sent at its beginning.
    #expect(taken > .milliseconds(130))
    #expect(pace.greatestDelay >= 0)
  }

  private func analyze(_ bytes: [UInt8]) throws -> ReportV1.Capture {
    var reader = try CaptureReader(MemorySource(bytes))
    return try Tracking.analyze(
      &reader, path: "generated", options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
  }
}

private final class Memory: CaptureSink {
  private(set) var bytes: [UInt8] = []

  func write(_ piece: [UInt8]) { bytes += piece }
}
