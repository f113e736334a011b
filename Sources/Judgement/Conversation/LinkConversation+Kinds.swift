extension LinkConversation {
  /// Few short values that come while data is written, and only then: word that more may follow,
  /// however alike the data is.
  func isCredit(_ pair: TurnPair) -> Bool {
    let (data, word) = (kept[pair.asker].sums, kept[pair.answerer].sums)
    guard data.count >= ConversationLimits.fewestBlocks,
      data.octets >= ConversationLimits.leastBulk,
      data.octets >= ConversationLimits.bulkFactor * word.octets,
      data.gaps.percentile(75) <= ConversationLimits.longestPart,
      data.longest >= ConversationLimits.leastBlock,
      word.count >= ConversationLimits.fewestEvents,
      word.longest <= ConversationLimits.longestCredit,
      let distinct = word.values.distinct, distinct <= ConversationLimits.mostCredits
    else { return false }
    return pair.early == 0 && pair.answered >= ConversationLimits.fewestTurns
      && pair.explainedPercent >= ConversationLimits.answeredShare
      && word.last &- data.last <= ConversationLimits.creditRoom
      && end &- word.last > ConversationLimits.creditRoom
  }

  /// Values at a pace that are what was asked for: each run of them begins right after a write, and
  /// the last one ends by itself. No two are equal, as they are records.
  func isBegun(_ number: Int, _ period: Int64) -> Bool {
    let values = kept[number].sums
    let silence = ConversationLimits.silentSteps * period
    guard values.values.areDifferent, values.last < end - silence else { return false }
    return pairs.contains { pair in
      let writes = kept[pair.asker].sums
      return pair.answerer == number && pair.early == 0
        && pair.answered >= ConversationLimits.fewestSetup && pair.answered == pair.turns
        && pair.latency.percentile(100) <= ConversationLimits.firstPatience
        && pair.inner.percentile(100) <= silence
        && writes.last < values.last
    }
  }

  /// Whether values at a period answer what is written, among others.
  func isAskedAmong(_ pair: TurnPair) -> Bool {
    guard pair.turns >= ConversationLimits.fewestOneToOne,
      let period = kept[pair.answerer].sums.period(isConfirmed: kept[pair.answerer].isConfirmed)
        ?? kept[pair.answerer].sums.recordPeriod
    else { return false }
    return pair.isAsked(among: period)
  }

  /// What is written at irregular times, with silences as a person makes them, while nothing comes
  /// back.
  func isPersons(_ number: Int) -> Bool {
    let writes = kept[number].sums
    let isSent = kept[number].stream.isSent
    guard writes.count >= ConversationLimits.fewestEvents,
      writes.octets <= ConversationLimits.mostEventOctets * writes.count, !writes.isBulk,
      writes.gaps.percentile(95) >= 4 * max(1, writes.gaps.percentile(50)),
      writes.gaps.count(beyond: ConversationLimits.leastSilence)
        >= ConversationLimits.fewestSilences
    else { return false }
    let received = kept.lazy.filter {
      !$0.isWrite && $0.stream.isSent != isSent && $0.sums.count > 0
        && $0.sums.last >= writes.first && $0.sums.first <= writes.last
    }.reduce(0) { $0 + $1.sums.count }
    return received * ConversationLimits.unansweredFactor <= writes.count
  }
}
