import BletraceTestSupport
import BluetoothProtocol
import Testing

@Suite("Events about an LE link: features, data length, physical layer, power")
struct LELinkEventTests {
  @Test func readRemoteFeaturesComplete() throws {
    let vector = hex(
      """
      00                        // success
      40 00                     // handle 0x0040
      FF 49 01 00 00 00 00 80   // features, bit 0 first
      """)
    let event = try decode(vector, LEReadRemoteFeaturesComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.features == 0x8000_0000_0001_49FF)
    sweep(vector, LEReadRemoteFeaturesComplete.init)
  }

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

  @Test func channelSelectionAlgorithm() throws {
    let vector = hex("40 00 01  // handle 0x0040, algorithm #2")
    let event = try decode(vector, LEChannelSelectionAlgorithm.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.algorithm == 1)
    sweep(vector, LEChannelSelectionAlgorithm.init)
  }

  @Test func requestPeerSCAComplete() throws {
    let vector = hex("00 40 00 07  // success, handle 0x0040, 20 ppm")
    let event = try decode(vector, LERequestPeerSCAComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.peerClockAccuracy.partsPerMillion == 20)
    sweep(vector, LERequestPeerSCAComplete.init)
  }

  @Test func pathLossThreshold() throws {
    let vector = hex("40 00 46 02  // handle 0x0040, 70 dB, the zone of high path loss")
    let event = try decode(vector, LEPathLossThreshold.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.currentPathLoss == 70)
    #expect(event.zoneEntered == .high)
    sweep(vector, LEPathLossThreshold.init)

    let unknown = try decode(hex("40 00 FF 03"), LEPathLossThreshold.init)
    #expect(unknown.currentPathLoss == nil)
    #expect(unknown.zoneEntered == .unrecognized(3))
  }

  @Test func transmitPowerReporting() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      01      // the peer changed it
      04      // Coded with S=2
      F8      // -8 dBm
      01      // the least it can
      FC      // by -4 dB
      """)
    let event = try decode(vector, LETransmitPowerReporting.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.reason == .remoteChange)
    #expect(event.phy.name == "Coded S=2")
    #expect(event.txPowerLevel == -8)
    #expect(event.isAtMinimum && !event.isAtMaximum)
    #expect(event.delta == -4)
    sweep(vector, LETransmitPowerReporting.init)
  }

  /// 0x7E: the peer does not manage its power here; 0x7F: it is not known.
  @Test(arguments: [0x7E, 0x7F])
  func transmitPowerThatIsNotKnown(level: UInt8) throws {
    let vector = hex("00 40 00 02 01") + [level] + hex("02 7F")
    let event = try decode(vector, LETransmitPowerReporting.init)
    #expect(event.reason == .readRemote)
    #expect(event.txPowerLevel == nil)
    #expect(event.isAtMaximum)
    #expect(event.delta == nil)
  }
}
