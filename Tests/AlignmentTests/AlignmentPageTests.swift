import BletraceTestSupport
import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("An alignment as a page")
struct AlignmentPageTests {
  private func count(_ text: String, in page: String) -> Int {
    page.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  private func page(
    _ sides: inout TwoSides, names: (String, String) = ("a", "b")
  ) throws -> String {
    let (one, other) = sides.captures()
    let (report, plots) = try Aligner.alignWithPlots(
      TwoSides.read(one, names.0), TwoSides.read(other, names.1))
    return TwoSides.page(of: report, plots)
  }

  @Test("the text, both ways, each loss with its place, and each piece of the clock")
  func parts() throws {
    var sides = TwoSides(seed: 101)
    sides.peripheral.reset = (10_000_000, 2_000_000)
    sides.end = 20_000_000
    sides.chat(until: 19_500_000)
    let central = sides.packets.indices.filter { sides.packets[$0].fromCentral }
    for index in [central[5], central[40]] { sides.packets[index].fate = .lostBehindController }
    sides.packets[central[60]].fate = .lostByLogger
    let page = try page(&sides)
    #expect(page.contains("Where was data lost?"))
    #expect(count("<svg class=\"course\"", in: page) == 3)
    #expect(count("<g class=\"lost\">", in: page) == 3)
    #expect(count(">R</text>", in: page) == 2)
    #expect(count(">L</text>", in: page) == 1)
    #expect(count("<path class=\"offset\"", in: page) == 2)
    #expect(count("<path class=\"bound\"", in: page) == 2)
  }

  @Test("names from outside are text, and nothing is loaded or run")
  func hostile() throws {
    var sides = TwoSides(seed: 102)
    sides.chat(until: 3_000_000)
    let page = try page(
      &sides, names: ("x\"><script>alert(1)</script>", "</title><img src=x onerror=y>\u{202E}"))
    #expect(!page.contains("<script"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;"))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("script-src 'none'"))
    #expect(!page.contains(" style="))
  }

  @Test("a drawing has a column for each step of its width, however many PDUs there are")
  func size() {
    let course = (0..<200_000).map { AlignmentPlots.Point(timeUs: $0 * 1000, us: $0 % 977 * 100) }
    var link = AlignmentPlots.Link()
    (link.aToB, link.bToA) = (course, course)
    var plots = AlignmentPlots()
    plots.links = [link]
    let report = AlignmentReport { $0.links = [AlignmentReport.Link()] }
    #expect(TwoSides.page(of: report, plots).utf8.count < 100_000)
  }

  @Test("axes hold their values, whatever these are")
  func scale() {
    for values in [[], [0], [5, 5], [-1e18, 1e18], [.infinity, 3], [4e18, 4e18]] {
      let scale = PlotScale(values, from: 0, to: 100)
      let ticks = scale.ticks(4)
      #expect(ticks.count <= 12)
      for value in values + ticks { #expect((0...100).contains(scale(value))) }
    }
    #expect(PlotScale([0, 30], from: 0, to: 100).ticks(4) == [0, 10, 20, 30])
    // 200 minutes: labels of hours have no seconds.
    let long = PlotScale([0, 12_000e6], from: 0, to: 100).ticks(8)
    #expect(long == (0...6).map { Double($0) * 1800e6 })
  }
}
