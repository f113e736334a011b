import BletraceTestSupport

/// A second model of a link, for scoring alone: two devices as Core Vol 6, Part B, 4.5 describes
/// them, with what the first simulator leaves out: receivers that hold data back, latency, both
/// algorithms for channels, maps that change, channels that are bad, fragments, LE 2M, and a
/// sniffer that is deaf for whole events.
struct LinkModel {
  struct Setup {
    var events = 3000
    /// In units of 1.25 ms.
    var interval: UInt16 = 24
    var latency = 0
    var usesSecondAlgorithm = true
    var is2M = false
    /// Of packets on a usual channel, and on channels 11 to 20.
    var loss = 0.03
    var lossOnBadChannels = 0.03
    /// Of what does not arrive whole, the part of which something arrives.
    var damaged = 0.4
    /// How often a receiver has no room for data.
    var full = 0.0
    /// Whether interval and channel map change on the way.
    var updates = true
    /// Of packets, and of whole events.
    var unheard = 0.0
    var deaf = 0.0
    /// At the sniffer, of those that it hears.
    var wrongCRC = 0.0
  }

  struct Frame {
    var time: Int64
    var isFromCentral: Bool
    var isNew: Bool
    var pdu: [UInt8]
    var channel: UInt8
    var isHeard: Bool
    var hasGoodCRC: Bool
  }

  /// What one device knows. 4.5.9.
  private struct Device {
    var transmitSeqNum: UInt8 = 0
    var nextExpectedSeqNum: UInt8 = 0
    /// Not acknowledged: LLID and payload.
    var outstanding: (llid: UInt8, payload: [UInt8])?
    var queue: [(llid: UInt8, payload: [UInt8])] = []

    /// - Returns: the PDU, and whether it is sent for the first time.
    mutating func nextPDU() -> (octets: [UInt8], isNew: Bool, moreData: Bool) {
      let isNew = outstanding == nil
      if isNew { outstanding = queue.isEmpty ? (1, []) : queue.removeFirst() }
      let (llid, payload) = outstanding ?? (1, [])
      let moreData = !queue.isEmpty
      let header =
        llid | nextExpectedSeqNum << 2 | transmitSeqNum << 3 | (moreData ? 1 << 4 : 0)
      return ([header, UInt8(payload.count)] + payload, isNew, moreData)
    }

    mutating func receive(_ header: UInt8, hasRoom: Bool) {
      let (nesn, sn) = (header >> 2 & 1, header >> 3 & 1)
      if sn == nextExpectedSeqNum, hasRoom { nextExpectedSeqNum ^= 1 }
      if nesn != transmitSeqNum {
        transmitSeqNum ^= 1
        outstanding = nil
      }
    }
  }

  private enum Reception { case whole, damaged, none }

  static let accessAddress: UInt32 = 0x71C3_0E95
  static let fullMap: UInt64 = 0x1F_FFFF_FFFF
  static let hop = 11

  let setup: Setup
  private(set) var frames: [Frame] = []
  private var random: SeededRandom
  private var central = Device()
  private var peripheral = Device()
  private var map = Self.fullMap
  private var isDeaf = false

  init(_ setup: Setup, seed: UInt64) {
    self.setup = setup
    random = SeededRandom(seed: seed &* 7919 &+ 17)
    simulate()
  }

  private mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && Double(random.below(1_000_000)) < probability * 1_000_000
  }

  // MARK: - Events

  private mutating func simulate() {
    var anchor: Int64 = 5_000_000
    var interval = Int64(setup.interval) * 1250
    let update = setup.updates ? setup.events / 3 : .max
    let remap = setup.updates ? setup.events * 2 / 3 : .max
    var sleeps = 0
    var lastUnmapped = 0
    for event in 0..<setup.events {
      if event == update - 40 { announceUpdate(instant: UInt16(update)) }
      if event == remap - 40 { announceMap(instant: UInt16(remap)) }
      if event == remap { map = Self.fullMap & ~(0x3FF << 11) }
      if event == update {
        // The new anchor lies within a window. 5.1.1.
        interval = interval * 5 / 3 / 1250 * 1250
        anchor += Int64(random.below(2000))
      }
      feed()
      lastUnmapped = (lastUnmapped + Self.hop) % 37
      let channel = setup.usesSecondAlgorithm ? second(event) : first(lastUnmapped)
      let mayDoze = peripheral.queue.isEmpty && peripheral.outstanding == nil
      let dozes = sleeps < setup.latency && mayDoze
      sleeps = dozes ? sleeps + 1 : 0
      isDeaf = chance(setup.deaf)
      run(at: anchor, until: anchor + interval - 500, on: channel, dozes: dozes)
      anchor += interval + Int64(random.below(7)) - 3
    }
  }

  /// The central's turn, the peripheral's, and so on. 4.5.6.
  private mutating func run(at anchor: Int64, until end: Int64, on channel: UInt8, dozes: Bool) {
    var time = anchor
    var damagedInARow = 0
    while true {
      let (asked, moreAsked) = send(fromCentral: true, at: &time, channel)
      if dozes || asked == .none { return }
      damagedInARow = asked == .damaged ? damagedInARow + 1 : 0
      if damagedInARow >= 2 { return }
      let (answered, moreAnswered) = send(fromCentral: false, at: &time, channel)
      if answered == .none { return }
      damagedInARow = answered == .damaged ? damagedInARow + 1 : 0
      if damagedInARow >= 2 || answered == .damaged { return }
      if !moreAsked && !moreAnswered || time + 6000 > end { return }
    }
  }

  private mutating func send(
    fromCentral: Bool, at time: inout Int64, _ channel: UInt8
  ) -> (Reception, moreData: Bool) {
    let (pdu, isNew, moreData) = fromCentral ? central.nextPDU() : peripheral.nextPDU()
    frames.append(
      Frame(
        time: time, isFromCentral: fromCentral, isNew: isNew, pdu: pdu, channel: channel,
        isHeard: !isDeaf && !chance(setup.unheard), hasGoodCRC: !chance(setup.wrongCRC)))
    let duration = setup.is2M ? (9 + pdu.count) * 4 : (8 + pdu.count) * 8
    time += Int64(duration + 150) + Int64(random.below(5)) - 2
    let isBad = (11...20).contains(channel)
    guard chance(isBad ? setup.lossOnBadChannels : setup.loss) else {
      let hasRoom = pdu[1] == 0 || !chance(setup.full)
      if fromCentral {
        peripheral.receive(pdu[0], hasRoom: hasRoom)
      } else {
        central.receive(pdu[0], hasRoom: hasRoom)
      }
      return (.whole, moreData)
    }
    return (chance(setup.damaged) ? .damaged : .none, moreData)
  }

  // MARK: - What is sent

  private mutating func feed() {
    if chance(0.35), peripheral.queue.count < 20 {
      for _ in 0...random.below(3) { peripheral.queue += fragments() }
    }
    if chance(0.2), central.queue.count < 20 { central.queue += fragments() }
  }

  /// An L2CAP PDU in as many as it needs of 27 octets.
  private mutating func fragments() -> [(llid: UInt8, payload: [UInt8])] {
    let length = random.within(3...60)
    let value = [UInt8(length), 0, 4, 0, 0x1B, 0x15, 0] + random.octets(length - 3)
    return stride(from: 0, to: value.count, by: 27).map { start in
      (start == 0 ? 2 : 1, Array(value[start..<min(start + 27, value.count)]))
    }
  }

  private mutating func announceUpdate(instant: UInt16) {
    let interval = UInt16(Int(setup.interval) * 5 / 3)
    central.queue.insert(
      (
        3,
        [
          0, 2, 0, 0, UInt8(interval & 0xFF), UInt8(interval >> 8), UInt8(setup.latency), 0, 88, 2,
          UInt8(instant & 0xFF), UInt8(instant >> 8),
        ]
      ), at: 0)
  }

  private mutating func announceMap(instant: UInt16) {
    let map = Self.fullMap & ~(0x3FF << 11)
    let octets = (0..<5).map { UInt8(map >> ($0 * 8) & 0xFF) }
    central.queue.insert(
      (3, [1] + octets + [UInt8(instant & 0xFF), UInt8(instant >> 8)]), at: 0)
  }

  // MARK: - Channels. 4.5.8

  private var used: [UInt8] { (0..<37).filter { map >> UInt64($0) & 1 == 1 } }

  private func first(_ unmapped: Int) -> UInt8 {
    let used = used
    return used.contains(UInt8(unmapped)) ? UInt8(unmapped) : used[unmapped % used.count]
  }

  private func second(_ event: Int) -> UInt8 {
    let identifier = Self.accessAddress >> 16 ^ Self.accessAddress & 0xFFFF
    var number = UInt32(event & 0xFFFF) ^ identifier
    for _ in 0..<3 {
      var reversed: UInt32 = 0
      for bit in 0..<16 as Range<UInt32> where number >> bit & 1 == 1 {
        reversed |= 1 << (bit / 8 * 8 + 7 - bit % 8)
      }
      number = (reversed * 17 + identifier) & 0xFFFF
    }
    number ^= identifier
    let used = used
    let unmapped = UInt8(number % 37)
    return used.contains(unmapped) ? unmapped : used[Int(UInt32(used.count) * number >> 16)]
  }

  /// As a sniffer writes it down: link type 256.
  func record(_ frame: Frame) -> [UInt8] {
    let address = Self.accessAddress
    let flags: UInt16 =
      0x0413 | (frame.hasGoodCRC ? 0x0800 : 0) | (frame.isFromCentral ? 0x0100 : 0x0180)
      | (setup.is2M ? 0x4000 : 0)
    return [
      frame.channel < 11 ? frame.channel + 1 : frame.channel + 2, 0xBA, 0, 0, 0, 0, 0, 0,
      UInt8(flags & 0xFF), UInt8(flags >> 8), UInt8(address & 0xFF), UInt8(address >> 8 & 0xFF),
      UInt8(address >> 16 & 0xFF), UInt8(address >> 24),
    ] + frame.pdu + [0, 0, 0]
  }
}
