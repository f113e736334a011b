import Bletrace
import Testing

/// What an app's integration test asks of the capture that it has just made.
@Suite struct TransferTests {
  private static func sample(_ story: String) -> String {
    #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined()
      + "/samples/\(story)/capture.btsnoop"
  }

  @Test func theCardArrivesInTime() throws {
    let analysis = try Analysis(contentsOf: Self.sample("bizcard-central"))
    let transfer = try #require(analysis.transfers.first)
    #expect(transfer.outcome == .complete)
    #expect(transfer.durationUs < 2_000_000)
    #expect(transfer.gaps.allSatisfy { $0.gapUs < 100_000 })
    #expect(analysis.findings.allSatisfy { $0.severity != .error })
  }

  @Test func aStallIsSeen() throws {
    let analysis = try Analysis(contentsOf: Self.sample("bizcard-stall-central"))
    #expect(analysis.transfers.contains { $0.gaps.contains { $0.gapUs > 100_000 } })
  }

  @Test func theNewFirmwareIsNoSlower() throws {
    let base = try Analysis(contentsOf: Self.sample("bizcard-central"))
    let stalled = try Analysis(contentsOf: Self.sample("bizcard-stall-central"))
    #expect(!compare(base: [base], new: [base]).hasRegression)
    #expect(compare(base: [base], new: [stalled]).hasRegression)
  }
}
