import Testing
import Text

@testable import Rendering
@testable import Report

/// What the pages do with words and tables; Tests/BrowserTests opens them in a browser.
@Suite("Words and tables of pages")
struct HTMLWriterTests {
  private func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var page = HTMLWriter()
    write(&page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  @Test("names of our own break at their joints and nowhere else")
  func breakable() {
    #expect(written { $0.breakable("att.latency_us") } == "att.<wbr>latency_<wbr>us")
    #expect(written { $0.breakable("updateValue") } == "update<wbr>Value")
    #expect(written { $0.breakable("MTU") } == "MTU")
  }

  @Test("a line does not end inside a date")
  func dates() {
    let text = written { $0.styled(StyledText("from 2014-02-18 <UTC>")) }
    #expect(text == "from <span class=\"date\">2014-02-18</span> &lt;UTC&gt;")
    #expect(written { $0.styled(StyledText("2014-02-1")) } == "2014-02-1")
  }

  @Test("a table has the rate and state early, short UUIDs, and a title for each cell")
  func tables() throws {
    var table = Table([
      .init(title: "id"), .init(title: "characteristic", alignment: .left),
      .init(title: "size"), .init(title: "rate", isSought: true),
      .init(title: "state", alignment: .left, isSought: true),
    ])
    let uuid = "C430B109-A222-44A9-B75D-49D89BD97642"
    table.add(["1", StyledText(uuid), "5 B", "9 B/s", "complete"])
    var document = Document()
    document.table(table)
    let text = written { $0.write(&document) }
    let titles = text.matches(of: /data-title="([^"]*)"/).map { String($0.output.1) }
    #expect(titles == ["id", "characteristic", "rate", "state", "size"])
    #expect(text.contains("<span title=\"\(uuid)\">C430B109-…7642</span>"))
  }

  @Test("whose doing it was is said where the evidence has it, and not otherwise")
  func actors() {
    func words(_ evidence: EvidenceList) -> String? {
      var finding = ReportV1.Finding(rule: "r", severity: .info, message: "m")
      finding.evidence = evidence.keyed
      return FindingActor.words(for: finding)
    }
    #expect(words([.party: .string("local")]) == "this host or its controller")
    #expect(words([.party: .string("remote")]) == "the peer")
    #expect(words([.party: .string("peripheral")]) == "the peripheral")
    #expect(words([.side: .string("server")]) == nil)
    #expect(words([.party: .null]) == nil)
    #expect(words([.sender: .string("peer")]) == nil)
  }

  @Test("a part of a whole has two decimals, and stays within it")
  func percent() {
    #expect(written { $0.percent(1, of: 3) } == "33.33%")
    #expect(written { $0.percent(5, of: 4) } == "100.00%")
    #expect(written { $0.percent(1, of: 0) } == "0.00%")
  }
}
