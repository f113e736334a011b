import BletraceTestSupport

/// What is hostile about a connection.
extension HostileStoryWriter {
  mutating func burden(_ link: Link, _ story: HostileStory) {
    switch story {
    case .channels: for number in 0..<70 { openChannel(link, number) }
    case .reassembly: for way in [true, false] { startFragment(link, isSent: way) }
    case .sdus:
      for number in 0..<64 {
        openChannel(link, number)
        startSDU(link, number)
      }
    case .requests:
      for _ in 0..<20 { att(link, [0x12, 0x10, 0x00] + Self.filler(500), isSent: true) }
    case .unanswered:
      for number in 0..<1500 { att(link, [0x0A] + Self.le(number + 1), isSent: true) }
    case .gattEntries: discover(link, count: 4100)
    case .remembered: if connections == 1 { discover(link, count: 200) }
    case .subscriptions:
      for number in 0..<1100 {
        att(link, [0x52] + Self.le(2 * number % 60_000 + 3) + Self.le(1 + number % 2), isSent: true)
      }
    case .longReads: for number in 0..<1100 { readLong(link, handle: number + 1) }
    case .preparedWrites:
      for number in 0..<200 {
        let part = [0x16] + Self.le(number % 50 + 1) + Self.le(0) + Self.filler(500)
        att(link, part, isSent: true)
        att(link, [0x17] + part.dropFirst(), isSent: false)
      }
    case .sent: for _ in 0..<300 { att(link, [0x52, 0x10, 0x00] + Self.filler(20), isSent: true) }
    case .streams: for number in 0..<300 { notify(link, handle: number + 1, [1, 2, 3]) }
    case .gaps:
      for number in 0..<1204 {
        writer.time += 200_000 + Int64(number) * 1000
        notify(link, handle: number % 4 + 1, Self.le(number))
      }
    case .openPayloads: for _ in 0..<10 { notify(link, handle: 1, serial() + Self.filler(59_990)) }
    case .errors:
      for number in 0..<1100 {
        // What is asked takes turns, so that each is a phase of its own.
        let isRead = number % 2 == 0
        let handle = Self.le(number + 1)
        let request = isRead ? [0x0A] + handle : [0x04] + handle + handle
        att(link, request, isSent: true)
        att(link, [0x01, isRead ? 0x0A : 0x04] + handle + [0x01], isSent: false)
      }
    case .parameters:
      for number in 0..<1100 {
        let parameters = Self.le(6 + number) + Self.le(0) + Self.le(200 + number)
        event(0x3E, [0x03, 0x00] + Self.le(link.handle) + parameters, link.controller)
      }
    case .findings:
      att(link, [0x0A] + Self.le(1), isSent: true)
      att(link, [0x01, 0x0A] + Self.le(1) + [0x05], isSent: false)
    case .peers: discover(link, count: 2)
    case .stalls: stall(link)
    case .resends:
      sendTransfer(link) { writer in
        for _ in 0..<1100 {
          let value = writer.serial() + Array(1...12)
          for _ in 0..<2 { writer.notify(link, handle: 1, value) }
        }
      }
    case .chunkSizes:
      sendTransfer(link) { writer in
        for size in 0..<70 {
          writer.notify(link, handle: 1, writer.serial() + Self.filler(size))
        }
      }
    case .runs:
      for number in 0..<700 {
        writer.time += 60_000_000
        for _ in 0..<5 { notify(link, handle: number % 10 + 1, serial() + Self.filler(496)) }
      }
    case .values:
      // Manufacturer Name String.
      att(link, [0x08] + Self.le(1) + Self.le(0xFFFF) + Self.le(0x2803), isSent: true)
      let found = Self.le(1) + [0x12] + Self.le(2) + Self.le(0x2A29)
      att(link, [0x09, 7] + found, isSent: false)
      for _ in 0..<2 { notify(link, handle: 2, [UInt8](repeating: 0x41, count: 600)) }
    case .messages:
      for number in 0..<20_000 {
        notify(link, handle: number / 100 + 1, serial() + Self.filler(492))
      }
    case .framingFaults: leaveUnanswered(link)
    case .framedMessages: sendMessages(link)
    case .pairings:
      for _ in 0..<1100 {
        l2cap(link, channel: 6, [0x01, 3, 0, 1, 16, 1, 1], isSent: true)
        l2cap(link, channel: 6, [0x05, 0x08], isSent: false)
      }
    case .updates:
      let handle = Self.le(link.handle)
      for number in 0..<1100 {
        let length = Self.le(27 + number % 200) + Self.le(328 + number)
        event(0x3E, [0x0C, 0x00] + handle + [1, 2], link.controller)
        event(0x3E, [0x07] + handle + length + length, link.controller)
        event(0x08, [0x00] + handle + [1], link.controller)
      }
    default: break
    }
  }

  /// The controller has one buffer, which each packet takes for a second.
  private mutating func stall(_ link: Link) {
    event(HCIPacket.commandComplete(0x2002, [0, 27, 0, 1]), link.controller)
    for number in 0..<300 {
      att(link, [0x52] + Self.le(9) + Self.le(number), isSent: true)
      writer.time += 1_000_000
      event(HCIPacket.completed(1, link.handle), link.controller)
    }
  }

  /// MCUmgr's echo with one sequence number: each request gives up the one before.
  private mutating func leaveUnanswered(_ link: Link) {
    // DA2E7828-FBCE-4E01-AE9E-261174997C48
    let uuid: [UInt8] = [
      0x48, 0x7C, 0x99, 0x74, 0x11, 0x26, 0x9E, 0xAE, 0x01, 0x4E, 0xCE, 0xFB, 0x28, 0x78, 0x2E,
      0xDA,
    ]
    att(link, [0x08] + Self.le(1) + Self.le(0xFFFF) + Self.le(0x2803), isSent: true)
    att(link, [0x09, 21] + Self.le(1) + [0x14] + Self.le(2) + uuid, isSent: false)
    for _ in 0..<300 {
      att(link, [0x52] + Self.le(2) + [0x02, 0, 0, 1, 0, 0, 7, 0, 0xA0], isSent: true)
    }
  }

  /// A mark, a length, and the sum of all octets, in values of 20 octets.
  private mutating func sendMessages(_ link: Link) {
    for number in 0..<300 {
      let payload = serial() + Self.filler(30 + number % 40).reversed()
      let body = [0xA5, 0x5A, UInt8(payload.count)] + payload
      let message = body + [body.reduce(0, &+)]
      for start in stride(from: 0, to: message.count, by: 20) {
        notify(link, handle: 1, Array(message[start..<min(start + 20, message.count)]))
      }
    }
  }

  /// A transfer that is known to be one, as a marker came before.
  private mutating func sendTransfer(_ link: Link, _ values: (inout HostileStoryWriter) -> Void) {
    let marker = Array("EOM".utf8)
    notify(link, handle: 1, serial())
    notify(link, handle: 1, marker)
    values(&self)
    notify(link, handle: 1, marker)
  }
}
