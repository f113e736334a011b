import Testing

@testable import BluetoothProtocol

@Suite("Assigned numbers")
struct AssignedNumbersTests {
  /// The first and the last entry of each table, one between, and the gaps beside them.
  @Test func services() {
    #expect(ServiceUUIDNames.name(for: 0x1800) == "Generic Access")
    #expect(ServiceUUIDNames.name(for: 0x180D) == "Heart Rate")
    #expect(ServiceUUIDNames.name(for: 0x1855) == "Telephony and Media Audio")
    #expect(ServiceUUIDNames.name(for: 0x1857) == "Electronic Shelf Label")
    #expect(ServiceUUIDNames.name(for: 0xFE59) == "Secure DFU Service")
    #expect(ServiceUUIDNames.name(for: 0xFEBB) == "File Transfer Service by Adafruit")
    for unknown: UInt16 in [0x0000, 0x17FF, 0x180B, 0xFEBC, 0xFFE0, 0xFFFF] {
      #expect(ServiceUUIDNames.name(for: unknown) == nil)
    }
  }

  @Test func members() {
    #expect(MemberUUIDNames.name(for: 0xFC75) == "Xiaomi Inc.")
    #expect(MemberUUIDNames.name(for: 0xFEED) == "Tile, Inc.")
    #expect(MemberUUIDNames.name(for: 0xFEEE) == "Polar Electro Oy")
    #expect(MemberUUIDNames.name(for: 0xFFF6) == "Matter Profile ID")
    #expect(MemberUUIDNames.name(for: 0xFFFE) == "Wireless Power Transfer")
    for unknown: UInt16 in [0x0000, 0xFC74, 0xFF00, 0xFFE0, 0xFFE1, 0xFFFF] {
      #expect(MemberUUIDNames.name(for: unknown) == nil)
    }
  }

  @Test func characteristics() {
    #expect(CharacteristicUUIDNames.name(for: 0x2A00) == "Device Name")
    #expect(CharacteristicUUIDNames.name(for: 0x2A37) == "Heart Rate Measurement")
    #expect(CharacteristicUUIDNames.name(for: 0x2B8C) == "CO₂ Concentration")
    #expect(CharacteristicUUIDNames.name(for: 0x2C04) == "BGR Features")
    for unknown: UInt16 in [0x0000, 0x1234, 0x29FF, 0x2C05, 0xFFFF] {
      #expect(CharacteristicUUIDNames.name(for: unknown) == nil)
    }
  }

  @Test func descriptors() {
    #expect(DescriptorUUIDNames.name(for: 0x2900) == "Characteristic Extended Properties")
    #expect(DescriptorUUIDNames.name(for: 0x2901) == "Characteristic User Description")
    #expect(DescriptorUUIDNames.name(for: 0x2902) == "Client Characteristic Configuration")
    #expect(DescriptorUUIDNames.name(for: 0x2911) == "Valid Range and Accuracy")
    for unknown: UInt16 in [0x0000, 0x28FF, 0x2912, 0xFFFF] {
      #expect(DescriptorUUIDNames.name(for: unknown) == nil)
    }
  }

  @Test func companies() {
    #expect(CompanyNames.name(for: 0x0000) == "Ericsson AB")
    #expect(CompanyNames.name(for: 0x004C) == "Apple, Inc.")
    #expect(CompanyNames.name(for: 0x0059) == "Nordic Semiconductor ASA")
    // A quotation mark, and an umlaut that the package has as two Latin letters.
    #expect(CompanyNames.name(for: 0x0380) == #"LLC "MEGA-F service""#)
    #expect(CompanyNames.name(for: 0x024F) == "Schneider Schreibgeräte GmbH")
    #expect(CompanyNames.name(for: 0xFFFF) == "Internal and interoperability tests")
    for unknown: UInt16 in [0x0418, 0x0D54, 0x8000, 0xFFFE] {
      #expect(CompanyNames.name(for: unknown) == nil)
    }
  }

  /// The count is the generator's. A table out of order would lose entries to the binary search.
  @Test func everyEntryIsFound() {
    func count(_ name: (UInt16) -> String?) -> Int {
      (0...UInt16.max).count { name($0) != nil }
    }
    #expect(count(ServiceUUIDNames.name) == 76)
    #expect(count(MemberUUIDNames.name) == 667)
    #expect(count(CharacteristicUUIDNames.name) == 473)
    #expect(count(DescriptorUUIDNames.name) == 18)
    #expect(count(CompanyNames.name) == 3411)
  }

  @Test(
    "128-bit UUIDs of vendors",
    arguments: [
      ("00001523-1212-EFDE-1523-785FEABCD123", "Nordic LED and Button Service"),
      ("6E400001-B5A3-F393-E0A9-E50E24DCCA9E", "Nordic UART Service"),
      ("7905F431-B5CE-4E99-A40F-4B1E122D00D0", "Apple Notification Center Service"),
      ("89D3502B-0F36-433A-8EF4-C502AD55F8DC", "Apple Media Service"),
      ("8D53DC1D-1DB7-4CD3-868B-8A527460AA84", "Simple Management Protocol (MCUmgr)"),
      ("D0611E78-BBB4-4591-A5F8-487910AE4366", "Apple Continuity"),
      ("9FA480E0-4967-4542-9390-D343DC5D04AE", "Apple Nearby"),
      ("E20A39F4-73F5-4BC4-A12F-17D1AD07A961", "Apple Transfer Sample"),
      ("F000AA80-0451-4000-B000-000000000000", "SensorTag Movement"),
      ("F000CCC0-0451-4000-B000-000000000000", "Texas Instruments Connection Control"),
      (
        "F000FFC0-0451-4000-B000-000000000000",
        "Texas Instruments Over-the-Air Download (OAD) Service"
      ),
    ])
  func vendorServices(text: String, name: String) throws {
    let uuid = try #require(BluetoothUUID(parsing: text))
    #expect(uuid.serviceName == name)
    #expect(uuid.characteristicName == nil)
  }

  @Test(
    "128-bit UUIDs of vendors' characteristics",
    arguments: [
      ("00001524-1212-EFDE-1523-785FEABCD123", "Blinky Button State"),
      ("08590F7E-DB05-467E-8757-72F6FAEB13D4", "Apple Transfer Sample Data"),
      ("6E400002-B5A3-F393-E0A9-E50E24DCCA9E", "Nordic UART RX"),
      ("6E400003-B5A3-F393-E0A9-E50E24DCCA9E", "Nordic UART TX"),
      ("8EC90001-F315-4F60-9FB8-838830DAEA50", "DFU Control Point"),
      ("9FBF120D-6301-42D9-8C58-25E699A21DBD", "Apple Notification Source"),
      ("F000AA01-0451-4000-B000-000000000000", "SensorTag IR Temperature Data"),
      ("F000FFC1-0451-4000-B000-000000000000", "Texas Instruments Image Identify"),
      ("F000FFC4-0451-4000-B000-000000000000", "Texas Instruments OAD Image Status"),
      ("FE2C1237-8366-4814-8EB0-01DE32100BEA", "Fast Pair Data"),
    ])
  func vendorCharacteristics(text: String, name: String) throws {
    let uuid = try #require(BluetoothUUID(parsing: text))
    #expect(uuid.characteristicName == name)
    #expect(uuid.serviceName == nil)
  }

  /// These two tables are written by hand, so a line may stand in the wrong place, or be known
  /// to the generated tables already.
  @Test func knownVendorUUIDs() throws {
    for line in KnownVendorUUIDs.services.split(separator: "\n") {
      let uuid = try #require(BluetoothUUID(parsing: line.prefix(32)))
      #expect(KnownVendorUUIDs.serviceName(for: uuid) == String(line.dropFirst(33)))
      #expect(VendorServiceUUIDNames.name(for: uuid) == nil)
    }
    for line in KnownVendorUUIDs.characteristics.split(separator: "\n") {
      let uuid = try #require(BluetoothUUID(parsing: line.prefix(32)))
      #expect(KnownVendorUUIDs.characteristicName(for: uuid) == String(line.dropFirst(33)))
      #expect(VendorCharacteristicUUIDNames.name(for: uuid) == nil)
    }
  }

  @Test func namesOfAUUID() {
    let heartRate = BluetoothUUID(uuid16: 0x180D)
    #expect(heartRate.serviceName == "Heart Rate")
    #expect(heartRate.memberName == nil)
    #expect(heartRate.characteristicName == nil)

    // A published purpose comes before the owner; without one the owner is the name.
    let fastPair = BluetoothUUID(uuid16: 0xFE2C)
    #expect(fastPair.serviceName == "Fast Pair Service")
    #expect(fastPair.memberName == "Google LLC")
    #expect(BluetoothUUID(uuid16: 0xFEED).serviceName == "Tile, Inc.")

    let unknown = BluetoothUUID(high: 0x9D53_4E8B_2153_4F6D, low: 0xB2B0_8C68_665A_7274)
    for uuid in [unknown, BluetoothUUID(uuid16: 0xFFE1), BluetoothUUID(uuid32: 0x0001_180D)] {
      #expect(uuid.serviceName == nil)
      #expect(uuid.memberName == nil)
      #expect(uuid.characteristicName == nil)
      #expect(uuid.descriptorName == nil)
      #expect(uuid.attributeTypeName == nil)
    }
  }

  @Test(
    "The type of an attribute is named whatever it is",
    arguments: [
      (0x2800, "Primary Service"), (0x2801, "Secondary Service"), (0x2802, "Include"),
      (0x2803, "Characteristic"), (0x2902, "Client Characteristic Configuration"),
      (0x2A19, "Battery Level"), (0x180F, "Battery Service"),
    ] as [(UInt16, String)])
  func attributeTypes(number: UInt16, name: String) {
    #expect(BluetoothUUID(uuid16: number).attributeTypeName == name)
  }
}

@Suite("NameTable")
struct NameTableTests {
  @Test func emptyAndSmallest() {
    #expect(NameTable(keyDigits: 2, "").name(for: 0) == nil)
    let one = NameTable(keyDigits: 2, "10 Ten")
    #expect(one.name(for: 0x10) == "Ten")
    #expect(one.name(for: 0x0F) == nil)
    #expect(one.name(for: 0x11) == nil)
    // The key is compared with its full width, not with the digits of the table.
    #expect(one.name(for: 0x110) == nil)
  }

  @Test(arguments: 1...40)
  func everySize(count: Int) {
    let names = (0..<count).map { String(repeating: "é", count: $0 % 7 + 1) }
    let lines = names.enumerated().map { "\(hexDigits($0 * 2 + 1, 4)) \($1)" }
    let table = NameTable(keyDigits: 4, lines.joined(separator: "\n"))
    for index in 0..<count {
      #expect(table.name(for: UInt64(index * 2 + 1)) == names[index])
      #expect(table.name(for: UInt64(index * 2)) == nil)
    }
    #expect(table.name(for: UInt64(count * 2)) == nil)
  }

  /// Runs of names, with a number between that has none.
  @Test func runs() {
    let table = NameTable(keyDigits: 2, "08 eight;nine;;eleven\n0D thirteen\n20 é;33")
    let names: [UInt64: String] = [
      0x08: "eight", 0x09: "nine", 0x0B: "eleven", 0x0D: "thirteen", 0x20: "é", 0x21: "33",
    ]
    for key: UInt64 in 0...0x30 { #expect(table.name(for: key) == names[key]) }
    #expect(Dictionary(uniqueKeysWithValues: table.pairs) == names)
    #expect(table.name(for: .max) == nil)
    #expect(table.name(for: BluetoothUUID(high: 1, low: 8)) == nil)
  }
}
