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
      // A voice link, and some records that were lost.
      let link = Self.le(writer.records / 16 % 0x0E00)
      event(0x2C, [0] + link + address + [2] + [UInt8](repeating: 0, count: 7))
      writer.drops &+= 3
      writer.time -= 1300
    }
  }

  /// A pcapng file whose interfaces have long names; the last section has too many of them.
  mutating func tellInterfaces() {
    let name = Self.le(2) + Self.le(60_000) + Self.filler(60_000)
    let length = Self.le(20 + name.count) + Self.le((20 + name.count) >> 16)
    let interface = [1, 0, 0, 0] + length + Self.le(201) + [0, 0, 0, 0, 0, 0] + name + length
    writer.add(raw: Self.section, replacingHeader: true)
    while writer.records + 5001 < writer.limit {
      for _ in 0..<4000 { writer.add(raw: interface) }
      writer.add(raw: Self.section)
    }
    for _ in 0..<5000 { writer.add(raw: interface) }
  }

  private static let section: [UInt8] =
    [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
    + [UInt8](repeating: 0xFF, count: 8) + [28, 0, 0, 0]

  /// A pcapng file of many small interfaces, and then of packets with a megabyte of options each.
  mutating func tellOptions() {
    let interface: [UInt8] = [1, 0, 0, 0, 20, 0, 0, 0, 201, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0]
    let packets = min(1000, writer.limit / 2)
    writer.add(raw: Self.section, replacingHeader: true)
    while writer.records + packets + 4001 < writer.limit {
      for _ in 0..<4000 { writer.add(raw: interface) }
      writer.add(raw: Self.section)
    }
    while writer.records + packets < writer.limit { writer.add(raw: interface) }
    // Empty comments, and one that is long.
    let comments =
      [UInt8](repeating: 0, count: 4 * 250_000).indices.map { $0 % 4 == 0 ? UInt8(1) : 0 }
      + Self.le(1) + Self.le(40_000) + Self.filler(40_000)
    // A direction, and HCI Reset as its packet.
    let packet: [UInt8] = [0, 0, 0, 0, 1, 3, 12, 0]
    let size = 32 + packet.count + comments.count
    let length = Self.le(size) + Self.le(size >> 16)
    var block: [UInt8] = [6, 0, 0, 0]
    block += length
    block += [UInt8](repeating: 0, count: 12) + [8, 0, 0, 0, 8, 0, 0, 0]
    block += packet
    block += comments
    block += length
    while !writer.isFull { writer.add(raw: block) }
  }

  // MARK: - What machines and their logs say

  mutating func tellControllers() {
    var number = 0
    while !writer.isFull {
      number += 1
      let index = number & 0xFFFF
      let address = Packets.octets(of: Random.address(number))
      writer.add(.newIndex, [0, 1] + address + Array("hci-long".utf8), controller: index)
      writer.add(.indexInfo, address + Self.le(index), controller: index)
      writer.add(.openIndex, [], controller: index)
      event(0x0E, [1] + Self.le(0x0C14) + [0] + [UInt8](repeating: 0x4E, count: 248), index)
      writer.add(.closeIndex, [], controller: index)
      writer.add(.deleteIndex, [], controller: index)
    }
  }

  mutating func tellNotes() {
    let text = Array(Self.filler(60_000))
    while !writer.isFull {
      let number = writer.records
      writer.add(.systemNote, text, controller: 0xFFFF)
      writer.add(.userLogging, [6, 9] + text, controller: 0xFFFF)
      writer.add(.controlOpen, Self.le(number) + Self.le(number >> 16) + text, controller: 0xFFFF)
      writer.add(.vendorDiagnostic, text, controller: number & 0xFF)
      // ACL data of a connection that is none: Qualcomm's log.
      writer.add(.aclReceived, Self.le(0x2EDC) + Self.le(text.count) + text)
    }
  }

  mutating func tellLoggerNotes() {
    var isFirst = true
    while !writer.isFull {
      let text: [UInt8] = isFirst ? [0x01, 0x0E, 4, 1, 3, 12, 0] : [0xFC] + Self.filler(60_000)
      let seconds = 1_705_312_800 + writer.records
      let numbers = [text.count + 8, seconds, 0].flatMap { number in
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      writer.add(raw: numbers + text, replacingHeader: isFirst)
      isFirst = false
    }
  }
}
