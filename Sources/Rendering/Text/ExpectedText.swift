import Report
import Text

/// How the file arrived with which a transfer was compared, for people.
package enum ExpectedText {
  /// Captures that a page shows.
  private static let mostOnPage = 50

  /// `nil` where no file was named.
  package static func render(_ report: ReportV1, options: TextOptions) -> [UInt8]? {
    let arrivals = report.arrivals
    guard !arrivals.isEmpty else { return nil }
    var document = Document()
    for entry in arrivals {
      write(entry.arrival, capture: report.captures.count > 1 ? entry.path : nil, to: &document)
    }
    var page = Page(options)
    var text: [UInt8] = []
    page.write(&document) { text += $0 }
    page.handOver { text += $0 }
    return text + Array("\n".utf8)
  }

  package static func summary(_ report: ReportV1) -> BudgetSummary? {
    let arrivals = report.arrivals
    guard let first = arrivals.first else { return nil }
    var document = Document()
    for entry in arrivals.prefix(mostOnPage) {
      let name = report.captures.count > 1 ? Name.shortened(entry.path, to: 120) : nil
      write(entry.arrival, capture: name, to: &document)
    }
    if arrivals.count > mostOnPage { document.more(arrivals.count - mostOnPage, "capture") }
    let name = Name.shortened(first.arrival.file, to: 120)
    return BudgetSummary(title: "Compared with \(name)", rules: document)
  }

  private static func write(
    _ arrival: ReportV1.ExpectedArrival, capture: String?, to document: inout Document
  ) {
    document.paragraph(
      StyledText(
        (capture.map { "\($0): " } ?? "") + arrival.verdict, arrival.intact ? .good : .error),
      hanging: 2)
    for line in arrival.lines { document.paragraph(StyledText(line), indent: 2, hanging: 4) }
  }
}

extension ReportV1.ExpectedArrival {
  /// Differences that a person is shown.
  private static let mostLines = 10

  /// Whether and where the file arrived, in a line.
  package var verdict: String {
    let size = Quantity.count(fileBytes, "byte")
    guard let connection else {
      let why =
        tooManyDifferences
        ? "what the capture has differs from it in too many places to compare"
        : "no transfer and no run in the capture has any part of it"
      return "\(file) (\(size)) did not arrive: \(why)"
    }
    let what =
      transfer.map { "transfer \($0) of connection \(connection)" }
      ?? run.map { "run \($0) of connection \(connection)" } ?? "values of connection \(connection)"
    let carrier = uuid ?? valueHandle.map { "handle \(Quantity.handle($0))" } ?? ""
    let way = direction == .tx ? "sent by this host" : "received"
    let also = equalFits == 0 ? "" : "; \(Quantity.count(equalFits)) more like it"
    let subject = "\(what) (\(carrier), \(way)\(also))"
    // What this host sent need not have arrived.
    let (did, didNot) =
      direction == .tx ? ("was sent", "was not sent") : ("arrived", "did not arrive")
    return intact
      ? "\(file) (\(size)) \(did) intact: \(subject)"
      : "\(file) (\(size)) \(didNot) intact: \(subject) fits best" + percent
  }

  /// All of it in a bounded text, for a program that shows one.
  package var statement: String { ([verdict] + lines.prefix(4)).joined(separator: "; ") }

  private var percent: String {
    let tenths = Int((min(1, max(0, fit)) * 1000).rounded(.down))
    return tenths == 1000 ? "" : ", \(tenths / 10).\(tenths % 10)\u{A0}%"
  }

  /// What is different, in a bounded number of lines.
  package var lines: [String] {
    guard connection != nil, !intact else { return [] }
    var lines = [counts]
    lines += differences.prefix(Self.mostLines).map(\.line)
    let more = max(0, differences.count - Self.mostLines) + differencesOmitted
    if more > 0 { lines.append("and \(Quantity.count(more, "more difference")) (see JSON)") }
    if recordsLost {
      lines.append(
        "The capture lost records meanwhile: what is missing here may have arrived.")
    }
    return lines
  }

  /// `4,812 of 4,830 bytes arrived as sent; 20 missing, 2 damaged`
  private var counts: String {
    let kinds = [
      (missingBytes, "missing"), (doubledBytes, "received again"),
      (outOfOrderBytes, "out of order"),
      (damagedBytes, "damaged"), (extraBytes, "not of the file"),
      (unknownBytes, "unknown, as the capture does not hold them"),
    ]
    let found = kinds.filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
    var text =
      "received \(Quantity.count(receivedBytes, "byte")), "
      + "\(Quantity.count(matchedBytes)) of \(Quantity.count(fileBytes)) as sent"
    if !found.isEmpty { text += ": " + found.joined(separator: ", ") }
    if let offset = firstDifferenceOffset {
      let frame = firstDifferenceFrame.map { "in #\($0)" } ?? "after the last value"
      text += "; first difference at byte \(Quantity.count(offset)), \(frame)"
    }
    return text
  }
}

extension ReportV1.ArrivalDifference {
  /// `bytes 1,220 to 1,239 are missing: after #412, before #414`
  package var line: String {
    let last = offset + max(0, bytes - 1)
    let range =
      bytes == 1
      ? "byte \(Quantity.count(offset))"
      : "bytes \(Quantity.count(offset)) to \(Quantity.count(last))"
    let isAre = bytes == 1 ? "is" : "are"
    switch kind {
    case .missing:
      let between = [afterFrame.map { "after #\($0)" }, beforeFrame.map { "before #\($0)" }]
        .compactMap(\.self).joined(separator: ", ")
      return "\(range) \(isAre) missing" + (between.isEmpty ? "" : ": \(between)")
    case .doubled: return "\(range) \(isAre) repeated: \(frames)"
    case .outOfOrder: return "\(range) \(isAre) out of order: \(frames)"
    case .damaged:
      let change = sent.flatMap { sent in found.map { "; sent \(sent), arrived \($0)" } } ?? ""
      return "\(range) \(isAre) damaged: \(frames)\(change)\(bytes > 8 ? " ..." : "")"
    case .extra:
      let octets = found.map { " (\($0)\(bytes > 8 ? " ..." : ""))" } ?? ""
      return "\(Quantity.count(bytes, "byte")) not of the file before byte "
        + "\(Quantity.count(offset)): \(frames)\(octets)"
    case .unknown: return "\(range) \(isAre) not in the capture, which cut the value: \(frames)"
    }
  }

  private var frames: String {
    guard let frame else { return "" }
    let own = lastFrame.map { $0 == frame ? "in #\(frame)" : "in #\(frame) to #\($0)" }
    let after = afterFrame.flatMap { $0 == frame ? nil : ", after #\($0)" }
    return (own ?? "in #\(frame)") + (after ?? "")
  }
}
