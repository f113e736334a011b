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
  }

  /// Which capture it is of, where a page has several.
  private let title: String?
  private let entries: [Entry]

  init(_ capture: ReportV1.Capture, title: String?) {
    self.title = title
    var found: [Entry] = []
    for connection in capture.connections {
      let prefix = capture.connections.count > 1 ? "Connection \(connection.id), " : ""
      for transfer in connection.transfers {
        guard let ceiling = transfer.ceiling else { continue }
        found.append(
          Entry(
            name: "\(prefix)transfer \(transfer.id)", bytes: transfer.payloadBytes,
            ceiling: ceiling))
      }
      for run in connection.runs where run.transfers.isEmpty {
        guard let ceiling = run.ceiling else { continue }
        found.append(
          Entry(name: "\(prefix)run \(run.id)", bytes: run.bytes, ceiling: ceiling))
      }
    }
    found = found.filter { $0.ceiling.achievedUs >= Self.leastUs && !$0.ceiling.waterfall.isEmpty }
    // Those that lost most time.
    let order = found.indices.sorted {
      let (a, b) = (found[$0].ceiling, found[$1].ceiling)
      return (b.achievedUs &- b.possibleUs, $0) < (a.achievedUs &- a.possibleUs, $1)
    }
    entries = order.prefix(Self.mostBars).map { found[$0] }
    omitted = found.count - entries.count
  }

  private let omitted: Int

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
    let ceiling = entry.ceiling
    page.markup("<div class=\"share\">\n<p><strong>")
    page.text(entry.name.capitalizingFirst)
    page.markup("</strong> ")
    var text = "\(Quantity.bytes(entry.bytes)) in \(Quantity.duration(us: ceiling.achievedUs))"
    if let rate = ceiling.achievedBytesPerS {
      let percent = Int(
        Swift.min(Double(ceiling.possibleUs) / Double(ceiling.achievedUs), 1) * 100 + 0.5)
      text +=
        ": \(Quantity.rate(rate)) of \(Quantity.rate(ceiling.possibleBytesPerS)) possible "
        + "(\(percent)\u{A0}%)"
    }
    page.text(text)
    page.markup("</p>\n<svg class=\"stack\" viewBox=\"0 0 1000 22\" preserveAspectRatio=\"none\"")
    page.markup(" aria-hidden=\"true\">")
    var start = 0
    let parts = ceiling.waterfall.filter { $0.us > 0 }
    for part in parts {
      let width = Int(Double(part.us) / Double(ceiling.achievedUs) * 1000 + 0.5)
      page.markup("<rect class=\"")
      page.markup(Self.group(of: part.cause))
      page.markup("\" x=\"")
      page.number(start)
      page.markup("\" width=\"")
      page.number(Swift.max(2, width))
      page.markup("\" height=\"22\"/>")
      start += width
    }
    page.markup("</svg>\n<ul class=\"parts\">")
    for part in parts {
      let percent = Int(Swift.min(Double(part.us) / Double(ceiling.achievedUs), 1) * 100 + 0.5)
      guard percent > 0 else { continue }
      page.markup(
        "<li><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"")
      page.markup(Self.group(of: part.cause))
      page.markup("\" width=\"10\" height=\"10\"/></svg> ")
      page.text(
        "\(CeilingSection.words(for: part.cause)) \(Quantity.duration(us: part.us)) "
          + "(\(percent)\u{A0}%)")
      page.markup("</li>")
    }
    page.markup("</ul>\n</div>\n")
  }

  /// What a cause is coloured by: work of the link, waiting for the rhythm of the link or for
  /// answers, a stall, a pause of one side, or unknown.
  static func group(of cause: ReportV1.TimeCause) -> StaticString {
    switch cause {
    case .air: "on-air"
    case .connectionEvents, .missedEvents: "waiting"
    case .roundTrips, .peerValues: "answers"
    case .creditStall, .completionStall, .completion: "stall"
    case .appPause, .senderPause, .senderPace, .sender, .markerDelay: "pause"
    default: "unknown"
    }
  }
}

extension String {
  fileprivate var capitalizingFirst: String {
    guard let first = unicodeScalars.first else { return self }
    return String(first).uppercased() + String(unicodeScalars.dropFirst())
  }
}
