/// What stands in each type of AD structure.
///
/// Core Specification Supplement, Part A, 1; the types are in Assigned Numbers, 2.3.
package enum ADLayouts {
  package static func layout(_ type: ADType) -> ParameterLayout? { table[Int(type.rawValue)] }

  package static let types: [UInt8] = layouts.keys.sorted()

  /// By type: each advertising report asks for a few.
  private static let table: [ParameterLayout?] = (UInt8.min...UInt8.max).map { layouts[$0] }

  private static let layouts: [UInt8: ParameterLayout] = uuids.merging(others) { a, _ in a }

  private static let uuids: [UInt8: ParameterLayout] = [
    0x02: list("Incomplete List of 16-bit Service or Service Class UUIDs", 2),
    0x03: list("Complete List of 16-bit Service or Service Class UUIDs", 2),
    0x04: list("Incomplete List of 32-bit Service or Service Class UUIDs", 4),
    0x05: list("Complete List of 32-bit Service or Service Class UUIDs", 4),
    0x06: list("Incomplete List of 128-bit Service or Service Class UUIDs", 16),
    0x07: list("Complete List of 128-bit Service or Service Class UUIDs", 16),
    0x14: list("List of 16-bit Service Solicitation UUIDs", 2),
    0x15: list("List of 128-bit Service Solicitation UUIDs", 16),
    0x16: data("Service Data - 16-bit UUID", 2),
    0x1F: list("List of 32-bit Service Solicitation UUIDs", 4),
    0x20: data("Service Data - 32-bit UUID", 4),
    0x21: data("Service Data - 128-bit UUID", 16),
  ]

  private static func list(_ name: StaticString, _ octets: Int) -> ParameterLayout {
    ParameterLayout(name, [.list(untilEnd: "UUID", [.uuid("UUID", octets: octets)])])
  }

  private static func data(_ name: StaticString, _ octets: Int) -> ParameterLayout {
    ParameterLayout(
      name, [.uuid("UUID", octets: octets), .rest("Service Data").role(.serviceData)])
  }

  private static let others: [UInt8: ParameterLayout] = [
    0x01: ParameterLayout("Flags", [.bits("Flags", flags), .rest("Further flags").role(.filling)]),
    0x08: ParameterLayout("Shortened Local Name", [.restText("Shortened Local Name").brief]),
    0x09: ParameterLayout("Complete Local Name", [.restText("Complete Local Name").brief]),
    0x0A: ParameterLayout("Tx Power Level", [.i8("Tx Power Level", .dBm)]),
    0x0D: ParameterLayout("Class of Device", [.hex("Class of Device", octets: 3)]),
    0x0E: ParameterLayout("Simple Pairing Hash C-192", [.secret("Hash C-192", 16)]),
    0x0F: ParameterLayout("Simple Pairing Randomizer R-192", [.secret("Randomizer R-192", 16)]),
    // In out of band data the same type is the Security Manager TK Value.
    0x10: ParameterLayout(
      "Device ID",
      [
        .code("Vendor ID Source", octets: 2, [1: "Bluetooth SIG", 2: "USB Implementer's Forum"])
          .role(.vendorSource),
        .hex("Vendor ID", octets: 2), .hex("Product ID", octets: 2), .hex("Version", octets: 2),
      ]),
    0x11: ParameterLayout(
      "Security Manager Out of Band Flags",
      [
        .bits(
          "Flags",
          ["OOB data present", "LE supported (Host)", "Reserved", "Random Address"])
      ]),
    0x12: ParameterLayout(
      "Peripheral Connection Interval Range",
      [
        .time("Conn_Interval_Min", .slotPairs, special: [0xFFFF: "No specific minimum"]),
        .time("Conn_Interval_Max", .slotPairs, special: [0xFFFF: "No specific maximum"]),
      ]),
    0x17: ParameterLayout(
      "Public Target Address", [.list(untilEnd: "Address", [.address("Address")])]),
    0x18: ParameterLayout(
      "Random Target Address", [.list(untilEnd: "Address", [.address("Address")])]),
    0x19: ParameterLayout(
      "Appearance",
      [
        .split(
          "Appearance", octets: 2,
          [
            .init("Category", bit: 6, width: 10, Appearance.categories),
            .init("Subcategory", bit: 0, width: 6),
          ])
      ]),
    0x1A: ParameterLayout("Advertising Interval", [.time("Advertising Interval", .slots)]),
    0x1B: ParameterLayout(
      "LE Bluetooth Device Address",
      [.address("Address"), .code("Address Type", ["Public", "Random"])]),
    0x1C: ParameterLayout(
      "LE Role",
      [
        .code(
          "LE Role",
          [
            "Only Peripheral Role supported", "Only Central Role supported",
            "Peripheral and Central Role supported, Peripheral Role preferred",
            "Peripheral and Central Role supported, Central Role preferred",
          ])
      ]),
    0x1D: ParameterLayout("Simple Pairing Hash C-256", [.secret("Hash C-256", 16)]),
    0x1E: ParameterLayout("Simple Pairing Randomizer R-256", [.secret("Randomizer R-256", 16)]),
    0x22: ParameterLayout(
      "LE Secure Connections Confirmation Value", [.secret("Confirmation Value", 16)]),
    0x23: ParameterLayout("LE Secure Connections Random Value", [.secret("Random Value", 16)]),
    0x24: ParameterLayout("URI", [.restText("URI")]),
    0x25: ParameterLayout("Indoor Positioning", [.rest("Indoor Positioning")]),
    0x26: ParameterLayout("Transport Discovery Data", [.rest("Transport Discovery Data")]),
    0x27: ParameterLayout("LE Supported Features", [.rest("LE Features").role(.capability(8))]),
    0x28: ParameterLayout(
      "Channel Map Update Indication",
      [.hex("ChM", octets: 5), .u16("Instant")]),
    0x29: ParameterLayout("PB-ADV", [.rest("PB-ADV")]),
    0x2A: ParameterLayout("Mesh Message", [.rest("Mesh Message")]),
    0x2B: ParameterLayout(
      "Mesh Beacon",
      [
        .code("Beacon Type", ["Unprovisioned Device", "Secure Network", "Mesh Private"]),
        .rest("Beacon Data"),
      ]),
    0x2C: ParameterLayout("BIGInfo", bigInfo),
    0x2D: ParameterLayout("Broadcast_Code", [.secretRest("Broadcast_Code")]),
    0x2E: ParameterLayout("Resolvable Set Identifier", [.bytes("RSI", 6)]),
    0x2F: ParameterLayout("Advertising Interval - long", [.rest("Advertising Interval")]),
    0x30: ParameterLayout("Broadcast_Name", [.restText("Broadcast_Name").brief]),
    0x31: ParameterLayout(
      "Encrypted Advertising Data", [.bytes("Randomizer", 5), .rest("Payload and MIC")]),
    0x32: ParameterLayout(
      "Periodic Advertising Response Timing Information",
      [
        .bytes("RspAA", 4), .u8("numSubevents"), .time("subeventInterval", octets: 1, .slotPairs),
        .time("responseSlotDelay", octets: 1, .slotPairs),
        .time("responseSlotSpacing", octets: 1, .frames),
      ]),
    0x34: ParameterLayout("Electronic Shelf Label", [.rest("Electronic Shelf Label")]),
    0x3D: ParameterLayout("3D Information Data", [.hex("Features", octets: 1), .u8("Path Loss")]),
    0xFF: ParameterLayout(
      "Manufacturer Specific Data",
      [.company("Company Identifier"), .rest("Data").role(.manufacturerData)]),
  ]

  /// Core Vol 6, Part B, 4.4.6.11. GIV and GSKD are there where the group is encrypted.
  private static let bigInfo: [Parameter] = [
    .split(
      "BIG_Offset to Num_BIS", octets: 4,
      [
        Parameter.Part("BIG_Offset", bit: 0, width: 14),
        Parameter.Part("BIG_Offset_Units", bit: 14),
        Parameter.Part("ISO_Interval", bit: 15, width: 12),
        Parameter.Part("Num_BIS", bit: 27, width: 5),
      ]),
    .split(
      "NSE to PTO", octets: 4,
      [
        Parameter.Part("NSE", bit: 0, width: 5), Parameter.Part("BN", bit: 5, width: 3),
        Parameter.Part("Sub_Interval", bit: 8, width: 20),
        Parameter.Part("PTO", bit: 28, width: 4),
      ]),
    .split(
      "BIS_Spacing and IRC", octets: 3,
      [
        Parameter.Part("BIS_Spacing", bit: 0, width: 20), Parameter.Part("IRC", bit: 20, width: 4),
      ]), .u8("Max_PDU", .octets), .hex("RFU", octets: 1), .hex("SeedAccessAddress", octets: 4),
    .split(
      "SDU_Interval and Max_SDU", octets: 4,
      [
        Parameter.Part("SDU_Interval", bit: 0, width: 20),
        Parameter.Part("Max_SDU", bit: 20, width: 12),
      ]), .hex("BaseCRCInit", octets: 2),
    .split(
      "ChM and PHY", octets: 5,
      [
        Parameter.Part("ChM", bit: 0, width: 37),
        Parameter.Part("PHY", bit: 37, width: 3, ["LE 1M", "LE 2M", "LE Coded"]),
      ]),
    .split(
      "bisPayloadCount and Framing", octets: 5,
      [
        Parameter.Part("bisPayloadCount", bit: 0, width: 39),
        Parameter.Part("Framing", bit: 39, ["Unframed", "Framed"]),
      ]), .rest("GIV and GSKD"),
  ]

  private static let flags: CodeNames = [
    "LE Limited Discoverable Mode", "LE General Discoverable Mode", "BR/EDR Not Supported",
    "Simultaneous LE and BR/EDR to Same Device Capable (Controller)",
    "Simultaneous LE and BR/EDR to Same Device Capable (Host)",
  ]
}
