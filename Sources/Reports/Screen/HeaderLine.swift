/// The first line: what is captured, how much came, what was lost, for how long.
enum HeaderLine {
  static func make(_ view: ScreenView, columns: Int) -> StyledText {
    let status = view.status
    var parts: [StyledText] = [StyledText(status.source, .heading)]
    if view.state.isPaused { parts.append(StyledText("PAUSED", .warning)) }
    parts.append(StyledText(Quantity.count(status.records, "record")))
    if let dropped = status.dropped {
      parts.append(
        StyledText(
          "\(Quantity.count(dropped)) dropped", dropped > 0 ? .error : .plain))
    }
    parts.append(StyledText(rate(status.recordsPerSecond)))
    parts.append(StyledText(Quantity.duration(us: status.elapsedUs)))
    if status.dropped == nil { parts.append(StyledText("drops unknown", .quiet)) }
    if let recording = status.recording {
      parts.append(StyledText("writing \(recording.path), \(Quantity.bytes(recording.bytes))"))
    }
    // The name of the program is what one misses least.
    let name = StyledText("bletrace live", .quiet)
    var line = parts[0].escaped(unicode: view.unicode)
    for part in parts.dropFirst() {
      let more = "  " + part.escaped(unicode: view.unicode)
      // Of what has no room the rest may still have some.
      if line.width + more.width <= columns { line += more }
    }
    return line.width + name.width + 2 <= columns ? name + "  " + line : line
  }

  private static func rate(_ perSecond: Double) -> String {
    guard perSecond >= 0, perSecond < 1e15 else { return "-" }
    return "\(Quantity.count(Int(perSecond + 0.5)))/s"
  }
}
