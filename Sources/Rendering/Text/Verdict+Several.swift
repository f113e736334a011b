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
    let again = list.reconnections.words(isOnly: devices == 1)
    return StyledText("\(Quantity.count(all))\u{A0}connections", .heading)
      + StyledText("\(shown)\(list.subject)\(peers), ") + list.totals(from: 0).words
      + StyledText(again.isEmpty ? "" : " " + again)
      + StyledText(list.pause.map { " " + $0.words } ?? "")
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
  private var streams = StreamTotals()
  private var transferBytes = 0
  private var transferUs = 0
  private var areSizesKnown = true
  /// What most of the time of the only transfer went to.
  private var transferCost: String?
  /// How long after an update the device was there again.
  private var backUs: Int?
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
    for index in connection.transfers.indices {
      transferBytes = Int(reported: transferBytes + connection.transfers[index].payloadBytes)
      transferUs = Int(reported: transferUs + connection.transfers[index].paceUs)
      if !connection.transfers[index].sizeIsKnown { areSizesKnown = false }
    }
    if connection.transfers.count == 1, transferCost == nil {
      transferCost = LargestCost.words(connection.transfers[0], in: connection)
    } else if !connection.transfers.isEmpty {
      // Which of them it is would have to be said, too.
      transferCost = ""
    }
    let back = connection.backAfterUpdateUs
    backUs = backUs ?? back
    runs.add(connection.runs, ofTransfers: false)
    dialogues.add(connection)
    streams.add(connection)
    let ending =
      back == nil ? connection.endingWords.words : "by a restart of the device after its update"
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
    var parts: [StyledText] = []
    if !traffic.transferWords.isEmpty {
      parts.append(traffic.transferWords)
      if areSizesKnown, transferUs > 0 {
        parts.append(
          StyledText(RunSection.volume(transferBytes, transferUs) + (transferCost ?? "")))
      }
      if let backUs {
        parts.append(StyledText("the device was back after \(Quantity.duration(us: backUs))"))
      }
    }
    if runs.count > 0 { parts.append(StyledText(runs.words)) }
    if !dialogues.isEmpty { parts.append(StyledText(dialogues.words)) }
    if streams.areMany(of: traffic) { parts.append(StyledText(streams.words)) }
    // Where that is nearly all, the sums of all say nothing more.
    if parts.isEmpty || !traffic.isNearlyNamed {
      parts.append(StyledText(traffic.kinds))
      if traffic.bytes > 0 { parts.append(StyledText(Quantity.bytes(traffic.bytes))) }
    }
    text += parts.dropFirst().reduce(parts[0]) { $0 + ", " + $1 }
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

  private static let enough = 3
  private static let many = 10
  private static let short = 60_000_000
  private static let least = 1_000_000
  private static let spread = 20
  /// Of times that differ more than so many times a range says nothing.
  private static let widest = 2

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
  /// Else without `each`.
  var ages: StyledText {
    guard areWhole, count >= Self.enough, shortest >= Self.least else { return "" }
    // Many short ones are a pattern of their own.
    let areShort = count >= Self.many && longest <= Self.short
    guard areShort || longest / Self.widest <= shortest else { return "" }
    let (least, most) = (Quantity.duration(us: shortest), Quantity.duration(us: longest))
    let each = longest - shortest <= longest / Self.spread ? "each " : ""
    return StyledText(" \(each)after \(least == most ? least : "\(least) to \(most)")")
  }
}
