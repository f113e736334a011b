import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Commands about advertising")
struct LEAdvertisingCommandTests {

  /// The length says three; the field always has 31 octets.
  private let data = hex("03 02 01 06") + [UInt8](repeating: 0, count: 28)

  @Test func setAdvertisingEnable() throws {
    #expect(try decode([0x01], LESetAdvertisingEnable.init).isEnabled)
    #expect(try !decode([0x00], LESetAdvertisingEnable.init).isEnabled)
    sweep([0x01], LESetAdvertisingEnable.init)
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
