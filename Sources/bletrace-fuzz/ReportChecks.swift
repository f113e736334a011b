import Findings
import Rendering
import Report
import Text

/// What is promised of the output whatever the input: valid JSON, valid UTF-8, and nothing in any
/// form that a terminal or an editor would act upon.
enum ReportChecks {
  /// One of the forms of a report. The fuzzer looks at one of them each time: all of them would
  /// take three times as long.
  enum Form {
    case json(JSONWriter.Layout)
    case text(TextOptions)
  }

  static func check(_ capture: ReportV1.Capture, as form: Form) {
    let report = ReportV1 {
      $0.bletrace = "fuzz"
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(in: [capture])
    }
    switch form {
    case .json(let layout):
      let json = JSONRenderer.render(report, layout: layout)
      promise(isJSON(json), "the report is not JSON")
      // So all its numbers are within their range.
      do throws(ReportReadingError) { _ = try JSONReportReader.read(json) } catch {
        end("the report cannot be read again: it \(error.message)")
      }
      promise(isClean(json), "what acts on a terminal, in the JSON")
    case .text(let options):
      let text = TextRenderer.render(report, options: options)
      promise(isClean(text), "what acts on a terminal, in the text")
      if capture.timeline == nil {
        let lines = text.count { $0 == UInt8(ascii: "\n") }
        promise(lines <= 150, "a brief report of \(lines) lines")
      }
      if !options.unicode { promise(text.allSatisfy { $0 < 0x80 }, "text that is not ASCII") }
    }
    checkFindings(report.findings, of: capture)
  }

  /// In text, and in one of the two layouts of JSON.
  static func check(_ capture: ReportV1.Capture, isCompact: Bool) {
    check(capture, as: .json(isCompact ? .compact : .pretty))
    check(capture, as: .text(TextOptions()))
  }

  static func checkFindings(_ findings: [ReportV1.Finding], of capture: ReportV1.Capture) {
    // Frames are numbered as the file has them: what is no Bluetooth among them counts too.
    let last = capture.records + capture.skippedRecords
    for finding in findings {
      promise(
        finding.frames == finding.frames.sorted(), "frames of \(finding.rule) that do not ascend")
      for frame in finding.frames {
        promise(
          (1...max(1, last)).contains(frame), "a frame of \(finding.rule) that is not there")
      }
    }
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool { isWholeJSON(bytes) }

  /// UTF-8 without controls but the line feed, and without what is invisible or turns the direction
  /// of text around.
  static func isClean(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var index = 0
    var isASCII = true
    // Eight at a time, as the fuzzer notes each comparison: plain ASCII is all that most output is.
    while index < bytes.count {
      let end = min(index + 8, bytes.count)
      if end - index < 8 || !isPlain(span.u64le(index)) {
        for at in index..<end {
          if bytes[at] < 0x20 && bytes[at] != 0x0A || bytes[at] == 0x7F { return false }
          isASCII = isASCII && bytes[at] < 0x80
        }
      }
      index = end
    }
    if isASCII { return true }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy {
      !(0x80...0x9F).contains($0.value) && $0.value != 0x2028 && $0.value != 0x2029
        && !$0.properties.isDefaultIgnorableCodePoint
    } ?? false
  }

  /// Whether all eight octets are 0x20 to 0x7E, or line feeds.
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    // A line feed becomes a space.
    let feeds = word ^ (ones &* 0x0A)
    let isFeed = ~(((feeds & ~tops) &+ ~tops) | feeds | ~tops)
    let text = word | isFeed >> 2
    let isDelete = ((text & ~tops) &+ ones) & tops
    let isControl = ~((text & ~tops) &+ (ones &* 0x60)) & tops
    return text & tops | isDelete | isControl == 0
  }
}
