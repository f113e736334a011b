import BletraceTestSupport

/// What happens in a generated capture.
package enum Story: Hashable, Sendable {
  /// The mix of the benchmark; see `StoryWriter.mixed`.
  case mixed
  /// One connection that receives values without end.
  case notifications
  /// One connection that receives transfers.
  case transfers
  /// One connection that sends, and gets the counts of packets that went out.
  case completions
  /// 200 devices that advertise.
  case advertising
  /// So many connections, one after the other, 64 of them at a time.
  case connections(Int)
  /// Connections that are opened in full, one after the other, each with a few values.
  case short
  /// So many characteristics that notify by turns, eight of them on each connection.
  case streams(Int)
  /// So many devices that advertise, each heard equally often.
  case advertisers(Int)

  package static let names =
    "mixed, notifications, transfers, completions, advertising, short, connections:K, streams:K, "
    + "advertisers:K"

  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let count = Int(parts[1]), count > 0 {
      switch parts[0] {
      case "connections": self = .connections(count)
      case "streams": self = .streams(count)
      case "advertisers": self = .advertisers(count)
      default: return nil
      }
      return
    }
    switch text {
    case "mixed": self = .mixed
    case "notifications": self = .notifications
    case "transfers": self = .transfers
    case "completions": self = .completions
    case "advertising": self = .advertising
    case "short": self = .short
    default: return nil
    }
  }
}

/// Writes a capture of so many records and returns what it holds. The same call writes the same
/// octets everywhere.
package func generate(
  _ story: Story, records: Int, to sink: any CaptureSink,
  in pieces: PieceSize = .large
) -> CaptureCounts {
  var writer = StoryWriter(records: records, sink: sink, pieces: pieces)
  switch story {
  case .mixed: writer.mixed()
  case .notifications: writer.notifications()
  case .transfers: writer.transfers()
  case .completions: writer.completions()
  case .advertising: writer.advertising(devices: 200)
  case .short: writer.short()
  case .connections(let count): writer.connections(count, records: records)
  case .streams(let count): writer.streams(count)
  case .advertisers(let count): writer.advertising(devices: count, isFair: true)
  }
  return writer.writer.finish()
}

/// Writes the stories.
struct StoryWriter {
  var writer: RecordWriter
  private var random = SeededRandom(seed: 20_240_115)
  private let pool: ValuePool

  /// 2024-01-15T10:00:00Z.
  static let start: Int64 = 1_705_312_800_000_000

  init(records: Int, sink: any CaptureSink, pieces: PieceSize) {
    writer = RecordWriter(
      limit: records, startingAt: Self.start, sink: sink, pieces: pieces)
    pool = ValuePool(&random)
  }

  // MARK: - The mix

  /// The benchmark's mix: a busy phone. Ten million records take 80 minutes and about 530 MB.
  ///
  /// A host with eight connections, of 30 ms interval, hears 200 devices. Each interval brings, in
  /// an order that stays the same and in numbers that vary by a few,
  ///
  ///     records   share
  ///          20   31 %    values of transfers (20 octets, 200 to 800 of them, then "EOM"),
  ///                       received on four connections
  ///          16   25 %    values of endless streams (20 octets, on two characteristics each),
  ///                       received on two connections
  ///           8   12 %    values of transfers, sent on a connection where the host is peripheral
  ///           5    8 %    write commands of 20 octets, sent on one connection
  ///           7   11 %    Number Of Completed Packets, for one to three packets each
  ///           8   12 %    advertising reports
  ///
  /// and now and then (1 %) a read request with its response, a Read RSSI, a silence of 400 ms, and
  /// a disconnection followed by a connection to the same peer, which is opened in full: ATT_MTU,
  /// discovery, subscriptions.
  mutating func mixed() {
    begin()
    let around = Advertisers(count: 200)
    var links = (0..<8).map {
      Link(handle: 0x0040 + UInt16($0), peer: $0, isPeripheral: $0 == 7)
    }
    for index in links.indices { links[index].open(&writer) }
    var round = 0
    while !writer.isFull {
      round += 1
      let start = writer.time
      for index in 0..<4 { receiveTransfer(&links[index], count: random.within(4...6)) }
      for index in 4..<6 { receiveStream(&links[index], count: random.within(7...9)) }
      write(&links[6], count: random.within(4...6))
      sendTransfer(&links[7], count: random.within(7...9))
      for _ in 0..<random.within(7...9) {
        around.report(&writer, &random)
        writer.time += 420
      }
      if round % 8 == 0 { links[round / 8 % 8].read(&writer) }
      if round % 64 == 0 {
        links[round / 64 % 8].measure(dBm: -random.within(48...72), &writer)
      }
      if round % 5000 == 0 { writer.time += 400_000 }
      if round % 4096 == 0 { reopen(&links[round / 4096 % 8]) }
      writer.time = max(writer.time, start + 30_000)
    }
  }

  private mutating func reopen(_ link: inout Link) {
    link.close(&writer)
    writer.time += 350_000
    link.open(&writer)
  }

  // MARK: - Its parts alone

  mutating func notifications() {
    alone(pause: 27_000) { writer, link in
      writer.receiveStream(&link, count: writer.random.within(4...6))
    }
  }

  mutating func transfers() {
    alone(pause: 27_000) { writer, link in
      writer.receiveTransfer(&link, count: writer.random.within(4...6))
    }
  }

  mutating func completions() {
    alone(isPeripheral: true, pause: 20_000) { writer, link in
      writer.sendTransfer(&link, count: writer.random.within(7...9))
    }
  }

  /// One connection, and so many microseconds from burst to burst.
  private mutating func alone(
    isPeripheral: Bool = false, pause: Int64, _ burst: (inout StoryWriter, inout Link) -> Void
  ) {
    begin()
    var link = Link(handle: 0x0040, peer: 0, isPeripheral: isPeripheral)
    link.open(&writer)
    while !writer.isFull {
      burst(&self, &link)
      writer.time += pause
    }
  }

  /// - Parameter isFair: each device is heard as often as any other.
  mutating func advertising(devices: Int, isFair: Bool = false) {
    begin()
    let around = Advertisers(count: devices)
    while !writer.isFull {
      around.report(&writer, &random, isFair: isFair)
      writer.time += 1200
    }
  }

  mutating func connections(_ count: Int, records: Int) {
    begin()
    let slots = min(count, 64)
    let share = max(1, records / count)
    var links: [Link] = []
    for number in 0..<count {
      let index = number % slots
      // So many need a long interval. Long transfers, for a report lists no more than 16 384 of one
      // characteristic.
      let link = Link(
        handle: 0x0040 + UInt16(index), peer: number, interval: 160,
        transferLength: 1000...4000)
      if number < slots {
        links.append(link)
      } else {
        links[index].close(&writer)
        links[index] = link
      }
      links[index].open(&writer)
      // What is left of this connection's share goes to all that are open.
      let end = number + 1 == count ? records : min(records, (number + 1) * share)
      var turn = number
      while writer.counts.records < end {
        turn += 1
        receiveTransfer(&links[turn % links.count], count: random.within(4...6))
      }
    }
  }

  /// What apps do that connect for each value: a discovery is most of each connection.
  mutating func short() {
    begin()
    for number in 0... {
      guard !writer.isFull else { return }
      var link = Link(handle: 0x0040 + UInt16(number % 64), peer: number % 100)
      link.open(&writer)
      receiveStream(&link, count: random.within(4...12))
      writer.time += 30_000
      link.close(&writer)
      writer.time += 200_000
    }
  }

  mutating func streams(_ count: Int) {
    begin()
    let perLink = 8
    var links = (0..<(count + perLink - 1) / perLink).map {
      Link(handle: 0x0040 + UInt16(truncatingIfNeeded: $0), peer: $0)
    }
    for index in links.indices { links[index].open(&writer) }
    while !writer.isFull {
      for number in 0..<count {
        links[number / perLink].value(of: number % perLink, &writer, pool)
        writer.time += 30_000 / Int64(count)
      }
    }
  }

  // MARK: - Bursts

  private mutating func receiveTransfer(_ link: inout Link, count: Int) {
    for _ in 0..<count {
      link.transfer(&writer, pool, &random)
      writer.time += 480
    }
  }

  private mutating func receiveStream(_ link: inout Link, count: Int) {
    for number in 0..<count {
      link.stream(&writer, pool, second: number & 1 == 1)
      writer.time += 480
    }
  }

  /// The host hands packets over; later the controller says that they are out.
  private mutating func sendTransfer(_ link: inout Link, count: Int) {
    for _ in 0..<count {
      link.transfer(&writer, pool, &random)
      writer.time += 90
    }
    complete(link, count)
  }

  private mutating func write(_ link: inout Link, count: Int) {
    for _ in 0..<count {
      link.command(&writer, pool)
      writer.time += 90
    }
    complete(link, count)
  }

  private mutating func complete(_ link: Link, _ count: Int) {
    var left = count
    while left > 0 {
      let done = min(left, random.within(1...3))
      writer.time += 310 * Int64(done)
      link.complete(done, &writer)
      left -= done
    }
  }

  // MARK: - The host

  /// What a host does first: it resets its controller, asks what it is, and scans.
  private mutating func begin() {
    let commands: [(opcode: UInt16, parameters: [UInt8], returned: [UInt8])] = [
      (0x0C03, [], []),
      (0x1001, [], [0x0D, 0x00, 0x10, 0x0D, 0x0F, 0x00, 0x00, 0x10]),
      (0x1009, [], [0xF4, 0x19, 0x2C, 0x6D, 0xAF, 0x60]),
      (0x2002, [], [0xFB, 0x00, 0x0F]),
      (0x200B, [0x01, 0x60, 0x00, 0x30, 0x00, 0x00, 0x00], []),
      (0x200C, [0x01, 0x00], []),
    ]
    for command in commands {
      _ = writer.add(Packets.command(command.opcode, command.parameters), .otherCommand)
      writer.time += 700
      _ = writer.add(Packets.complete(command.opcode, command.returned), .otherEvent)
      writer.time += 250
    }
  }
}
