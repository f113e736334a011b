import Findings
import Rendering
import Report

/// All rules that a log may name, also where nothing was found.
enum SARIFRules {
  static let findings: [SARIFLog.Rule] = RuleCatalog.all.map { rule in
    SARIFLog.Rule(
      id: rule.name, summary: sentence(rule.summary), help: rule.explanation,
      level: level(of: rule.severity))
  }

  static let budget = SARIFLog.Rule(
    id: "budget", summary: "A limit of the budget is not met.",
    help: "A budget states limits that a capture has to meet; 'bletrace help budget' explains its "
      + "rules.",
    level: "error")

  static let expect = SARIFLog.Rule(
    id: "expect", summary: "The file that was sent did not arrive intact.",
    help: "'bletrace analyze --expect FILE' compares a transfer with the file that was sent.",
    level: "error")

  static let regressions: [SARIFLog.Rule] =
    measures("", CaptureMeasures.compared) + measures("", ConnectionMeasures.all)
    + facts("", ConnectionMeasures.facts) + facts("", [Ending.fact])
    + measures("transfer.", TransferMeasures.all)
    + facts("transfer.", TransferMeasures.facts) + measures("notifications.", StreamMeasures.all)
    + measures("writes.", StreamMeasures.all) + measures("run.", RunMeasures.all)
    + [
      regression("gatt", "The services and characteristics of a device"),
      regression(
        "connected",
        "Whether a connection to a device could be established, where this "
          + "host tried"),
      regression("present", "Whether a device, a transfer or a stream is there"),
    ]

  private static func measures<Thing>(
    _ prefix: String, _ measures: [Measure<Thing>]
  ) -> [SARIFLog.Rule] {
    measures.filter { $0.better != .neither }.map { measure in
      regression(prefix + measure.name, measure.meaning)
    }
  }

  private static func facts<Thing>(_ prefix: String, _ facts: [Fact<Thing>]) -> [SARIFLog.Rule] {
    facts.map { regression(prefix + $0.name, "The last value in a capture of \($0.name)") }
  }

  private static func regression(_ measure: String, _ meaning: String) -> SARIFLog.Rule {
    SARIFLog.Rule(
      id: "regression/\(measure)", summary: "\(measure) is worse than in the base.",
      help: "\(sentence(meaning)) bletrace-diff(1) lists how far it may change.")
  }

  static func level(of severity: ReportV1.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func sentence(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: ".") ? text : text + "."
  }
}

extension SARIFRules {
  static var all: [SARIFLog.Rule] { findings + regressions + [budget, expect] }
}
