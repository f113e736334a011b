/// The last times between values of a stream, and the period that they show where a link carries
/// them: it rounds each up to its next connection event.
struct Rhythm: Sendable {
  /// In microseconds, the oldest at `next` once it is full.
  private var gaps: [UInt32] = []
  private var next = 0

  private static let most = 256

  mutating func add(_ gap: Int64) {
    let gap = UInt32(clamping: gap)
    if gaps.count < Self.most { return gaps.append(gap) }
    gaps[next] = gap
    next = (next + 1) % Self.most
  }

  /// From the oldest to the latest.
  private var inOrder: [Int64] { (gaps[next...] + gaps[..<next]).map(Int64.init) }

  /// The time from value to value, where a timer shows.
  ///
  /// - Parameters:
  ///   - interval: from one connection event to the next; 0 where it is not known.
  ///   - isBlock: whether they are as long as blocks of data, which the link alone may pace.
  ///   - isConfirmed: whether each waits until the one before is confirmed.
  func timer(_ interval: Int64, isBlock: Bool, isConfirmed: Bool) -> Int64? {
    let gaps = inOrder
    return gaps.count < ConversationLimits.fewestPeriodic
      ? Self.fewPeriod(gaps, interval) : Self.timer(gaps, interval, isBlock, isConfirmed)
  }

  /// What a length that is known to a sixteenth is exactly: the mean of those within a tenth of it.
  func mean(near time: Int64) -> Int64 {
    let near = gaps.lazy.map { Int64($0) }.filter { abs($0 - time) * 10 <= time }
    return near.isEmpty ? time : near.reduce(0, +) / Int64(near.count)
  }

  /// The connection interval that the gaps are multiples of, where the capture does not say it; 0
  /// where they show none.
  var interval: Int64 {
    let gaps = inOrder
    guard gaps.count >= ConversationLimits.fewestPeriodic else { return 0 }
    let least = gaps.sorted()[gaps.count / 10]
    guard ConversationLimits.usualIntervals.contains(least) else { return 0 }
    let near = gaps.count {
      let rest = $0 % least
      return min(rest, least - rest) <= ConversationLimits.clockRoom
    }
    return near * 100 >= gaps.count * ConversationLimits.timerShare ? least : 0
  }

  /// Few values that are as regular as a clock.
  private static func fewPeriod(_ gaps: [Int64], _ interval: Int64) -> Int64? {
    guard gaps.count >= ConversationLimits.fewestRegular else { return nil }
    let middle = gaps.sorted()[gaps.count / 2]
    let room = middle / 50 + interval + ConversationLimits.clockRoom
    let near = gaps.count { abs($0 - middle) <= room }
    return middle >= ConversationLimits.leastRegular
      && near * 100 >= gaps.count * ConversationLimits.regularShare ? middle : nil
  }

  /// Steps of a timer that the link rounds to its events: each is as long as the period but for one
  /// event, and so are many of them together. Where each waits for the event, or for each second
  /// one, the pace is that of the link.
  private static func timer(
    _ gaps: [Int64], _ interval: Int64, _ isBlock: Bool, _ isConfirmed: Bool
  ) -> Int64? {
    guard interval > 0 else { return nil }
    let middle = gaps.sorted()[gaps.count / 2]
    let steps = gaps.filter { $0 <= middle * 9 / 5 + interval }
    guard steps.count * 10 >= gaps.count * 9 else { return nil }
    let period = steps.reduce(0, +) / Int64(steps.count)
    let room = interval + interval / 10 + ConversationLimits.clockRoom
    let near = gaps.count { abs($0 - period) <= room }
    guard near * 100 >= gaps.count * ConversationLimits.timerShare else { return nil }
    let events = Double(period) / Double(interval)
    // More than one in an event do not show what they wait for.
    let isAtEvents = events < 2.5 && abs(events - events.rounded()) < 0.06
    let mayBePaced = isBlock && period < ConversationLimits.longestPace
    if events < 1 || isAtEvents && (mayBePaced || events < 1.5) || isConfirmed && events < 2.5 {
      return nil
    }
    return isSteady(gaps, room) ? period : nil
  }

  /// Whether so many steps together always take as long: what waits at random adds up.
  private static func isSteady(_ gaps: [Int64], _ room: Int64) -> Bool {
    let length = ConversationLimits.timerSteps
    guard gaps.count >= length * 2 else { return false }
    var sums: [Int64] = []
    var sum = gaps[..<length].reduce(0, +)
    sums.append(sum)
    for index in length..<gaps.count {
      sum += gaps[index] - gaps[index - length]
      sums.append(sum)
    }
    let middle = sums.sorted()[sums.count / 2]
    let near = sums.count { abs($0 - middle) <= room }
    return near * 100 >= sums.count * ConversationLimits.steadyShare
  }

  /// Groups of values with a silence after each: of one size, or at one pace.
  ///
  /// - Returns: how far apart they begin, and whether most begin so far apart; nil where the values
  ///   make no groups.
  func groups(_ interval: Int64) -> (period: Int64, isSteady: Bool)? {
    let gaps = inOrder
    guard gaps.count >= ConversationLimits.fewestPeriodic else { return nil }
    let sorted = gaps.sorted()
    let (short, long) = (sorted[gaps.count / 4], sorted[gaps.count * 19 / 20])
    let silence = max(
      StreamSums.together, interval * 5 / 2, short * 3, long / ConversationLimits.silencePart)
    var (steps, sizes): ([Int64], [Int]) = ([], [])
    var (step, size) = (Int64(0), 0)
    for gap in gaps {
      (step, size) = (step + gap, size + 1)
      guard gap > silence else { continue }
      steps.append(step)
      sizes.append(size)
      (step, size) = (0, 0)
    }
    // The first began before what is kept.
    steps = Array(steps.dropFirst())
    sizes = Array(sizes.dropFirst())
    guard steps.count >= ConversationLimits.fewestGroups else { return nil }
    let usual = sizes.sorted()[sizes.count / 2]
    let period = steps.sorted()[steps.count / 2]
    guard usual > 1 else { return nil }
    let alike = sizes.count { abs($0 - usual) * 5 <= usual }
    let room = period / 10 + interval
    let near = steps.count { abs($0 - period) <= room }
    let isSteady = near * 100 >= steps.count * ConversationLimits.groupSteadyShare
    guard isSteady || alike * 100 >= sizes.count * ConversationLimits.groupShare else { return nil }
    return (period, isSteady)
  }
}
