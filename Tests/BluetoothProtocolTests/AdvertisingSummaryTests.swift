import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Advertising data, summed up")
struct AdvertisingSummaryTests {
  @Test func whatADeviceSays() throws {
    let vector = hex(
      """
      02 01 06                  // flags
      05 02 0D 18 0F 18         // some services: 180D, 180F
      05 05 78 56 34 12         // all 32-bit services: 12345678
      11 07 74 72 5A 66 68 8C   // all 128-bit services, last octet first
      B0 B2 6D 4F 53 21 8B 4E
      53 9D
      05 09 54 68 65 6F         // complete name "Theo"
      02 0A F4                  // -12 dBm
      03 19 41 03               // appearance 0x0341
      04 16 0F 18 64            // service data of 180F: 0x64
      04 FF 59 00 AB            // company 0x0059, data 0xAB
      03 14 12 18               // solicits 1812
      """)
    let summary = try decode(vector, summarize)
    #expect(summary.issue == nil)
    #expect(summary.flags == 0x06)
    let services = summary.serviceUUIDs.map(\.description)
    #expect(services == ["180D", "180F", "12345678", "9D534E8B-2153-4F6D-B2B0-8C68665A7274"])
    #expect(summary.solicitedServiceUUIDs == [BluetoothUUID(uuid16: 0x1812)])
    #expect(octets(summary.localName?.octets, of: vector) == Array("Theo".utf8))
    #expect(summary.localName?.isComplete == true)
    #expect(summary.txPowerLevel == -12)
    #expect(summary.appearance == 0x0341)
    #expect(summary.serviceData.map(\.uuid) == [BluetoothUUID(uuid16: 0x180F)])
    #expect(octets(summary.serviceData.first?.data, of: vector) == [0x64])
    #expect(summary.manufacturerData?.companyIdentifier == 0x0059)
    #expect(octets(summary.manufacturerData?.data, of: vector) == [0xAB])
    #expect(summary.beacon == nil)
  }

  @Test func solicitationsAndServiceDataOfAllWidths() throws {
    let uuid128 = "00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F"
    let vector = hex(
      """
      11 15 \(uuid128)      // solicits a 128-bit service
      05 1F 78 56 34 12     // and a 32-bit one
      06 20 78 56 34 12 01  // data of a 32-bit service
      12 21 \(uuid128) 02   // data of a 128-bit service
      """)
    let summary = try decode(vector, summarize)
    let expected = ["0F0E0D0C-0B0A-0908-0706-050403020100", "12345678"]
    #expect(summary.solicitedServiceUUIDs.map(\.description) == expected)
    #expect(summary.serviceData.map(\.uuid.description) == expected.reversed())
    #expect(summary.serviceData.map { octets($0.data, of: vector) } == [[0x01], [0x02]])
    #expect(summary.serviceUUIDs.isEmpty)
    #expect(summary.issue == nil)
  }

  @Test func completeNameTakesThePlaceOfAShortenedOne() throws {
    let short = "03 08 68 69"
    let complete = "04 09 68 69 21"
    for vector in [hex("\(short) \(complete)"), hex("\(complete) \(short)")] {
      let summary = try decode(vector, summarize)
      #expect(octets(summary.localName?.octets, of: vector) == Array("hi!".utf8))
      #expect(summary.localName?.isComplete == true)
    }
    #expect(try decode(hex(short), summarize).localName?.isComplete == false)
  }

  @Test func firstOfEachSingleValueCounts() throws {
    let summary = try decode(hex("02 01 06 02 01 1A 02 0A 04 02 0A 08"), summarize)
    #expect(summary.flags == 0x06)
    #expect(summary.txPowerLevel == 4)
  }

  @Test func whatIsWrongWithOneStructureLeavesTheOthers() throws {
    let vector = hex(
      """
      04 03 0D 18 0F   // one UUID and a half
      02 19 41         // half an appearance
      02 0A 04         // +4 dBm
      """)
    let summary = try decode(vector, summarize)
    #expect(summary.serviceUUIDs == [BluetoothUUID(uuid16: 0x180D)])
    #expect(summary.appearance == nil)
    #expect(summary.txPowerLevel == 4)
    let first = DecodeIssue(
      layer: .gap, offset: vectorStart + 4, needed: 2, available: 1, limit: .packet)
    #expect(summary.issue == first)
  }

  @Test func whatCameBeforeTheEndIsKept() throws {
    let vector = hex("02 01 06 09 09 68 69 21")
    for (original, limit) in [(8, DecodeIssue.Limit.packet), (13, .capture)] {
      let summary = try outcome(of: vector, held: 8, original: original, summarize).get()
      #expect(summary.flags == 0x06)
      #expect(summary.localName == nil)
      #expect(summary.issue?.limit == limit)
      #expect(summary.issue?.layer == .gap)
    }
  }

  private let iBeacon = hex(
    """
    02 01 06                                          // flags
    1A FF 4C 00 02 15                                 // Apple, iBeacon
    E2 0A 39 F4 73 F5 4B C4 A1 2F 17 D1 AD 07 A9 61   // UUID
    01 02                                             // major 258
    FF FE                                             // minor 65534
    C5                                                // -59 dBm at 1 m
    """)

  @Test func beaconOfApple() throws {
    let summary = try decode(iBeacon, summarize)
    guard case .iBeacon(let beacon) = summary.beacon else {
      Issue.record("not an iBeacon: \(summary)")
      return
    }
    #expect(beacon.uuid.description == "E20A39F4-73F5-4BC4-A12F-17D1AD07A961")
    #expect(beacon.major == 258)
    #expect(beacon.minor == 65534)
    #expect(beacon.measuredPower == -59)
    #expect(summary.manufacturerData?.companyIdentifier == 0x004C)
  }

  @Test func otherWordsOfApple() throws {
    #expect(try decode(hex("06 FF 4C 00 10 02 0B"), summarize).beacon == nil)
    // An iBeacon without its last octet is none.
    let short = hex("19") + iBeacon[4..<29]
    #expect(try decode(short, summarize).beacon == nil)
  }

  @Test func nothingTraps() {
    for index in iBeacon.indices {
      for value in UInt8.min...UInt8.max {
        var changed = iBeacon
        changed[index] = value
        for held in [0, 1, 3, 7, 16, iBeacon.count] {
          _ = outcome(of: changed, held: held, original: held, summarize)
          _ = outcome(of: changed, held: held, original: changed.count, summarize)
        }
      }
    }
  }

  @Test func noTypeTrapsAtAnyLength() {
    for type in UInt8.min...UInt8.max {
      for length in 0...20 {
        let vector = [UInt8(length + 1), type] + (0..<UInt8(length))
        let result = outcome(of: vector, held: vector.count, original: vector.count, summarize)
        #expect((try? result.get()) != nil)
      }
    }
  }
}

private func summarize(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> AdvertisingSummary {
  AdvertisingSummary(range, in: bytes)
}
