import Testing

@testable import Rendering
@testable import Report

@Suite("Causes of lost time, as they are called and drawn")
struct TimeCauseWordsTests {
  private struct Look: Hashable {
    let group: TimeCauseWords.Group
    let pattern: TimeCauseWords.Pattern?
  }

  @Test("no two of the plots, nor of the explained gaps, look or read alike")
  func areDistinct() {
    let plotted = TimeCauseWords.all.filter { $0.plot != nil }
    #expect(plotted.count == 16)
    #expect(Set(plotted.map { Look(group: $0.group, pattern: $0.pattern) }).count == 16)
    #expect(Set(plotted.map(\.plot)).count == 16)
    #expect(Set(TimeCauseWords.all.map(\.share)).count == TimeCauseWords.all.count)
  }

  @Test("a cause that only a newer version knows keeps its name")
  func unknown() {
    let words = TimeCauseWords.of("solar-storm")
    #expect(words.share == "solar-storm" && words.short == "solar-storm" && words.plot == nil)
    #expect(words.group == .unknown && words.pattern == nil)
    #expect(TimeCauseWords.of(.missedEvents).short == TimeCauseWords.of(.linkSilence).short)
  }
}
