@testable import Comparison
@testable import Report

/// What a device may call itself, to break out of the form that its name is printed in. Tests
/// take them by index, as the test's own log would print them.
let awkwardNames = [
  "<script>alert(1)</script>", "a | b || c", "``` `x` ``", "one\ntwo\r\n::error::three",
  "\u{1B}[31mred\u{1B}[0m\u{07}\u{00}", "left\u{202E}thgir", "]]> & \"quotes\" 'and' <!-- -->",
  "[link](https://example.com) @everyone ![x](y)", "%0A%25,:", "back\\slash\\|",
  "\u{FFFE}\u{85}\u{2028}",
  "`", "|", " ", "",
  // A mark or a variation selector makes another character of the backtick before it.
  "`\u{FE0F}<img src=//e.x>`\u{FE0F}", "`\u{301}[x](//evil)`\u{301}",
  "``\u{20DD}@org/team``\u{20DD} <b>", " \u{301}`\u{301} ", " both ends ", "\\|\\\\| \\`",
  "@octocat #12 GH-12 owner/repo#1 www.example.com http://example.com :+1:",
]

/// Comparisons with a regression, something that may be chance, a finding and an unmet budget, in
/// which the device and the files have that name.
func awkwardReport(_ name: String) throws -> DiffReport {
  func side(_ durations: [Int], _ message: String?) -> [Run] {
    durations.map { duration in
      var connection = ReportV1.Connection(peer: .init(address: "66:0D:F3:0A:7B:1C", name: name))
      connection.mtu.effective = duration > 500_000 ? 23 : 185
      connection.transfers = [
        .init(uuid: "2A37", marker: name, complete: true, durationUs: duration)
      ]
      var run = run([connection], named: name.isEmpty ? "capture" : name)
      if let message {
        run.findings = [.init(rule: "mtu-late", severity: .warning, message: message)]
      }
      return run
    }
  }
  let new = side([900_000, 910_000, 905_000], "of \(name)")
  let comparison = compare(base: side([100_000, 110_000, 950_000], nil), new: new)
  let budget = try Budget(parsing: Array("mtu >= 185\nstalls == 0\n".utf8))
  return DiffReport(bletrace: "0", comparison: comparison, budget: budget.check(new))
}

/// A pair of samples as `bletrace diff` compares it.
func sampleDiff(_ new: String, budget rules: String? = nil) throws -> DiffReport {
  let runs = try sampleRuns(new)
  let budget = try rules.map { try Budget(parsing: Array($0.utf8)).check(runs) }
  return DiffReport(
    bletrace: "0", comparison: compare(base: try sampleRuns("pair-good"), new: runs), budget: budget
  )
}
