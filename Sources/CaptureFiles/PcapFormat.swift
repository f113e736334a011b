import Bytes

/// The pcap format, in both byte orders, with microseconds or nanoseconds.
///
///     file    magic u32   version u16 u16   zone i32   accuracy u32   snap length u32
///             link type u32, of which the upper 16 bits say other things
///     record  seconds u32   fraction u32   included length u32   original length u32
///             included octets, no padding
struct PcapLayout: RecordLayout {
  static let fileHeader = 24
  static let recordHeader = 16

  private let order: ByteOrder
  private let hasNanoseconds: Bool
  private let link: LinkType

  var format: CaptureFormat { .pcap }

  var linkTypeName: String { link.rawValue }

  var hasUSB: Bool { link.isUSB }

  var hasPPI: Bool { link == .ppiLELL }

  /// A packet may be in several transfers of USB.
  var isPositional: Bool { !link.isUSB }

  /// The order and resolution that a magic number means.
  static func variant(magic: UInt32) -> (order: ByteOrder, hasNanoseconds: Bool)? {
    switch magic {
    case 0xA1B2_C3D4: (.big, false)
    case 0xD4C3_B2A1: (.little, false)
    case 0xA1B2_3C4D: (.big, true)
    case 0x4D3C_B2A1: (.little, true)
    default: nil
    }
  }

  /// - Precondition: `bytes` hold a whole file header, and its magic is one of pcap's.
  init(header bytes: Span<UInt8>) throws(CaptureFileError) {
    guard let variant = Self.variant(magic: bytes.u32be(0)) else {
      preconditionFailure("not a pcap header")
    }
    order = variant.order
    hasNanoseconds = variant.hasNanoseconds
    let version = Int(bytes.u16(4, order))
    guard version == 2 else { throw .unsupportedVersion(.pcap, version: version) }
    let number = Int(bytes.u32(20, order) & 0xFFFF)
    guard let link = LinkType(pcap: number) else {
      throw .unsupportedLinkType(.pcap, number: number)
    }
    self.link = link
  }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u32(8, order))
  }

  @inline(__always)
  func originalLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u32(12, order))
  }

  /// Of all formats only pcap's header can be read as one of its records: an empty one of an empty
  /// packet, of the year 2055. No packet of Bluetooth is empty.
  func isFileHeader(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.u64be(8) == 0, let variant = Self.variant(magic: bytes.u32be(0)) else {
      return false
    }
    return bytes.u16(4, variant.order) == 2
  }

  @inline(__always)
  func time(_ bytes: Span<UInt8>) -> TraceTime {
    var fraction = Int64(bytes.u32(4, order))
    if hasNanoseconds { fraction /= 1000 }
    return TraceTime(microseconds: Int64(bytes.u32(0, order)) &* 1_000_000 &+ fraction)
  }

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    record.takeFraming(link, bytes.extracting(Self.recordHeader..<bytes.count), order)
  }
}
