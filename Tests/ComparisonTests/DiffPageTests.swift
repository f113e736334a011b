import Foundation
import Testing

@testable import Comparison
@testable import Rendering
@testable import Report

/// The page of `diff --format html`; Tests/BrowserTests opens it in a browser.
@Suite("Comparisons as a page")
struct DiffPageTests {
  private func page(_ report: DiffReport, base: [Run] = [], new: [Run] = []) throws -> String {
    var bytes: [UInt8] = []
    DiffPage.render(report, base: base, new: new) { bytes += $0 }
    #expect(bytes.count < 3_000_000, "\(bytes.count)")
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  private func escaped(_ text: String) -> String {
    var writer = HTMLWriter()
    writer.text(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// What the page has outside of its scripts and styles, which are ours.
  private func body(_ page: String) throws -> Substring {
    let start = try #require(page.range(of: "<body>"))
    let end = try #require(page.range(of: "<footer>"))
    return page[start.lowerBound..<end.lowerBound]
  }

  private func shape(_ page: String) throws -> [String] {
    try body(page).matches(of: /<[^>]*>/).map { String($0.output) }
  }

  @Test("each change has its statement word for word, before all else", arguments: ["pair-stall"])
  func statements(sample: String) throws {
    let (base, new) = (try sampleRuns("pair-good"), try sampleRuns(sample))
    let report = DiffReport(bletrace: "0", comparison: compare(base: base, new: new))
    let page = try page(report, base: base, new: new)
    let changes = report.comparison.entries.filter { $0.verdict != .same }
    let shown = page.matches(of: /<span class="statement">([^<]*)<\/span>/).map { $0.output.1 }
    #expect(!changes.isEmpty)
    #expect(shown.map { String($0) } == changes.map { escaped($0.statement) })
    let order = ["id=\"changes\"", "class=\"finding\"", "id=\"plots\"", "id=\"details\""].map {
      page.range(of: $0)?.lowerBound
    }
    #expect(order.allSatisfy { $0 != nil })
    #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
    for finding in report.comparison.findings {
      #expect(page.contains("<span class=\"finding\">\(escaped(finding.finding.message))</span>"))
    }
  }

  @Test("a setting stands above what is slower by it, and both sides of a bar in one block")
  func causesFirst() throws {
    let (base, new) = (try sampleRuns("pair-good"), try sampleRuns("pair-small-mtu"))
    let report = DiffReport(bletrace: "0", comparison: compare(base: base, new: new))
    let page = try page(report, base: base, new: new)
    func place(_ text: String) throws -> String.Index {
      try #require(page.range(of: text)).lowerBound
    }
    #expect(try place("<code>mtu</code>") < place("<code>transfer.<wbr>duration_<wbr>us</code>"))
    #expect(page.contains("The ATT_MTU in effect"))
    #expect(page.contains("Tolerance: 12\u{A0}%"))
    let block = try #require(page.range(of: "<div class=\"share\">"))
    let bars = page[block.upperBound...].prefix(6_000).matches(of: /<strong>(Base|New)<\/strong>/)
    #expect(bars.prefix(2).map { String($0.output.1) } == ["Base", "New"])
  }

  @Test("a side that is the same has no changes, and the page says so")
  func same() throws {
    let runs = try sampleRuns("pair-good")
    let report = DiffReport(bletrace: "0", comparison: compare(base: runs, new: runs))
    let page = try page(report, base: runs, new: runs)
    #expect(page.contains("No changes") && !page.contains("class=\"statement\""))
    #expect(page.contains("\"pairs\":[{"))
  }

  @Test("no name makes markup", arguments: awkwardNames.indices)
  func awkward(index: Int) throws {
    let found = try shape(try page(try awkwardReport(awkwardNames[index])))
    let plain = try shape(try page(try awkwardReport("plain")))
    #expect(found == plain && !plain.isEmpty)
  }

  /// Neither side of the page, nor its data, grows with what a stranger sends.
  @Test("thousands of changes with long names stay within the size of a page")
  func size() throws {
    func side(_ mtu: Int) -> [Run] {
      let connections = (0..<1_500).map { index in
        let address = String(format: "66:0D:F3:0A:%02X:%02X", index >> 8, index & 0xFF)
        var connection = ReportV1.Connection(
          id: index + 1,
          peer: .init(address: address, name: String(repeating: "<&\">", count: 60)))
        connection.mtu.effective = mtu
        connection.mtu.frame = 1
        return connection
      }
      var run = run(connections, named: String(repeating: "<n>", count: 300))
      run.findings = (1...1_500).map { index in
        var finding = ReportV1.Finding(
          rule: "mtu-late", severity: .warning, message: String(repeating: "<m&>", count: 100))
        finding.connection = index
        return finding
      }
      return [run]
    }
    let (base, new) = (side(185), side(23))
    let report = DiffReport(bletrace: "0", comparison: compare(base: base, new: new))
    #expect(report.comparison.count(.worse) > 1_000)
    let page = try page(report, base: base, new: new)
    #expect(page.contains("more (see the JSON form)"))
  }
}
