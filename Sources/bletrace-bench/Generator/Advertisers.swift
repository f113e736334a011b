/// Devices that advertise around the capturing host.
struct Advertisers {
  private let count: Int
  /// Where there are few, their records are made once: advertising and scan response by turns.
  private let prepared: [[UInt8]]
  private static let mostPrepared = 4096

  init(count: Int) {
    self.count = count
    prepared =
      count <= Self.mostPrepared
      ? (0..<count).flatMap {
        [Self.record($0, isResponse: false), Self.record($0, isResponse: true)]
      }
      : []
  }

  /// One report of one of them: near ones are heard more often, and louder.
  @inline(__always)
  func report(_ writer: inout RecordWriter, _ random: inout Random) {
    let drawn = random.next()
    let device = min(draw(drawn), draw(drawn << 20))
    let isResponse = drawn & 3 == 0
    report(device, isResponse: isResponse, noise: Int(drawn >> 2 & 7), &writer)
  }

  /// One report of a device.
  @inline(__always)
  func report(_ device: Int, isResponse: Bool, noise: Int, _ writer: inout RecordWriter) {
    let record =
      prepared.isEmpty
      ? Self.record(device, isResponse: isResponse)
      : prepared[device &* 2 &+ (isResponse ? 1 : 0)]
    let start = writer.add(record, .advertisingReport)
    let dBm = -45 &- device &* 45 / count &- noise
    writer.set(UInt8(bitPattern: Int8(truncatingIfNeeded: dBm)), at: start &+ record.count &- 1)
  }

  /// A number below the count, from the upper 20 bits.
  @inline(__always)
  private func draw(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: ((bits >> 44) &* UInt64(truncatingIfNeeded: count)) >> 20)
  }

  private static func record(_ device: Int, isResponse: Bool) -> [UInt8] {
    let name = "Tag " + String(device, radix: 16)
    let address = Random.address(1_000_000 + device)
    if isResponse {
      return Packets.advertising(
        type: 0x04, address,
        Packets.structure(0x09, Array(name.utf8)) + Packets.structure(0x0A, [4]))
    }
    let company = Packets.structure(
      0xFF, [0x4C, 0x00, 0x10, 0x05, UInt8(device & 0xFF), 0x18, 0x2B])
    return Packets.advertising(
      type: 0x00, address,
      Packets.structure(0x01, [0x06]) + Packets.structure(0x03, [0x0F, 0x18, 0x0A, 0x18]) + company)
  }
}
