import Bytes

/// A decimal number of medical devices: a mantissa and a power of ten, or one of the values that
/// are no number.
///
/// IEEE 11073-20601, SFLOAT-Type and FLOAT-Type; Bluetooth SIG, Personal Health Devices
/// Transcoding, 2.2.
package enum IEEE11073Number: Hashable, Sendable {
  case finite(mantissa: Int32, exponent: Int8)
  case notANumber
  /// Not at this resolution: the value is unknown, or will be known later.
  case notAtThisResolution
  case positiveInfinity
  case negativeInfinity
  case reserved

  /// SFLOAT: 16 bits.
  ///
  ///     bit    15...12             11...0
  ///            exponent, signed    mantissa, signed
  package init(sfloat bits: UInt16) {
    switch bits {
    case 0x07FF: self = .notANumber
    case 0x0800: self = .notAtThisResolution
    case 0x07FE: self = .positiveInfinity
    case 0x0802: self = .negativeInfinity
    case 0x0801: self = .reserved
    default:
      self = .finite(
        mantissa: Int32(Int16(bitPattern: bits << 4) >> 4),
        exponent: Int8(Int16(bitPattern: bits) >> 12))
    }
  }

  /// FLOAT: 32 bits.
  ///
  ///     bit    31...24             23...0
  ///            exponent, signed    mantissa, signed
  package init(float bits: UInt32) {
    switch bits {
    case 0x007F_FFFF: self = .notANumber
    case 0x0080_0000: self = .notAtThisResolution
    case 0x007F_FFFE: self = .positiveInfinity
    case 0x0080_0002: self = .negativeInfinity
    case 0x0080_0001: self = .reserved
    default:
      self = .finite(
        mantissa: Int32(bitPattern: bits << 8) >> 8,
        exponent: Int8(truncatingIfNeeded: bits >> 24))
    }
  }

  /// The number in decimals, exactly, or the standard's word for what is none.
  package var text: String {
    switch self {
    case .finite(let mantissa, let exponent):
      ValueText.decimal(Int(mantissa), exponent: Int(exponent))
    case .notANumber: "NaN"
    case .notAtThisResolution: "NRes"
    case .positiveInfinity: "+INFINITY"
    case .negativeInfinity: "-INFINITY"
    case .reserved: "reserved value"
    }
  }
}
