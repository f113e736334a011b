import Bytes
import CaptureFiles

/// A packet that the controller was given: when, in which record, and how many octets of a value it
/// holds.
struct SentPacket: Sendable {
  let time: TraceTime
  /// In one word, as there are many: above the octets, of which a packet has 16 bits.
  private let frameAndOctets: UInt64

  /// - Precondition: `octets` is what a length of 16 bits can say.
  @inline(__always)
  init(_ moment: Moment, octets: Int) {
    time = moment.time
    frameAndOctets =
      UInt64(truncatingIfNeeded: moment.frame) << 16 | UInt64(truncatingIfNeeded: octets)
  }

  var frame: Int { Int(frameAndOctets >> 16) }
  var octets: Int { Int(frameAndOctets & 0xFFFF) }
}

/// The packets that are out, in the order in which they were sent, as a ring: the first few in
/// place, more in an array.
struct SentPackets: Sendable {
  private(set) var count = 0
  /// How many find room.
  private(set) var room = few
  private var first = 0
  private var slots: InlineArray<16, SentPacket> = .init(repeating: blank)
  private var more: [SentPacket] = []

  private static let few = 16
  private static var blank: SentPacket {
    SentPacket(Moment(frame: 0, time: TraceTime(microseconds: 0)), octets: 0)
  }

  subscript(index: Int) -> SentPacket {
    let slot = (first &+ index) & (room &- 1)
    return room == Self.few ? slots[slot] : more[slot]
  }

  /// - Precondition: there is room.
  @inline(__always)
  mutating func append(_ packet: SentPacket) {
    let index = (first &+ count) & (room &- 1)
    if room == Self.few { slots[index] = packet } else { more[index] = packet }
    count &+= 1
  }

  /// - Precondition: there is one.
  @discardableResult @inline(__always)
  mutating func removeFirst() -> SentPacket {
    let packet = room == Self.few ? slots[first] : more[first]
    first = (first &+ 1) & (room &- 1)
    count &-= 1
    return packet
  }

  mutating func grow() {
    var larger: [SentPacket] = []
    larger.reserveCapacity(2 * room)
    while count > 0 { larger.append(removeFirst()) }
    (count, first, room) = (larger.count, 0, 2 * room)
    while larger.count < room { larger.append(Self.blank) }
    more = larger
  }
}
