import Bytes

/// A string in UTF-8: Device Name (0x2A00), Model Number (0x2A24), Serial Number (0x2A25), Firmware
/// (0x2A26), Hardware (0x2A27) and Software Revision (0x2A28), Manufacturer Name (0x2A29), and the
/// descriptor Characteristic User Description (0x2901).
///
/// GATT Specification Supplement, each under its name; Core Vol 3, Part C, 12.1, Part G, 3.3.3.2.
package struct UTF8Value: GATTValueFormat {
  package let octets: [UInt8]

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var octets: [UInt8] = []
    octets.reserveCapacity(cursor.remaining)
    while cursor.remaining > 0 { octets.append(try cursor.u8(in: bytes)) }
    self.octets = octets
  }

  /// What is not UTF-8 in it is shown by U+FFFD. Nothing is escaped.
  package var text: String { String(decoding: octets, as: UTF8.self) }
}

/// System ID, 0x2A23.
///
///     octet   0...4                                       5...7
///             identifier given by the manufacturer        OUI
///
/// GATT Specification Supplement, System ID. Where 0xFFFE stands between the OUI and three octets,
/// those two are a device address.
package struct SystemID: GATTValueFormat {
  package let identifier: UInt64
  package let organization: UInt32

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    let all = try cursor.u64le(in: bytes)
    identifier = all & 0xFF_FFFF_FFFF
    organization = UInt32(truncatingIfNeeded: all >> 40)
  }

  package var deviceAddress: DeviceAddress? {
    guard identifier >> 24 == 0xFFFE else { return nil }
    return DeviceAddress(
      littleEndian48: UInt64(organization) << 24 | identifier & 0xFF_FFFF)
  }

  package var text: String {
    ValueText.joined([
      "OUI \(hexDigits(organization, 6))", "identifier 0x\(hexDigits(identifier, 10))",
      deviceAddress.map { "address \($0)" },
    ])
  }
}

/// PnP ID, 0x2A50.
///
///     octet   0                   1...2     3...4      5...6
///             vendor ID source    vendor    product    version, as 0xJJMN for JJ.M.N
///
/// GATT Specification Supplement, PnP ID.
package struct PnPID: GATTValueFormat {
  package let source: UInt8
  package let vendor: UInt16
  package let product: UInt16
  package let version: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    source = try cursor.u8(in: bytes)
    vendor = try cursor.u16le(in: bytes)
    product = try cursor.u16le(in: bytes)
    version = try cursor.u16le(in: bytes)
  }

  package var text: String {
    let registries = [1: "Bluetooth SIG", 2: "USB Implementer's Forum"]
    let name = source == 1 ? CompanyNames.name(for: vendor) : nil
    return ValueText.joined([
      "vendor 0x\(hexDigits(vendor, 4))" + (name.map { " (\($0))" } ?? ""),
      "of " + ValueText.code(source, registries[Int(source)], "registry"),
      "product 0x\(hexDigits(product, 4))",
      "version \(hexDigits(version >> 8, 1)).\(version >> 4 & 0xF).\(version & 0xF)",
    ])
  }
}
