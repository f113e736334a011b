import Report
import Testing

@testable import Comparison

/// A story, and the same with one thing changed: the change is reported, and nothing else.
@Suite("Pairs of samples")
struct SamplePairTests {
  private static let lot = "7D1E5C01-2A64-4B0F-8C35-91F2A0D64E17"
  private static let service = "7D1E5C00-2A64-4B0F-8C35-91F2A0D64E17"

  private static func ofTransfer(_ number: Int, _ measures: String...) -> [String] {
    measures.map { "transfer.\($0) of transfer \(number) of \(lot)" }
  }

  struct Pair: CustomTestStringConvertible {
    var new: String
    var worse: [String] = []
    var better: [String] = []
    var different: [String] = []
    /// What one capture a side cannot distinguish from chance.
    var unclear: [String] = []
    var testDescription: String { new }
  }

  static let pairs: [Pair] = [
    Pair(new: "pair-good"),
    Pair(new: "pair-good-packetlogger"),
    Pair(new: "pair-good-elsewhere"),
    Pair(
      new: "pair-slower",
      worse: ofTransfer(1, "duration_us", "throughput_bytes_per_s")
        + ofTransfer(2, "duration_us", "throughput_bytes_per_s"),
      unclear: ["phases.interact.duration_us"] + ofTransfer(1, "gap_us.p50")
        + ofTransfer(2, "gap_us.p50")),
    Pair(
      new: "pair-small-mtu",
      worse: ["mtu"] + ofTransfer(1, "chunk_bytes")
        + ofTransfer(2, "chunk_bytes", "duration_us", "throughput_bytes_per_s"),
      different: ofTransfer(1, "chunks") + ofTransfer(2, "chunks"),
      unclear: ofTransfer(1, "duration_us", "throughput_bytes_per_s")),
    Pair(
      new: "pair-stall",
      worse: ofTransfer(2, "duration_us", "throughput_bytes_per_s", "gap_us.max"),
      unclear: ["finding.notification-gap", "phases.interact.duration_us"]
        + ofTransfer(2, "gaps")),
    Pair(
      new: "pair-marker-lost",
      worse: ["finding.transfer-incomplete"] + ofTransfer(2, "complete", "marker")),
    Pair(new: "pair-moved-handles", different: ["gatt of characteristic 2A19 in 180F"]),
    Pair(
      new: "pair-removed-characteristic",
      worse: ["gatt of characteristic 7D1E5C03-2A64-4B0F-8C35-91F2A0D64E17 in \(service)"],
      different: ["gatt of characteristic 2A19 in 180F"]),
  ]

  @Test("what changed is named, and nothing else", arguments: pairs)
  func named(pair: Pair) throws {
    let comparison = compare(base: try sampleRuns("pair-good"), new: try sampleRuns(pair.new))
    #expect(comparison.measures(.worse) == pair.worse.sorted())
    #expect(comparison.measures(.better) == pair.better.sorted())
    #expect(comparison.measures(.different) == pair.different.sorted())
    #expect(comparison.measures(.unclear) == pair.unclear.sorted())
    #expect(comparison.count(.same) >= 40)
    #expect(comparison.matches.map(\.counts) == [true])
  }

  @Test("the other way round, worse is better", arguments: pairs)
  func reversed(pair: Pair) throws {
    let comparison = compare(base: try sampleRuns(pair.new), new: try sampleRuns("pair-good"))
    // What comes again is new, and attributes that are new are no progress in themselves.
    let expected = pair.worse.filter { !$0.hasPrefix("gatt") }
    #expect(comparison.measures(.better) == expected.sorted())
    // Handles that moved have moved both ways.
    if pair.new == "pair-moved-handles" { #expect(comparison.count(.different) == 1) }
    #expect(comparison.worse.isEmpty == (pair.better.isEmpty))
  }

  @Test("there are samples")
  func samples() {
    #expect(sampleFolders.count >= 50)
  }

  @Test("every sample against itself: no difference", arguments: sampleFolders)
  func itself(folder: String) throws {
    let runs = try sampleRuns(folder)
    let comparison = compare(base: runs, new: runs)
    #expect(comparison.entries.filter { $0.verdict != .same }.isEmpty)
    #expect(comparison.isEmpty == runs.allSatisfy { $0.capture.connections.isEmpty })
    if !comparison.isEmpty { #expect(comparison.entries.count > 10) }
  }

  @Test("a report that is written and read back compares the same", arguments: sampleFolders)
  func readBack(folder: String) throws {
    let report = try sampleReport(folder)
    let again = try JSONReportReader.read(JSONRenderer.render(report))
    #expect(again == report)
  }

  @Test("the same comparison twice gives the same order")
  func order() throws {
    let (base, new) = (try sampleRuns("pair-good"), try sampleRuns("pair-stall"))
    let first = compare(base: base, new: new)
    for _ in 0..<5 { #expect(compare(base: base, new: new) == first) }
  }

  @Test("the worst comes first: what was lost, then what took longer, then what may be the cause")
  func worstFirst() throws {
    let lost = compare(base: try sampleRuns("pair-good"), new: try sampleRuns("pair-marker-lost"))
    #expect(lost.entries.first?.weight == .loss)
    let mtu = compare(base: try sampleRuns("pair-good"), new: try sampleRuns("pair-small-mtu"))
    let worse = mtu.worse.map(\.weight)
    #expect(worse == worse.sorted() && worse.first == .time && worse.last == .cause)
  }

  @Test("a good run beside it does not make a bad one pass", arguments: [1, 3, 5])
  func oneBadAmongGood(good: Int) throws {
    func runs(_ good: Int, _ bad: Int) throws -> [Run] {
      try (0..<good).flatMap { _ in try sampleRuns("pair-good") }
        + (0..<bad).flatMap { _ in try sampleRuns("pair-marker-lost") }
    }
    let lost = compare(base: try runs(3, 0), new: try runs(good, 1))
    #expect(lost.hasRegression)
    let expected = ["finding.transfer-incomplete"] + Self.ofTransfer(2, "complete", "marker")
    #expect(lost.measures(.worse) == expected.sorted())
    let entry = try #require(lost.worse.first { $0.measure == "finding.transfer-incomplete" })
    #expect(entry.run == good)
    #expect(entry.statement.hasPrefix("new, in 1 of \(good + 1) captures: "), "\(entry.statement)")
    // The base shows it too.
    #expect(!compare(base: try runs(2, 1), new: try runs(good, 1)).hasRegression)
  }

  @Test("other devices have nothing in common, and that is no good result")
  func nothing() throws {
    let comparison = compare(
      base: try sampleRuns("pair-good"), new: try sampleRuns("heart-rate-central"))
    #expect(comparison.isEmpty && comparison.entries.isEmpty)
  }
}
