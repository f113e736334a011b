import Testing

@testable import BluetoothProtocol

@Suite("Assigned numbers that others use")
struct MisusedNumbersTests {
  @Test("sample code's UUIDs have no owner's name, their neighbours have")
  func uuids() {
    for number: UInt16 in [0xFFE0, 0xFFE1, 0xFFF0, 0xFFF1, 0xFFF4, 0xFFF5] {
      let uuid = BluetoothUUID(uuid16: number)
      #expect(uuid.serviceName == nil && uuid.attributeTypeName == nil)
    }
    #expect(BluetoothUUID(uuid16: 0xFFF6).serviceName == "Matter Profile ID")
    #expect(BluetoothUUID(uuid16: 0xFEE7).serviceName == "Tencent Holdings Limited.")
  }

  @Test("identifiers of makers that have none have no name in advertising, others have")
  func companies() {
    for company: UInt16 in [0x0000, 0x0001, 0xFFFF] {
      #expect(CompanyNames.advertiser(company) == nil)
    }
    #expect(CompanyNames.name(for: 1) == "Nokia Mobile Phones")
    #expect(CompanyNames.advertiser(0x004C) == "Apple, Inc.")
    #expect(CompanyNames.advertiser(0x0006) == "Microsoft")
  }
}
