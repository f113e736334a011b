import Analysis
import Reports

/// What is promised of the output whatever the input: valid JSON, and nothing in either form that a
/// terminal would act upon.
enum ReportChecks {
  static func check(_ capture: ReportV1.Capture) {
    let report = ReportV1(
      bletrace: "fuzz", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
    for layout in [JSONWriter.Layout.pretty, .compact] {
      let json = JSONRenderer.render(report, layout: layout)
      precondition(isWholeJSON(json), "the report is not JSON")
      precondition(!hasControls(json), "a control character in the JSON")
    }
    let text = TextRenderer.render(report)
    precondition(!hasControls(text), "a control character in the text")
    checkFindings(report.findings, of: capture)
  }

  static func checkFindings(_ findings: [ReportV1.Finding], of capture: ReportV1.Capture) {
    for finding in findings {
      precondition(finding.frames == finding.frames.sorted(), "frames ascend")
      for frame in finding.frames {
        precondition((1...max(1, capture.records)).contains(frame), "a frame that there is not")
      }
    }
  }

  /// C0 but for the line feed, delete, and C1 as UTF-8 has it.
  static func hasControls(_ bytes: [UInt8]) -> Bool {
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && byte != 0x0A || byte == 0x7F { return true }
      if before == 0xC2 && (0x80...0x9F).contains(byte) { return true }
      before = byte
    }
    return false
  }
}
