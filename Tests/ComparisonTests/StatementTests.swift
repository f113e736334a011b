import Testing

@testable import Comparison
@testable import Report

@Suite("Statements")
struct StatementTests {
  private func statement(
    _ base: [Double], _ new: [Double], unit: MeasureUnit, better: Better = .less
  ) -> String {
    let (change, verdict) = Judgement.of(
      base: base, new: new, unit: unit, tolerance: .none, better: better)
    return Statement.of(change, verdict, moreOrFewer)
  }

  @Test("a change is given in parts of the base, in factors, or in the unit where it was nothing")
  func amounts() {
    #expect(statement([100], [118], unit: .microseconds) == "more by 18 %")
    #expect(statement([1000], [1004], unit: .microseconds) == "more by 0.4 %")
    #expect(statement([100], [400], unit: .bytes) == "more by a factor of 4")
    #expect(statement([100], [1234], unit: .bytes) == "more by a factor of 12")
    #expect(statement([100], [5], unit: .bytes) == "fewer by 95 %")
    #expect(statement([0], [3], unit: .count) == "more by 3")
    #expect(statement([0], [1_500_000], unit: .microseconds) == "more by 1.5 s")
    #expect(statement([-60], [-70.5], unit: .dBm) == "fewer by 10.5 dB")
    #expect(statement([3], [3], unit: .count) == "the same")
  }

  @Test("several runs per side say how many, and what may be chance says so")
  func runs() {
    #expect(
      statement([1, 1, 1], [2, 2, 2], unit: .count)
        == "more by 100 %, 95 % interval 100 to 100 %, 3 against 3 captures")
    #expect(
      statement([100, 100, 100], [590, 590, 590], unit: .bytes)
        == "more by a factor of 5.9, 95 % interval 5.9 to 5.9, 3 against 3 captures")
    #expect(
      statement([1, 2], [2, 3], unit: .bytes)
        == "more by 67 %, 2 against 2 captures")
    #expect(
      statement([1, 1, 1, 1, 1], [1, 0, 1, 0, 1], unit: .yesOrNo, better: .more)
        == "in 5 of 5 captures before, in 3 of 5 now; p = 0.44")
    #expect(statement([1], [0], unit: .yesOrNo, better: .more) == "before: yes, now: no")
  }

  @Test("words that were said in several runs are counted")
  func tally() {
    #expect(Statement.tally(["a"]) == "a")
    #expect(Statement.tally(["a", "a"]) == "a")
    #expect(Statement.tally(["a", "b", "a"]) == "a in 2 of 3 captures, b in 1 of 3 captures")
  }

  @Test("numbers from a report may be anything")
  func extremes() {
    for value in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e18, -1e18] {
      for unit in [MeasureUnit.count, .microseconds, .bytes, .bytesPerSecond, .dBm, .yesOrNo] {
        #expect(!Statement.value(value, unit).isEmpty)
      }
    }
    for value in [9e14, -9e14, 1e-300, -1e-300] {
      for unit in [MeasureUnit.count, .microseconds, .bytes, .bytesPerSecond, .dBm, .yesOrNo] {
        #expect(!statement([value], [1], unit: unit).isEmpty)
        #expect(!statement([1, 2, 3], [value, 1, 2], unit: unit).isEmpty)
        #expect(!statement([value, 1, 2], [-value, 1, 2], unit: unit).isEmpty)
      }
    }
  }

  @Test("what no capture could show is not known")
  func impossible() {
    for value in [Double.infinity, -.infinity, .nan, 1e300] {
      var connection = ReportV1.Connection()
      connection.rssi = .init(count: 1, mean: value)
      connection.transfers = [.init(complete: true, throughputBytesPerS: value)]
      connection.flow.stalls = [.init(durationUs: .max), .init(durationUs: .max)]
      #expect(ConnectionMeasures.all.first { $0.name == "rssi.mean" }?.value(connection) == nil)
      let comparison = compare(base: [run([connection])], new: [run([connection])])
      #expect(!comparison.entries.contains { $0.measure == "transfer.throughput_bytes_per_s" })
      #expect(!comparison.entries.contains { $0.measure == "stall_us" })
    }
  }
}
