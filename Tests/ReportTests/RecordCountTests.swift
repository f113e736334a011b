import Report
import Testing

@Suite("Counts of incomplete records")
struct RecordCountTests {
  private func capture(
    cutShort: Bool, truncated: Int, undecodable: Int, contradictory: Int = 0
  ) -> ReportV1.Capture {
    ReportV1.Capture {
      $0.cutShort = cutShort
      $0.truncatedRecords = truncated
      $0.undecodableRecords = undecodable
      $0.undecodable = (0..<contradictory).map { _ in .init() }
    }
  }

  @Test("the record in which the file ends is counted once, as that")
  func cutShort() {
    let cut = capture(cutShort: true, truncated: 1, undecodable: 1)
    #expect(cut.recordsCutByLogger == 0 && cut.undecodableWholeRecords == 0)
    // It ends inside the header of a record, which is none then.
    let between = capture(cutShort: true, truncated: 0, undecodable: 0)
    #expect(between.recordsCutByLogger == 0 && between.undecodableWholeRecords == 0)
  }

  @Test("what the logger cut, and what contradicts itself, counts all the same")
  func nearMisses() {
    let whole = capture(cutShort: false, truncated: 1, undecodable: 1)
    #expect(whole.recordsCutByLogger == 1 && whole.undecodableWholeRecords == 1)
    let contradictory = capture(cutShort: true, truncated: 1, undecodable: 1, contradictory: 1)
    #expect(contradictory.undecodableWholeRecords == 1)
    let both = capture(cutShort: true, truncated: 1, undecodable: 3, contradictory: 2)
    #expect(both.undecodableWholeRecords == 2)
    let byLogger = capture(cutShort: true, truncated: 5, undecodable: 3)
    #expect(byLogger.recordsCutByLogger == 4 && byLogger.undecodableWholeRecords == 3)
  }
}
