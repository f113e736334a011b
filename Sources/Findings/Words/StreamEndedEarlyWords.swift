import Report

extension StreamEndedEarlyRule {
  static let summary =
    "A stream of values ended in each connection after as many values, or after the same time."
  static let explanation = """
    Many devices stop sending if the app gives no sign of life for some time, send as many values \
    as they were asked for, or measure for a fixed time. The rule reports a characteristic of the \
    peer that sent at least \(leastValues) values and then none for at least \
    \(leastSilence.seconds), while the connection went on, in at least \(fewest.word) connections, \
    if there were as many values in each, or if the times from the last write of this host to the \
    last value, or from the beginning of the connection, differ by at most \(spread) of their \
    median. A connection that ended by its supervision timeout does not count: there the link was \
    silent.
    """

  var message: String {
    let times =
      longestUs - shortestUs < longestUs / 50
      ? Wording.duration(longestUs)
      : "\(Wording.duration(shortestUs)) to \(Wording.duration(longestUs))"
    let when =
      switch since {
      case .values(let count): "after exactly \(Wording.count(count, "value"))"
      case .lastWrite: "\(times) after the last write of this host"
      case .connection: "\(times) after the connection began"
      }
    return "The values of \(name.bracketed) ended \(when) in \(ends.count) of \(all) connections, "
      + "and the connection went on for \(Wording.duration(shortestSilenceUs)) or longer without "
      + "any\(lastWrites)."
  }

  /// `; the last write of this host came 26.6 s to 32.7 s before the end of the values`
  private var lastWrites: String {
    if case .lastWrite = since { return "" }
    let times = ends.compactMap(\.sinceWriteUs)
    guard times.count == ends.count, let least = times.min(), let most = times.max(),
      least >= 1_000_000
    else { return "" }
    let range = Wording.duration(least) + (least == most ? "" : " to \(Wording.duration(most))")
    return "; the last write of this host came \(range) before the last value"
  }

  var advice: String? {
    switch since {
    case .values:
      "The device sends a fixed number of values: the app probably has to ask for more of them, or "
        + "to grant the credit that the device's own protocol demands."
    case .lastWrite:
      "The device may wait for a sign of life: try whether it goes on if the app writes to it more "
        + "often than that."
    case .connection:
      "If the device measures for a fixed time, nothing is wrong; else the app should ask for the "
        + "values again, or write to the device from time to time."
    }
  }
}
