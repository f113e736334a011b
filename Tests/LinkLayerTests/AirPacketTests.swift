import Bytes
import LinkLayer
import Testing

/// A packet with the access address of advertising is advertising, whatever the sniffer says of it.
@Suite struct AirPacketTests {
  private static let advInd: [UInt8] =
    [0xD6, 0xBE, 0x89, 0x8E, 0x40, 9, 1, 2, 3, 4, 5, 0xC6, 2, 1, 6, 9, 9, 9]

  /// Nordic's header, 17 octets.
  private static func nordic(_ version: UInt8, type: UInt8, flags: UInt8, channel: UInt8) -> [UInt8]
  {
    [1, 28, 0, version, 0, 0, type, 10, flags, channel, 40, 5, 0, 0, 0, 0, 0]
  }

  /// The ten octets of link type 256.
  private static func radio(flags: UInt16) -> [UInt8] {
    [3, 0xC4, 0x80, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8)]
  }

  /// With the field of Ubertooth's captures, 16 octets.
  private static func ppi(_ mhz: UInt16, type: UInt8 = 0x36, length: UInt8 = 12) -> [UInt8] {
    [0, 0, 30, 0, 147, 0, 0, 0, 1, 0, 2, 0, 9, 9, type, 0x75, length, 0, 0]
      + [UInt8(mhz & 0xFF), UInt8(mhz >> 8), 0, 1, 2, 3, 4, 0xC4, 0xC0, 0xC2, 9]
  }

  @Test(arguments: [(UInt16(2402), UInt8(37)), (2404, 0), (2426, 38), (2428, 11), (2480, 39)])
  func theFrequencyInPPI(mhz: UInt16, channel: UInt8) throws {
    let found = try packet(Self.ppi(mhz) + Self.advInd, .ppi)
    #expect(found.channel == channel && found.hasRadioChannel && found.isAdvertising)
    #expect(found.rssi == nil && found.crc == .unknown && found.start == 30)
  }

  /// No frequency of LE, or another field; one that is longer than the header.
  @Test(arguments: [
    ppi(2401), ppi(2403), ppi(2482), ppi(0), ppi(2402, type: 0x35), ppi(2402, length: 11),
    ppi(2402, length: 13), ppi(2402, length: 255),
  ])
  func noFrequencyInPPI(header: [UInt8]) throws {
    let found = try packet(header + Self.advInd, .ppi)
    #expect(found.channel == nil && !found.hasRadioChannel && found.start == 30)
    for count in header.indices {
      #expect(throws: (any Error).self) { try packet(Array(header.prefix(count)), .ppi) }
    }
  }

  private func packet(_ octets: [UInt8], _ framing: AirFraming) throws -> AirPacket {
    try AirPacket(ByteRange(start: 0, end: octets.count), framing, in: octets.span)
  }

  @Test(arguments: [UInt8(0), 2, 3], [UInt8(0), 20, 36])
  func nordicOnADataChannel(version: UInt8, channel: UInt8) throws {
    for flags in [0x01, 0x03, 0x0F] as [UInt8] {
      let found = try packet(
        Self.nordic(version, type: 6, flags: flags, channel: channel) + Self.advInd, .nordic)
      #expect(found.isAdvertising && found.sender == .unknown && found.eventCounter == nil)
      #expect(!found.isDecrypted && found.micIsGood == nil && found.crc == .good)
      #expect(found.isOnSecondaryChannel)
    }
  }

  /// Central, peripheral, and the three kinds of isochronous PDUs.
  @Test(arguments: [UInt16(2), 3, 4, 5, 6]) func theRadioHeaderNamesAnotherKind(kind: UInt16) throws
  {
    let found = try packet(Self.radio(flags: 0x3C1B | kind << 7) + Self.advInd, .radioHeader)
    #expect(found.isAdvertising && !found.isIsochronous && found.sender == .unknown)
    #expect(!found.isDecrypted && found.micIsGood == nil)
  }

  @Test func otherAccessAddressesAreWhatTheSnifferSays() throws {
    var data = Self.advInd
    data[0] ^= 1
    let nordic = try packet(Self.nordic(2, type: 6, flags: 3, channel: 0) + data, .nordic)
    #expect(!nordic.isAdvertising && nordic.sender == .central && nordic.eventCounter == 5)
    let stream = try packet(Self.radio(flags: 0x0C13 | 4 << 7) + data, .radioHeader)
    #expect(!stream.isAdvertising && stream.isIsochronous)
  }

  /// Tools that send packets themselves fill in the flags alone.
  @Test(arguments: [UInt8(0), 2]) func aHeaderThatIsNotFilledSaysLess(version: UInt8) throws {
    var data = Self.advInd
    data[0] ^= 1
    let found = try packet(Self.nordic(version, type: 0, flags: 3, channel: 0) + data, .nordic)
    #expect(found.channel == nil && found.rssi == nil && found.eventCounter == nil)
    #expect(found.sender == .central && found.crc == .good && found.isOfTool)
    let filled = try packet(Self.nordic(version, type: 6, flags: 3, channel: 0) + data, .nordic)
    #expect(filled.channel == 0 && filled.rssi == -40 && filled.eventCounter == 5)
    #expect(!filled.isOfTool)
  }
}
