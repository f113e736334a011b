import BletraceTestSupport
import BluetoothProtocol
import Testing

@Suite("Events about an LE link: data length, physical layer")
struct LELinkEventTests {

  @Test func dataLengthChange() throws {
    let vector = hex(
      """
      40 00   // handle 0x0040
      FB 00   // 251 octets sent
      48 08   // 2120 us
      1B 00   // 27 octets received
      48 01   // 328 us
      """)
    let event = try decode(vector, LEDataLengthChange.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.maxTXOctets == 251)
    #expect(event.maxTXTime == 2120)
    #expect(event.maxRXOctets == 27)
    #expect(event.maxRXTime == 328)
    sweep(vector, LEDataLengthChange.init)
  }

  @Test func readRemoteFeaturesComplete() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      20 01 00 00 00 00 00 00   // Data Packet Length Extension, 2M PHY
      """)
    let event = try decode(vector, LEReadRemoteFeaturesComplete.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.features == [.dataPacketLengthExtension, .le2MPHY])
    sweep(vector, LEReadRemoteFeaturesComplete.init)
    // Unsupported Remote Feature: there are none.
    let refused = try decode(hex("1A 40 00"), LEReadRemoteFeaturesComplete.init)
    #expect(refused.features == nil)
  }

  @Test func phyUpdateComplete() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      02      // sends on 2M
      03      // receives on Coded
      """)
    let event = try decode(vector, LEPHYUpdateComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.txPHY == .le2M)
    #expect(event.rxPHY == .leCoded)
    sweep(vector, LEPHYUpdateComplete.init)
  }
}
