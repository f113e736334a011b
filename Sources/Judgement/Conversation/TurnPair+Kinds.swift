extension TurnPair {
  /// One value for each request, at no pace of a timer; some have none.
  var isOneToOne: Bool {
    turns >= ConversationLimits.fewestOneToOne && early == 0
      && answeredPercent >= ConversationLimits.answeredShare && explainedPercent >= 95
      && replies.percentile(100) == 1 && asks.percentile(95) == 1 && isIrregular
  }

  /// Whether no timer sets when requests are written.
  var isIrregular: Bool {
    pace.spread * ConversationLimits.irregularity >= pace.percentile(50)
  }

  /// Few turns, each with a value soon after the request, and nearly none at other times, at no
  /// pace of a timer: so many do not come by chance.
  var isPlain: Bool {
    guard answered >= ConversationLimits.fewestPlain, turns <= ConversationLimits.mostPlain,
      max(values, requests) <= ConversationLimits.plainReplies * turns,
      let first = firstRequest, let last = lastAnswer, last.time > first.time,
      answeredPercent >= ConversationLimits.answeredShare,
      explainedPercent >= ConversationLimits.answeredShare, isIrregular
    else { return false }
    let window = latency.percentile(75) * 3 / 2
    let hits = latency.count(through: window)
    let starts = answered + inner.count(beyond: patience) + early
    guard hits * 4 >= starts * 3 else { return false }
    let chance = Double(window) * Double(max(turns, values)) / Double(last.time &- first.time)
    // There are no more than so many ways to choose the hits.
    var odds = 1.0
    for _ in 0..<starts { odds *= 2 }
    for _ in 0..<hits { odds *= min(1, chance) }
    return odds <= ConversationLimits.plainChance
  }

  /// Whether the one who writes answers what comes at times of its own: the writes follow at once,
  /// and what would be their answer comes far later, at a period that the writes do not change.
  /// What asks does not write again, apart from that, before it has an answer.
  var isInverted: Bool {
    let soon = think.percentile(75)
    guard think.total >= ConversationLimits.fewestOneToOne,
      soon <= ConversationLimits.soonestAnswer,
      latency.percentile(50) >= ConversationLimits.invertedFactor * max(1, soon)
    else { return false }
    // Times are known to a sixteenth only.
    let isOwnPace =
      across.percentile(50) >= ConversationLimits.leastRegular
      && across.spread * 2 <= latency.spread && latency.percentile(50) <= latency.spread * 8
    let isGoingOn = asks.percentile(50) > 1 && apart * 2 > joined - atOnce
    return isOwnPace || isGoingOn
  }

  /// Whether values come at a period of their own, but always sooner after a request than by
  /// chance: some of them answer.
  func isAsked(among period: Int64) -> Bool {
    turns >= ConversationLimits.fewestOneToOne && answeredPercent >= 95
      && latency.percentile(95) * ConversationLimits.soonerFactor <= period && isIrregular
  }

  /// Whether the values say how many octets arrived.
  var isEchoOfLength: Bool {
    answered >= ConversationLimits.fewestTurns && echoes * 10 >= answered * 9
  }
}

extension LogRow {
  /// Whether the value is a number of two to four octets, in either order, and this number.
  func saysLength(_ written: UInt16) -> Bool {
    guard (2...4).contains(length) else { return false }
    return head == UInt32(written)
      || head.byteSwapped >> (32 - 8 * UInt32(length)) == UInt32(written)
  }
}
