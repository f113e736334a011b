import LinkLayer

/// Compares the channels on which events were heard with those that the algorithms give, as a check
/// of how many events were counted between them, and of what the sniffer calls a channel.
struct ChannelCheck: Sendable {
  /// Until the channels show which algorithm the link uses there are two, for each thing that the
  /// sniffer may mean. Core Vol 6, Part B, 4.5.8.
  private var hops: [Hop] = []
  private let accessAddress: UInt32
  private var nextMap: (map: UInt64, instant: UInt16)?
  /// The last one that was heard of.
  private(set) var map: UInt64
  /// Those that were heard, each different from the one before.
  private(set) var maps = 1
  /// The number of the last event that was heard.
  private(set) var event = -1
  /// Events whose channel stands in for one that is not in the map: those that were not heard, and
  /// those that were, as far as the algorithm is known.
  private(set) var remapped = (silent: 0, heard: 0)

  private struct Hop: Sendable {
    var rule: ChannelHop
    /// Whether the sniffer writes the number of a channel where that of its frequency belongs.
    var writesIndex: Bool
    var matches = 0
    var differs = 0
    /// How far off the count seemed to be at the events before, and at how many of them.
    var shift: (value: Int, events: Int)?

    /// The channel that was heard.
    func channel(_ channel: UInt8) -> UInt8 {
      writesIndex ? AirPacket.radioChannel(of: channel) : channel
    }

    /// Takes an event whose channel was another one. What was seen before comes first: several
    /// counts may give the same channel.
    mutating func noteShift(to channel: UInt8, at event: Int) -> (value: Int, events: Int)? {
      let fits = { [rule] (shift: Int) in
        event + shift >= 0 && rule.channel(event: event + shift) == channel
      }
      if let shift, fits(shift.value) {
        self.shift = (shift.value, shift.events + 1)
      } else {
        shift = ChannelCheck.shifts.first(where: fits).map { ($0, 1) }
      }
      return shift
    }
  }

  /// So many in a row leave no doubt: by chance there is one in 37^6.
  private static let enough = 6
  /// How far off a count may be and still be corrected: half of the 37 events after which
  /// algorithm #1 begins again, the nearest first.
  private static let shifts = (1...18).flatMap { [$0, -$0] }
  /// Of so many events in a row that agree none is wrong itself: by chance there is one in 37^2.
  private static let agreeing = 3

  /// - Parameters:
  ///   - usesSecond: nil where the request does not settle it.
  ///   - hasRadioChannels: whether the sniffer writes the numbers of frequencies, as far as its
  ///     format says.
  init(
    accessAddress: UInt32, map: UInt64, hop: UInt8, usesSecond: Bool?,
    hasRadioChannels: Bool = false
  ) {
    self.accessAddress = accessAddress
    self.map = map & 0x1F_FFFF_FFFF
    var algorithms: [ChannelHop.Algorithm] = []
    if usesSecond != true { algorithms.append(.first(hop: hop)) }
    if usesSecond != false { algorithms.append(.second) }
    for algorithm in algorithms {
      guard let rule = ChannelHop(algorithm, accessAddress: accessAddress, map: map) else {
        continue
      }
      hops.append(Hop(rule: rule, writesIndex: false))
      if hasRadioChannels { hops.append(Hop(rule: rule, writesIndex: true)) }
    }
  }

  /// Events whose channel was the one that the algorithm gives, and whose was not; nil as long as
  /// it is not known which algorithm that is, and where so many differ that the count of events, or
  /// the channel map, must have changed without a sign of it.
  var result: (matches: Int, differs: Int)? {
    guard let hop = settled, hop.differs * 20 <= hop.matches else { return nil }
    return (hop.matches, hop.differs)
  }

  /// The number of the last event, where no channel contradicts it.
  var certainEvent: UInt16? {
    guard let settled, settled.differs == 0 else { return nil }
    return UInt16(truncatingIfNeeded: event)
  }

  /// nil where the channels do not show it.
  var usesSecond: Bool? { settled.map { $0.rule.algorithm == .second } }

  /// The same of whether the sniffer writes the numbers of channels in place of frequencies.
  var writesIndices: Bool? { settled.map { $0.writesIndex } }

  /// Whether the channel of the next event shows that so many have passed, and not one.
  func confirms(_ channel: UInt8?, passed: Int) -> Bool {
    guard let channel, let settled, settled.differs == 0 else { return false }
    let heard = settled.channel(channel)
    return settled.rule.channel(event: event + passed) == heard
      && settled.rule.channel(event: event + 1) != heard
  }

  private var settled: Hop? {
    guard let best = hops.max(by: { $0.matches < $1.matches }), best.matches >= Self.enough,
      best.matches > best.differs
    else { return nil }
    // Of few channels both algorithms often give the same one.
    let others = hops.filter {
      $0.rule.algorithm != best.rule.algorithm || $0.writesIndex != best.writesIndex
    }
    return others.allSatisfy { best.matches - $0.matches >= Self.enough } ? best : nil
  }

  /// LL_CHANNEL_MAP_IND.
  mutating func announce(map: UInt64, instant: UInt16) {
    nextMap = (map, instant)
    if map & 0x1F_FFFF_FFFF != self.map { maps += 1 }
    self.map = map & 0x1F_FFFF_FFFF
  }

  /// Takes the channel of the next event that was heard.
  ///
  /// - Parameters:
  ///   - passed: events since the one before it, with those that were not heard.
  ///   - counter: of the event, where the sniffer counts.
  /// - Returns: by how many events `passed` was wrong, as the channels of two events show.
  mutating func take(_ channel: UInt8?, passed: Int, counter: UInt16?) -> Int {
    event += passed
    if let counter { event += Int(Int16(bitPattern: counter &- UInt16(truncatingIfNeeded: event))) }
    event = max(0, event)
    adoptMap()
    noteRemapped(passed: passed)
    guard let written = channel, written < 37 || hops.contains(where: { $0.writesIndex }) else {
      return 0
    }
    var correction = 0
    for index in hops.indices {
      let channel = hops[index].channel(written)
      if hops[index].rule.channel(event: event) == channel {
        hops[index].matches += 1
        hops[index].shift = nil
        continue
      }
      hops[index].differs += 1
      let seen = hops[index].noteShift(to: channel, at: event)
      // If the channels are others all along, three agree by chance now and then.
      let isFollowed = hops[index].matches >= max(Self.enough, hops[index].differs)
      if let seen, seen.events == Self.agreeing, counter == nil, isFollowed {
        hops[index].matches += seen.events
        hops[index].differs -= seen.events
        hops[index].shift = nil
        correction = seen.value
      }
    }
    if hops.count > 1, let settled { hops = [settled] }
    event += correction
    return correction
  }

  /// Counts as if the map that is in force now had been for all events that were not heard.
  private mutating func noteRemapped(passed: Int) {
    guard let hop = hops.first, hops.count == 1, passed > 0, passed <= Self.mostPassed else {
      return
    }
    for silent in max(0, event - passed + 1)..<max(1, event)
    where hop.rule.isRemapped(event: silent) {
      remapped.silent += 1
    }
    if hop.rule.isRemapped(event: event) { remapped.heard += 1 }
  }

  private static let mostPassed = 64

  private mutating func adoptMap() {
    guard let next = nextMap,
      Int16(bitPattern: UInt16(truncatingIfNeeded: event) &- next.instant) >= 0
    else { return }
    nextMap = nil
    for index in hops.indices {
      let algorithm = hops[index].rule.algorithm
      guard let rule = ChannelHop(algorithm, accessAddress: accessAddress, map: next.map) else {
        continue
      }
      hops[index].rule = rule
    }
  }
}
