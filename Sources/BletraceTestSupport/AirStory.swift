/// Packets as a sniffer writes them down, in link type 256: advertising, and one connection whose
/// sides number their packets as they must.
package struct AirStory {
  package static let central: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0xC6]
  package static let peripheral: [UInt8] = [0x11, 0x12, 0x13, 0x14, 0x15, 0xD6]

  package var story: CaptureBuilder
  package var address: UInt32 = 0x50A3_2B17
  /// The interface of the sniffer.
  package var sniffer: UInt16 = 0
  /// From one event to the next; counted by the times of the packets alone.
  package var interval: Int64 = 30_000
  /// What the flags say of who sent a packet; nil for nothing.
  package var flags: (_ isFromCentral: Bool) -> Bool? = { $0 }
  package var rssi: UInt8 = 0xC4
  package var phy: UInt16 = 0
  /// Whether MICs fit the sniffer's key; nil where packets are sent in clear.
  package var mic: Bool?
  /// Whether the sniffer decrypted what it says that of.
  package var isDecrypted = true
  /// Between a packet and its answer.
  package var space: Int64 = 150
  /// Of algorithm #1, with all channels.
  package var hop = 7
  /// Whether the sniffer writes the number of a channel in place of that of its frequency.
  package var writesIndices = false
  package private(set) var event = -1
  private var sides = [(sn: false, nesn: false), (sn: false, nesn: false)]

  package init(time: Int64 = 1_700_000_000_000_000) { story = CaptureBuilder(time: time, step: 0) }

  // MARK: - Advertising

  /// - Parameter type: the first octet of the header.
  package mutating func advertise(
    _ type: UInt8, _ payload: [UInt8], rf: UInt8 = 0, kind: UInt16 = 0
  ) {
    record(
      [0xD6, 0xBE, 0x89, 0x8E, type, UInt8(payload.count)] + payload, rf: rf,
      flags: 0x0C13 | kind)
    story.time &+= 500
  }

  /// ADV_IND of a random address.
  package mutating func advInd(selects: Bool = false) {
    advertise(selects ? 0x60 : 0x40, Self.peripheral + [2, 1, 6])
  }

  /// CONNECT_IND: 30 ms, no latency, a timeout of 2 s, all channels.
  package mutating func connect(
    selects: Bool = false, rf: UInt8 = 0, interval: UInt16 = 24, latency: UInt16 = 0,
    timeout: UInt16 = 200, map: UInt64 = 0x1F_FFFF_FFFF
  ) {
    let terms: [UInt8] =
      [
        UInt8(address & 0xFF), UInt8(address >> 8 & 0xFF), UInt8(address >> 16 & 0xFF),
        UInt8(address >> 24), 1, 2, 3, 2, 5, 0,
      ] + octets(interval) + octets(latency) + octets(timeout)
      + (0..<5).map { UInt8(map >> UInt64($0 * 8) & 0xFF) } + [UInt8(hop)]
    advertise(
      (selects ? 0x20 : 0) | 0xC5, Self.central + Self.peripheral + terms, rf: rf,
      kind: rf == 0 || rf == 12 || rf == 39 ? 0 : 0x0080)
    story.time &+= 10_000
  }

  // MARK: - The connection

  package enum Heard { case good, wrongCRC, nothing }

  /// One event: what each side sends, LLID first; nil for nothing. What is not heard arrives.
  package mutating func event(
    _ central: [UInt8]? = [1], _ peripheral: [UInt8]? = [1],
    heard: (central: Heard, peripheral: Heard) = (.good, .good),
    arrives: (central: Bool, peripheral: Bool) = (true, true)
  ) {
    event += 1
    let start = story.time
    let channel = UInt8((event + 1) * hop % 37)
    if let central { send(central, 0, on: channel, heard.central, arrives: arrives.central) }
    if let peripheral {
      send(peripheral, 1, on: channel, heard.peripheral, arrives: arrives.peripheral)
    }
    story.time = start &+ interval
  }

  /// What one side sends and the other answers, and what of it is heard. All of it arrives.
  package struct Turn {
    package var central: [UInt8]
    package var peripheral: [UInt8]
    package var heard: (central: Heard, peripheral: Heard)

    package init(
      _ central: [UInt8] = [1], _ peripheral: [UInt8] = [1],
      heard: (central: Heard, peripheral: Heard) = (.good, .good)
    ) {
      (self.central, self.peripheral, self.heard) = (central, peripheral, heard)
    }
  }

  /// One event in which the sides take several turns.
  package mutating func event(_ turns: [Turn]) {
    event += 1
    let start = story.time
    let channel = UInt8((event + 1) * hop % 37)
    for turn in turns {
      send(turn.central, 0, on: channel, turn.heard.central, arrives: true)
      send(turn.peripheral, 1, on: channel, turn.heard.peripheral, arrives: true)
    }
    story.time = start &+ interval
  }

  /// Events that are not used.
  package mutating func skip(_ count: Int) {
    event += count
    story.time &+= interval &* Int64(count)
  }

  /// Several events in which nothing is said.
  package mutating func idle(_ count: Int) { for _ in 0..<count { event() } }

  private mutating func send(
    _ pdu: [UInt8], _ side: Int, on channel: UInt8, _ heard: Heard, arrives: Bool
  ) {
    let (sn, nesn) = sides[side]
    let first = pdu[0] | (nesn ? 4 : 0) | (sn ? 8 : 0)
    let octets = [first, UInt8(pdu.count - 1)] + pdu.dropFirst()
    let type: UInt16 =
      switch flags(side == 0) {
      case true?: 0x0100
      case false?: 0x0180
      case nil: 0
      }
    let bytes = [
      UInt8(address & 0xFF), UInt8(address >> 8 & 0xFF), UInt8(address >> 16 & 0xFF),
      UInt8(address >> 24),
    ]
    if heard != .nothing {
      let checked: UInt16 =
        pdu.count > 1 ? mic.map { ($0 ? 0x3000 : 0x1000) | (isDecrypted ? 8 : 0) } ?? 0 : 0
      record(
        bytes + (phy == 2 ? [0] : []) + octets,
        rf: writesIndices ? channel : channel < 11 ? channel + 1 : channel + 2,
        flags: 0x0413 | type | checked | (heard == .good ? 0x0800 : 0) | phy << 14)
    }
    story.time &+= Int64((5 + octets.count + 3) * 8) &+ space
    guard arrives else { return }
    let other = 1 - side
    if sn == sides[other].nesn { sides[other].nesn.toggle() }
    if nesn != sides[other].sn { sides[other].sn.toggle() }
  }

  // MARK: - Streams

  /// A packet of a stream, or of a train: with another access address.
  ///
  /// - Parameter kind: what the header says of it, 4 to 6 for streams, 1 for advertising; 0 where
  ///   the sniffer does not know it.
  package mutating func stream(
    _ address: UInt32, _ pdu: [UInt8], kind: UInt16 = 0, crcIsGood: Bool = true
  ) {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
    // AUX_SYNC_IND, where it is advertising.
    let auxiliary: UInt16 = kind == 1 ? 0x2000 : 0
    record(
      bytes + pdu, rf: 5,
      flags: 0x0413 | kind << 7 | auxiliary | (crcIsGood ? 0x0800 : 0))
  }

  private mutating func record(_ packet: [UInt8], rf: UInt8, flags: UInt16) {
    let header = [rf, rssi, 0x80, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8)]
    story.add(
      .air, .unknown, header + packet + [0, 0, 0], controller: sniffer, detail: 128)
  }
}
