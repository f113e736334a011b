import Bytes

/// A string in UTF-8: Device Name (0x2A00), Model Number (0x2A24), Serial Number (0x2A25), Firmware
/// (0x2A26), Hardware (0x2A27) and Software Revision (0x2A28), Manufacturer Name (0x2A29), and the
/// descriptor Characteristic User Description (0x2901).
///
/// GATT Specification Supplement, each under its name; Core Vol 3, Part C, 12.1, Part G, 3.3.3.2.
package enum UTF8Value: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    var octets: [UInt8] = []
    octets.reserveCapacity(it.cursor.remaining)
    while it.cursor.remaining > 0 { octets.append(try it.cursor.u8(in: bytes)) }
    // What is not UTF-8 in it is shown by U+FFFD. Nothing is escaped.
    it.say(String(decoding: octets, as: UTF8.self))
  }
}

/// System ID, 0x2A23.
///
///     octet   0...4                                       5...7
///             identifier given by the manufacturer        OUI
///
/// GATT Specification Supplement, System ID. Where 0xFFFE stands between the OUI and three octets,
/// those two are a device address.
package enum SystemID: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let all = try it.cursor.u64le(in: bytes)
    let identifier = all & 0xFF_FFFF_FFFF
    it.say("OUI \(hexDigits(all >> 40, 6))")
    it.say("identifier 0x\(hexDigits(identifier, 10))")
    if identifier >> 24 == 0xFFFE {
      it.say("address \(DeviceAddress(littleEndian48: (all >> 40) << 24 | identifier & 0xFF_FFFF))")
    }
  }
}

/// PnP ID, 0x2A50.
///
///     octet   0                   1...2     3...4      5...6
///             vendor ID source    vendor    product    version, as 0xJJMN for JJ.M.N
///
/// GATT Specification Supplement, PnP ID.
package enum PnPID: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let source = try it.number(.u8, bytes)
    try it.field(.u16, bytes) { vendor in
      let name = source == 1 ? CompanyNames.name(for: UInt16(vendor)) : nil
      return "vendor 0x\(hexDigits(vendor, 4))" + (name.map { " (\($0))" } ?? "")
    }
    it.say(
      "of " + code(source, ["Bluetooth SIG", "USB Implementer's Forum"], from: 1, "registry"))
    try it.field(.u16, bytes) { "product 0x\(hexDigits($0, 4))" }
    try it.field(.u16, bytes) { "version \(hexDigits($0 >> 8, 1)).\($0 >> 4 & 0xF).\($0 & 0xF)" }
  }
}
