import BletraceTestSupport

/// Advertising data, alone and in the reports that carry them.
enum AdvertisingStage: FuzzStage {
  static let name = "advertising"

  static func run(_ input: [UInt8]) {
    var packets = CaptureBuilder(step: 5000)
    for (choice, octets) in PacketScript.pieces(of: input) {
      let count = UInt8(min(octets.count, 31))
      let data = octets.prefix(Int(count))
      let address: [UInt8] = [choice & 3, 2, 3, 4, 5, 0xC6]
      switch choice >> 6 {
      case 0:
        packets.add(
          .event, .rx,
          [0x3E, count + 12, 0x02, 1, choice >> 2 & 7, 1] + address + [count] + data
            + [UInt8(bitPattern: -60)])
      case 1:
        let head: [UInt8] = [0x3E, count + 26, 0x0D, 1, choice >> 2 & 15, 0, 1] + address
        packets.add(
          .event, .rx,
          head + [1, 2, 0xFF, 0x7F, 0xC4, 0, 0, 0] + [UInt8](repeating: 0, count: 6) + [count]
            + data)
      default:
        // As many reports in one event as the input says.
        packets.add(
          .event, .rx, [0x3E, UInt8(min(octets.count, 255)), choice & 1 == 0 ? 2 : 0x0D] + octets)
      }
    }
    PacketScript.run(packets)
  }
}
