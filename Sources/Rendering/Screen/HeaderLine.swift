import Text

/// The first line: what is captured, how much came, what was lost, for how long.
enum HeaderLine {
  static func make(_ view: ScreenView, columns: Int) -> StyledText {
    let status = view.status
    var facts: [(rank: Int, text: StyledText)] = [
      (6, StyledText("bletrace live", .quiet)), (0, StyledText(status.source, .heading)),
    ]
    if view.state.isPaused { facts.append((0, StyledText("PAUSED", .warning))) }
    facts.append((1, StyledText(Quantity.count(status.records, "record"))))
    facts.append((3, StyledText(rate(status.recordsPerSecond))))
    if let dropped = status.dropped {
      let text = "\(Quantity.count(dropped)) dropped"
      facts.append((2, StyledText(text, dropped > 0 ? .error : .plain)))
    } else {
      facts.append((7, StyledText("drops unknown", .quiet)))
    }
    facts.append((4, StyledText(Quantity.duration(us: status.elapsedUs))))
    if let recording = status.recording {
      facts.append(
        (5, StyledText("writing \(recording.path), \(Quantity.bytes(recording.bytes))")))
    }
    // What has no room is left out, the least needed first.
    var line = join(facts.map(\.text), view)
    while line.width > columns,
      let last = facts.indices.max(by: { facts[$0].rank < facts[$1].rank }),
      facts[last].rank > 0
    {
      facts.remove(at: last)
      line = join(facts.map(\.text), view)
    }
    return line
  }

  private static func join(_ parts: [StyledText], _ view: ScreenView) -> StyledText {
    parts.dropFirst().reduce(parts[0]) { $0 + "  " + $1 }.escaped(unicode: view.unicode)
  }

  private static func rate(_ perSecond: Double) -> String {
    guard perSecond >= 0, perSecond < 1e15 else { return "-" }
    return "\(Quantity.count(Int(perSecond + 0.5)))/s"
  }
}
