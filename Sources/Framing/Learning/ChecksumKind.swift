import Bytes

/// A checksum by its name. The CRCs have the names of the "Catalogue of parametrised CRC
/// algorithms" (Greg Cook, reveng).
public enum ChecksumKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The sum of the octets, modulo 256 or 65 536.
  case sum8
  case sum16
  /// The sum with all bits inverted.
  case complement8
  /// What makes the sum of all octets 0.
  case negated8
  case complement16
  case negated16
  case xor8
  case crc8SMBus
  case crc8Maxim
  case crc8ROHC
  case crc8ITU
  case crc8J1850
  case crc8AUTOSAR
  case crc8DVB
  case crc8NRSC5
  case crc8WCDMA
  case crc8DARC
  case crc8Tech3250
  case crc8CDMA2000
  case crc16ARC
  case crc16MODBUS
  case crc16USB
  case crc16Maxim
  case crc16XMODEM
  case crc16IBM3740
  case crc16SPIFujitsu
  case crc16GENIBUS
  case crc16KERMIT
  case crc16MCRF4XX
  case crc16SDLC
  case crc16UMTS
  case crc16CMS
  case crc16DNP
  case crc32ISO
  case crc32BZIP2
  case crc32MPEG2
  case crc32JAMCRC
  case crc32ISCSI
  case crc32CKSUM

  /// In octets.
  public var width: Int {
    switch self {
    case .sum8, .complement8, .negated8, .xor8: 1
    case .sum16, .complement16, .negated16: 2
    default:
      rawValue < Self.crc16ARC.rawValue ? 1 : rawValue < Self.crc32ISO.rawValue ? 2 : 4
    }
  }

  /// Whether it adds octets: a field of a measurement may do that, too.
  var isSum: Bool {
    switch self {
    case .sum8, .sum16, .complement8, .negated8, .complement16, .negated16: true
    default: false
    }
  }

  var isPlainSum: Bool { self == .sum8 || self == .sum16 }

  public func value(of octets: some Sequence<UInt8>) -> UInt32 {
    switch self {
    case .sum8: UInt32(octets.reduce(0, &+))
    case .complement8: UInt32(~octets.reduce(0, &+))
    case .negated8: UInt32(0 &- octets.reduce(0, &+))
    case .xor8: UInt32(octets.reduce(0, ^))
    case .sum16: Self.sum(octets) & 0xFFFF
    case .complement16: ~Self.sum(octets) & 0xFFFF
    case .negated16: (0 &- Self.sum(octets)) & 0xFFFF
    default: parameters?.value(of: octets) ?? 0
    }
  }

  private static func sum(_ octets: some Sequence<UInt8>) -> UInt32 {
    octets.reduce(0) { $0 &+ UInt32($1) }
  }

  func value(of range: ByteRange, in bytes: Span<UInt8>) -> UInt32 {
    var octets: [UInt8] = []
    octets.append(range, of: bytes)
    return value(of: octets)
  }
}

extension ChecksumKind {
  /// As in the catalogue.
  public var name: String { Self.table[Int(rawValue)].name }

  /// Width, polynomial, start value, whether bits are reflected, and what the result is XORed with.
  var parameters: CRCParameters? { Self.crcs[Int(rawValue)] }

  /// Alone, as these are read for each message.
  private static let crcs = table.map(\.crc)

  /// In the order of the cases: a dictionary would cost more than the checksum.
  static let table: [(kind: ChecksumKind, name: String, crc: CRCParameters?)] = [
    (.sum8, "sum8", nil),
    (.sum16, "sum16", nil),
    (.complement8, "ones-complement8", nil),
    (.negated8, "twos-complement8", nil),
    (.complement16, "ones-complement16", nil),
    (.negated16, "twos-complement16", nil),
    (.xor8, "xor8", nil),
    (.crc8SMBus, "CRC-8/SMBUS", CRCParameters(8, 0x07, 0x00, false, 0x00)),
    (.crc8Maxim, "CRC-8/MAXIM-DOW", CRCParameters(8, 0x31, 0x00, true, 0x00)),
    (.crc8ROHC, "CRC-8/ROHC", CRCParameters(8, 0x07, 0xFF, true, 0x00)),
    (.crc8ITU, "CRC-8/I-432-1", CRCParameters(8, 0x07, 0x00, false, 0x55)),
    (.crc8J1850, "CRC-8/SAE-J1850", CRCParameters(8, 0x1D, 0xFF, false, 0xFF)),
    (.crc8AUTOSAR, "CRC-8/AUTOSAR", CRCParameters(8, 0x2F, 0xFF, false, 0xFF)),
    (.crc8DVB, "CRC-8/DVB-S2", CRCParameters(8, 0xD5, 0x00, false, 0x00)),
    (.crc8NRSC5, "CRC-8/NRSC-5", CRCParameters(8, 0x31, 0xFF, false, 0x00)),
    (.crc8WCDMA, "CRC-8/WCDMA", CRCParameters(8, 0x9B, 0x00, true, 0x00)),
    (.crc8DARC, "CRC-8/DARC", CRCParameters(8, 0x39, 0x00, true, 0x00)),
    (.crc8Tech3250, "CRC-8/TECH-3250", CRCParameters(8, 0x1D, 0xFF, true, 0x00)),
    (.crc8CDMA2000, "CRC-8/CDMA2000", CRCParameters(8, 0x9B, 0xFF, false, 0x00)),
    (.crc16ARC, "CRC-16/ARC", CRCParameters(16, 0x8005, 0x0000, true, 0x0000)),
    (.crc16MODBUS, "CRC-16/MODBUS", CRCParameters(16, 0x8005, 0xFFFF, true, 0x0000)),
    (.crc16USB, "CRC-16/USB", CRCParameters(16, 0x8005, 0xFFFF, true, 0xFFFF)),
    (.crc16Maxim, "CRC-16/MAXIM-DOW", CRCParameters(16, 0x8005, 0x0000, true, 0xFFFF)),
    (.crc16XMODEM, "CRC-16/XMODEM", CRCParameters(16, 0x1021, 0x0000, false, 0x0000)),
    (.crc16IBM3740, "CRC-16/IBM-3740", CRCParameters(16, 0x1021, 0xFFFF, false, 0x0000)),
    (.crc16SPIFujitsu, "CRC-16/SPI-FUJITSU", CRCParameters(16, 0x1021, 0x1D0F, false, 0x0000)),
    (.crc16GENIBUS, "CRC-16/GENIBUS", CRCParameters(16, 0x1021, 0xFFFF, false, 0xFFFF)),
    (.crc16KERMIT, "CRC-16/KERMIT", CRCParameters(16, 0x1021, 0x0000, true, 0x0000)),
    (.crc16MCRF4XX, "CRC-16/MCRF4XX", CRCParameters(16, 0x1021, 0xFFFF, true, 0x0000)),
    (.crc16SDLC, "CRC-16/IBM-SDLC", CRCParameters(16, 0x1021, 0xFFFF, true, 0xFFFF)),
    (.crc16UMTS, "CRC-16/UMTS", CRCParameters(16, 0x8005, 0x0000, false, 0x0000)),
    (.crc16CMS, "CRC-16/CMS", CRCParameters(16, 0x8005, 0xFFFF, false, 0x0000)),
    (.crc16DNP, "CRC-16/DNP", CRCParameters(16, 0x3D65, 0x0000, true, 0xFFFF)),
    (.crc32ISO, "CRC-32/ISO-HDLC", CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, true, 0xFFFF_FFFF)),
    (.crc32BZIP2, "CRC-32/BZIP2", CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0xFFFF_FFFF)),
    (.crc32MPEG2, "CRC-32/MPEG-2", CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0x0000_0000)),
    (.crc32JAMCRC, "CRC-32/JAMCRC", CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, true, 0x0000_0000)),
    (.crc32ISCSI, "CRC-32/ISCSI", CRCParameters(32, 0x1EDC_6F41, 0xFFFF_FFFF, true, 0xFFFF_FFFF)),
    (.crc32CKSUM, "CRC-32/CKSUM", CRCParameters(32, 0x04C1_1DB7, 0x0000_0000, false, 0xFFFF_FFFF)),
  ]
}

/// The parameters of one CRC, with the table that takes an octet at a time.
struct CRCParameters: Sendable {
  let bits: Int
  let polynomial: UInt32
  let isReflected: Bool
  let start: UInt32
  let inverted: UInt32
  private let table: [UInt32]

  init(_ bits: Int, _ polynomial: UInt32, _ start: UInt32, _ isReflected: Bool, _ inverted: UInt32)
  {
    self.bits = bits
    self.polynomial = polynomial
    self.isReflected = isReflected
    self.inverted = inverted
    // Both forms work in 32 bits: reflected at the low end, the others at the high end. Of the
    // octets with one bit, each entry follows from the one before; the others are their sums.
    var table = [UInt32](repeating: 0, count: 256)
    if isReflected {
      self.start = Self.reversed(start, bits)
      let mirrored = Self.reversed(polynomial, bits)
      table[128] = mirrored
      for bit in (0..<7).reversed() {
        let rest = table[2 << bit]
        table[1 << bit] = rest & 1 != 0 ? rest >> 1 ^ mirrored : rest >> 1
      }
    } else {
      let shift = UInt32(32 - bits)
      self.start = start << shift
      let raised = polynomial << shift
      table[1] = raised
      for bit in 1..<8 {
        let rest = table[1 << (bit - 1)]
        table[1 << bit] = rest >> 31 != 0 ? rest << 1 ^ raised : rest << 1
      }
    }
    for octet in 1..<256 {
      let lowest = octet & -octet
      table[octet] = table[lowest] ^ table[octet ^ lowest]
    }
    self.table = table
  }

  func value(of octets: some Sequence<UInt8>) -> UInt32 {
    remainder(of: octets, after: start) ^ inverted
  }

  /// By the polynomial alone. Of two messages of one size that are XORed with each other it is the
  /// XOR of their checksums, whatever these begin with and are inverted by.
  func remainder(of octets: some Sequence<UInt8>, after start: UInt32 = 0) -> UInt32 {
    var rest = start
    if isReflected {
      for octet in octets { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ octet)] }
      return rest
    }
    for octet in octets { rest = rest << 8 ^ table[Int(UInt8(rest >> 24) ^ octet)] }
    return rest >> UInt32(32 - bits)
  }

  private static func reversed(_ number: UInt32, _ bits: Int) -> UInt32 {
    (0..<bits).reduce(0) { $0 | (number >> UInt32($1) & 1) << UInt32(bits - 1 - $1) }
  }
}
