import BletraceTestSupport

/// Devices that advertise around the capturing host: each by turns with advertising data, which
/// names its services and its maker, and with a scan response, which holds its name.
struct Advertisers {
  private let count: Int
  private let advertising: [UInt8]
  private let response: [UInt8]

  init(count: Int) {
    self.count = count
    func record(_ type: UInt8, _ data: [(type: UInt8, octets: [UInt8])]) -> [UInt8] {
      let data = data.flatMap(HCIPacket.structure)
      return Packets.event(HCIPacket.advertising(type: type, octets(ofAddress: 0), data))
    }
    advertising = record(
      0x00,
      [
        (0x01, [0x06]), (0x03, [0x0F, 0x18, 0x0A, 0x18]),
        (0xFF, [0x4C, 0x00, 0x10, 0x05, 0, 0x18, 0x2B]),
      ])
    response = record(0x04, [(0x0A, [4]), (0x09, Array("Tag 00000".utf8))])
  }

  /// One report of one of them: near ones are louder, and heard more often unless it is fair.
  @inline(__always)
  func report(
    _ writer: inout RecordWriter, _ random: inout SeededRandom, isFair: Bool = false
  ) {
    var device = random.below(count)
    if !isFair { device = min(device, random.below(count)) }
    let drawn = random.next()
    let isResponse = drawn & 3 == 0
    let record = isResponse ? response : advertising
    let start = writer.add(record, .advertisingReport)
    let address = start &+ Packets.advertiserAddress
    let octets = SeededRandom.address(1_000_000 &+ device)
    writer.store(UInt32(truncatingIfNeeded: octets).littleEndian, at: address)
    writer.store(UInt16(truncatingIfNeeded: octets >> 32).littleEndian, at: address &+ 4)
    let rssi = start &+ record.count &- 1
    if isResponse {
      // The name's five digits are the last data.
      for digit in 0..<5 {
        let value = UInt8(truncatingIfNeeded: device >> (digit &* 4) & 0xF)
        writer.set(value < 10 ? 0x30 &+ value : 0x57 &+ value, at: rssi &- 1 &- digit)
      }
    } else {
      writer.set(UInt8(truncatingIfNeeded: device), at: rssi &- 3)
    }
    let dBm = -45 &- device &* 45 / count &- Int(truncatingIfNeeded: drawn >> 2 & 7)
    writer.set(UInt8(bitPattern: Int8(truncatingIfNeeded: dBm)), at: rssi)
  }
}
