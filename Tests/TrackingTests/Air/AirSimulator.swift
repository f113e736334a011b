import BletraceTestSupport

/// A central, a peripheral, the air between them and a sniffer beside them, which knows of each
/// packet what it was. Written from Core Vol 6, Part B, 4.5, and not from the code that judges.
struct AirSimulator {
  struct Settings {
    /// Of packets that their receiver does not get.
    var loss = 0.05
    /// Of those losses, the part in which the receiver hears a packet with a wrong CRC.
    var wrongCRC = 0.3
    /// Whether losses come in bursts: a state in which half of all packets are lost.
    var hasBursts = false
    /// Of packets that the sniffer does not hear.
    var missed = 0.0
    /// Of those that it hears, with a wrong CRC.
    var snifferCRC = 0.0
    var events = 4000
    /// In microseconds; another one halfway.
    var interval = 30_000
    var laterInterval = 45_000
    /// How often an event brings something to send, for each side.
    var traffic = 0.6
    var longest = 27
  }

  /// A packet on the air.
  struct Sent {
    var time: Int64
    var isFromCentral: Bool
    var isNew: Bool
    var octets: [UInt8]
    var channel: UInt8
    var isHeard: Bool
    var crcIsGood: Bool
  }

  private struct Side {
    var sn = false
    var nesn = false
    /// What is not acknowledged.
    var current: [UInt8]?
    var queue: [[UInt8]] = []
    var wasSent = false
  }

  private(set) var sent: [Sent] = []
  private let settings: Settings
  private var random: SeededRandom
  private var sides = [Side(), Side()]
  private var isInBurst = false
  private var number: UInt16 = 0

  init(_ settings: Settings, seed: UInt64) {
    self.settings = settings
    random = SeededRandom(seed: seed)
    run()
  }

  private mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private enum Arrival { case good, wrongCRC, nothing }

  private mutating func arrival() -> Arrival {
    var loss = settings.loss
    if settings.hasBursts {
      if happens(isInBurst ? 0.1 : 0.01) { isInBurst.toggle() }
      loss = isInBurst ? 0.5 : loss / 2
    }
    if !happens(loss) { return .good }
    return happens(settings.wrongCRC) ? .wrongCRC : .nothing
  }

  private mutating func run() {
    var anchor: Int64 = 1_000_000
    var channel = 5
    let update = settings.events / 2
    for event in 0..<settings.events {
      channel = (channel + 7) % 37
      for side in 0...1 where happens(settings.traffic) {
        for _ in 0..<Int.random(in: 1...3, using: &random) { enqueue(side) }
      }
      if event == update - 6 { announce(instant: UInt16(update)) }
      runEvent(at: anchor, UInt8(channel))
      let interval = event < update ? settings.interval : settings.laterInterval
      anchor += Int64(interval) + Int64.random(in: -8...8, using: &random)
    }
  }

  private mutating func enqueue(_ side: Int) {
    guard sides[side].queue.count < 12 else { return }
    number &+= 1
    let count = Int.random(in: 3...settings.longest, using: &random)
    // Values as sensors send them: most octets are those of the value before.
    var payload = [UInt8](repeating: 0x11, count: count)
    payload[1] = UInt8(number & 0xFF)
    payload[2] = UInt8(number >> 8)
    sides[side].queue.append([0x01] + payload)
  }

  /// LL_CONNECTION_UPDATE_IND, before all that waits.
  private mutating func announce(instant: UInt16) {
    let units = UInt16(settings.laterInterval / 1250)
    sides[0].queue.insert(
      [
        0x03, 0x00, 1, 0, 0, UInt8(units & 0xFF), UInt8(units >> 8), 0, 0, 200, 0,
        UInt8(instant & 0xFF), UInt8(instant >> 8),
      ], at: 0)
  }

  private mutating func runEvent(at anchor: Int64, _ channel: UInt8) {
    var time = anchor
    var wrong = 0
    for _ in 0..<10 {
      let (asked, askedMore) = transmit(0, at: &time, channel)
      if asked == .nothing { return }
      // Two packets with a wrong CRC in a row end the event. 4.5.6.
      wrong = asked == .wrongCRC ? wrong + 1 : 0
      if wrong == 2 { return }
      let (answered, answersMore) = transmit(1, at: &time, channel)
      if answered == .nothing { return }
      wrong = answered == .wrongCRC ? wrong + 1 : 0
      if wrong == 2 || !(askedMore || answersMore) || answered == .wrongCRC { return }
    }
  }

  /// Sends what is to be sent, and lets the other side take it.
  private mutating func transmit(
    _ side: Int, at time: inout Int64, _ channel: UInt8
  ) -> (Arrival, hasMore: Bool) {
    let isNew = sides[side].current == nil
    let current: [UInt8]
    if let repeated = sides[side].current {
      current = repeated
    } else if sides[side].queue.isEmpty {
      current = [0x01]
    } else {
      current = sides[side].queue.removeFirst()
    }
    sides[side].current = current
    let (sn, nesn) = (sides[side].sn, sides[side].nesn)
    let hasMore = !sides[side].queue.isEmpty
    var octets = current
    octets[0] =
      (current[0] == 0x01 && current.count > 1 ? 0x02 : current[0])
      | (nesn ? 4 : 0) | (sn ? 8 : 0) | (hasMore ? 16 : 0)
    octets.insert(UInt8(current.count - 1), at: 1)
    sent.append(
      Sent(
        time: time, isFromCentral: side == 0, isNew: isNew, octets: octets, channel: channel,
        isHeard: !happens(settings.missed), crcIsGood: !happens(settings.snifferCRC)))
    time += Int64((1 + 4 + octets.count + 3) * 8 + 150) + Int64.random(in: -2...2, using: &random)
    let arrival = arrival()
    if arrival == .good { receive(1 - side, sn: sn, nesn: nesn) }
    return (arrival, hasMore)
  }

  private mutating func receive(_ side: Int, sn: Bool, nesn: Bool) {
    if sn == sides[side].nesn { sides[side].nesn.toggle() }
    // Not what was sent last: that has arrived. 4.5.9.
    if nesn != sides[side].sn, sides[side].current != nil {
      sides[side].sn.toggle()
      sides[side].current = nil
    }
  }

  /// What the sniffer writes down: link type 256, without the container.
  static func record(_ packet: Sent) -> [UInt8] {
    let rf: UInt8 = packet.channel < 11 ? packet.channel + 1 : packet.channel + 2
    let flags: UInt16 =
      0x0413 | (packet.crcIsGood ? 0x0800 : 0) | (packet.isFromCentral ? 0x0100 : 0x0180)
    return [rf, 0xC4, 0x80, 0, 1, 2, 3, 4, UInt8(flags & 0xFF), UInt8(flags >> 8)]
      + [0x78, 0x56, 0x34, 0x12] + packet.octets + [0, 0, 0]
  }
}
