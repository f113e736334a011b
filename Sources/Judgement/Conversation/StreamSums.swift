/// What one stream of values is like: how many, how long, how different, and at which times.
struct StreamSums: Sendable {
  private(set) var count = 0
  private(set) var octets = 0
  private(set) var longest = 0
  private(set) var first: Int64 = 0
  private(set) var last: Int64 = 0
  private(set) var values = ValueSet()
  private(set) var common = CommonOctets()
  /// From each value to the next, and from the first of values that came together to the next such.
  private(set) var gaps = TimeHistogram()
  private(set) var rhythm = Rhythm()
  private(set) var groupSteps = TimeHistogram()
  private(set) var groups = 0
  private var groupStart: Int64 = 0
  /// How many values came at each connection interval that was known; at most four.
  private var intervals: [(interval: Int64, count: Int)] = []
  private var place = 0

  /// Values that come within so long are of one group.
  static let together: Int64 = 50_000

  /// - Parameter interval: that is in force; 0 where it is not known.
  mutating func add(_ row: LogRow, at interval: Int64) {
    note(interval)
    if count == 0 {
      (first, groupStart, groups) = (row.time, row.time, 1)
    } else {
      let gap = row.time &- last
      gaps.add(gap)
      rhythm.add(gap)
      if gap > Self.together {
        groupSteps.add(row.time &- groupStart)
        groupStart = row.time
        groups &+= 1
      }
    }
    count &+= 1
    octets &+= Int(row.length)
    longest = max(longest, Int(row.length))
    last = row.time
    values.add(row.hash)
    common.add(head: row.head, length: Int(row.length))
  }

  private mutating func note(_ interval: Int64) {
    if place >= intervals.count || intervals[place].interval != interval {
      guard interval > 0 else { return }
      place = intervals.firstIndex { $0.interval == interval } ?? intervals.count
      guard place < ConversationLimits.mostEras else { return }
      if place == intervals.count { intervals.append((interval, 0)) }
    }
    intervals[place].count &+= 1
  }

  /// All values came at an interval that became known later.
  mutating func settle(_ interval: Int64) {
    if intervals.isEmpty, interval > 0 { intervals = [(interval, count)] }
  }

  /// The connection interval at which most values came; 0 where none was known.
  var interval: Int64 { intervals.max { $0.count < $1.count }?.interval ?? 0 }

  var span: Int64 { max(0, last &- first) }

  /// Its period, where most steps are of one length: of the values or of groups of them.
  ///
  /// - Parameter isConfirmed: whether each waits until the one before is confirmed.
  func period(isConfirmed: Bool) -> Int64? {
    let interval = interval > 0 ? interval : rhythm.interval
    let isBlock = longest >= ConversationLimits.leastBlock
    return rhythm.timer(interval, isBlock: isBlock, isConfirmed: isConfirmed)
      ?? plainPeriod(interval)
  }

  private func plainPeriod(_ interval: Int64) -> Int64? {
    guard count >= ConversationLimits.fewestPeriodic else { return nil }
    let single = gaps.densest
    // A silence or two make no period of groups.
    let areGroups = groups * 5 < count * 4 && groupSteps.total >= ConversationLimits.fewestGroups
    let grouped = areGroups ? groupSteps.densest : (0, 0)
    let (time, percent) = grouped.1 > single.percent ? grouped : (single.time, single.percent)
    guard percent >= ConversationLimits.periodicShare, time > 0 else { return nil }
    // What waits for each event, or for each second one, comes at the pace of the link.
    let least = interval > 0 ? interval / 2 * 5 : ConversationLimits.leastUnknownPeriod
    if time < least { return nil }
    return grouped.1 > single.percent ? time : rhythm.mean(near: time)
  }

  /// Whether several values come in one connection event: a download uses what the link gives, and
  /// a device that reports its state has one value for each event at most.
  var fillsEvents: Bool {
    gaps.percentile(50) * 10 < (interval > 0 ? interval : 7500) * 8
  }

  /// From record to record, where each is a group of values.
  var recordPeriod: Int64? {
    rhythm.groups(interval).flatMap { $0.isSteady ? $0.period : nil }
  }

  /// Whether they come in groups with a silence after each: records that are longer than a value,
  /// and not one block after the other.
  var isGrouped: Bool { rhythm.groups(interval) != nil }

  /// Data in blocks: many, different, as long as the longest, one right after the other.
  var isBulk: Bool {
    count >= ConversationLimits.fewestBlocks && octets >= ConversationLimits.leastBulk
      && octets * 10 >= count * longest * 9 && longest >= ConversationLimits.leastBlock
      && values.areDifferent
      && gaps.percentile(75) <= max(3 * interval, 50_000)
  }
}
