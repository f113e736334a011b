import BluetoothProtocol

/// How long a payload takes over an LE link when nothing goes wrong: the arithmetic behind "what
/// the link allowed". All of the model, what it assumes and where its numbers come from, is here.
///
/// A data packet on the air is, in octets (Core Vol 6, Part B, 2.1 and 2.2, for the Coded PHY 2.2):
///
///     preamble | access address 4 | header 2 | payload 0...251 | MIC 4, when encrypted | CRC 3
///
/// The preamble has 1 octet on the 1M PHY (8 µs an octet) and 2 on the 2M PHY (4 µs an octet). On
/// the Coded PHY it takes 80 µs; access address, coding indicator and their termination take
/// 256 + 16 + 24 µs at eight symbols a bit; the rest takes S µs a bit and 3 x S µs to terminate. An
/// empty packet has no MIC. So 27 encrypted octets take 328 µs and 251 take 2,120 µs on 1M, 1,064
/// on 2M, 17,040 on Coded S=8.
///
/// Each data packet is acknowledged by a packet of the other side, empty when that has nothing to
/// say, and each packet is followed by a space T_IFS of 150 µs (Part B, 4.1.1; between the last
/// packet of a connection event and the next event too, 4.5.1). Data packet, space, empty packet,
/// space: 708 µs for 27 encrypted octets on 1M.
///
/// A value of n octets is an ATT PDU of n + 3 and an L2CAP PDU of n + 7 (Vol 3, Part F, 3.4.5 and
/// 3.4.7; Part A, 3.1). The host cuts it into HCI ACL packets of the size of the controller's
/// buffers, and the controller cuts each of them into link layer packets of the data length in
/// force.
///
/// In a connection event fit as many exchanges as the interval has room for; but a controller
/// closes the event earlier. How many packets it takes is counted where a capture shows it.
/// Otherwise `assumedPacketsPerEvent` is taken. A sender's buffers limit it too; and values that
/// only filled them say nothing of the air, so `CeilingBuilder` leaves as many out.
///
/// Write Requests and indications go one at a time: the next may go when the answer to the one
/// before has come. The answer takes the next connection event, and so does what the answer gives
/// rise to: two events a value. Where the other side answers within the event it is one.
///
/// The model knows no packet that has to be sent again, no other connection and no host that needs
/// time: real links are slower.
///
/// Worked examples of others that a test holds the model to:
/// - Memfault Interrupt, "A Practical Guide to BLE Throughput" (2019): 708 µs and 305,084 bit/s for
///   27 octets; 7 of these in 4.956 ms; 2,500 µs for 251 octets, four in an interval of 11.25 ms
///   (89 kB/s), five in one of 12.5 ms (100.4 kB/s). (For 2M it counts a preamble of 1 octet, and
///   so has 1,400 µs where the specification's two octets make it 1,408.)
/// - Infineon Developer Community, "Number of packets sent in a connection interval in BLE and
///   throughput" (2017): 10 packets in 7.5 ms, 12 in 8.75 ms.
/// - Silicon Labs, "Throughput with Bluetooth Low Energy Technology": 125 octets with an answer at
///   an interval of 7.5 ms make 8,333 octets a second, 249 make 16,600.
package struct ThroughputModel: Hashable, Sendable {
  /// Of what phones do, the least, so that the estimate does not promise too much. Punch Through,
  /// "Maximizing BLE Throughput on iOS and Android" (2016): iOS 4; Memfault (see above): most
  /// devices with iOS 10 and later 7; Laird, "What factors affect BLE throughput?": up to 6.
  package static let assumedPacketsPerEvent = 4

  /// T_IFS. Core Vol 6, Part B, 4.1.1.
  static let interFrameSpaceUs = 150
  /// Opcode and handle, before them L2CAP's length and channel identifier.
  static let headerOctets = 3 + 4
  /// The smallest data length, and the smallest buffer a controller may have.
  static let minimumOctets = LEDataLength.least
  static let maximumOctets = LEDataLength.most

  package enum Exchange: Hashable, Sendable {
    /// Notifications and Write Commands: as many as there is room for.
    case streamed
    /// The same by a sender that waits until its controller is done with one before it sends the
    /// next: a connection event for each, at least.
    case oneInFlight
    /// Indications and Write Requests: so many connection events for each and its answer.
    case confirmed(events: Int)
  }

  /// Values of one length.
  package struct Values: Hashable, Sendable {
    package var octets: Int
    package var count: Int

    package init(octets: Int, count: Int) {
      self.octets = min(max(octets, 0), 0xFFFF)
      self.count = min(max(count, 0), 1_000_000_000)
    }
  }

  package struct Estimate: Hashable, Sendable {
    /// From the arrival of the first packet to that of the last.
    package var us: Int
    /// The part of it in which packets, acknowledgements and the spaces between them are under way.
    package var airUs: Int
  }

  package var intervalUs: Int
  package var phy: LinkPHY
  /// That of the other direction, which carries the acknowledgements.
  package var acknowledgementPHY: LinkPHY
  package var isEncrypted: Bool
  /// The largest link layer payload.
  package var llOctets: Int
  /// The size of the sending controller's buffers; `nil` where values reach it whole.
  package var aclOctets: Int?
  /// The most that a connection event takes, as far as there is room.
  package var packetsPerEvent: Int
  package var exchange: Exchange

  /// Takes any number, and holds it within what is possible on a link.
  package init(
    intervalUs: Int, phy: LinkPHY = .le1M, acknowledgementPHY: LinkPHY? = nil,
    isEncrypted: Bool = false, llOctets: Int = minimumOctets, aclOctets: Int? = nil,
    packetsPerEvent: Int = assumedPacketsPerEvent, exchange: Exchange = .streamed
  ) {
    // The longest legal interval is 4 s.
    self.intervalUs = min(max(intervalUs, 1), 4_000_000)
    self.phy = phy
    self.acknowledgementPHY = acknowledgementPHY ?? phy
    self.isEncrypted = isEncrypted
    self.llOctets = min(max(llOctets, Self.minimumOctets), Self.maximumOctets)
    self.aclOctets = aclOctets.map { max($0, Self.minimumOctets) }
    self.packetsPerEvent = max(packetsPerEvent, 1)
    self.exchange = exchange
  }

  /// A data packet, its acknowledgement, and the spaces after both.
  package func exchangeUs(payload octets: Int) -> Int {
    phy.airUs(payload: octets, isEncrypted: isEncrypted) + Self.interFrameSpaceUs
      + acknowledgementPHY.airUs(payload: 0, isEncrypted: false) + Self.interFrameSpaceUs
  }

  /// Exchanges of that size for which a connection interval has room.
  package func room(payload octets: Int) -> Int {
    max(1, intervalUs / exchangeUs(payload: octets))
  }

  /// The link layer packets that a value takes.
  package func packets(value octets: Int) -> Int { cost(value: octets).packets }

  /// How many packets of the size these values take a connection event can hold.
  package func effectivePacketsPerEvent(_ values: [Values]) -> Int {
    let total = total(values)
    return total.packets == 0 ? packetsPerEvent : fitting(total)
  }

  package func estimate(_ values: [Values]) -> Estimate {
    let total = total(values)
    guard total.packets > 0 else { return Estimate(us: 0, airUs: 0) }
    // Time begins when the first packet is there.
    let exchange = total.airUs / total.packets
    let air = total.airUs - exchange
    switch self.exchange {
    case .streamed:
      let perEvent = fitting(total)
      let (full, rest) = (total.packets - 1).quotientAndRemainder(dividingBy: perEvent)
      return estimate(events: full, and: rest * exchange, airUs: air)
    case .oneInFlight, .confirmed:
      let perEvent = fitting(total)
      var events = 0
      for entry in values where entry.count > 0 {
        let own = (packets(value: entry.octets) + perEvent - 1) / perEvent
        events += entry.count * (own - 1 + roundTrip)
      }
      // After the last value nothing is waited for.
      return estimate(events: events - events / max(total.values, 1), and: 0, airUs: air)
    }
  }

  /// A change can make values fit into a single event, where the time between the first and the
  /// last says little: then an interval is calculated, or what it took without the change.
  package func notWithinOneEvent(_ us: Int, of unchangedUs: Int) -> Int {
    max(us, min(unchangedUs, intervalUs))
  }

  // MARK: -

  private func estimate(events: Int, and rest: Int, airUs: Int) -> Estimate {
    let us = Int(reported: Double(events) * Double(intervalUs)) + rest
    return Estimate(us: us, airUs: min(airUs, us))
  }

  private typealias Total = (values: Int, packets: Int, airUs: Int)

  /// The events that a value takes before the next can go.
  private var roundTrip: Int {
    switch exchange {
    case .streamed, .oneInFlight: 1
    case .confirmed(let events): min(max(events, 1), 1000)
    }
  }

  private func fitting(_ total: Total) -> Int {
    // On average: a packet that has no room waits for the next event.
    let exchange = (total.airUs + total.packets - 1) / total.packets
    return min(packetsPerEvent, max(1, intervalUs / exchange))
  }

  /// Counts are limited to 10^9, and a value's packets to some thousands of less than 18 ms each.
  private func total(_ values: [Values]) -> Total {
    var sum: Total = (0, 0, 0)
    for entry in values.prefix(64) {
      let cost = cost(value: entry.octets)
      sum.values += entry.count
      sum.packets += entry.count * cost.packets
      sum.airUs += entry.count * cost.airUs
    }
    return sum
  }

  private func cost(value octets: Int) -> (packets: Int, airUs: Int) {
    let pdu = min(max(octets, 0), 0xFFFF) + Self.headerOctets
    guard let aclOctets, aclOctets < pdu else { return cost(fragment: pdu) }
    let (whole, rest) = pdu.quotientAndRemainder(dividingBy: aclOctets)
    let fragment = cost(fragment: aclOctets)
    var cost = (packets: whole * fragment.packets, airUs: whole * fragment.airUs)
    if rest > 0 {
      let last = self.cost(fragment: rest)
      cost.packets += last.packets
      cost.airUs += last.airUs
    }
    return cost
  }

  private func cost(fragment octets: Int) -> (packets: Int, airUs: Int) {
    let (whole, rest) = octets.quotientAndRemainder(dividingBy: llOctets)
    return (
      whole + (rest > 0 ? 1 : 0),
      whole * exchangeUs(payload: llOctets) + (rest > 0 ? exchangeUs(payload: rest) : 0)
    )
  }
}

/// The physical layer and, for the Coded PHY, the symbols a bit.
package enum LinkPHY: Hashable, Sendable, CaseIterable {
  case le1M, le2M, codedS2, codedS8

  /// How long a packet of a data channel takes. Core Vol 6, Part B, 2.1 and 2.2.
  package func airUs(payload octets: Int, isEncrypted: Bool) -> Int {
    let octets = min(max(octets, 0), 255)
    let rest = 2 + octets + (isEncrypted && octets > 0 ? 4 : 0) + 3
    switch self {
    case .le1M: return (1 + 4 + rest) * 8
    case .le2M: return (2 + 4 + rest) * 4
    case .codedS2: return 80 + 256 + 16 + 24 + rest * 8 * 2 + 3 * 2
    case .codedS8: return 80 + 256 + 16 + 24 + rest * 8 * 8 + 3 * 8
    }
  }
}
