import BluetoothProtocol
import Testing

@Suite("BluetoothUUID")
struct BluetoothUUIDTests {
  static let notificationSource = BluetoothUUID(
    high: 0x9FBF_120D_6301_42D9, low: 0x8C58_25E6_99A2_1DBD)

  @Test("The short forms are places on the Bluetooth Base UUID")
  func shortForms() {
    let heartRate = BluetoothUUID(uuid16: 0x180D)
    #expect(heartRate == BluetoothUUID(uuid32: 0x0000_180D))
    #expect(heartRate == BluetoothUUID(high: 0x0000_180D_0000_1000, low: 0x8000_0080_5F9B_34FB))
    #expect(heartRate.short16 == 0x180D)
    #expect(heartRate.short32 == 0x180D)

    let wide = BluetoothUUID(uuid32: 0x1234_5678)
    #expect(wide.short16 == nil)
    #expect(wide.short32 == 0x1234_5678)

    #expect(Self.notificationSource.short16 == nil)
    #expect(Self.notificationSource.short32 == nil)
    // One bit beside the Base UUID, at either end of what must match.
    #expect(BluetoothUUID(high: 0x0000_180D_0000_1001, low: 0x8000_0080_5F9B_34FB).short32 == nil)
    #expect(BluetoothUUID(high: 0x0000_180D_0000_1000, low: 0x8000_0080_5F9B_34FA).short32 == nil)
  }

  @Test("Descriptions are the shortest written form, in upper case")
  func descriptions() {
    #expect(BluetoothUUID(uuid16: 0x180D).description == "180D")
    #expect(BluetoothUUID(uuid16: 0x0001).description == "0001")
    #expect(BluetoothUUID(uuid32: 0x0001_180D).description == "0001180D")
    #expect(Self.notificationSource.description == "9FBF120D-6301-42D9-8C58-25E699A21DBD")
    #expect(BluetoothUUID(high: 0, low: 0).description == "00000000-0000-0000-0000-000000000000")
    #expect(
      BluetoothUUID(uuid16: 0x180D).fullDescription == "0000180D-0000-1000-8000-00805F9B34FB")
  }

  @Test(
    "Every written form is read",
    arguments: [
      "180D", "180d", "0x180D", "0X180d", "0000180D", "0x0000180d",
      "0000180D-0000-1000-8000-00805F9B34FB", "0000180d00001000800000805f9b34fb",
    ])
  func parsing(text: String) {
    #expect(BluetoothUUID(parsing: text) == BluetoothUUID(uuid16: 0x180D))
  }

  @Test("A part of a string is read too")
  func parsingSubstring() {
    let option = "--service=9fbf120d-6301-42d9-8c58-25e699a21dbd"
    #expect(BluetoothUUID(parsing: option.dropFirst(10)) == Self.notificationSource)
  }

  @Test(
    "What is no UUID is refused",
    arguments: [
      "", "0x", "1", "180", "180D0", "0x180D0", "180G", " 180D", "180D ", "+180", "-180D", "18-0D",
      "180D-", "0000180D-0000", "0000180D-0000-1000-8000-00805F9B34F",
      "0000180D-0000-1000-8000-00805F9B34FB0", "0000180D0000-1000-8000-00805F9B34FB",
      "0000180D-0000-1000-800000805F9B-34FB", "-0000180D00001000800000805F9B34FB",
      "0000180D-0000-1000-8000-00805F9B34FB-", "0000180D--0000-1000-8000-00805F9B34FB",
      "0x0000180D-0000-1000-8000-00805F9B34FB", "{0000180D-0000-1000-8000-00805F9B34FB}",
      "١٨٠D", "Heart Rate", String(repeating: "0", count: 33), String(repeating: "-", count: 100),
    ])
  func refused(text: String) {
    #expect(BluetoothUUID(parsing: text) == nil)
  }

  @Test("What is written is read back")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let bits: UInt64 = generator.next()
      let uuids = [
        BluetoothUUID(uuid16: UInt16(truncatingIfNeeded: bits)),
        BluetoothUUID(uuid32: UInt32(truncatingIfNeeded: bits)),
        BluetoothUUID(high: bits, low: generator.next()),
      ]
      for uuid in uuids {
        #expect(BluetoothUUID(parsing: uuid.description) == uuid)
        #expect(BluetoothUUID(parsing: uuid.description.lowercased()) == uuid)
        #expect(BluetoothUUID(parsing: uuid.fullDescription) == uuid)
      }
    }
  }

  @Test("The order is that of the full form")
  func order() {
    let sorted = [
      BluetoothUUID(high: 0, low: .max), BluetoothUUID(uuid16: 0x1800),
      BluetoothUUID(uuid16: 0x2A00), BluetoothUUID(uuid32: 0x0001_0000), Self.notificationSource,
      BluetoothUUID(high: .max, low: 0), BluetoothUUID(high: .max, low: 1),
    ]
    #expect(sorted.reversed().sorted() == sorted)
    #expect(sorted.map(\.fullDescription).sorted() == sorted.map(\.fullDescription))
  }
}
