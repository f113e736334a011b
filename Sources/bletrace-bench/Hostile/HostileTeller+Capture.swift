/// Stories that are not about connections.
extension HostileTeller {
  mutating func tellDevices() {
    var number = writer.records
    while !writer.isFull {
      number += 1
      let address = Packets.octets(of: Random.mix(UInt64(number)) & 0xFFFF_FFFF_FFFF)
      event(0x3E, [0x02, 1, 0, 1] + address + [3, 0x02, 0x01, 0x06, 0xC0])
    }
  }

  /// Extended advertising reports, by turns with a name and with services, as long as they may be.
  mutating func tellNames() {
    var number = writer.records
    while !writer.isFull {
      number += 1
      let address = Packets.octets(of: Random.address(number / 3))
      let octets = (0..<224).map { UInt8(truncatingIfNeeded: $0 &+ number) }
      let name = [UInt8(226), 0x09] + (0..<225).map { UInt8($0 % 26) + 0x41 }
      let data = number % 3 == 0 ? name : [UInt8(225), 0x07] + octets
      let head: [UInt8] = [0x0D, 1, 0x13, 0, 1] + address + [1, 0, 0xFF, 0x7F, 0xC0, 0, 0, 0]
      event(0x3E, head + [UInt8](repeating: 0, count: 6) + [UInt8(data.count)] + data)
    }
  }

  mutating func tellEvents() {
    while !writer.isFull {
      // LE Set Scan Enable, on and off.
      for isEnabled in [UInt8(1), 0] {
        writer.add(.command, Self.le(0x200C) + [2, isEnabled, 0])
        event(0x0E, [1] + Self.le(0x200C) + [0])
      }
      // A connection that failed to be established, a reset, and a report of link quality.
      let address = Packets.octets(of: Random.address(writer.records))
      event(0x3E, [0x01, 0x3E] + Self.le(0) + [0, 1] + address + [24, 0, 0, 0, 200, 0, 0])
      event(0x0E, [1] + Self.le(0x0C03) + [0])
      for _ in 0..<8 {
        event(0xFF, [0x58, 0x01, 0x01] + [UInt8](repeating: 1, count: 60))
      }
      writer.time -= 1200
    }
  }

  /// A pcapng file whose interfaces have long names; the last section has too many of them.
  mutating func tellInterfaces() {
    let section: [UInt8] =
      [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
      + [UInt8](repeating: 0xFF, count: 8) + [28, 0, 0, 0]
    let name = Self.le(2) + Self.le(60_000) + Self.filler(60_000)
    let length = Self.le(20 + name.count) + Self.le((20 + name.count) >> 16)
    let interface = [1, 0, 0, 0] + length + Self.le(201) + [0, 0, 0, 0, 0, 0] + name + length
    writer.add(raw: section, replacingHeader: true)
    while writer.records + 5001 < writer.limit {
      for _ in 0..<4000 { writer.add(raw: interface) }
      writer.add(raw: section)
    }
    for _ in 0..<5000 { writer.add(raw: interface) }
  }
}
