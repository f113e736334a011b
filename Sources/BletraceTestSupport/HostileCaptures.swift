import CaptureFiles

/// Captures in which a name stands in every place that the air, a logger or another host can write.
package struct HostileCaptures {
  private let name: [UInt8]

  package init(name: [UInt8]) {
    self.name = name
  }

  /// At most so many octets of it.
  private func name(_ limit: Int) -> [UInt8] { Array(name.prefix(limit)) }

  /// A field of fixed length.
  private func field(_ count: Int) -> [UInt8] {
    Array((name + [UInt8](repeating: 0, count: count)).prefix(count))
  }

  // MARK: - What HCI carries

  /// - Parameter isSlow: a transfer takes long, and the MTU is small: worse, for a comparison.
  package func story(isSlow: Bool = false) -> CaptureBuilder {
    var story = CaptureBuilder(step: 20_000)
    addNames(to: &story)
    addAdvertising(to: &story)
    story.connect()
    if !isSlow { story.exchangeMTU(247, 247) }
    addGATT(to: &story)
    addTransfers(to: &story, isSlow: isSlow)
    addVendorData(to: &story)
    story.disconnect()
    return story
  }

  private func addNames(to story: inout CaptureBuilder) {
    story.command(0x0C13, field(248))  // Write Local Name
    story.commandComplete(0x0C13)
    story.command(0x0C14)  // Read Local Name
    story.commandComplete(0x0C14, [0] + field(248))
    story.event(0x07, [0] + CaptureBuilder.peer + field(248))  // Remote Name Request Complete
    // Extended Inquiry Result.
    let response = [UInt8(min(name.count, 200) + 1), 0x09] + name(200)
    let padding = [UInt8](repeating: 0, count: 240 - response.count)
    story.event(
      0x2F, [1, 6, 5, 4, 3, 2, 1, 1, 0, 0x0C, 0x02, 0x5A, 0, 0, 0xC4] + response + padding)
  }

  private func addAdvertising(to story: inout CaptureBuilder) {
    story.command(0x200C, [1, 0])
    story.commandComplete(0x200C)
    let data = HCIPacket.structure
    let address: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
    story.advertise(CaptureBuilder.peer, -40, data: data(0x09, name(220)))
    story.advertise([2, 2, 3, 4, 5, 0xC6], -41, data: data(0x08, name(220)))
    story.advertise([3, 2, 3, 4, 5, 0xC6], -42, data: data(0x24, [0x17] + name(200)))  // URI
    story.advertise([4, 2, 3, 4, 5, 0xC6], -43, data: data(0x30, name(200)))  // broadcast name
    story.advertise([5, 2, 3, 4, 5, 0xC6], -44, data: data(0xFF, [0x4C, 0x00] + name(200)))
    // An Eddystone URL, and one that is a name.
    let url = data(0x16, [0xAA, 0xFE, 0x10, 0xEE, 0x03] + name(17))
    story.advertise(address, -45, data: data(0x03, [0xAA, 0xFE]) + url)
  }

  private func addGATT(to story: inout CaptureBuilder) {
    let strings: [(UInt16, [UInt8])] = [
      (0x02, [0x00, 0x2A]), (0x05, [0x29, 0x2A]), (0x08, [0x24, 0x2A]), (0x0B, [0x26, 0x2A]),
      (0x0E, [0x25, 0x2A]), (0x10, [0x27, 0x2A]), (0x12, [0x28, 0x2A]),
    ]
    for (declaration, uuid) in strings {
      story.discover(declaration: declaration, value: declaration + 1, uuid: uuid)
      story.att(.tx, [0x0A] + octets(declaration + 1))
      story.att(.rx, [0x0B] + name(200))
    }
    story.discover(declaration: 0x14, value: 0x15, uuid: [0xF4, 0xFF])
    // A Characteristic User Description.
    story.att(.tx, [0x04] + octets(0x17) + octets(0x17))
    story.att(.rx, [0x05, 0x01] + octets(0x17) + [0x01, 0x29])
    story.att(.tx, [0x0A] + octets(0x17))
    story.att(.rx, [0x0B] + name(200))
    story.att(.tx, [0x52] + octets(0x15) + name(200))
    story.att(.tx, [0x12] + octets(0x15) + name(200))
    story.att(.rx, [0x13])
    for _ in 0..<2 {
      story.att(.tx, [0x16] + octets(0x15) + [0, 0] + name(180))
      story.att(.rx, [0x17] + octets(0x15) + [0, 0] + name(180))
    }
    story.att(.tx, [0x18, 1])
    story.att(.rx, [0x19])
  }

  /// Payloads of several types, and one that the name itself ends.
  private func addTransfers(to story: inout CaptureBuilder, isSlow: Bool) {
    story.subscribe(0x16)
    let payloads: [[UInt8]] = [
      name(200), Array("{\"name\":\"".utf8) + name(200) + Array("\"}".utf8),
      Array("<?xml version=\"1.0\"?><a>".utf8) + name(200) + Array("</a>".utf8),
      Array("BEGIN:VCARD\r\nFN:".utf8) + name(200) + Array("\r\nEND:VCARD\r\n".utf8),
    ]
    for payload in payloads {
      story.notify(0x15, payload)
      if isSlow { story.wait(by: 4_000_000) }
      story.notify(0x15, "more")
      story.notify(0x15, "EOM")
    }
    story.notify(0x15, "ended by its name")
    story.notify(0x15, name(64))
    story.notify(0x15, "never ended")
  }

  private func addVendorData(to story: inout CaptureBuilder) {
    story.acl(.rx, boundary: 2, name(200), 0x0EDC)
    story.event(0xFF, [0x58] + name(200))
    story.command(0xFC00, name(200))
    story.add(.iso, .rx, octets(0x40) + octets(UInt16(name(200).count)) + name(200))
  }

  // MARK: - What containers add

  /// With the notes of the Linux monitor.
  package func monitor(isSlow: Bool = false) -> [UInt8] {
    var story = CaptureBuilder()
    let address: [UInt8] = [6, 5, 4, 3, 2, 1]
    story.add(.systemNote, .unknown, name + [0], controller: 0xFFFF)
    story.add(.newIndex, .unknown, [0, 1] + address + field(8))
    story.add(.openIndex, .unknown, [])
    story.add(.indexInfo, .unknown, address + [0x0F, 0])
    let ident = name(40) + [0]
    story.add(
      .userLogging, .unknown, [6, UInt8(ident.count)] + ident + name + [0], controller: 0xFFFF)
    // A management socket, of a program with that name.
    story.add(
      .controlOpen, .unknown, [1, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0, 0, 0, 16] + field(16),
      controller: 0xFFFF)
    story.add(.controlCommand, .unknown, [1, 0, 0, 0, 0x0F, 0] + field(249))
    story.add(.vendorDiagnostic, .unknown, name)
    story.add(.unrecognized, .unknown, name, detail: 77)
    story.entries += self.story(isSlow: isSlow).entries
    return story.btsnoop(datalink: 2001)
  }

  /// With PacketLogger's notes and log lines of every type.
  package func packetLogger() -> [UInt8] {
    var story = CaptureBuilder(time: 1_600_000_000_000_000)
    story = story.note("begins")
    for detail: UInt8 in 0xF7...0xFE {
      story.add(.loggerNote, .unknown, name, detail: detail)
    }
    // Of the system's log: process, sender, subsystem, category, message.
    let line: [UInt8] = [1, 0, 0, 0, 0] + (0..<5).flatMap { _ in name(60) + [0] }
    story.add(.loggerNote, .unknown, line, detail: 0xF7)
    story.entries += self.story().entries
    return story.packetLogger()
  }

  /// With comments and names in pcapng's options.
  package func pcapng() -> [UInt8] {
    var writer = PcapngWriter()
    writer.section((1...4).map { writer.option($0, name) })
    writer.interface(187, [1, 2, 3, 11, 12, 15].map { writer.option($0, name) })
    for entry in story().entries {
      writer.packet(
        [entry.kind.rawValue + 1] + entry.bytes, ticks: UInt64(entry.time),
        [writer.direction(entry.direction), writer.option(1, name)])
    }
    writer.statistics([writer.option(1, name)])
    return writer.bytes
  }
}
