import Rendering
import Report
import Text

/// A comparison as one HTML file that needs nothing else: the changes first, the worst of them
/// before the others, then the plots of both sides over each other.
package struct DiffPage {
  /// Captures of a side that have plots: the first ones.
  package static let plottedRuns = PageBudget.plottedCaptures / 2
  /// Octets of each part.
  private static let changesRoom = 500_000
  private static let findingsRoom = 300_000
  private static let restRoom = 200_000
  private static let mostPairs = 200
  private static let mostRest = 400
  private static let fileLimit = 8

  private let report: DiffReport
  private var comparison: Comparison { report.comparison }
  /// The captures that are drawn, those of the base first.
  private let plotted: [Run]
  private let plottedBase: Int
  private let pairs: [Pair]

  /// A connection of each side, drawn over each other.
  private struct Pair {
    var match: Comparison.Match
    var base: Comparison.Partner
    var new: Comparison.Partner
  }

  /// - Parameter base: the captures of both sides, in the order of the report.
  private init(_ report: DiffReport, base: [Run], new: [Run]) {
    self.report = report
    let (old, fresh) = (base.prefix(Self.plottedRuns), new.prefix(Self.plottedRuns))
    plotted = Array(old + fresh)
    plottedBase = old.count
    // What a change is about comes first, the worst of them before the others.
    let changes = report.comparison.entries.filter { $0.verdict != .same }
    let ranks = Dictionary(
      changes.enumerated().map { ($1.subject.whole, $0) }, uniquingKeysWith: { first, _ in first })
    let matches = report.comparison.matches.enumerated().map { index, match in
      (
        rank: ranks[match.subject.whole] ?? changes.count, index: index, match: match
      )
    }.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    var pairs: [Pair] = []
    for (_, _, match) in matches {
      for new in match.new where new.run < fresh.count {
        let bases = match.base.filter { $0.run < old.count }
        guard let base = bases.first(where: { $0.run == new.run }) ?? bases.first else { continue }
        pairs.append(Pair(match: match, base: base, new: new))
      }
      if pairs.count >= Self.mostPairs { break }
    }
    self.pairs = pairs
  }

  package static func render(
    _ report: DiffReport, base: [Run], new: [Run], handingTo take: ([UInt8]) -> Void
  ) {
    DiffPage(report, base: base, new: new).write(take)
  }

  private func write(_ take: ([UInt8]) -> Void) {
    var page = HTMLWriter()
    let (old, fresh) = titles
    PageFrame.begin(title: "\(fresh) against \(old): bletrace diff", to: &page)
    page.markup("<a class=\"skip\" href=\"#changes\">Skip to the changes</a>\n<main>\n")
    page.markup("<header>\n<p class=\"brand\">bletrace diff</p>\n<h1>")
    page.markup("<span class=\"name\">")
    page.text(fresh)
    page.markup("</span> against <span class=\"name\">")
    page.text(old)
    page.markup("</span></h1>\n")
    writeSummary(to: &page)
    page.markup("</header>\n")
    writeChanges(to: &page)
    take(page.take())
    writeFindings(to: &page)
    writeShares(to: &page)
    take(page.take())
    if !pairs.isEmpty { plots.write(to: &page) }
    take(page.take())
    writeRest(to: &page)
    PageFrame.end(
      bletrace: report.bletrace, "Times in the plots count from what both sides begin with.",
      to: &page)
    take(page.take())
  }

  /// The files of both sides; loggers give each run the same name, in another folder.
  private var titles: (base: String, new: String) {
    func title(_ files: [String], _ parts: Int) -> String {
      guard let first = files.first else { return "nothing" }
      let name = Name.shortened(PageFrame.fileName(first, parts: parts), to: 60)
      return files.count > 1 ? "\(name) and \(files.count - 1) more" : name
    }
    let short = (title(comparison.base, 1), title(comparison.new, 1))
    return short.0 == short.1 ? (title(comparison.base, 2), title(comparison.new, 2)) : short
  }

  private func name(ofPlotted index: Int) -> String {
    (index < plottedBase ? "base, " : "new, ") + plotted[index].name
  }

  // MARK: Above the changes

  private func writeSummary(to page: inout HTMLWriter) {
    page.markup("<div class=\"verdict\">\n")
    var document = Document()
    document.paragraph(
      StyledText(
        DiffMarkdown.sentence("\(report.headline): \(report.summary)"),
        report.isGood ? .good : .error))
    let explanation = comparison.caution.map { _ in
      "The tolerance of a measure is a difference that does not count; each change says its own."
    }
    for line in [comparison.caution, explanation, comparison.omission].compactMap(\.self) {
      document.paragraph(StyledText(line, .quiet), indent: 2)
    }
    page.write(&document)
    page.markup("</div>\n")
    for (label, files) in [("Base", comparison.base), ("New", comparison.new)] {
      for (index, file) in files.prefix(Self.fileLimit).enumerated() {
        document.item(
          index == 0 ? label : "", StyledText(Name.shortened(file, to: 200)), indent: 0)
      }
      if files.count > Self.fileLimit {
        document.item("", StyledText("and \(files.count - Self.fileLimit) more", .quiet), indent: 0)
      }
    }
    for (label, lines) in [
      ("Matched", comparison.matchedLines(limit: Self.fileLimit)),
      ("Unmatched", comparison.unmatchedLines(limit: Self.fileLimit)),
    ] {
      for (index, line) in lines.enumerated() {
        document.item(
          index == 0 ? label : "", StyledText(Name.shortened(line, to: 400)), indent: 0)
      }
    }
    page.write(&document)
    guard let budget = report.budget else { return }
    var room = Self.restRoom
    BudgetText.write(budget, showsKept: report.showsKept, to: &document) { document in
      var piece = HTMLWriter()
      piece.write(&document)
      room -= piece.bytes.count
      if room > 0 { page.append(piece) }
    }
    page.write(&document)
    if room <= 0 { Self.writeMore("Further rules of the budget are in the JSON form.", to: &page) }
  }

  private static func writeMore(_ text: String, to page: inout HTMLWriter) {
    page.markup("<p class=\"quiet\">")
    page.text(text)
    page.markup("</p>\n")
  }

  // MARK: Changes

  private func writeChanges(to page: inout HTMLWriter) {
    let changes = changesInOrder
    page.markup("<section id=\"changes\" aria-labelledby=\"changes-title\">\n")
    page.markup("<h2 id=\"changes-title\">")
    page.text(changes.isEmpty ? "No changes" : "Changes")
    page.markup("</h2>\n")
    if changes.isEmpty {
      Self.writeMore("All that was compared is the same within its tolerance.", to: &page)
    } else {
      page.markup("<ol class=\"cards\">\n")
      var room = Self.changesRoom
      for (index, entry) in changes.enumerated() {
        var card = HTMLWriter()
        write(entry, number: index + 1, to: &card)
        room -= card.bytes.count
        guard room > 0 else {
          page.markup("<li class=\"quiet\">")
          page.text("and \(changes.count - index) more (see the JSON form)")
          page.markup("</li>\n")
          break
        }
        page.append(card)
      }
      page.markup("</ol>\n")
    }
    page.markup("</section>\n")
  }

  /// As in the report; a setting that changed stands above what is slower by it.
  private var changesInOrder: [Comparison.Entry] {
    let changes = comparison.entries.filter { $0.verdict != .same }
    let slower = Set(
      changes.lazy.filter { $0.verdict == .worse && $0.weight == .time }.map(\.subject.whole))
    func isCause(_ entry: Comparison.Entry) -> Bool {
      ChangedMeasure.settings.contains(entry.measure) && slower.contains(entry.subject.whole)
    }
    return changes.filter(isCause) + changes.filter { !isCause($0) }
  }

  private func write(
    _ entry: Comparison.Entry, number: Int, to card: inout HTMLWriter
  ) {
    switch entry.verdict {
    case .worse: card.markup("<li class=\"card change is-error\"")
    case .unclear, .unsure: card.markup("<li class=\"card change is-warning\"")
    case .better: card.markup("<li class=\"card change is-good\"")
    case .different, .same: card.markup("<li class=\"card change is-info\"")
    }
    card.markup(" id=\"change-")
    card.number(number)
    card.markup("\">\n<p class=\"message\"><span class=\"severity\">")
    card.text(DiffMarkdown.word(entry.verdict))
    card.markup("</span> <code>")
    card.breakable(entry.measure)
    card.markup("</code> <span class=\"statement\">")
    card.text(entry.statement)
    card.markup("</span></p>\n")
    if let measure = ChangedMeasure.all[entry.measure] {
      card.markup("<p class=\"advice\">")
      card.text(measure.sentence)
      card.markup("</p>\n")
    }
    card.markup("<p class=\"sides\">base <strong>")
    let sides = entry.sides
    card.text(Name.shortened(sides.base, to: 400))
    card.markup("</strong>, new <strong>")
    card.text(Name.shortened(sides.new, to: 400))
    card.markup("</strong></p>\n<p class=\"origin\">")
    let linked =
      pairs.firstIndex { $0.match.has(entry.subject) && $0.new.run == entry.run }
      ?? pairs.firstIndex { $0.match.has(entry.subject) }
    if let linked {
      card.markup("<a class=\"show\" href=\"#plots\" data-pair=\"")
      card.number(linked)
      card.markup("\">Show in the plots</a> ")
    }
    card.markup("<span>")
    card.text(Name.shortened(entry.subject.text, to: 300))
    card.markup("</span>")
    if comparison.new.count > 1, let run = entry.run, comparison.new.indices.contains(run) {
      card.markup(" <span>")
      card.text("see \(comparison.runNames.short(comparison.new[run]))")
      card.markup("</span>")
    }
    card.markup("</p>\n</li>\n")
  }

  // MARK: Findings

  private func writeFindings(to page: inout HTMLWriter) {
    var room = Self.findingsRoom
    let parts: [(ComparedFinding.Presence, String)] = [
      (.new, "New findings"), (.absent, "Findings that are gone"),
      (.unchanged, "Findings on both sides"),
    ]
    var numbers = [Int](repeating: 0, count: plotted.count)
    for (presence, title) in parts {
      let found = comparison.findings.filter { $0.presence == presence }
      guard !found.isEmpty else { continue }
      page.markup("<section>\n<h2>")
      page.text("\(title): \(found.count)")
      page.markup("</h2>\n<ol class=\"cards\">\n")
      for (index, finding) in found.enumerated() {
        var card = HTMLWriter()
        write(finding, &numbers, to: &card)
        room -= card.bytes.count
        guard room > 0 else {
          page.markup("<li class=\"quiet\">")
          page.text("and \(found.count - index) more (see the JSON form)")
          page.markup("</li>\n")
          break
        }
        page.append(card)
      }
      page.markup("</ol>\n</section>\n")
    }
  }

  private func write(
    _ compared: ComparedFinding, _ numbers: inout [Int], to card: inout HTMLWriter
  ) {
    let finding = compared.finding
    switch (compared.presence, finding.severity) {
    case (.absent, _): card.markup("<li class=\"card is-good\">\n")
    case (_, .error): card.markup("<li class=\"card is-error\">\n")
    case (_, .warning): card.markup("<li class=\"card is-warning\">\n")
    case (_, .info): card.markup("<li class=\"card is-info\">\n")
    }
    card.markup("<p class=\"message\"><span class=\"severity\">")
    card.text(finding.severity.rawValue)
    card.markup("</span> <span class=\"finding\">")
    card.text(finding.message)
    card.markup("</span></p>\n")
    FindingActor.write(finding, to: &card)
    card.markup("<p class=\"origin\">")
    let place = index(of: compared).map { PlottedFinding(capture: $0, number: numbers[$0]) }
    if let place {
      card.show(place)
      numbers[place.capture] += 1
    }
    card.markup("<code>")
    card.breakable(finding.rule)
    card.markup("</code> <span>")
    card.text(Name.shortened(compared.subject.text, to: 300))
    card.markup("</span> <span>")
    card.text(Name.shortened(compared.file, to: 100))
    card.markup("</span>")
    for frame in finding.frames.prefix(8) {
      card.markup(" ")
      card.frame(frame, Name.frame(frame), of: place)
    }
    card.markup("</p>\n</li>\n")
  }

  /// The plotted capture of a finding whose connection is drawn.
  private func index(of compared: ComparedFinding) -> Int? {
    let connections = Set(compared.finding.covered)
    let isNew = compared.presence != .absent
    return plotted.indices.first { index in
      let run = isNew ? index - plottedBase : index
      return (index >= plottedBase) == isNew && plotted[index].name == compared.file
        && pairs.contains { pair in
          let partner = isNew ? pair.new : pair.base
          return partner.run == run && connections.contains(partner.connection)
        }
    }
  }

  // MARK: Plots

  private func writeShares(to page: inout HTMLWriter) {
    func connection(_ index: Int, _ id: Int) -> ReportV1.Connection? {
      plotted[index].capture.connections.first { $0.id == id }
    }
    let found = pairs.prefix(Self.fileLimit).compactMap { pair in
      connection(pair.base.run, pair.base.connection).flatMap { base in
        connection(plottedBase + pair.new.run, pair.new.connection).map {
          (base: base, new: $0, title: pairs.count > 1 ? pair.match.subject.text : nil)
        }
      }
    }
    CaptureSummary.writeShares(found, to: &page)
  }

  private var plots: PlotSection {
    // As the cards count them.
    let order: [ComparedFinding.Presence] = [.new, .absent, .unchanged]
    var findings = [[ReportV1.Finding]](repeating: [], count: plotted.count)
    for presence in order {
      for compared in comparison.findings where compared.presence == presence {
        if let index = index(of: compared) { findings[index].append(compared.finding) }
      }
    }
    return PlotSection(
      captures: plotted.indices.map { index in
        PlottedCapture(
          capture: plotted[index].capture, plots: plotted[index].plots ?? .ofReport,
          findings: findings[index])
      },
      pairs: pairs.map { pair in
        let several = comparison.base.count > 1 || comparison.new.count > 1
        return PlottedPair(
          title: pair.match.subject.text
            + (several ? " (\(comparison.runNames.short(comparison.new[pair.new.run])))" : ""),
          base: .init(capture: pair.base.run, connection: pair.base.connection),
          new: .init(capture: plottedBase + pair.new.run, connection: pair.new.connection))
      })
  }

  // MARK: The rest

  private func writeRest(to page: inout HTMLWriter) {
    page.markup("<section id=\"details\" aria-labelledby=\"details-title\">\n")
    page.markup("<h2 id=\"details-title\">Details</h2>\n")
    for (index, run) in plotted.enumerated() {
      var piece = HTMLWriter()
      CaptureSummary.writeVerdict(run.capture, to: &piece)
      guard piece.bytes.count < Self.restRoom / plotted.count else { continue }
      page.markup("<h3>")
      page.text(Name.shortened(name(ofPlotted: index), to: 200))
      page.markup("</h3>\n")
      page.append(piece)
    }
    let same = comparison.entries.filter { $0.verdict == .same }
    if !same.isEmpty {
      page.markup("<details><summary>")
      page.text("The same within its tolerance: \(comparison.count(.same))")
      page.markup("</summary>\n")
      var table = Table([
        .init(title: "of", alignment: .left), .init(title: "measure", alignment: .left),
        .init(title: "base"), .init(title: "new"),
      ])
      var room = Self.restRoom
      for entry in same.prefix(Self.mostRest) {
        let sides = entry.sides
        let words = [
          Name.shortened(entry.subject.text, to: 80), entry.measure,
          Name.shortened(sides.base, to: 80), Name.shortened(sides.new, to: 80),
        ]
        room -= words.reduce(100) { $0 + 2 * $1.utf8.count }
        guard room > 0 else { break }
        table.add(words.map { StyledText($0) })
      }
      var document = Document()
      let shown = table.rows.count
      document.table(table, limit: shown, total: comparison.count(.same))
      page.write(&document)
      page.markup("</details>\n")
    }
    page.markup("</section>\n")
  }
}

extension Comparison.Match {
  /// Whether it is what a difference is about.
  fileprivate func has(_ subject: Subject) -> Bool { subject.whole == self.subject.whole }
}

extension Subject {
  /// The connection, without the part of it.
  fileprivate var whole: Subject { Subject(device: device, connection: connection) }
}
