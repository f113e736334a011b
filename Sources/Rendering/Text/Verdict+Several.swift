import Report
import Text

/// Several connections in a few sentences.
extension Verdict {
  static func of(_ list: ConnectionList) -> StyledText {
    let connections = list.connections
    let devices = Set(connections.compactMap(\.peer.address)).count
    let peers =
      list.subject.isEmpty && devices > 1 ? " with \(Quantity.count(devices, "device"))" : ""
    return StyledText("\(Quantity.count(connections.count))\u{A0}connections", .heading)
      + StyledText("\(list.subject)\(peers), ") + sum(of: connections[...])
  }

  /// `11 min 15 s in all: 8,000 notifications, 160 kB. Ended: 6 by this
  /// side, 4 by link loss. 1 stall of 19.6 s.`
  static func sum(of connections: ArraySlice<ReportV1.Connection>) -> StyledText {
    let time = connections.reduce(0) { Int.clampedSum($0, $1.lengthUs ?? 0) }
    let traffic = Traffic(connections)
    var text = StyledText("\(Quantity.duration(us: time)) in all: ")
    if !traffic.transferWords.isEmpty { text += traffic.transferWords + ", " }
    let runs = connections.flatMap(\.runs)
    if !runs.isEmpty { text += StyledText(RunSection.summary(runs) + ", ") }
    text += StyledText(traffic.kinds)
    if traffic.bytes > 0 { text += StyledText(", \(Quantity.bytes(traffic.bytes))") }
    text += ". Ended: " + endings(connections) + "."
    let troubles = sums(of: connections)
    return troubles.isEmpty ? text : text + " " + troubles + "."
  }

  /// The most frequent ending first.
  private static func endings(_ connections: ArraySlice<ReportV1.Connection>) -> StyledText {
    var order: [String] = []
    var counts: [String: (words: StyledText, count: Int)] = [:]
    for connection in connections {
      let words = connection.ending.words
      let key = words.spans.map(\.text).joined()
      if counts[key] == nil { order.append(key) }
      counts[key, default: (words, 0)].count += 1
    }
    let endings = order.compactMap { counts[$0] }.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    var text = StyledText("")
    for ending in endings.prefix(4) {
      if !text.isEmpty { text += ", " }
      text += StyledText("\(Quantity.count(ending.count))\u{A0}") + ending.words
    }
    let rest = endings.dropFirst(4).reduce(0) { $0 + $1.count }
    return rest > 0 ? text + StyledText(", \(Quantity.count(rest))\u{A0}otherwise") : text
  }

  private static func sums(of connections: ArraySlice<ReportV1.Connection>) -> StyledText {
    var stalls = 0
    var longest = 0
    var unanswered = 0
    for connection in connections {
      // A credit stall is a part of a completion stall.
      for stall in connection.flow.stalls where stall.kind != .credit {
        stalls += 1
        longest = max(longest, stall.durationUs)
      }
      unanswered = Int.clampedSum(unanswered, connection.att.transactions.unanswered)
    }
    var parts: [String] = []
    if stalls > 0 { parts.append(counted(stalls, "stall", longest)) }
    if unanswered > 0 { parts.append(Quantity.count(unanswered, "unanswered request")) }
    return StyledText(parts.joined(separator: ", "), .warning)
  }
}
