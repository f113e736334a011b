import BletraceTestSupport
import Testing
import Text

@testable import Comparison
@testable import Report

/// What somebody may write into a report so that a comparison of it takes for ever, or all memory.
@Suite("A report that is made to be much work")
struct AmplificationTests {
  private static func report(_ findings: [ReportV1.Finding]) -> DiffReport {
    let connection = ReportV1.Connection(peer: .init(address: "66:0D:F3:0A:7B:1C"))
    var new = run([connection])
    new.findings = findings
    return DiffReport(bletrace: "0", comparison: compare(base: [run([connection])], new: [new]))
  }

  private static let forms: [@Sendable (DiffReport, ([UInt8]) -> Void) -> Void] = [
    { DiffText.render($0, options: TextOptions(), handingTo: $1) },
    { DiffJSON.render($0, handingTo: $1) }, { DiffMarkdown.render($0, handingTo: $1) },
    { DiffJUnit.render($0, handingTo: $1) }, { DiffGitHub.render($0, handingTo: $1) },
    { DiffSARIF.render($0, handingTo: $1) },
  ]

  @Test("each form is handed over in pieces", arguments: forms.indices)
  func pieces(form: Int) {
    let message = String(repeating: "\u{85}", count: 2000)
    let report = Self.report(
      (0..<2000).map { .init(rule: "r\($0)", severity: .error, message: message) })
    var largest = 0
    var all = 0
    Self.forms[form](report) {
      largest = max(largest, $0.count)
      all += $0.count
    }
    // A table of the text is one.
    #expect(largest < 1 << 20)
    // Those that list all of them.
    if [1, 3, 5].contains(form) { #expect(all > 8_000_000) }
  }

  @Test("rules are found by their names, each once")
  func rules() {
    let report = Self.report(
      (0..<20_000).map { .init(rule: "r\($0 % 10_000)", severity: .error, message: "m") })
    let text = String(decoding: DiffSARIF.render(report), as: UTF8.self)
    // Behind those that every log lists.
    let known = SARIFRules.all.count
    #expect(text.contains("\"ruleIndex\": \(known + 9999)"))
    #expect(!text.contains("\"ruleIndex\": \(known + 10_000)"))
  }

  /// Each was looked for among all before it.
  @Test("twenty thousand services alike are numbered")
  func services() {
    var connection = ReportV1.Connection(peer: .init(address: "66:0D:F3:0A:7B:1C"))
    connection.gatt.services = (0..<20_000).map { _ in
      ReportV1.Service(uuid: "180D", startHandle: 1)
    }
    let empty = ReportV1.Connection(peer: .init(address: "66:0D:F3:0A:7B:1C"))
    var other = empty
    other.gatt.services = [ReportV1.Service(uuid: "1810", startHandle: 1)]
    other.gatt.searched = [.init(kind: .primaryServices, startHandle: 1, endHandle: 0xFFFF)]
    let time = processorTime {
      let comparison = compare(base: [run([connection])], new: [run([other])])
      #expect(comparison.count(.worse) == 20_000)
    }
    #expect(time < .seconds(60))
  }

  @Test("a budget for many devices is one that can be read")
  func budget() throws {
    let connections = (0..<20_000).map { number in
      var connection = ReportV1.Connection(peer: .init(name: "device \(number)"))
      connection.mtu.effective = 185
      return connection
    }
    var text: [UInt8] = []
    var rules: [BudgetRule] = []
    let time = try processorTime {
      text = BudgetWriter.write(for: [run(connections)])
      rules = try Budget(parsing: text).rules
    }
    #expect(time < .seconds(120))
    #expect(text.count <= Budget.byteLimit)
    #expect(rules.count > 2000 && rules.count <= Budget.ruleLimit)
    #expect(String(decoding: text, as: UTF8.self).contains("# Some rules are left out"))
  }
}
