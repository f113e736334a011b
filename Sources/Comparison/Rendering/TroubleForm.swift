import Rendering
import Report
import Text

/// What a program that reads our output finds in it where the work could not be done at all: an
/// error in its own form, as CI shows nothing where it finds no file.
package struct TroubleForm: Sendable {
  package enum Format: String, Sendable {
    case text, json, markdown, junit, github, sarif
    /// Of `analyze` alone.
    case html, perfetto, ndjson, csv
  }

  /// The version of the program.
  package var bletrace: String
  /// `diff`
  package var command: String
  package var messages: [String]
  /// What was to be read, of `diff` that of the base.
  package var named: [String] = []
  package var namedNew: [String] = []

  package init(bletrace: String, command: String, messages: [String]) {
    (self.bletrace, self.command, self.messages) = (bletrace, command, messages)
  }

  private var report: ReportV1 {
    ReportV1 { ($0.bletrace, $0.errors, $0.unread) = (bletrace, messages, named) }
  }

  package func render(as format: Format, handingTo take: ([UInt8]) -> Void) {
    switch format {
    case .json where command == "analyze":
      var report = report
      JSONRenderer.render(&report, handingTo: take)
    case .json:
      let nothing = Comparison(base: named, new: namedNew, entries: [], matches: [], findings: [])
      DiffJSON.render(
        DiffReport(bletrace: bletrace, comparison: nothing),
        trouble: messages.joined(separator: "; "), handingTo: take)
    case .text:
      TextPieces.write(take) { write("bletrace \(command): could not be done", to: &$0) }
    case .html: ReportPage.render(report, plots: [], handingTo: take)
    case .perfetto: TraceFile.render(report, plots: [], handingTo: take)
    case .ndjson:
      var row = RowWriter()
      for message in messages { ErrorRow(path: "", message: message).write(of: nil, to: &row) }
      take(row.bytes)
    // Its rows have no place for an error.
    case .csv: break
    case .markdown:
      TextPieces.write(take) { writeMarkdown(to: &$0) }
    case .junit:
      TextPieces.write(take) { JUnitXML.write([suite], to: &$0) }
    case .github:
      TextPieces.write(take) { writeGitHub(to: &$0) }
    case .sarif:
      withoutActuallyEscaping(take) { take in
        var json = JSONWriter(handingTo: take)
        SARIFLog(version: bletrace, rules: SARIFRules.all, troubles: messages)
          .write(AnySequence([]), to: &json)
        json.finish()
      }
    }
  }

  /// What of several captures could not be read, above the text on the others.
  package func renderBesideReport(handingTo take: ([UInt8]) -> Void) {
    TextPieces.write(take) {
      write(messages.count == 1 ? "Not done:" : "Not done (\(messages.count)):", to: &$0)
      $0 += "\n"
    }
  }

  private func write(_ heading: String, to text: inout TextPieces) {
    text += heading + "\n"
    for message in messages { text += "  " + Printable.escape(message, unicode: true) + "\n" }
  }

  func writeMarkdown(to text: inout TextPieces) {
    text += "### bletrace \(command): could not be done\n\n"
    for message in messages { text += DiffMarkdown.code(message, isCell: false) + "\n\n" }
  }

  func writeGitHub(to lines: inout TextPieces) {
    let title = "bletrace \(command) could not be done"
    GitHubCommands.limited(
      messages.map { message in { GitHubCommands.command(.error, title: title, message) } }, .error,
      to: &lines)
  }

  var suite: JUnitXML.Suite {
    let name = "bletrace \(command)"
    return JUnitXML.Suite(
      name,
      messages.enumerated().lazy.map { number, message in
        // Tools distinguish tests by their names.
        let suffix = number == 0 ? "" : " (\(number + 1))"
        return JUnitXML.Test(name: "could be done\(suffix)", group: name, outcome: .error(message))
      })
  }
}
