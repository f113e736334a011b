import Bytes

/// A record of the monitor protocol that Zephyr (and NimBLE) send over a serial line or over RTT,
/// and that `btmon --tty` reads. The stream has no header, and nothing marks where a record begins.
///
///     record     length u16 = 4 + extensions + packet   opcode u16   flags u8 = 0
///                extensions' length u8   extensions   packet
///     extension  type u8 1...7, drops u8: records of one kind lost since the record before
///                type u8 8, time u32 in units of 100 us since the board started
///
/// All numbers are little-endian. The opcodes are those of the Linux monitor, and 255 for a packet
/// of no known kind. Zephyr and BlueZ differ in which type of drop is which direction (3 is
/// received ACL data in Zephyr's monitor.h, sent ACL data in BlueZ's tty.h), so that only the sum
/// is used.
struct ZephyrRecord {
  /// The record with all its headers.
  let length: Int
  /// Where the packet begins in the record.
  let packet: Int
  let opcode: UInt16
  let ticks: UInt32?
  let drops: Int

  /// What is at an offset of the stream.
  enum Look {
    /// A record, as far as its headers show; the packet need not be whole.
    case record(ZephyrRecord)
    case no
    /// This many octets would show it.
    case needs(Int)
  }

  private static let header = 6
  /// Zephyr writes at most 19 octets.
  private static let longestExtensions = 24
  /// Of notes, and of packets of no known kind.
  static let longestNote = 4096

  /// Headers, extensions and the packet's own length have to agree.
  static func look(_ bytes: Span<UInt8>) -> Look {
    guard bytes.count >= header else { return .needs(header) }
    let length = Int(bytes.u16le(0)) + 2
    let opcode = bytes.u16le(2)
    let packet = header + Int(bytes[5])
    guard opcode <= 19 || opcode == 255, bytes[4] == 0, packet <= header + longestExtensions,
      length >= packet, isPossible(length - packet, opcode)
    else { return .no }
    // A command or an event may be shorter than the header of other packets.
    let wanted = min(packet + 4, length)
    guard bytes.count >= wanted else { return .needs(wanted) }
    var kind = RecordKind.unrecognized
    if opcode <= 19 { kind = monitorKind(UInt8(opcode)) }
    if isHCI(kind) {
      let own = packetLength(kind, bytes.extracting(packet..<wanted))
      guard own == length - packet else { return .no }
    }
    var (ticks, drops): (UInt32?, Int) = (nil, 0)
    var at = header
    while at < packet {
      switch bytes[at] {
      case 1...7 where packet - at >= 2:
        drops += Int(bytes[at + 1])
        at += 2
      case 8 where packet - at >= 5:
        ticks = bytes.u32le(at + 1)
        at += 5
      default: return .no
      }
    }
    return .record(
      ZephyrRecord(length: length, packet: packet, opcode: opcode, ticks: ticks, drops: drops))
  }

  private static func isHCI(_ kind: RecordKind) -> Bool {
    switch kind {
    case .command, .event, .acl, .sco, .iso: true
    default: false
    }
  }

  /// Whether a packet of that opcode can have so many octets.
  private static func isPossible(_ count: Int, _ opcode: UInt16) -> Bool {
    switch opcode {
    case 0: count == 16
    case 1, 8, 9: count == 0
    case 10: count == 8
    case 2...7, 18, 19: true
    default: count <= longestNote
    }
  }
}

/// The clock of a board counts from its start, in 32 bits: in units of 100 us it wraps after 4.97
/// days; it begins
/// again when the board is reset. What is made of it never goes back but for records that overtook
/// others by less than a second: it goes on through a wrap; after a reset it goes on from the
/// record before, or, where a clock of this computer is given, from that.
///
/// The first record is at 0, or at what this computer's clock says.
struct ZephyrClock {
  private let now: (@Sendable () -> TraceTime)?
  private var last: UInt32?
  private var time = TraceTime(microseconds: 0)

  /// In microseconds.
  private let unit: Int64

  init(_ now: (@Sendable () -> TraceTime)?, unit: Int64 = 100) {
    self.now = now
    self.unit = unit
  }

  var tellsTimeOfDay: Bool { now != nil }

  /// The time of the next record; of one without a time, that of the record before.
  mutating func time(ticks: UInt32?) -> TraceTime {
    guard let ticks else {
      if last == nil, let now { time = now() }
      return time
    }
    defer { last = ticks }
    if let last {
      let step = Int64(Int32(bitPattern: ticks &- last))
      if step > -1_000_000 / unit {
        time = TraceTime(microseconds: time.microseconds &+ step * unit)
        return time
      }
    }
    // The first one, or the board was reset.
    if let now { time = max(time, now()) }
    return time
  }
}
