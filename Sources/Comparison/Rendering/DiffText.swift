import Text

/// A comparison for a person at a terminal: the worst first, the numbers of both sides beside each
/// other.
package enum DiffText {
  /// Differences that are shown of each kind. The JSON form has all.
  private static let limit = 100
  private static let fileLimit = 8
  /// In octets.
  private static let widestSide = 20

  package static func render(_ report: DiffReport, options: TextOptions = TextOptions()) -> [UInt8]
  {
    gathered { render(report, options: options, handingTo: $0) }
  }

  package static func render(
    _ report: DiffReport, options: TextOptions, handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = Document()
    let hand = { (document: inout Document) in page.write(&document, handingTo: take) }
    let comparison = report.comparison
    writeFiles("Base", comparison.base, to: &document)
    writeFiles("New", comparison.new, to: &document)
    document.skip()
    document.paragraph(StyledText(verdict(report), report.isGood ? .good : .error))
    for line in [comparison.caution, comparison.omission].compactMap(\.self) {
      document.paragraph(StyledText(line, .quiet))
    }
    for (label, lines) in [
      ("Matched", comparison.matchedLines(limit: fileLimit)),
      ("Unmatched", comparison.unmatchedLines(limit: fileLimit)),
    ] {
      for (index, line) in lines.enumerated() {
        document.item(index == 0 ? label : "", StyledText(line), indent: 0)
      }
    }
    if let budget = report.budget {
      document.skip()
      BudgetText.write(budget, showsKept: report.showsKept, to: &document, hand)
    }
    let sections: [(Comparison.Verdict, String)] = [
      (.worse, "Worse"), (.unclear, "May be chance"),
      (.unsure, "Worse, if it is the same device"), (.better, "Better"),
      (.different, "Different"),
    ]
    for (verdict, title) in sections {
      let entries = comparison.entries.filter { $0.verdict == verdict }
      guard !entries.isEmpty else { continue }
      document.skip()
      document.heading(title)
      write(Array(entries.prefix(limit)), comparison, to: &document, hand)
      if entries.count > limit {
        document.line(
          StyledText("and \(entries.count - limit) more (see the JSON form)", .quiet), indent: 2)
      }
    }
    page.write(&document, handingTo: take)
    page.handOver(take)
  }

  private static func verdict(_ report: DiffReport) -> String {
    DiffMarkdown.sentence("\(report.headline): \(report.summary)")
  }

  private static func writeFiles(_ label: String, _ files: [String], to document: inout Document) {
    for (index, file) in files.prefix(fileLimit).enumerated() {
      document.item(index == 0 ? label : "", StyledText(file), indent: 0)
    }
    if files.count > fileLimit {
      document.item("", StyledText("and \(files.count - fileLimit) more", .quiet), indent: 0)
    }
  }

  /// By subject, in the order in which the subjects come first.
  private static func write(
    _ entries: [Comparison.Entry], _ comparison: Comparison, to document: inout Document,
    _ hand: (inout Document) -> Void
  ) {
    var subjects: [Subject] = []
    var bySubject: [Subject: [Comparison.Entry]] = [:]
    for entry in entries {
      if bySubject[entry.subject] == nil { subjects.append(entry.subject) }
      bySubject[entry.subject, default: []].append(entry)
    }
    for subject in subjects {
      document.paragraph(StyledText(subject.text), indent: 2, hanging: 4)
      var table = Table([
        .init(title: "", alignment: .left), .init(title: "base"), .init(title: "new"),
        .init(title: "", alignment: .left, rank: 1),
      ])
      for entry in bySubject[subject] ?? [] {
        let sides = entry.sides
        let statement = Printable.keepingUnits(comparison.note(on: entry))
        // Words that are long would leave no room for the other columns.
        let isLong = max(sides.base.utf8.count, sides.new.utf8.count) > widestSide
        table.add([
          StyledText(entry.measure), StyledText(isLong ? "" : sides.base),
          StyledText(isLong ? "" : sides.new),
          StyledText(
            isLong
              ? [statement, "base: \(sides.base)", "new: \(sides.new)"].filter { !$0.isEmpty }
                .joined(separator: "; ") : statement),
        ])
      }
      document.table(table, indent: 4, limit: limit)
      hand(&document)
    }
  }
}
