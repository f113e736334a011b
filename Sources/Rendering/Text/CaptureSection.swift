import Report
import Text

/// What the file is, and how far it can be trusted.
enum CaptureSection {
  static func write(_ capture: ReportV1.Capture, to document: inout Document) {
    document.paragraph(title(capture), hanging: 2)
    for warning in warnings(capture) {
      document.paragraph(
        StyledText("warning:", .warning) + StyledText(" " + warning), indent: 2, hanging: 4)
    }
    for note in notes(capture) { document.paragraph(StyledText(note), indent: 2, hanging: 4) }
    for controller in capture.controllers.prefix(8) {
      document.paragraph(StyledText(description(of: controller)), indent: 2, hanging: 4)
    }
  }

  private static func title(_ capture: ReportV1.Capture) -> StyledText {
    let path = Printable.unbroken(capture.path.isEmpty ? "(no path)" : capture.path)
    let kind = [capture.format, capture.linkType == capture.format ? "" : capture.linkType ?? ""]
      .filter { !$0.isEmpty }.joined(
        separator: " ")
    var facts = [kind.isEmpty ? "unknown format" : kind]
    facts.append(Quantity.count(capture.records, "record"))
    let isSilent = capture.durationUs == nil && capture.records > 0
    facts.append(
      capture.durationUs.map { Quantity.duration(us: $0) }
        ?? (isSilent ? "no Bluetooth traffic" : "unknown duration"))
    if capture.start == nil, capture.records > 0 { facts.append("time of day unknown") }
    var text = StyledText(path, .heading) + StyledText(": " + facts.joined(separator: ", "))
    if let start = capture.start, !isSilent { text += StyledText(" from \(date(start))") }
    return text
  }

  /// `2013-03-12 09:15:02 UTC` of `2013-03-12T09:15:02.125000Z`.
  private static func date(_ start: String) -> String {
    let parts = start.unicodeScalars.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, start.endsWith("Z") else { return Printable.unbroken(start) }
    let time = parts[1].dropLast().prefix { $0 != "." }
    return "\(String(parts[0]))\u{A0}\(String(time))\u{A0}UTC"
  }

  private static func warnings(_ capture: ReportV1.Capture) -> [String] {
    var texts: [String] = []
    if capture.cutShort { texts.append("the file is cut short: its last record is incomplete") }
    if let damage = capture.damage {
      let place =
        damage.sourceFailed
        ? "the source failed behind record \(Quantity.count(capture.records))"
        : "reading stopped at octet \(Quantity.count(damage.offset))"
      texts.append(
        damage.skippedOctets > 0
          ? "skipped from octet \(Quantity.count(damage.offset)) on: \(damage.reason)"
          : "\(place): \(damage.reason)")
    }
    if capture.truncatedRecords > 0 {
      texts.append(
        Quantity.count(capture.truncatedRecords, "record")
          + " truncated: the logger kept only the beginning")
    }
    if capture.droppedRecords > 0 {
      texts.append(
        Quantity.count(capture.droppedRecords, "record") + " dropped by the logger: not in the file"
      )
    }
    if capture.undecodableRecords > 0 {
      texts.append(
        Quantity.count(capture.undecodableRecords, "record") + " could not be decoded completely")
    }
    return texts
  }

  private static func notes(_ capture: ReportV1.Capture) -> [String] {
    var texts: [String] = []
    if capture.vendorLogRecords > 0 {
      texts.append(
        Quantity.count(capture.vendorLogRecords, "record") + " of a vendor's log set apart")
    }
    if capture.ownRecords > 0 {
      texts.append(
        Quantity.count(capture.ownRecords, "record") + " of bletrace itself, which asked the kernel"
      )
    }
    if capture.strayRecords > 0, capture.durationUs != nil {
      texts.append(
        Quantity.count(capture.strayRecords, "record")
          + " before or after the Bluetooth traffic, such as notes: not in its duration")
    }
    if capture.skippedRecords > 0 {
      texts.append(Quantity.count(capture.skippedRecords, "record") + " without a Bluetooth packet")
    }
    return texts
  }

  private static func description(of controller: ReportV1.Controller) -> String {
    var facts = [controller.address ?? "unknown address"]
    if let name = controller.name { facts[0] += " " + Printable.quoted(name) }
    if let manufacturer = controller.manufacturer { facts.append(manufacturer) }
    if let buffers = controller.leACLBuffers {
      facts.append(
        "\(Quantity.count(buffers.count, "LE buffer")) of \(Quantity.bytes(buffers.bytes))")
    }
    return "controller \(controller.index): " + facts.joined(separator: ", ")
  }
}
