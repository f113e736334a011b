import Testing

@testable import Comparison

/// Of very many things that were compared, the worst are kept.
@Suite struct EntryListTests {
  private func entry(_ number: Int, _ verdict: Comparison.Verdict) -> Comparison.Entry {
    Comparison.Entry(
      subject: Subject(), measure: "\(number)", verdict: verdict, weight: .time,
      values: .words(base: "a", new: "b"), statement: "")
  }

  @Test func theWorstAreKeptAndTheOthersCounted() {
    var list = EntryList(limit: 10)
    for number in 0..<1000 { list.append(entry(number, number % 250 == 249 ? .worse : .same)) }
    for number in 1000..<1030 { list.append(entry(number, .better)) }
    let kept = list.ordered()
    #expect(kept.count == 10)
    #expect(kept.map(\.measure).prefix(4) == ["249", "499", "749", "999"])
    #expect(kept.suffix(6).allSatisfy { $0.verdict == .better })
    let comparison = Comparison(
      base: [], new: [], entries: kept, omitted: list.omitted, matches: [], findings: [])
    #expect(comparison.count(.worse) == 4 && comparison.count(.better) == 30)
    #expect(comparison.count(.same) == 996 && comparison.omittedCount == 1020)
    #expect(comparison.hasRegression)
  }

  @Test func whatIsLeftOutIsTold() {
    var comparison = Comparison(
      base: ["a"], new: ["b"], entries: [entry(1, .same)], omitted: [.same: 76_000],
      matches: [], findings: [])
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: " ")
    }
    let line = "76000 more were compared, but are not listed"
    var report = DiffReport(bletrace: "test", comparison: comparison)
    #expect(text(DiffText.render(report)).contains(line))
    #expect(text(DiffMarkdown.render(report)).contains(line))
    #expect(text(DiffJSON.render(report)).contains("\"entries_omitted\": 76000"))
    #expect(report.summary == "no difference in 76001 measures")
    comparison.omitted = [:]
    report = DiffReport(bletrace: "test", comparison: comparison)
    #expect(!text(DiffText.render(report)).contains("not listed"))
    #expect(text(DiffJSON.render(report)).contains("\"entries_omitted\": 0"))
  }
}
