/// The block types that are looked into.
enum PcapngBlock: UInt32, Hashable, Sendable {
  case section = 0x0A0D_0D0A
  case interface = 1
  case packet = 2
  case simplePacket = 3
  case statistics = 5
  case enhancedPacket = 6
  /// Not a number of the format: any block that is skipped.
  case other = 0xFFFF_FFFF

  /// The total length of a block without options or packet.
  var leastLength: Int {
    switch self {
    case .section: 28
    case .interface: 20
    case .packet, .enhancedPacket: 32
    case .simplePacket: 16
    case .statistics: 24
    case .other: 12
    }
  }

  /// Octets before the packet, in a block that holds one.
  var packetHeader: Int? {
    switch self {
    case .packet, .enhancedPacket: 28
    case .simplePacket: 12
    default: nil
    }
  }
}

/// A packet block, without what its interface says.
struct PcapngPacket: Hashable, Sendable {
  var interface = 0
  /// Nothing in a simple packet.
  var ticks: UInt64?
  var captured: Int
  var original: Int
  /// Where the packet starts in the window.
  var start: Int
  /// Packets lost before this one, where the block says it.
  var drops: UInt64?
  var direction = RecordDirection.unknown

  /// Reads the fixed part of the block at `at`; the captured length is not checked.
  init(_ kind: PcapngBlock, header: Int, _ bytes: Span<UInt8>, _ at: Int, _ order: ByteOrder) {
    start = at + header
    if kind == .simplePacket {
      original = Int(bytes.u32(at + 8, order))
      captured = min(original, Int(bytes.u32(at + 4, order)) - 16)
      return
    }
    if kind == .packet {
      interface = Int(bytes.u16(at + 8, order))
      let lost = bytes.u16(at + 10, order)
      if lost != .max { drops = UInt64(lost) }
    } else {
      interface = Int(bytes.u32(at + 8, order))
    }
    ticks = UInt64(bytes.u32(at + 12, order)) << 32 | UInt64(bytes.u32(at + 16, order))
    captured = Int(bytes.u32(at + 20, order))
    original = Int(bytes.u32(at + 24, order))
  }

  /// Options epb_flags (its lowest two bits) and epb_dropcount.
  mutating func take(_ options: PcapngOptions, _ bytes: Span<UInt8>) {
    var options = options
    while let option = options.next(bytes) {
      switch (option.code, option.count) {
      case (2, 4):
        switch bytes.u32(option.start, options.order) & 3 {
        case 1: direction = .rx
        case 2: direction = .tx
        default: break
        }
      case (4, 8): drops = bytes.u64(option.start, options.order)
      default: break
      }
    }
  }
}

/// Walks the options at the end of a block. Options that make no sense end the walk: they are not
/// worth losing the packet for.
///
///     option   code u16   length u16   value, padded to 32 bits
struct PcapngOptions: Hashable, Sendable {
  let order: ByteOrder
  private var at: Int
  private let end: Int

  init(from start: Int, to end: Int, _ order: ByteOrder) {
    at = start
    self.end = end
    self.order = order
  }

  mutating func next(_ bytes: Span<UInt8>) -> (code: UInt16, start: Int, count: Int)? {
    guard end - at >= 4 else { return nil }
    let code = bytes.u16(at, order)
    let count = Int(bytes.u16(at + 2, order))
    let start = at + 4
    guard code != 0, count <= end - start else { return nil }
    at = start + ((count + 3) & ~3)
    return (code, start, count)
  }
}
