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
    /// The event in which the central asks for encryption, and the one in which it asks for a new
    /// key; what is sent are then notifications. Their control PDUs are always heard.
    var encryption: (begin: Int, refresh: Int)?
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
    /// Of an encrypted one: which session, and its packet counter there.
    var session = 0
    var counter: UInt64?
    var isControl: Bool { octets[0] & 3 == 3 }
  }

  private struct Side {
    var sn = false
    var nesn = false
    /// What is not acknowledged.
    var current: [UInt8]?
    var queue: [[UInt8]] = []
    var wasSent = false
    var encrypts = false
    /// Sends no data, as a procedure is under way.
    var holdsBack = false
    /// Of `current`, before it was encrypted.
    var plain: [UInt8] = []
    var counter: UInt64?
  }

  private(set) var sent: [Sent] = []
  private let settings: Settings
  private var random: SeededRandom
  private var sides = [Side(), Side()]
  private var isInBurst = false
  private var number: UInt16 = 0
  private var encryption = AirEncryption()
  private var session = 0

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
    // Channel Selection Algorithm #1 with a hop of 7 and all channels. 4.5.8.2.
    var channel = 0
    let update = settings.events / 2
    for event in 0..<settings.events {
      channel = (channel + 7) % 37
      for side in 0...1 where happens(settings.traffic) {
        for _ in 0..<Int.random(in: 1...3, using: &random) { enqueue(side) }
      }
      if event == update - 6 { announce(instant: UInt16(update)) }
      if event == settings.encryption?.begin { begin([3] + encryption.request) }
      if event == settings.encryption?.refresh { begin([3, 0x0A]) }
      runEvent(at: anchor, UInt8(channel))
      let interval = event < update ? settings.interval : settings.laterInterval
      anchor += Int64(interval) + Int64.random(in: -8...8, using: &random)
    }
  }

  private mutating func enqueue(_ side: Int) {
    guard sides[side].queue.count < 12, !sides[side].holdsBack else { return }
    number &+= 1
    let count = Int.random(in: 3...settings.longest, using: &random)
    // Values as sensors send them: most octets are those of the value before.
    if settings.encryption != nil {
      let value = [UInt8(number & 0xFF), UInt8(number >> 8)]
      sides[side].queue.append([0x01, 5, 0, 4, 0, 0x1B, 0x15, 0] + value)
      return
    }
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
    if isNew { seal(side) }
    let (sn, nesn) = (sides[side].sn, sides[side].nesn)
    let hasMore = !sides[side].queue.isEmpty
    let now = sides[side].current ?? current
    var octets = now
    octets[0] =
      (now[0] == 0x01 && now.count > 1 ? 0x02 : now[0])
      | (nesn ? 4 : 0) | (sn ? 8 : 0) | (hasMore ? 16 : 0)
    octets.insert(UInt8(now.count - 1), at: 1)
    var packet = Sent(
      time: time, isFromCentral: side == 0, isNew: isNew, octets: octets, channel: channel,
      isHeard: !happens(settings.missed), crcIsGood: !happens(settings.snifferCRC))
    packet.session = session
    packet.counter = sides[side].counter
    if settings.encryption != nil, packet.isControl {
      (packet.isHeard, packet.crcIsGood) = (true, true)
    }
    sent.append(packet)
    time += Int64((1 + 4 + octets.count + 3) * 8 + 150) + Int64.random(in: -2...2, using: &random)
    let arrival = arrival()
    if arrival == .good {
      let isTaken = sn == sides[1 - side].nesn
      receive(1 - side, sn: sn, nesn: nesn)
      if isTaken, settings.encryption != nil { react(1 - side, to: sides[side].plain) }
    }
    return (arrival, hasMore)
  }

  // MARK: - Encryption

  /// Encrypts what is to be sent.
  private mutating func seal(_ side: Int) {
    guard let current = sides[side].current else { return }
    sides[side].plain = current
    sides[side].counter = nil
    guard sides[side].encrypts, current.count > 1 else { return }
    sides[side].counter = encryption.counters[side]
    let llid: UInt8 = current[0] == 0x01 ? 0x02 : current[0]
    let sealed = encryption.seal([llid] + current.dropFirst(), isFromCentral: side == 0)
    sides[side].current = [current[0]] + sealed.dropFirst()
  }

  /// The central's control PDU, before which no data waits.
  private mutating func begin(_ pdu: [UInt8]) {
    sides[0].queue = [pdu]
    sides[0].holdsBack = true
  }

  /// The procedures of encryption. Core Vol 6, Part B, 5.1.3.
  private mutating func react(_ side: Int, to pdu: [UInt8]) {
    guard pdu.count > 1, pdu[0] == 3 else { return }
    switch (side, pdu[1]) {
    case (1, 0x03):
      sides[1].queue = [[3] + encryption.response, [3, 0x05]]
      sides[1].holdsBack = true
    case (0, 0x05):
      session += 1
      encryption.counters = [0, 0]
      sides[0].encrypts = true
      sides[0].queue = [[3, 0x06]]
    case (1, 0x06):
      sides[1].encrypts = true
      sides[1].queue = [[3, 0x06]]
      sides[1].holdsBack = false
    case (0, 0x06): sides[0].holdsBack = false
    case (1, 0x0A):
      sides[1].queue = [[3, 0x0B]]
      sides[1].holdsBack = true
    case (0, 0x0B):
      sides[0].encrypts = false
      encryption = .second
      sides[0].queue = [[3, 0x0B], [3] + encryption.request]
    case (1, 0x0B): sides[1].encrypts = false
    default: break
    }
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
