import Report
import Text

/// Several connections in a few sentences.
extension Verdict {
  static func of(_ list: ConnectionList) -> StyledText {
    let devices = list.devices
    let peers =
      list.subject.isEmpty && devices > 1 ? " with \(Quantity.count(devices, "device"))" : ""
    let all = list.count + (list.folded?.connections ?? 0)
    let shown = all > list.count ? ", \(Quantity.count(list.count)) of them in detail" : ""
    return StyledText("\(Quantity.count(all))\u{A0}connections", .heading)
      + StyledText("\(shown)\(list.subject)\(peers), ") + list.totals(from: 0).words
      + (list.folded.map { StyledText(" ") + $0.words } ?? "")
  }
}

/// What several connections come to.
struct ConnectionTotals {
  private(set) var count = 0
  private var timeUs = 0
  /// Whether the ends of all are in the capture.
  private var isTimeKnown = true
  private var traffic = Traffic()
  private var runs = RunTotals()
  private var dialogues = DialogueTotals()
  /// By their words, in the order of the first.
  private var endings: [Endings] = []
  private var indices: [String: Int] = [:]
  private var stalls = 0
  private var longestStall = 0
  private var unanswered = 0

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    count += 1
    timeUs = Int(reported: timeUs + (connection.lengthUs ?? 0))
    if connection.isOpen { isTimeKnown = false }
    traffic.add(connection)
    runs.add(connection.runs)
    dialogues.add(connection)
    let ending = connection.endingWords.words
    let key = ending.spans.map(\.text).joined()
    let index = indices[key] ?? endings.count
    if index == endings.count {
      indices[key] = index
      endings.append(Endings(words: ending))
    }
    endings[index].add(connection)
    for stall in connection.headlineStalls {
      stalls += 1
      longestStall = max(longestStall, stall.durationUs)
    }
    unanswered = Int(reported: unanswered + connection.unansweredRequests)
  }

  /// `11 min 15 s in all: 8,000 notifications, 160 kB. Ended: 6 by this
  /// side, 4 by link loss. 1 stall of 19.6 s.`
  var words: StyledText {
    var text = StyledText(
      "\(isTimeKnown ? "" : "at least ")\(Quantity.duration(us: timeUs)) in total: ")
    if !traffic.transferWords.isEmpty { text += traffic.transferWords + ", " }
    if runs.count > 0 { text += StyledText(runs.words + ", ") }
    if !dialogues.isEmpty { text += StyledText(dialogues.words + ", ") }
    text += StyledText(traffic.kinds)
    if traffic.bytes > 0 { text += StyledText(", \(Quantity.bytes(traffic.bytes))") }
    text += ". Ended: " + endingWords + "."
    let troubles = troubleWords
    return troubles.isEmpty ? text : text + " " + troubles + "."
  }

  /// The most frequent ending first.
  private var endingWords: StyledText {
    let sorted = endings.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    var text = StyledText("")
    for ending in sorted.prefix(4) {
      if !text.isEmpty { text += ", " }
      text += StyledText("\(Quantity.count(ending.count))\u{A0}") + ending.words + ending.ages
    }
    let rest = sorted.dropFirst(4).reduce(0) { $0 + $1.count }
    return rest > 0 ? text + StyledText(", \(Quantity.count(rest))\u{A0}otherwise") : text
  }

  private var troubleWords: StyledText {
    var parts: [String] = []
    if stalls > 0 { parts.append(Verdict.counted(stalls, "stall", longestStall)) }
    if unanswered > 0 { parts.append(Quantity.count(unanswered, "unanswered request")) }
    return StyledText(parts.joined(separator: ", "), .warning)
  }
}

/// Connections that ended alike.
private struct Endings {
  let words: StyledText
  private(set) var count = 0
  private var shortest = Int.max
  private var longest = 0
  /// Whether the beginnings of all are in the capture.
  private var areWhole = true

  private static let enough = 4
  private static let least = 1_000_000
  private static let spread = 20

  init(words: StyledText) { self.words = words }

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    count += 1
    guard connection.completeFrame != nil, !connection.isOpen, let length = connection.lengthUs
    else {
      areWhole = false
      return
    }
    shortest = min(shortest, length)
    longest = max(longest, length)
  }

  /// `, each after 66.5 to 67.4 s`: as with a timer, where all lasted as long within a twentieth.
  var ages: StyledText {
    guard areWhole, count >= Self.enough, shortest >= Self.least,
      longest - shortest <= longest / Self.spread
    else { return "" }
    let (least, most) = (Quantity.duration(us: shortest), Quantity.duration(us: longest))
    return StyledText(", each after \(least == most ? least : "\(least) to \(most)")")
  }
}
