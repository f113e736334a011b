import Bytes
import LinkLayer

/// The times of a sniffed connection: its interval, and the connection event that is heard.
///
/// Small, and without references: a link, which is large, asks it for little.
struct AirTiming: BitwiseCopyable, Sendable {
  /// In force, as far as the times of events show; 0 where it is not known.
  private(set) var interval = 0
  /// Of so many events one is used, but for those right after data.
  var subrateFactor = 1
  /// What an update announced.
  private(set) var announcedInterval: Int?
  var event = Event()

  struct Event: BitwiseCopyable, Sendable {
    var isOpen = false
    /// When it began, as far as that was heard.
    var anchor: Int64 = 0
    /// The first and the last packet that were heard.
    var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
    var latest = Moment(frame: 0, time: TraceTime(microseconds: 0))
    /// Whether the packet that began it was heard.
    var anchorIsExact = false
    var channel: UInt8?
    var counter: UInt16?
    var last: AirPacket.Sender = .unknown
    /// What the sniffer says of the last one.
    var flagged: AirPacket.Sender = .unknown
    /// Whether one packet of it was heard so far.
    var isAtFirst = false
    var lastStart: Int64 = 0
    var lastAirTime = 0
    var heardCentral = false
    var heardPeripheral = false
    /// Whether the last packet that was heard had a good CRC.
    var lastIsGood = false
  }

  static let interFrameSpace = 150
  /// What clocks, and sniffers, may be off.
  static let tolerance = 60
  /// In microseconds: after a packet of each side, as short as they are; and after a packet of the
  /// central that is as long as most are at most.
  private static let late = 2 * (80 + interFrameSpace) - tolerance
  private static let lateAnswer = 600
  /// Of one packet of each side, with the spaces: what comes later begins another event, and the
  /// interval is not the one that is known.
  private static let longestPair: Int64 = 5000
  /// In microseconds: the longest supervision timeout. Core Vol 4, Part E, 7.8.12.
  private static let longestSilence: Int64 = 32_000_000

  // MARK: - The interval

  /// The interval from the beginning of the connection on, or from the instant of an update, which
  /// is several events ahead: the times of events show when it has come.
  mutating func announce(interval: Int) {
    if interval != self.interval { subrateFactor = 1 }
    if self.interval == 0 || !event.isOpen {
      self.interval = interval
    } else {
      announcedInterval = interval == self.interval ? nil : interval
    }
  }

  /// What the times of events show.
  mutating func learn(interval: Int) {
    self.interval = interval
    subrateFactor = 1
    announcedInterval = nil
  }

  /// Takes an interval that was announced, where one event came after another as with it.
  mutating func adoptInterval(_ passed: Int64) {
    guard let announced = announcedInterval else { return }
    func isOne(_ interval: Int) -> Bool { abs(passed - Int64(interval)) < Int64(interval / 16) }
    guard isOne(announced), !isOne(interval) else { return }
    interval = announced
    announcedInterval = nil
  }

  // MARK: - Packets and events

  /// Whether a packet came as an answer does, the inter frame space after the one before it.
  func answersDirectly(at time: Int64) -> Bool {
    let gap = Self.passed(from: event.lastStart, to: time) - Int64(event.lastAirTime)
    return abs(gap - Int64(Self.interFrameSpace)) <= Int64(Self.tolerance)
  }

  /// Whether an event begins at a time, counted from the last one that was heard to begin. Both
  /// clocks are off by 500 parts in a million at most. Core Vol 6, Part B, 4.2.
  func isAtAnchor(_ time: Int64) -> Bool {
    guard event.anchorIsExact, interval > 0 else { return false }
    let passed = Self.passed(from: event.anchor, to: time)
    guard passed > 0, passed < Self.longestSilence else { return false }
    let rest = passed % Int64(interval)
    let tolerance = Int64(Self.tolerance) + passed / 1000
    return tolerance < 170 && min(rest, Int64(interval) - rest) <= tolerance
  }

  /// Whether a packet is of the event that is heard.
  ///
  /// - Parameter moreData: whether a side said that it has more.
  func continuesEvent(_ packet: AirPacket, at time: Int64, moreData: Bool) -> Bool {
    guard event.isOpen else { return false }
    if let counter = packet.eventCounter, let before = event.counter { return counter == before }
    let gap = Self.passed(from: event.lastStart, to: time)
    // A clock that was set back.
    if gap < 0 { return false }
    // The next event may be on the same channel.
    if interval > 0, Self.passed(from: event.anchor, to: time) >= Int64(interval - Self.tolerance) {
      return false
    }
    // An answer, and one packet between that was not heard.
    let least = Int64(event.lastAirTime + 2 * Self.interFrameSpace + 2 * Self.tolerance)
    if let channel = packet.channel, let before = event.channel {
      return channel == before && gap < (interval > 0 ? Int64(interval) * 3 / 4 : least + 2500)
    }
    let mayGoOn = moreData || !event.lastIsGood
    return gap < least || mayGoOn && gap < Int64(interval) * 3 / 4
  }

  /// What may have been sent before a packet, if it is of that sender.
  func gap(from sender: AirPacket.Sender, continues: Bool, at time: Int64) -> AirBelief.Gap {
    if continues { return .withinEvent(hiddenPackets(sameSender: event.last == sender, at: time)) }
    return .events(
      silent: silentEvents(Self.passed(from: event.anchor, to: time)),
      isLate: isLate(lateness(time), isCentral: sender == .central))
  }

  /// Whether the first packet of an event came so late that one was missed before it.
  func isLate(_ lateness: Int64, isCentral: Bool) -> Bool {
    lateness > Int64(isCentral ? Self.late : Self.lateAnswer)
  }

  /// How many packets there were between the last one that was heard and this one.
  func hiddenPackets(sameSender: Bool, at time: Int64) -> ClosedRange<Int> {
    var least = sameSender ? 1 : 0
    // The length in a packet with a wrong CRC may be wrong, too.
    guard event.lastIsGood else { return least...(least + 2) }
    let passed = Self.passed(from: event.lastStart, to: time)
    let gap = Int(passed) - event.lastAirTime - Self.interFrameSpace
    // Each takes 80 us at least, and the space.
    let shortest = 80 + Self.interFrameSpace
    guard gap > 2 * shortest - Self.tolerance else { return least...least }
    least = sameSender ? 1 : 2
    return least...max(least, min(least + 2, (gap + Self.tolerance) / shortest))
  }

  /// How much later than the beginning of an event it is, as far as that is certain.
  func lateness(_ time: Int64) -> Int64 {
    guard event.isOpen, event.anchorIsExact, interval > 0, announcedInterval == nil else {
      return 0
    }
    let passed = Self.passed(from: event.anchor, to: time)
    guard passed > 0, passed < Self.longestSilence else { return 0 }
    let rest = passed % Int64(interval)
    let tolerance = Int64(Self.tolerance) + passed / 1000
    // One that comes early is the first one of the next event.
    let isEarly = rest > Int64(interval) - tolerance - Int64(Self.late)
    return rest > tolerance && !isEarly && rest < Self.longestPair ? rest : 0
  }

  /// Events between two that were heard.
  func silentEvents(_ passed: Int64) -> Int {
    guard interval > 0 else { return 0 }
    let used = Int64(interval) * Int64(subrateFactor)
    let events = (passed + used / 2) / used
    // While an update waits for its instant, only the times of the old interval are known.
    let isRegular =
      announcedInterval == nil
      || abs(passed - events * used) <= Int64(Self.tolerance) + passed / 1000
    // A sniffer that lost the connection for so long did not follow it.
    let isFollowed = isRegular && passed < Self.longestSilence
    return events > 1 && isFollowed ? Int(events - 1) : 0
  }

  /// Events between two that were heard which the subrating leaves out.
  func unusedEvents(since anchor: Int64, at time: Int64) -> Int {
    let passed = Self.passed(from: anchor, to: time)
    guard interval > 0, passed > 0, passed < Self.longestSilence else { return 0 }
    let all = Int((passed + Int64(interval) / 2) / Int64(interval)) - 1
    return max(0, all - silentEvents(passed))
  }

  /// Times come from a file, and may be anything.
  static func passed(from earlier: Int64, to later: Int64) -> Int64 {
    let (passed, overflows) = later.subtractingReportingOverflow(earlier)
    let most: Int64 = 1 << 60
    if overflows { return later < earlier ? -most : most }
    return max(-most, min(most, passed))
  }
}
