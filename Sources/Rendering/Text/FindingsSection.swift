import Report
import Text

/// The findings, the gravest first: a message and an advice for each group of them.
struct FindingsSection {
  /// More than these, and those of a rule are one group for all peers.
  private static let mostGroups = 16
  static let levels = 5

  /// How much is said of a group.
  private struct Form {
    var groups: Int
    /// Lines of a message, of an advice, and of an info.
    var message: Int
    var advice: Int
    var info: Int
    /// Of which severities the advice is printed.
    var advised: [ReportV1.Severity]
    /// Whether each finding of a group has its message.
    var isFull = false

    func shortens(_ finding: ReportV1.Finding) -> Bool {
      finding.severity == .info && info < message
    }

    func advises(_ finding: ReportV1.Finding) -> Bool {
      advice > 0 && advised.contains(finding.severity)
    }

    static let brief = [
      Form(groups: 4, message: 2, advice: 0, info: 1, advised: [.error]),
      Form(groups: 10, message: 3, advice: 2, info: 1, advised: [.error]),
      Form(groups: 16, message: 6, advice: 4, info: 2, advised: [.error, .warning]),
      Form(groups: 40, message: 6, advice: 4, info: 6, advised: [.error, .warning, .info]),
      Form(groups: 40, message: 16, advice: 12, info: 16, advised: [.error, .warning, .info]),
    ]
    static let full = Form(
      groups: .max, message: .max, advice: .max, info: .max, advised: [.error, .warning, .info],
      isFull: true)
  }

  private let findings: [ReportV1.Finding]
  /// The capture, where the command for Wireshark is wanted and the file can be opened by it.
  private let opened: ReportV1.Capture?
  /// Whether the command is wanted, and the file cannot be opened.
  private let cannotOpen: Bool
  private let groups: [FindingGroup]
  private let allGroups: [FindingGroup]

  /// - Parameter opening: where each finding is to have the command that opens Wireshark there:
  ///   whether the capture is a file of its own.
  init(_ findings: [ReportV1.Finding], in capture: ReportV1.Capture?, opening: Bool? = nil) {
    self.findings = findings
    let canOpen = opening == true && capture.map(WiresharkCommand.canOpen) == true
    opened = canOpen ? capture : nil
    cannotOpen = opening != nil && !canOpen
    allGroups = FindingGroup.groups(of: findings, in: capture, ofRules: false)
    groups =
      allGroups.count > Self.mostGroups
      ? FindingGroup.groups(of: findings, in: capture, ofRules: true) : allGroups
  }

  func writeAll(to document: inout Document) { write(allGroups, .full, to: &document) }

  /// - Parameter level: 1 says the least, 5 the most.
  func write(level: Int, to document: inout Document) {
    if level > 0 {
      write(groups, Form.brief[Swift.min(level, Self.levels) - 1], to: &document)
    }
  }

  private func write(_ groups: [FindingGroup], _ form: Form, to document: inout Document) {
    document.skip()
    if findings.isEmpty {
      document.line("No findings.")
      return
    }
    document.heading(findings.count > 3 ? "Findings: \(Self.counts(findings))" : "Findings")
    var given: Set<String> = []
    for group in groups.prefix(form.groups) {
      write(group, form, to: &document)
      // What helps one peer helps the others.
      guard let advice = group.gravest.advice, form.advises(group.gravest),
        given.insert(advice).inserted
      else { continue }
      document.paragraph(
        StyledText(Printable.keepingUnits(advice)), indent: 4, most: form.advice)
    }
    let rest = groups.dropFirst(form.groups).flatMap(\.findings)
    if !rest.isEmpty { document.more(rest.count, "finding", indent: 2) }
    if cannotOpen {
      document.paragraph(
        "Wireshark cannot open this file itself: bletrace export FILE -o part.btsnoop writes one "
          + "that it opens.", indent: 2)
    }
  }

  /// `4 errors, 1 warning`
  static func counts(_ findings: [ReportV1.Finding]) -> String {
    let parts = [ReportV1.Severity.error, .warning, .info].compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : Quantity.count(count, severity.rawValue)
    }
    return parts.joined(separator: ", ")
  }

  private func write(_ group: FindingGroup, _ form: Form, to document: inout Document) {
    let gravest = group.gravest
    if form.shortens(gravest) {
      let others =
        group.findings.count > 1
        ? ", and \(Quantity.count(group.findings.count - 1))\u{A0}more" : ""
      document.paragraph(
        Self.severity(gravest) + Self.origin(gravest, frames: 2, others)
          + StyledText(" " + Printable.keepingUnits(gravest.message)), indent: 2, hanging: 4,
        most: form.info)
      writeCommand(gravest, to: &document)
      return
    }
    for finding in form.isFull ? group.findings : [gravest] {
      document.paragraph(
        Self.severity(finding) + StyledText(" " + Printable.keepingUnits(finding.message)),
        end: Self.origin(finding, frames: form.isFull ? 8 : 5), indent: 2, hanging: 4,
        most: form.message)
      writeCommand(finding, to: &document)
    }
    if !form.isFull { Self.writeOthers(group, most: form.message < 3 ? 1 : 2, to: &document) }
  }

  private func writeCommand(_ finding: ReportV1.Finding, to document: inout Document) {
    guard let opened, let command = WiresharkCommand.text(for: finding, in: opened) else { return }
    document.verbatim(command, indent: 4)
  }

  /// `similar findings: connection 2 #610, connection 8 #18988, connection 11 #20304`
  private static func writeOthers(_ group: FindingGroup, most: Int, to document: inout Document) {
    let others = group.findings.dropFirst()
    if others.isEmpty { return }
    let origins = others.prefix(12).map { finding in
      let connection = finding.covered.first.map { "connection\u{A0}\($0)" }
      let frame = finding.frames.first.map { Name.frame($0) }
      return [connection, frame].compactMap(\.self).joined(separator: "\u{A0}")
    }.filter { !$0.isEmpty }
    let devices = group.peers - 1
    var text = others.count == 1 ? "similar finding" : "similar findings"
    if devices > 0 { text += " for \(Quantity.count(devices, "other device"))" }
    if origins.isEmpty {
      text = "\(Quantity.count(others.count))\u{A0}\(text)"
    } else {
      text += ": " + origins.joined(separator: ", ")
      if others.count > 12 { text += ", …" }
    }
    document.paragraph(StyledText(text, .quiet), indent: 4, hanging: 6, most: most)
  }

  private static func severity(_ finding: ReportV1.Finding) -> StyledText {
    StyledText(finding.severity.rawValue + ":", style(of: finding.severity))
  }

  /// ` [link-loss, connection 1, #493 #514]`
  private static func origin(
    _ finding: ReportV1.Finding, frames limit: Int, _ others: String = ""
  ) -> StyledText {
    var origin = [finding.rule]
    if let connections = finding.connectionText { origin.append(connections) }
    var frames: [String] = finding.frames.prefix(limit).map { Name.frame($0) }
    if finding.frames.count > limit {
      frames.append("and \(Quantity.count(finding.frames.count - limit))\u{A0}more")
    }
    if !frames.isEmpty { origin.append(frames.joined(separator: " ")) }
    return StyledText(" [" + origin.joined(separator: ", ") + others + "]", .quiet)
  }

  static func style(of severity: ReportV1.Severity) -> TextStyle {
    switch severity {
    case .info: .note
    case .warning: .warning
    case .error: .error
    }
  }
}

extension ReportV1.Finding {
  /// `connection 2`, `connections 2, 3, 5`, as lines do not break in it.
  var connectionText: String? { connectionWords(space: "\u{A0}") }

  package func connectionWords(space: String = " ") -> String? {
    let connections = covered.sorted()
    guard connections.count > 1 else { return connections.first.map { "connection\(space)\($0)" } }
    let names = connections.prefix(8).map(String.init).joined(separator: ",\(space)")
    let rest = connections.count > 8 ? " and \(connections.count - 8)\(space)more" : ""
    return "connections\(space)\(names)\(rest)"
  }
}
