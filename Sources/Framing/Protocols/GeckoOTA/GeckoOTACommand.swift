import Bytes

/// Follows a GBL file, the firmware of Silicon Labs' Gecko bootloader, octet by octet: tags, of
/// which the last has the CRC-32 of all before it. Integers have the least significant octet first.
///
///     tag        identification (4), length of its data (4), data
///     first      0x03A617EB, 8: version (4), type (4)
///     last       0xFC0404FC, 4: CRC-32
///
/// A tag of a maker makes the file unknown: its number could also be data, where a value before it
/// is missing. Gecko SDK, `btl_gbl_format.h`; "Gecko Bootloader User's Guide" (UG266), "File
/// format".
public struct GBLScanner: Sendable {
  public enum Part: Sendable {
    /// Identification or length of a tag.
    case tag
    case data
    case crc
    /// After the end, or of a file that is none.
    case other
  }

  private enum State: Sendable { case tag, data, end, over, unknown }

  private var state = State.tag
  /// The octets of the tag, or of the CRC, so far.
  private var value: UInt64 = 0
  private var count = 0
  /// Octets of data that are left.
  private var left: UInt32 = 0
  private var crc = CRC32()
  /// Octets up to the end of the last tag.
  public private(set) var octets = 0
  /// The CRC-32 that the file has, and that of its octets; `nil` before the end.
  public private(set) var checksum: (found: UInt32, expected: UInt32)?

  private static let firstTag: UInt32 = 0x03A6_17EB
  private static let lastTag: UInt32 = 0xFC04_04FC
  private static let knownTags: [UInt32] = [
    firstTag,
    // Version dependency, application, upgrade of the Secure Element, bootloader
    0x76A6_17EB, 0xF40A_0AF4, 0x5EA6_17EB, 0xF509_09F5,
    // Program: plain, erased before, compressed with LZ4 or LZMA; metadata
    0xFE01_01FE, 0xFD03_03FD, 0xFD05_05FD, 0xFD07_07FD, 0xF608_08F6,
    // Difference to a program: plain, compressed with LZ4 or LZMA
    0xF80A_0AF8, 0xF80B_0BF8, 0xF80C_0CF8,
    // Encryption: header, start, data; certificate, signature
    0xFB05_05FB, 0xFA06_06FA, 0xF907_07F9, 0xF30B_0BF3, 0xF70A_0AF7,
    lastTag,
  ]

  public init() {}

  /// Whether it began as such a file.
  public var isKnown: Bool { octets >= 8 && state != .unknown }
  public var isComplete: Bool { state == .over }

  /// Octets are missing: what follows may be anything.
  public mutating func lose() { state = .unknown }

  public mutating func add(_ octet: UInt8) -> Part {
    switch state {
    case .over, .unknown: return .other
    case .tag:
      step(octet)
      crc.add(octet)
      if !isKnownTag { lose() }
      if count == 8 { beginData() }
      return state == .unknown ? .other : .tag
    case .data:
      octets += 1
      crc.add(octet)
      left -= 1
      if left == 0 { state = .tag }
      return .data
    case .end:
      step(octet)
      if count == 4 {
        checksum = (UInt32(truncatingIfNeeded: value), crc.value)
        state = .over
      }
      return .crc
    }
  }

  private mutating func step(_ octet: UInt8) {
    value |= UInt64(octet) << (8 * UInt64(count))
    count += 1
    octets += 1
  }

  /// Whether a tag of the format begins with the octets so far.
  private var isKnownTag: Bool {
    let bits = 8 * min(count, 4)
    let mask = UInt64(1) << UInt64(bits) - 1
    return Self.knownTags.contains { UInt64($0) & mask == value & mask }
  }

  private mutating func beginData() {
    let tag = UInt32(truncatingIfNeeded: value)
    left = UInt32(truncatingIfNeeded: value >> 32)
    (value, count) = (0, 0)
    if octets == 8, tag != Self.firstTag {
      state = .unknown
    } else if tag == Self.lastTag, left == 4 {
      state = .end
    } else {
      state = left == 0 ? .tag : .data
    }
  }
}

/// The control point of Silicon Labs' OTA: 0 starts an upload, 3 ends it, 4 closes the connection.
/// The other characteristic takes the octets of the file. AN1086, "Using the Gecko Bootloader with
/// the Silicon Labs Bluetooth Applications".
public enum GeckoOTACommand: UInt8, Hashable, Sendable {
  case start = 0
  case end = 3
  case disconnect = 4

  public var name: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .disconnect: "disconnect"
    }
  }
}
