import BletraceTestSupport
import CaptureFiles

/// Stories that are not about connections.
extension HostileStoryWriter {
  mutating func writeDevices() {
    var number = writer.records
    while !writer.isFull {
      number += 1
      let address = octets(ofAddress: SeededRandom.mix(UInt64(number)) & 0xFFFF_FFFF_FFFF)
      event(HCIPacket.advertising(type: 0, address, [0x02, 0x01, 0x06], rssi: -64))
    }
  }

  /// Extended advertising reports, by turns with a name and with services, as long as they may be.
  mutating func writeNames() {
    var number = writer.records
    while !writer.isFull {
      number += 1
      let address = octets(ofAddress: SeededRandom.address(number / 3))
      let octets = (0..<224).map { UInt8(truncatingIfNeeded: $0 &+ number) }
      let name = [UInt8(226), 0x09] + (0..<225).map { UInt8($0 % 26) + 0x41 }
      let data = number % 3 == 0 ? name : [UInt8(225), 0x07] + octets
      let head: [UInt8] = [0x0D, 1, 0x13, 0, 1] + address + [1, 0, 0xFF, 0x7F, 0xC0, 0, 0, 0]
      event(0x3E, head + [UInt8](repeating: 0, count: 6) + [UInt8(data.count)] + data)
    }
  }

  mutating func writeEvents() {
    while !writer.isFull {
      // LE Set Scan Enable, on and off.
      for isEnabled in [UInt8(1), 0] {
        writer.add(.command, HCIPacket.command(0x200C, [isEnabled, 0]))
        event(HCIPacket.commandComplete(0x200C))
      }
      // A connection that failed to be established, a reset, and a report of link quality.
      let address = octets(ofAddress: SeededRandom.address(writer.records))
      event(0x3E, [0x01, 0x3E] + Self.le(0) + [0, 1] + address + [24, 0, 0, 0, 200, 0, 0])
      event(HCIPacket.commandComplete(0x0C03))
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

  /// A list of as many devices as a controller may have room for, and attempts to connect to any of
  /// them, each of which is given up before the list is made again.
  mutating func writeAttempts() {
    while !writer.isFull {
      command(0x2010, [])
      for _ in 0..<255 {
        command(0x2011, [1] + octets(ofAddress: SeededRandom.address(writer.records)))
      }
      // LE Extended Create Connection by the list, on 1M.
      let head: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
      let wanted = [96, 96, 24, 40, 0, 500, 0, 0].flatMap { Self.le($0) }
      writer.add(.command, HCIPacket.command(0x2043, head + wanted))
      event(0x0F, [0, 1] + Self.le(0x2043))
      writer.time += 60_000_000
      command(0x200E, [])
      event(0x3E, [0x01, 0x02] + Self.le(0) + [0, 0] + [UInt8](repeating: 0, count: 13))
      writer.time += 1_000_000
    }
  }

  /// A command that the controller carries out.
  private mutating func command(_ opcode: UInt16, _ parameters: [UInt8]) {
    writer.add(.command, HCIPacket.command(opcode, parameters))
    event(HCIPacket.commandComplete(opcode))
  }

  /// A pcapng file whose interfaces have long names; the last section has too many of them.
  mutating func writeInterfaces() {
    let name = Self.le(2) + Self.le(60_000) + Self.filler(60_000)
    let section = pcapng { $0.section() }
    // The type, no snap length, and an option that nothing ends.
    let interface = pcapng { $0.block(1, Self.le(201) + [0, 0, 0, 0, 0, 0] + name) }
    writer.add(raw: section, replacingHeader: true)
    while writer.records + 5001 < writer.limit {
      for _ in 0..<4000 { writer.add(raw: interface) }
      writer.add(raw: section)
    }
    for _ in 0..<5000 { writer.add(raw: interface) }
  }

  private func pcapng(_ write: (inout PcapngWriter) -> Void) -> [UInt8] {
    var writer = PcapngWriter()
    write(&writer)
    return writer.bytes
  }

  /// A pcapng file of many small interfaces, and then of packets with a megabyte of options each.
  mutating func writeOptions() {
    let (section, interface) = (pcapng { $0.section() }, pcapng { $0.interface(201) })
    let packets = min(1000, writer.limit / 2)
    writer.add(raw: section, replacingHeader: true)
    while writer.records + packets + 4001 < writer.limit {
      for _ in 0..<4000 { writer.add(raw: interface) }
      writer.add(raw: section)
    }
    while writer.records + packets < writer.limit { writer.add(raw: interface) }
    // Empty comments, and one that is long.
    let comments =
      [UInt8](repeating: 0, count: 4 * 250_000).indices.map { $0 % 4 == 0 ? UInt8(1) : 0 }
      + Self.le(1) + Self.le(40_000) + Self.filler(40_000)
    // A direction, and HCI Reset as its packet.
    let packet: [UInt8] = [0, 0, 0, 0, 1, 3, 12, 0]
    let head = [UInt8](repeating: 0, count: 12) + [8, 0, 0, 0, 8, 0, 0, 0]
    let block = pcapng { $0.block(6, head + packet + comments) }
    while !writer.isFull { writer.add(raw: block) }
  }

  // MARK: - What machines and their logs say

  mutating func writeControllers() {
    var number = 0
    while !writer.isFull {
      number += 1
      let index = number & 0xFFFF
      let address = octets(ofAddress: SeededRandom.address(number))
      writer.add(.newIndex, [0, 1] + address + Array("hci-long".utf8), controller: index)
      writer.add(.indexInfo, address + Self.le(index), controller: index)
      writer.add(.openIndex, [], controller: index)
      let name = [0] + [UInt8](repeating: 0x4E, count: 248)
      event(HCIPacket.commandComplete(0x0C14, name), index)
      writer.add(.closeIndex, [], controller: index)
      writer.add(.deleteIndex, [], controller: index)
    }
  }

  mutating func writeNotes() {
    let text = Array(Self.filler(60_000))
    while !writer.isFull {
      let number = writer.records
      writer.add(.systemNote, text, controller: 0xFFFF)
      writer.add(.userLogging, [6, 9] + text, controller: 0xFFFF)
      writer.add(.controlOpen, Self.le(number) + Self.le(number >> 16) + text, controller: 0xFFFF)
      writer.add(.vendorDiagnostic, text, controller: number & 0xFF)
      // ACL data of a connection that is none: Qualcomm's log.
      writer.add(.acl, .rx, HCIPacket.acl(0x2EDC, text))
    }
  }

  mutating func writeLoggerNotes() {
    let reset = HCIPacket.commandComplete(0x0C03)
    while !writer.isFull {
      let number = writer.records
      var record: [UInt8] = []
      PacketLoggerWriter.append(
        type: number == 0 ? 0x01 : 0xFC, number == 0 ? reset : Array(Self.filler(60_000)),
        time: (1_705_312_800 + Int64(number)) * 1_000_000, order: .big, to: &record)
      writer.add(raw: record, replacingHeader: number == 0)
    }
  }
}
