import BluetoothProtocol
import Testing

@Suite("Addresses, handles, physical layers and units")
struct LinkValueTests {
  @Test func addressIsWrittenFromItsLastOctet() {
    let address = DeviceAddress(littleEndian48: 0x660D_F30A_7B1C)
    #expect(address.description == "66:0D:F3:0A:7B:1C")
    #expect(DeviceAddress(littleEndian48: 0).description == "00:00:00:00:00:00")
  }

  @Test func addressHas48Bits() {
    let address = DeviceAddress(littleEndian48: .max)
    #expect(address.rawValue == 0xFFFF_FFFF_FFFF)
    #expect(address.description == "FF:FF:FF:FF:FF:FF")
    #expect(DeviceAddress(littleEndian48: 1) < address)
  }

  @Test(
    arguments: [
      (0x00, "public"), (0x01, "random"), (0x02, "public-identity"), (0x03, "random-identity"),
      (0x04, nil), (0xFE, "random-unresolved"), (0xFF, "anonymous"),
    ] as [(UInt8, String?)])
  func addressType(code: UInt8, name: String?) {
    #expect(AddressType(code).name == name)
  }

  @Test func handleHas12Bits() {
    #expect(ConnectionHandle(0x2040) == ConnectionHandle(0x0040))
    #expect(ConnectionHandle(0xFFFF).rawValue == 0x0FFF)
    #expect(ConnectionHandle(0x0040).description == "64")
  }

  @Test func phy() {
    #expect((0...4).map { PHY($0).name } == [nil, "1M", "2M", "Coded", nil])
  }

  @Test func units() {
    // The specification's limits, and 0x0018, which is 30 ms.
    #expect(ConnectionInterval(0x0006).microseconds == 7_500)
    #expect(ConnectionInterval(0x0018).microseconds == 30_000)
    #expect(ConnectionInterval(0x0C80).microseconds == 4_000_000)
    #expect(ConnectionInterval(.max).microseconds == 81_918_750)
    #expect(SupervisionTimeout(0x002A).microseconds == 420_000)
    #expect(SupervisionTimeout(0x0C80).microseconds == 32_000_000)
    #expect(SlotInterval(UInt16(0x0800)).microseconds == 1_280_000)
    #expect(SlotInterval(UInt32(0xFF_FFFF)).microseconds == 10_485_759_375)
  }

  @Test func rolesAndLinkTypes() {
    #expect((0...2).map { ConnectionRole($0).name } == ["central", "peripheral", nil])
    #expect((0...3).map { LinkType($0).name } == ["SCO", "ACL", "eSCO", nil])
    #expect(ConnectionRole(7) == .unrecognized(7))
  }
}

@Suite("Addresses, as they are typed")
struct AddressTextTests {
  @Test func isRead() {
    let address = DeviceAddress(littleEndian48: 0x660D_F30A_7B1C)
    for text in ["66:0D:F3:0A:7B:1C", "66:0d:f3:0a:7b:1c", "66-0D-F3-0A-7B-1C", "660DF30A7B1C"] {
      #expect(DeviceAddress(parsing: text) == address, "\(text)")
    }
  }

  @Test func isRefused() {
    for text in [
      "", "66", "66:0D:F3:0A:7B", "66:0D:F3:0A:7B:1C:", "66:0D:F3:0A:7B:1G", ":66:0D:F3:0A:7B:1C",
      "660D:F30A:7B1C", "66:0D:F3:0A:7B:1C:00", "66::0D:F3:0A:7B1C",
    ] {
      #expect(DeviceAddress(parsing: text) == nil, "\(text)")
    }
  }
}
