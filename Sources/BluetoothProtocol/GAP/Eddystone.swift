import Bytes

/// Google's Eddystone, in service data of UUID 0xFEAA: one of four kinds of frames, which a beacon
/// sends by turns.
///
///     octet   0             1..<end
///             frame type    as the type says
///
/// github.com/google/eddystone, protocol-specification.md.
package enum EddystoneFrame: Hashable, Sendable {
  case uid(EddystoneUID)
  case url(EddystoneURL)
  case telemetry(EddystoneTelemetry)
  case ephemeralIdentifier(EddystoneEphemeralIdentifier)

  /// Nil for a type that the format does not name.
  package init?(_ serviceData: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.gap, serviceData)
    switch try cursor.u8(in: bytes) {
    case 0x00: self = .uid(try EddystoneUID(&cursor, in: bytes))
    case 0x10: self = .url(try EddystoneURL(&cursor, in: bytes))
    case 0x20: self = .telemetry(try EddystoneTelemetry(&cursor, in: bytes))
    case 0x30:
      self = .ephemeralIdentifier(try EddystoneEphemeralIdentifier(&cursor, in: bytes))
    default: return nil
    }
  }
}

/// An Eddystone-UID frame: which beacon it is.
///
///     octet   0       1           2...11            12...17          18...19
///             0x00    TX power    namespace (BE)    instance (BE)    reserved, may be missing
///
/// eddystone-uid/README.md.
package struct EddystoneUID: Hashable, Sendable {
  /// In dBm, at 0 m.
  package let txPower: Int8
  /// Ten octets.
  package let namespace: [UInt8]
  /// Six octets.
  package let instance: [UInt8]

  fileprivate init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    txPower = try cursor.i8(in: bytes)
    namespace = try cursor.octets(10, in: bytes)
    instance = try cursor.octets(6, in: bytes)
  }
}

/// An Eddystone-URL frame.
///
///     octet   0       1           2         3..<end
///             0x10    TX power    scheme    encoded rest, to 17 octets
///
/// eddystone-url/README.md.
package struct EddystoneURL: Hashable, Sendable {
  /// In dBm, at 0 m.
  package let txPower: Int8
  /// The URL, written out. An octet that may not stand in one is escaped as `%1F`; nil for a scheme
  /// that the format does not name.
  package let url: String?

  fileprivate init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    txPower = try cursor.i8(in: bytes)
    let scheme = try cursor.u8(in: bytes)
    var rest = ""
    while cursor.rest.originalCount > 0 { rest += Self.expand(try cursor.u8(in: bytes)) }
    let schemes = ["http://www.", "https://www.", "http://", "https://"]
    url = Int(scheme) < schemes.count ? schemes[Int(scheme)] + rest : nil
  }

  private static func expand(_ octet: UInt8) -> String {
    let endings = [".com", ".org", ".edu", ".net", ".info", ".biz", ".gov"]
    switch octet {
    case 0x00...0x06: return endings[Int(octet)] + "/"
    case 0x07...0x0D: return endings[Int(octet) - 7]
    case 0x21...0x7E: return String(Unicode.Scalar(octet))
    default: return "%" + hexDigits(octet, 2)
    }
  }
}

/// An Eddystone-TLM frame: how the beacon is.
///
///     octet   0       1          2...3         4...5          6...9               10...13
///             0x20    version    battery mV    temperature    advertisements      time since start
///                                (BE)          8.8 (BE)       since start (BE)    0.1 s (BE)
///
/// eddystone-tlm/tlm-plain.md. Version 1 is encrypted: nothing can be read of it.
package struct EddystoneTelemetry: Hashable, Sendable {
  /// In mV; nil without a battery.
  package private(set) var battery: UInt16?
  /// In 1/256 °C; nil where it is not measured.
  package private(set) var temperature: Int16?
  package private(set) var advertisements: UInt32?
  /// In 0.1 s.
  package private(set) var uptime: UInt32?

  fileprivate init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    guard try cursor.u8(in: bytes) == 0 else { return }
    let battery = bytes.u16be(try cursor.skip(2))
    let temperature = Int16(bitPattern: bytes.u16be(try cursor.skip(2)))
    self.battery = battery == 0 ? nil : battery
    self.temperature = temperature == .min ? nil : temperature
    advertisements = bytes.u32be(try cursor.skip(4))
    uptime = bytes.u32be(try cursor.skip(4))
  }
}

/// An Eddystone-EID frame: an identifier that changes, which only its owner can resolve.
///
///     octet   0       1           2...9
///             0x30    TX power    ephemeral identifier
///
/// eddystone-eid/README.md.
package struct EddystoneEphemeralIdentifier: Hashable, Sendable {
  /// In dBm, at 0 m.
  package let txPower: Int8
  /// Eight octets.
  package let identifier: [UInt8]

  fileprivate init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    txPower = try cursor.i8(in: bytes)
    identifier = try cursor.octets(8, in: bytes)
  }
}

extension ByteCursor {
  fileprivate mutating func octets(
    _ count: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> [UInt8] {
    let start = try skip(count)
    return (start..<start + count).map { bytes[$0] }
  }
}
