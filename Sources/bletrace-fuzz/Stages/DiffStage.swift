import Comparison
import Report

/// Two JSON reports and a budget, as strangers' files: read, compared, checked, reported in every
/// form.
///
/// The input is those three, with an octet of zero between them.
enum DiffStage: FuzzStage {
  static let name = "diff"
  static let form = InputForm.documents
  static let longest = 16_000

  static func run(_ input: [UInt8]) {
    let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map(Array.init)
    let budget = parts.count > 2 ? budget(in: parts[2]) : nil
    guard let base = report(in: parts[0]) else { return }
    let old = Run.all(in: base, of: "base")
    if parts.count > 1, let new = report(in: parts[1]) {
      let runs = Run.all(in: new, of: "new")
      render(
        DiffReport(
          bletrace: "fuzz", comparison: compare(base: old, new: runs), budget: budget?.check(runs)),
        input.count)
      checkOwnBudget(of: runs)
    } else if let budget {
      for outcome in budget.check(old) {
        promise(!outcome.statement.isEmpty, "a rule without an outcome")
      }
    }
  }

  /// What can be read is written so that it can be read again, as the same.
  private static func report(in json: [UInt8]) -> ReportV1? {
    do throws(ReportReadingError) {
      let report = try JSONReportReader.read(json)
      let written = JSONRenderer.render(report, layout: .compact)
      promise(ReportChecks.isClean(written), "what acts on a terminal, in the JSON")
      let again = try reread(written)
      promise(
        JSONRenderer.render(again, layout: .compact) == written, "a report that reading changes")
      return report
    } catch {
      promise(!error.message.isEmpty, "a refusal without a reason")
      return nil
    }
  }

  private static func reread(_ json: [UInt8]) throws(ReportReadingError) -> ReportV1 {
    do throws(ReportReadingError) {
      return try JSONReportReader.read(json)
    } catch {
      end("what was written cannot be read: \(error.message)")
    }
  }

  private static func budget(in text: [UInt8]) -> Budget? {
    do throws(BudgetError) {
      return try Budget(parsing: text)
    } catch {
      promise(!error.message.isEmpty, "a refusal without a reason")
      return nil
    }
  }

  private static func render(_ report: DiffReport, _ choice: Int) {
    let comparison = report.comparison
    let tests = comparison.entries.count + (report.budget ?? []).count
    let output: [UInt8]
    switch choice % 6 {
    case 0: output = DiffText.render(report)
    case 1:
      output = DiffJSON.render(report)
      promise(ReportChecks.isJSON(output), "no JSON")
    case 2: output = DiffMarkdown.render(report)
    case 3:
      output = DiffJUnit.render(report)
      promise(count("<testcase ", in: output) == tests, "tests that are no entries")
    case 4:
      output = DiffGitHub.render(report)
      for line in output.split(separator: 0x0A).dropLast() {
        promise(
          line.starts(with: "::error title=".utf8) || line.starts(with: "::warning title=".utf8),
          "a line that is no annotation")
      }
    default:
      output = DiffSARIF.render(report)
      promise(ReportChecks.isJSON(output), "no SARIF")
    }
    promise(ReportChecks.isClean(output), "what acts on a terminal")
  }

  /// A budget that was made from runs can be read.
  private static func checkOwnBudget(of runs: [Run]) {
    let text = BudgetWriter.write(for: runs)
    promise(ReportChecks.isClean(text), "what acts on a terminal, in a budget")
    do throws(BudgetError) {
      _ = try Budget(parsing: text)
    } catch {
      // Without a line it has no rule at all: there was nothing to measure.
      promise(error.line == nil, "a budget that cannot be read: \(error.message)")
    }
  }

  private static func count(_ word: StaticString, in text: [UInt8]) -> Int {
    let wanted = Array(word.description.utf8)
    return text.indices.count {
      text[$0] == wanted[0] && text[$0...].starts(with: wanted)
    }
  }
}
