import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Commands about advertising")
struct LEAdvertisingCommandTests {
  @Test func setAdvertisingParameters() throws {
    let vector = hex(
      """
      A0 00               // interval min 160: 100 ms
      F0 00               // interval max 240: 150 ms
      00                  // ADV_IND
      01                  // own address: random
      00                  // peer address, of no meaning here
      00 00 00 00 00 00
      07                  // channels 37, 38 and 39
      00                  // answer everyone
      """)
    let command = try decode(vector, LESetAdvertisingParameters.init)
    #expect(command.intervalMin.microseconds == 100_000)
    #expect(command.intervalMax.microseconds == 150_000)
    #expect(command.advertisingType.name == "ADV_IND")
    #expect(command.ownAddressType == .randomDevice)
    #expect(command.peerAddressType == .publicDevice)
    #expect(command.peerAddress.rawValue == 0)
    #expect(command.channelMap == 0x07)
    #expect(command.filterPolicy == 0)
    sweep(vector, LESetAdvertisingParameters.init)
  }

  /// The length says three; the field always has 31 octets.
  private let data = hex("03 02 01 06") + [UInt8](repeating: 0, count: 28)

  @Test func setAdvertisingData() throws {
    let command = try decode(data, LESetAdvertisingData.init)
    #expect(octets(command.data, of: data) == hex("02 01 06"))
    // The zeros that fill the field are not asked for.
    sweep(Array(data.prefix(4)), tail: .counted(3), LESetAdvertisingData.init)
  }

  @Test func setScanResponseData() throws {
    let command = try decode(data, LESetScanResponseData.init)
    #expect(octets(command.data, of: data) == hex("02 01 06"))
    sweep(Array(data.prefix(4)), tail: .counted(3), LESetScanResponseData.init)
  }

  @Test func setAdvertisingEnable() throws {
    #expect(try decode([0x01], LESetAdvertisingEnable.init).isEnabled)
    #expect(try !decode([0x00], LESetAdvertisingEnable.init).isEnabled)
    sweep([0x01], LESetAdvertisingEnable.init)
  }

  @Test func setExtendedAdvertisingParameters() throws {
    let vector = hex(
      """
      01                  // advertising set 1
      13 00               // legacy, connectable, scannable
      A0 00 00            // interval min 160: 100 ms
      00 00 01            // interval max 65536: 40.96 s
      07                  // channels 37, 38 and 39
      00                  // own address: public
      01                  // peer address: random
      1C 7B 0A F3 0D 66
      00                  // answer everyone
      F4                  // -12 dBm
      01                  // primary on 1M
      00                  // skip none
      02                  // secondary on 2M
      0B                  // SID 11
      01                  // tell of scan requests
      """)
    let command = try decode(vector, LESetExtendedAdvertisingParameters.init)
    #expect(command.advertisingHandle == 1)
    #expect(command.eventProperties.isLegacy && command.eventProperties.isConnectable)
    #expect(command.eventProperties.isScannable && !command.eventProperties.isDirected)
    #expect(!command.eventProperties.isAnonymous && !command.eventProperties.includesTXPower)
    #expect(!command.eventProperties.isHighDutyCycle)
    #expect(command.intervalMin.microseconds == 100_000)
    #expect(command.intervalMax.microseconds == 40_960_000)
    #expect(command.channelMap == 0x07)
    #expect(command.ownAddressType == .publicDevice)
    #expect(command.peerAddressType == .randomDevice)
    #expect(command.peerAddress.description == "66:0D:F3:0A:7B:1C")
    #expect(command.filterPolicy == 0)
    #expect(command.txPower == -12)
    #expect(command.primaryPHY == .le1M)
    #expect(command.secondaryMaxSkip == 0)
    #expect(command.secondaryPHY == .le2M)
    #expect(command.sid == 11)
    #expect(command.notifiesScanRequests)
    sweep(vector, LESetExtendedAdvertisingParameters.init)
  }

  @Test func setExtendedAdvertisingData() throws {
    let vector = hex(
      """
      01         // advertising set 1
      03         // all the data
      01         // not to be spread over packets
      03         // three octets
      02 01 06   // flags
      """)
    let command = try decode(vector, LESetExtendedAdvertisingData.init)
    #expect(command.advertisingHandle == 1)
    #expect(command.operation == .complete)
    #expect(!command.allowsFragments)
    #expect(octets(command.data, of: vector) == hex("02 01 06"))
    sweep(vector, tail: .counted(3), LESetExtendedAdvertisingData.init)
  }

  @Test func setExtendedAdvertisingEnable() throws {
    let vector = hex(
      """
      01            // on
      02            // two sets
      01 00 00 00   // set 1, without limits
      02 2C 01 05   // set 2, for 3 s or five events
      """)
    let command = try decode(vector, LESetExtendedAdvertisingEnable.init)
    #expect(command.isEnabled)
    #expect(command.count == 2)
    let sets = try decode(vector, advertisingSets)
    #expect(sets.map(\.advertisingHandle) == [1, 2])
    #expect(sets.map(\.duration) == [0, 300])
    #expect(sets.map(\.maxExtendedAdvertisingEvents) == [0, 5])
    sweep(vector, advertisingSets)
  }

  @Test func stopAllAdvertisingSets() throws {
    let command = try decode(hex("00 00"), LESetExtendedAdvertisingEnable.init)
    #expect(!command.isEnabled && command.count == 0)
  }
}

private func advertisingSets(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [LESetExtendedAdvertisingEnable.AdvertisingSet] {
  let command = try LESetExtendedAdvertisingEnable(range, in: bytes)
  var sets: [LESetExtendedAdvertisingEnable.AdvertisingSet] = []
  for index in 0..<command.count { sets.append(command.entry(index, in: bytes)) }
  return sets
}
