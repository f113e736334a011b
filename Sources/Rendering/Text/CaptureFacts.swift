import Report
import Text

/// What is true of a capture as a whole, below its connections in a sentence each.
enum CaptureFacts {
  static func write(_ capture: ReportV1.Capture, to document: inout Document) {
    if let words = receiverWords(capture.scans) {
      document.paragraph(StyledText(words), hanging: 2, most: 6)
    }
    PeerDatabases(capture.connections).write(to: &document)
  }

  /// Many devices that were silent at the same time show that the receiver was deaf; the frames do
  /// not show why.
  private static func receiverWords(_ scans: [ReportV1.Scan]) -> String? {
    let bursty = scans.filter(\.hasUnexplainedBursts)
    guard let most = bursty.max(by: { $0.bursts?.count ?? 0 < $1.bursts?.count ?? 0 }),
      let bursts = most.bursts
    else { return nil }
    let answers = scans.compactMap(\.stopAnswerUs).filter { $0 >= RadioSection.slowAnswerUs }
    var text =
      "In \(Quantity.count(bursty.count)) of \(Quantity.count(scans.count, "scan")) advertising "
      + "came in bursts: \(RadioSection.words(for: bursts)) (\(Name.frame(most.startFrame))). "
    if let longest = answers.max() {
      text +=
        "\(Quantity.count(answers.count, "scan")) ended up to \(Quantity.duration(us: longest)) "
        + "after the command. "
    }
    return text + "This host's radio was busy elsewhere, or its controller delayed the reports."
  }
}
