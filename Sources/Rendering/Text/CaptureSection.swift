import Report
import Text

/// What the file is, and how far it can be trusted.
enum CaptureSection {
  /// - Parameter isBrief: texts that are very long are cut.
  static func write(
    _ capture: ReportV1.Capture, isBrief: Bool = false, to document: inout Document
  ) {
    let most = isBrief ? 2 : .max
    document.paragraph(title(capture, isBrief), hanging: 2, most: isBrief ? 4 : .max)
    for warning in warnings(capture) {
      document.paragraph(
        StyledText("warning:", .warning) + StyledText(" " + warning), indent: 2, hanging: 4,
        most: most)
    }
    for note in notes(capture) {
      document.paragraph(StyledText(note), indent: 2, hanging: 4, most: most)
    }
    for merged in capture.merged {
      document.paragraph(StyledText(MergedWords.line(merged)), indent: 2, hanging: 4, most: most)
    }
    let limit = isBrief ? 2 : 8
    for controller in capture.controllers.prefix(limit) {
      document.paragraph(
        StyledText(description(of: controller)), indent: 2, hanging: 4, most: most)
    }
    if capture.controllers.count > limit {
      document.more(capture.controllers.count - limit, "controller", indent: 2)
    }
  }

  /// `9 captures with 23 connections. Findings: 4 errors, 12 warnings, most in a.pcap and b.pcap.`
  static func writeSummary(of report: ReportV1, to document: inout Document) {
    let connections = report.captures.map(\.connectionCount).total
    var text = StyledText("\(Quantity.count(report.captures.count))\u{A0}captures", .heading)
    text += StyledText(" with \(Quantity.count(connections, "connection")). ")
    if report.findings.isEmpty { text += "No findings." }
    var gravest: [(capture: Int, errors: Int, warnings: Int)] = []
    for (capture, findings) in Dictionary(grouping: report.findings, by: \.capture) {
      let errors = findings.count { $0.severity == .error }
      gravest.append((capture, errors, findings.count { $0.severity == .warning }))
    }
    gravest.sort {
      ($1.errors, $1.warnings, $0.capture) < ($0.errors, $0.warnings, $1.capture)
    }
    let names = gravest.filter { report.captures.indices.contains($0.capture) && $0.errors > 0 }
      .prefix(3).map {
        Printable.unbroken(Name.shortened(report.captures[$0.capture].path, to: 60))
      }
    if !report.findings.isEmpty {
      text += StyledText("Findings: \(FindingsSection.counts(report.findings))")
      text += StyledText(names.isEmpty ? "." : "; most errors: \(names.joined(separator: ", ")).")
    }
    document.paragraph(text, hanging: 2, most: 6)
  }

  private static func title(_ capture: ReportV1.Capture, _ isBrief: Bool) -> StyledText {
    let whole = capture.path.isEmpty ? "(no path)" : capture.path
    let path = Printable.unbroken(isBrief ? Name.shortened(whole, to: 150) : whole)
    let kind = [capture.format, capture.linkType == capture.format ? "" : capture.linkType ?? ""]
      .filter { !$0.isEmpty }.joined(
        separator: " ")
    var facts = [kind.isEmpty ? "unknown format" : kind]
    facts.append(Quantity.count(capture.records, "record"))
    let isSilent =
      capture.durationUs == nil && capture.records > 0 && capture.timeFault == nil
    facts.append(
      capture.durationUs.map { duration($0, capture.clockSteps.filter { !$0.isCorrected }) }
        ?? (isSilent ? silence(capture) : "unknown duration"))
    if capture.start == nil, capture.records > 0 { facts.append("time of day unknown") }
    var text = StyledText(path, .heading) + StyledText(": " + facts.joined(separator: ", "))
    if let start = capture.start, !isSilent { text += StyledText(" from \(date(start))") }
    return text
  }

  private static func silence(_ capture: ReportV1.Capture) -> String {
    capture.strayRecords == 0
      ? "no Bluetooth traffic"
      : "no HCI packets: bletrace decode lists the \(Quantity.count(capture.strayRecords, "record"))"
  }

  /// Without days that have no packet: a log that went on another time lasted no longer by that.
  private static func duration(_ us: Int, _ steps: [ReportV1.ClockStep]) -> String {
    let forward = steps.map { max(0, $0.stepUs) }.total
    guard forward > 0 else { return Quantity.duration(us: us) }
    let rest = max(0, us) - min(max(0, us), forward)
    return "\(Quantity.duration(us: rest)) and a step of the clock of "
      + Quantity.duration(us: forward)
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
    if let fault = capture.timeFault {
      let what =
        fault.stepUs.map { "go on in steps of \(Quantity.duration(us: $0))" } ?? "are all equal"
      texts.append(
        "the times of its \(Quantity.count(fault.packets, "packet")) cannot be true, they \(what): "
          + "nothing is measured by them")
    }
    if capture.cutShort { texts.append("the file is cut short: its last record is incomplete") }
    if let damage = capture.damage {
      let stop =
        damage.sourceFailed
        ? "the source failed after record \(Quantity.count(capture.records))"
        : "reading stopped at byte \(Quantity.count(damage.offset))"
      texts.append(
        damage.skippedOctets > 0
          ? "bytes skipped at offset \(Quantity.count(damage.offset)): \(damage.reason)"
          : "\(stop): \(damage.reason)")
    }
    if capture.recordsCutByLogger > 0 {
      texts.append(
        Quantity.count(capture.recordsCutByLogger, "record")
          + (capture.format == "btmon"
            ? " incomplete: the text does not state all octets"
            : " truncated: the logger kept only the beginning"))
    }
    if capture.droppedRecords > 0 {
      texts.append(
        Quantity.count(capture.droppedRecords, "record") + " dropped by the logger: not in the file"
      )
    }
    if capture.undecodableWholeRecords > 0 {
      texts.append(
        Quantity.count(capture.undecodableWholeRecords, "record")
          + " could not be decoded completely")
    }
    return texts
  }

  private static func notes(_ capture: ReportV1.Capture) -> [String] {
    var texts: [String] = []
    if capture.format == "btmon" {
      texts.append("reconstructed: its packets were put together from the text that btmon prints")
    }
    if capture.vendorLogRecords > 0 {
      texts.append(
        Quantity.count(capture.vendorLogRecords, "record")
          + " of a vendor log: not analyzed")
    }
    if capture.ownRecords > 0 {
      texts.append(
        Quantity.count(capture.ownRecords, "record")
          + " added by bletrace live: answers of the kernel, and notes on the recording"
      )
    }
    if capture.strayRecords > 0, capture.durationUs != nil {
      texts.append(
        Quantity.count(capture.strayRecords, "record")
          + " outside the Bluetooth traffic, such as notes: not part of the duration")
    }
    if capture.lacksACLData {
      texts.append("no ACL data in the log: what its connections carried is not shown")
    }
    if capture.signalSignMissing {
      texts.append("signal strengths without their sign: read as negative")
    }
    if let first = capture.loggerWarnings.first {
      let more = capture.loggerWarnings.count - 1
      texts.append(
        "the logger warns: \(Printable.quoted(Name.shortened(first.text, to: 120))) "
          + "(\(Name.frame(first.frame))" + (more > 0 ? ", and \(more)\u{A0}more)" : ")"))
    }
    if capture.skippedRecords > 0 {
      texts.append(Quantity.count(capture.skippedRecords, "record") + " without a Bluetooth packet")
    }
    return texts
  }

  private static func description(of controller: ReportV1.Controller) -> String {
    var facts = [controller.address ?? "unknown address"]
    if let name = controller.name {
      facts[0] += " " + Printable.quoted(Name.shortened(name, to: 60))
    }
    if controller.addressSource == .note { facts[0] += " (from the logger's note)" }
    if let manufacturer = controller.manufacturer { facts.append(manufacturer) }
    if let buffers = controller.leACLBuffers {
      facts.append(
        "\(Quantity.count(buffers.count, "LE buffer")) of \(Quantity.bytes(buffers.bytes))")
    }
    return "controller \(controller.index): " + facts.joined(separator: ", ")
  }
}
