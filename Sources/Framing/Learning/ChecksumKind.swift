/// A checksum by its name. The CRCs have the names of the "Catalogue of parametrised CRC
/// algorithms" (Greg Cook, reveng).
public enum ChecksumKind: String, Hashable, Sendable, CaseIterable {
  /// The sum of the octets, modulo 256 or 65 536.
  case sum8 = "sum8"
  case sum16 = "sum16"
  /// The sum with all bits inverted.
  case complement8 = "ones-complement8"
  /// What makes the sum of all octets 0.
  case negated8 = "twos-complement8"
  case xor8 = "xor8"
  case crc8SMBus = "CRC-8/SMBUS"
  case crc8Maxim = "CRC-8/MAXIM-DOW"
  case crc8ROHC = "CRC-8/ROHC"
  case crc8ITU = "CRC-8/I-432-1"
  case crc8J1850 = "CRC-8/SAE-J1850"
  case crc8AUTOSAR = "CRC-8/AUTOSAR"
  case crc8DVB = "CRC-8/DVB-S2"
  case crc8NRSC5 = "CRC-8/NRSC-5"
  case crc8WCDMA = "CRC-8/WCDMA"
  case crc8DARC = "CRC-8/DARC"
  case crc8Tech3250 = "CRC-8/TECH-3250"
  case crc8CDMA2000 = "CRC-8/CDMA2000"
  case crc16ARC = "CRC-16/ARC"
  case crc16MODBUS = "CRC-16/MODBUS"
  case crc16USB = "CRC-16/USB"
  case crc16Maxim = "CRC-16/MAXIM-DOW"
  case crc16XMODEM = "CRC-16/XMODEM"
  case crc16IBM3740 = "CRC-16/IBM-3740"
  case crc16SPIFujitsu = "CRC-16/SPI-FUJITSU"
  case crc16GENIBUS = "CRC-16/GENIBUS"
  case crc16KERMIT = "CRC-16/KERMIT"
  case crc16MCRF4XX = "CRC-16/MCRF4XX"
  case crc16SDLC = "CRC-16/IBM-SDLC"
  case crc16UMTS = "CRC-16/UMTS"
  case crc16CMS = "CRC-16/CMS"
  case crc16DNP = "CRC-16/DNP"
  case crc32ISO = "CRC-32/ISO-HDLC"
  case crc32BZIP2 = "CRC-32/BZIP2"
  case crc32MPEG2 = "CRC-32/MPEG-2"
  case crc32JAMCRC = "CRC-32/JAMCRC"
  case crc32ISCSI = "CRC-32/ISCSI"
  case crc32CKSUM = "CRC-32/CKSUM"

  /// In octets.
  public var width: Int {
    switch self {
    case .sum8, .complement8, .negated8, .xor8: 1
    case .sum16: 2
    default: (parameters?.bits ?? 8) / 8
    }
  }

  /// Whether it adds octets: a field of a measurement may do that, too.
  var isSum: Bool {
    switch self {
    case .sum8, .sum16, .complement8, .negated8: true
    default: false
    }
  }

  public func value(of octets: some Sequence<UInt8>) -> UInt32 {
    switch self {
    case .sum8: UInt32(octets.reduce(0, &+))
    case .complement8: UInt32(~octets.reduce(0, &+))
    case .negated8: UInt32(0 &- octets.reduce(0, &+))
    case .xor8: UInt32(octets.reduce(0, ^))
    case .sum16: octets.reduce(0) { ($0 &+ UInt32($1)) & 0xFFFF }
    default: parameters?.value(of: octets) ?? 0
    }
  }
}

extension ChecksumKind {
  /// Width, polynomial, start value, whether bits are reflected, and what the result is XORed with.
  var parameters: CRCParameters? { Self.table[self] }

  private static let table: [ChecksumKind: CRCParameters] = [
    .crc8SMBus: CRCParameters(8, 0x07, 0x00, false, 0x00),
    .crc8Maxim: CRCParameters(8, 0x31, 0x00, true, 0x00),
    .crc8ROHC: CRCParameters(8, 0x07, 0xFF, true, 0x00),
    .crc8ITU: CRCParameters(8, 0x07, 0x00, false, 0x55),
    .crc8J1850: CRCParameters(8, 0x1D, 0xFF, false, 0xFF),
    .crc8AUTOSAR: CRCParameters(8, 0x2F, 0xFF, false, 0xFF),
    .crc8DVB: CRCParameters(8, 0xD5, 0x00, false, 0x00),
    .crc8NRSC5: CRCParameters(8, 0x31, 0xFF, false, 0x00),
    .crc8WCDMA: CRCParameters(8, 0x9B, 0x00, true, 0x00),
    .crc8DARC: CRCParameters(8, 0x39, 0x00, true, 0x00),
    .crc8Tech3250: CRCParameters(8, 0x1D, 0xFF, true, 0x00),
    .crc8CDMA2000: CRCParameters(8, 0x9B, 0xFF, false, 0x00),
    .crc16ARC: CRCParameters(16, 0x8005, 0x0000, true, 0x0000),
    .crc16MODBUS: CRCParameters(16, 0x8005, 0xFFFF, true, 0x0000),
    .crc16USB: CRCParameters(16, 0x8005, 0xFFFF, true, 0xFFFF),
    .crc16Maxim: CRCParameters(16, 0x8005, 0x0000, true, 0xFFFF),
    .crc16XMODEM: CRCParameters(16, 0x1021, 0x0000, false, 0x0000),
    .crc16IBM3740: CRCParameters(16, 0x1021, 0xFFFF, false, 0x0000),
    .crc16SPIFujitsu: CRCParameters(16, 0x1021, 0x1D0F, false, 0x0000),
    .crc16GENIBUS: CRCParameters(16, 0x1021, 0xFFFF, false, 0xFFFF),
    .crc16KERMIT: CRCParameters(16, 0x1021, 0x0000, true, 0x0000),
    .crc16MCRF4XX: CRCParameters(16, 0x1021, 0xFFFF, true, 0x0000),
    .crc16SDLC: CRCParameters(16, 0x1021, 0xFFFF, true, 0xFFFF),
    .crc16UMTS: CRCParameters(16, 0x8005, 0x0000, false, 0x0000),
    .crc16CMS: CRCParameters(16, 0x8005, 0xFFFF, false, 0x0000),
    .crc16DNP: CRCParameters(16, 0x3D65, 0x0000, true, 0xFFFF),
    .crc32ISO: CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, true, 0xFFFF_FFFF),
    .crc32BZIP2: CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0xFFFF_FFFF),
    .crc32MPEG2: CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0x0000_0000),
    .crc32JAMCRC: CRCParameters(32, 0x04C1_1DB7, 0xFFFF_FFFF, true, 0x0000_0000),
    .crc32ISCSI: CRCParameters(32, 0x1EDC_6F41, 0xFFFF_FFFF, true, 0xFFFF_FFFF),
    .crc32CKSUM: CRCParameters(32, 0x04C1_1DB7, 0x0000_0000, false, 0xFFFF_FFFF),
  ]
}

/// The parameters of one CRC, with the table that takes an octet at a time.
struct CRCParameters: Sendable {
  let bits: Int
  private let start: UInt32
  private let isReflected: Bool
  private let inverted: UInt32
  private let table: [UInt32]

  init(_ bits: Int, _ polynomial: UInt32, _ start: UInt32, _ isReflected: Bool, _ inverted: UInt32)
  {
    self.bits = bits
    self.isReflected = isReflected
    self.inverted = inverted
    // Both forms work in 32 bits: reflected at the low end, the others at the high end.
    let shift = UInt32(32 - bits)
    if isReflected {
      self.start = Self.reversed(start, bits)
      let mirrored = Self.reversed(polynomial, bits)
      table = (0..<256).map { octet in
        (0..<8).reduce(UInt32(octet)) { rest, _ in
          rest & 1 != 0 ? rest >> 1 ^ mirrored : rest >> 1
        }
      }
    } else {
      self.start = start << shift
      let raised = polynomial << shift
      table = (0..<256).map { octet in
        (0..<8).reduce(UInt32(octet) << 24) { rest, _ in
          rest >> 31 != 0 ? rest << 1 ^ raised : rest << 1
        }
      }
    }
  }

  func value(of octets: some Sequence<UInt8>) -> UInt32 {
    var rest = start
    if isReflected {
      for octet in octets { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ octet)] }
      return rest ^ inverted
    }
    for octet in octets { rest = rest << 8 ^ table[Int(UInt8(rest >> 24) ^ octet)] }
    return rest >> UInt32(32 - bits) ^ inverted
  }

  private static func reversed(_ number: UInt32, _ bits: Int) -> UInt32 {
    (0..<bits).reduce(0) { $0 | (number >> UInt32($1) & 1) << UInt32(bits - 1 - $1) }
  }
}
