import Report
import Text

/// Where the time of transfers and runs went, as bars: what a reader looks for first.
struct TimeShares {
  private static let mostBars = 8
  private static let leastUs = 50_000

  private struct Entry {
    var name: String
    var bytes: Int
    var ceiling: ReportV1.Ceiling
    /// Whether each value waits for the answer to the one before it.
    var isOneByOne: Bool
  }

  /// Which capture it is of, where a page has several.
  private let title: String?
  private let entries: [Entry]

  init(_ capture: ReportV1.Capture, title: String?) {
    self.title = title
    let found = capture.connections.flatMap {
      Self.entries(
        of: $0, prefix: capture.connections.count > 1 ? "Connection \($0.id), " : "")
    }
    // Those that lost most time.
    let order = found.indices.sorted {
      let (a, b) = (found[$0].ceiling, found[$1].ceiling)
      return (b.achievedUs &- b.possibleUs, $0) < (a.achievedUs &- a.possibleUs, $1)
    }
    entries = order.prefix(Self.mostBars).map { found[$0] }
    omitted = found.count - entries.count
  }

  private let omitted: Int

  private static func entries(of connection: ReportV1.Connection, prefix: String) -> [Entry] {
    var found: [Entry] = []
    for transfer in connection.transfers {
      guard let ceiling = transfer.ceiling else { continue }
      found.append(
        Entry(
          name: "\(prefix)transfer \(transfer.id)", bytes: transfer.payloadBytes,
          ceiling: ceiling, isOneByOne: transfer.kind == .indication))
    }
    for run in connection.runs where run.transfers.isEmpty {
      guard let ceiling = run.ceiling else { continue }
      found.append(
        Entry(
          name: "\(prefix)run \(run.id)", bytes: run.bytes, ceiling: ceiling,
          isOneByOne: run.kind == .indication || run.kind == .write))
    }
    return found.filter { $0.ceiling.achievedUs >= leastUs && !$0.ceiling.waterfall.isEmpty }
  }

  func write(to page: inout HTMLWriter) {
    guard !entries.isEmpty else { return }
    page.markup("<section class=\"shares\">\n<h2>Where the time went")
    if let title {
      page.markup(": ")
      page.text(Name.shortened(title, to: 60))
    }
    page.markup("</h2>\n")
    for entry in entries { write(entry, to: &page) }
    if omitted > 0 {
      page.markup("<p class=\"quiet\">")
      page.text("… and \(Quantity.count(omitted)) more that lost less time")
      page.markup("</p>\n")
    }
    page.markup("</section>\n")
  }

  private func write(_ entry: Entry, to page: inout HTMLWriter) {
    page.markup("<div class=\"share\">\n")
    Self.write(entry, title: entry.name, scale: entry.ceiling.achievedUs, to: &page)
    page.markup("</div>\n")
  }

  /// A bar with what it shows above it and its parts below it.
  ///
  /// - Parameter scale: the time that is as wide as the page.
  private static func write(
    _ entry: Entry, title: String, scale: Int, to page: inout HTMLWriter
  ) {
    let ceiling = entry.ceiling
    page.markup("<p><strong>")
    page.text(title.capitalizingFirst)
    page.markup("</strong> ")
    page.text(summary(of: entry))
    page.markup("</p>\n<svg class=\"stack\" aria-hidden=\"true\">")
    var before = 0
    let parts = ceiling.waterfall.filter { $0.us > 0 }
    for part in parts {
      page.markup("<svg x=\"")
      page.percent(before, of: scale)
      page.markup("\" width=\"")
      page.percent(part.us, of: scale)
      page.markup("\" height=\"100%\">")
      swatch(part.cause, to: &page)
      // Where there is room: its percentage, and its words as far as they go.
      if Double(part.us) > 0.1 * Double(scale) {
        page.markup("<text x=\"4\" y=\"1.05em\">")
        page.text("\(share(part, ceiling))\u{A0}%")
        if Double(part.us) > 0.25 * Double(scale) {
          page.text(" \(part.cause.words.share)")
        }
        page.markup("</text>")
      }
      page.markup("</svg>")
      before = Int(reported: before + part.us)
    }
    page.markup("</svg>\n<ul class=\"parts\">")
    for part in parts where share(part, ceiling) > 0 {
      page.markup("<li><svg class=\"key\" aria-hidden=\"true\">")
      swatch(part.cause, to: &page)
      page.markup("</svg> ")
      page.text(
        "\(part.cause.words.share) \(Quantity.duration(us: part.us)) "
          + "(\(share(part, ceiling))\u{A0}%)")
      page.markup("</li>")
    }
    page.markup("</ul>\n")
  }

  private static func share(_ part: ReportV1.TimeShare, _ ceiling: ReportV1.Ceiling) -> Int {
    Int(Swift.min(Double(part.us) / Double(ceiling.achievedUs), 1) * 100 + 0.5)
  }

  /// What came of it, beside what these settings would have allowed: other settings may allow more.
  private static func summary(of entry: Entry) -> String {
    let ceiling = entry.ceiling
    var text = "\(Quantity.bytes(entry.bytes)) in \(Quantity.duration(us: ceiling.achievedUs))"
    guard let rate = ceiling.achievedBytesPerS else { return text }
    let percent = Int(
      Swift.min(Double(ceiling.possibleUs) / Double(ceiling.achievedUs), 1) * 100 + 0.5)
    let packets = Decimal.shortest(ceiling.packetsPerEvent, decimals: 1) ?? "-"
    let condition =
      entry.isOneByOne
      ? "with one value in flight"
      : "with \(packets)\u{A0}\(packets == "1" ? "packet" : "packets") per connection event"
    text +=
      ": \(Quantity.rate(rate)), \(percent)\u{A0}% of the "
      + "\(Quantity.rate(ceiling.possibleBytesPerS)) that these settings allow at most \(condition)"
    return text
  }

  /// The colour of its group, and its pattern.
  private static func swatch(_ cause: ReportV1.TimeCause, to page: inout HTMLWriter) {
    page.markup("<rect width=\"100%\" height=\"100%\" class=\"")
    page.text(cause.words.group.rawValue)
    page.markup("\"/>")
    guard let pattern = cause.words.pattern else { return }
    page.markup("<rect width=\"100%\" height=\"100%\" fill=\"url(#p-")
    page.text(pattern.rawValue)
    page.markup(")\"/>")
  }

  /// What the bars of a page refer to.
  static func writePatterns(to page: inout HTMLWriter) {
    page.markup("<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>")
    let lines: [(StaticString, StaticString)] = [
      ("p-right", "M-2 2L2 -2M0 8L8 0M6 10L10 6"), ("p-left", "M-2 6L2 10M0 0L8 8M6 -2L10 2"),
      ("p-cross", "M0 0L8 8M8 0L0 8"), ("p-across", "M0 4H8"), ("p-upright", "M4 0V8"),
      ("p-dots", "M3 4H5"),
    ]
    for (id, path) in lines {
      page.markup("<pattern id=\"")
      page.markup(id)
      page.markup("\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"")
      page.markup(path)
      page.markup("\"/></pattern>")
    }
    page.markup("</defs></svg>\n")
  }

  // MARK: Two sides

  /// The bars of both sides on one scale of time, the base's above the new one's.
  static func writePairs(
    _ pairs: [(base: ReportV1.Connection, new: ReportV1.Connection, title: String?)],
    to page: inout HTMLWriter
  ) {
    var blocks: [(name: String, base: Entry?, new: Entry?)] = []
    for pair in pairs {
      let (base, new) = (entries(of: pair.base, prefix: ""), entries(of: pair.new, prefix: ""))
      let prefix = pair.title.map { "\(Name.shortened($0, to: 60)), " } ?? ""
      for entry in new {
        let same = base.first { $0.name == entry.name }
        blocks.append((prefix + entry.name, same, entry))
      }
      for entry in base where !new.contains(where: { $0.name == entry.name }) {
        blocks.append((prefix + entry.name, entry, nil))
      }
    }
    guard !blocks.isEmpty else { return }
    func longest(_ block: (name: String, base: Entry?, new: Entry?)) -> Int {
      Swift.max(block.base?.ceiling.achievedUs ?? 0, block.new?.ceiling.achievedUs ?? 0)
    }
    // Those that changed most.
    let changes = blocks.map { block in
      guard let base = block.base, let new = block.new else { return longest(block) }
      return Swift.max(base.ceiling.achievedUs, new.ceiling.achievedUs)
        - Swift.min(base.ceiling.achievedUs, new.ceiling.achievedUs)
    }
    let order = blocks.indices.sorted { (changes[$1], $0) < (changes[$0], $1) }
    let shown = order.prefix(mostBars).map { blocks[$0] }
    let scale = shown.map(longest).max() ?? 1
    page.markup("<section class=\"shares\">\n<h2>Where the time went</h2>\n<p class=\"quiet\">")
    page.text("All bars have one scale: the whole width is \(Quantity.duration(us: scale)).")
    page.markup("</p>\n")
    for block in shown {
      page.markup("<div class=\"share\">\n<h3>")
      page.text(block.name.capitalizingFirst)
      page.markup("</h3>\n")
      for (side, entry) in [("Base", block.base), ("New", block.new)] {
        if let entry { write(entry, title: side, scale: scale, to: &page) }
      }
      page.markup("</div>\n")
    }
    if blocks.count > shown.count {
      page.markup("<p class=\"quiet\">")
      page.text("… and \(Quantity.count(blocks.count - shown.count)) more that changed less")
      page.markup("</p>\n")
    }
    page.markup("</section>\n")
  }
}

extension String {
  fileprivate var capitalizingFirst: String {
    guard let first = unicodeScalars.first else { return self }
    return String(first).uppercased() + String(unicodeScalars.dropFirst())
  }
}
