import Bytes

/// The btsnoop format: Android, BlueZ, Frontline.
///
///     file    "btsnoop\0"   version u32 = 1   datalink u32
///     record  original length u32   included length u32   flags u32   cumulative drops u32
///             time i64, microseconds   included octets, no padding
///
/// All numbers are big-endian.
package enum BtsnoopFormat {
  static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
  package static let fileHeader = 16
  package static let recordHeader = 24

  /// What 1970-01-01 is on btsnoop's clock. A constant of the format, not a number of days since
  /// the year 0: it is twelve days more than that.
  package static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  /// - Precondition: `bytes` hold a whole file header.
  static func walker(header bytes: Span<UInt8>) throws(CaptureFileError) -> any RecordWalker {
    let version = Int(bytes.u32be(8))
    guard version == 1 else { throw .unsupportedVersion(.btsnoop, version: version) }
    let datalink = Int(bytes.u32be(12))
    if datalink == BtsnoopSimulator.datalink { return BtsnoopSimulator() }
    switch LinkType(datalink: datalink) {
    case .hciH1: return BtsnoopH1()
    case .hciH4: return BtsnoopH4()
    case .linuxMonitor: return BtsnoopMonitor()
    default: throw .unsupportedLinkType(.btsnoop, number: datalink)
    }
  }
}

/// The records of one datalink. Datalinks differ in where a packet's kind and direction are.
protocol BtsnoopLayout: RecordLayout {
  static var link: LinkType { get }

  var drops: BtsnoopDrops { get set }
}

/// The H4 packet indicator gives the kind, bit 0 of the flags the direction.
struct BtsnoopH4: BtsnoopLayout {
  static var link: LinkType { .hciH4 }
  var drops = BtsnoopDrops()

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    record.direction = flags(bytes) & 1 == 0 ? .tx : .rx
    record.takeH4Indicator(bytes.extracting(Self.recordHeader..<bytes.count))
  }
}

/// HCI without packet indicator: bit 0 of the flags is the direction, bit 1 is set for commands and
/// events. SCO and ISO cannot be expressed.
struct BtsnoopH1: BtsnoopLayout {
  static var link: LinkType { .hciH1 }
  var drops = BtsnoopDrops()

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    let flags = flags(bytes)
    record.direction = flags & 1 == 0 ? .tx : .rx
    record.detail = UInt8(truncatingIfNeeded: flags & 3)
    record.kind = flags & 2 == 0 ? .acl : record.direction == .tx ? .command : .event
  }
}

/// The flags are the monitor's opcode and the index of the controller.
struct BtsnoopMonitor: BtsnoopLayout {
  static var link: LinkType { .linuxMonitor }
  var drops = BtsnoopDrops()

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    let flags = flags(bytes)
    record.takeMonitor(opcode: UInt16(truncatingIfNeeded: flags))
    record.controller = UInt16(truncatingIfNeeded: flags >> 16)
  }
}

/// Packets of the LE link layer that BlueZ's simulator exchanges: from the preamble to the CRC. The
/// flags are the frequency in MHz, above bit 16 a one; only btmon reads it (BlueZ,
/// src/shared/btsnoop.c and monitor/ll.c), and nothing that writes it was found.
struct BtsnoopSimulator: BtsnoopLayout {
  static let datalink = 2002
  static var link: LinkType { .leLL }
  var drops = BtsnoopDrops()

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    guard bytes.count > Self.recordHeader, flags(bytes) >> 16 == 1,
      [0x55, 0xAA].contains(bytes[Self.recordHeader])
    else { return }
    record.dropFirst(1)
    record.kind = .air
    record.detail = Self.link.detail
  }
}

extension BtsnoopLayout {
  static var recordHeader: Int { BtsnoopFormat.recordHeader }

  var format: CaptureFormat { .btsnoop }

  var linkTypeName: String { Self.link.rawValue }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u32be(4))
  }

  @inline(__always)
  func originalLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u32be(0))
  }

  @inline(__always)
  func flags(_ bytes: Span<UInt8>) -> UInt32 {
    bytes.u32be(8)
  }

  @inline(__always)
  func time(_ bytes: Span<UInt8>) -> TraceTime {
    TraceTime(microseconds: Int64(bitPattern: bytes.u64be(16)) &- BtsnoopFormat.unixEpoch)
  }

  @inline(__always)
  func isPlain(_ bytes: Span<UInt8>) -> Bool {
    bytes.u32be(12) == drops.counter && recordLength(bytes) > 0
  }

  mutating func takeLoss(_ bytes: Span<UInt8>, before number: Int, _ tally: inout RecordTally) {
    tally.lose(drops.take(bytes.u32be(12)), before: number)
  }
}

/// The counter of drops in btsnoop's records. It is cumulative: what it grows by was lost. It is
/// not trusted further than that: a step back is a restart, and all ones mean that the writer does
/// not know.
struct BtsnoopDrops {
  /// As it stood last.
  private(set) var counter: UInt32 = 0
  /// The same, but never all ones.
  private var known: UInt32 = 0

  /// Returns how many were lost since the last one.
  mutating func take(_ counter: UInt32) -> Int {
    self.counter = counter
    guard counter != .max else { return 0 }
    defer { known = counter }
    return counter > known ? Int(counter - known) : 0
  }
}
