import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report

/// What must not change when a story is recorded in another way.
@Suite("The same story, in different forms")
struct MetamorphicTests {
  /// Kinds that every container can express.
  private func common(_ story: CaptureBuilder) -> CaptureBuilder {
    var story = story
    story.entries = story.entries.filter { $0.kind.rawValue <= RecordKind.event.rawValue }
    for index in story.entries.indices { story.entries[index].controller = 0 }
    return story
  }

  private func expectSame(
    _ one: ReportV1.Capture, _ other: ReportV1.Capture, _ what: Comment,
    leavingOut keys: Set<String> = [], frames: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let leavesOut = { (key: String) in
      keys.contains(key)
        || (!frames && (key.hasSuffix("frame") || key.hasSuffix("frames") || key == "open"))
    }
    let difference = try Tree.difference(one, other, leavesOut: leavesOut)
    #expect(difference == nil, what, sourceLocation: sourceLocation)
  }

  // MARK: - Containers

  @Test("in another container it gives the same report", arguments: Samples.sound)
  func containers(file: String) throws {
    let full = try Samples.story(file)
    let story = common(full)
    let expected = Analysed(story).capture
    let container: Set = ["format", "link_type"]

    // Of containers that do not state directions, only pcapng has an option for them.
    let hasDirections = !story.entries.contains { $0.direction == .unknown }
    var others: [(String, [UInt8])] = []
    if hasDirections {
      others = [
        ("btsnoop 1002", story.btsnoop(datalink: 1002)),
        ("btsnoop 1001", story.btsnoop(datalink: 1001)),
        ("btsnoop 2001", story.btsnoop(datalink: 2001)),
        ("PacketLogger, little endian", story.packetLogger(order: .little)),
        ("PacketLogger, big endian", story.packetLogger(order: .big)),
        ("pcap 254", story.pcap(254)), ("pcapng 254", story.pcapng(254)),
        ("pcapng 187", story.pcapng(187)),
      ]
      // Of SCO data macOS says nothing; no sample has any.
      for link in [189, 220, 249, 266] as [UInt32] {
        others.append(("pcap \(link)", story.usb(USBForm(link))))
        others.append(("pcapng \(link)", story.usbPcapng(USBForm(link, .big))))
      }
    }
    for order in [ByteOrder.little, .big] {
      for nanoseconds in [false, true] {
        others.append(("pcap 201", story.pcap(201, order: order, nanoseconds: nanoseconds)))
      }
      others.append(("pcapng 201", story.pcapng(201, order: order)))
    }
    if hasDirections, story.isGoodForBtsnooz {
      others.append(("btsnooz 1", story.btsnoozText(version: 1)))
      others.append(("btsnooz 2", story.btsnoozText(version: 2)))
    }
    for (name, bytes) in others {
      try expectSame(
        try Samples.report(of: bytes), expected, "\(name)", leavingOut: container)
    }

    // Without any direction at all, it is inferred: on these captures always rightly.
    if !hasDirections { return }
    try expectSame(
      try Samples.report(of: story.pcap(187)), expected, "pcap 187", leavingOut: container)

    // The Linux monitor's own notes, and several controllers, only its containers can express.
    let monitored = full.entries.allSatisfy { $0.kind != .loggerNote }
    if monitored {
      let expected = Analysed(full).capture
      for bytes in [full.btsnoop(datalink: 2001), full.pcap(254), full.pcapng(254, order: .big)] {
        try expectSame(
          try Samples.report(of: bytes), expected, "monitor", leavingOut: container)
      }
    }
  }

  // MARK: - Fragments

  /// Every PDU in ACL packets of other sizes. The first stands where the first stood, and the last
  /// where the last stood.
  private func refragmented(_ story: CaptureBuilder, seed: UInt64) -> CaptureBuilder {
    struct Link: Hashable {
      var controller: UInt16
      var handle: UInt16
      var direction: RecordDirection
    }
    struct PDU {
      var data: [UInt8] = []
      var entries: [Int] = []
    }
    var random = SeededRandom(seed: seed)
    var open: [Link: PDU] = [:]
    var replacements: [Int: [CaptureBuilder.Entry]] = [:]
    for (index, entry) in story.entries.enumerated()
    where entry.kind == .acl && entry.bytes.count == entry.originalLength {
      let word = UInt16(entry.bytes[0]) | UInt16(entry.bytes[1]) << 8
      let direction =
        entry.direction == .unknown ? (word >> 12 & 3 == 0 ? .tx : .rx) : entry.direction
      let link = Link(
        controller: entry.controller, handle: word & 0xFFF, direction: direction)
      if word >> 12 & 3 != 1 { open[link] = PDU() }
      open[link]?.data += entry.bytes[4...]
      open[link]?.entries.append(index)
      guard let pdu = open[link], pdu.data.count >= 4 else { continue }
      let length = Int(pdu.data[0]) | Int(pdu.data[1]) << 8
      guard pdu.data.count == length + 4 else { continue }
      open[link] = nil

      var pieces: [[UInt8]] = []
      var rest = pdu.data[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...27, using: &random)
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      for (number, piece) in pieces.enumerated() {
        let isLast = number == pieces.count - 1
        let home = isLast ? pdu.entries.last! : pdu.entries.first!
        var fragment = story.entries[home]
        // How it starts is reported by its own first packet; this may be its last.
        let boundary = number == 0 ? UInt16(story.entries[pdu.entries.first!].bytes[1] >> 4 & 3) : 1
        fragment.bytes =
          octets(word & 0xCFFF | boundary << 12) + octets(UInt16(piece.count)) + piece
        fragment.originalLength = fragment.bytes.count
        replacements[home, default: []].append(fragment)
      }
      for index in pdu.entries where replacements[index] == nil { replacements[index] = [] }
    }
    var result = story
    result.entries = story.entries.enumerated().flatMap { replacements[$0.offset] ?? [$0.element] }
    return result
  }

  /// What explains a silence, and the account of time, rest on the flow: completions count packets,
  /// not PDUs. The ceiling
  /// rests on both, as does when a transfer had left: of one that had not there is no rate. A run
  /// counts packets, too, and lasts until they were completed: where the values of a run are longer
  /// than a packet, as in samples of framed uploads, runs are left out.
  @Test("other fragments change only frames and the flow of packets", arguments: Samples.files)
  func fragments(file: String) throws {
    let story = try Samples.story(file)
    let expected = Analysed(story).capture
    var leftOut: Set = [
      "records", "flow", "explained_by", "gap_causes", "ceiling", "delivery",
      "throughput_bytes_per_s", "in_flight_max", "packets_per_event", "waits_us", "time",
      // Packets that were not completed: other fragments are other packets.
      "breaches",
    ]
    if file.contains("framing-") { leftOut.insert("runs") }
    for seed in 1...3 {
      let other = refragmented(story, seed: UInt64(seed))
      #expect(other.entries.count > story.entries.count)
      try expectSame(
        Analysed(other).capture, expected, "seed \(seed)",
        leavingOut: leftOut, frames: false)
    }
  }

  // MARK: - Time

  @Test(
    "at another time it is the same but for its start", arguments: Samples.files,
    [1_234_567_891, -1_900_000_000_000_000])
  func shifted(file: String, by microseconds: Int64) throws {
    let story = try Samples.story(file)
    var later = story
    for index in later.entries.indices { later.entries[index].time += microseconds }
    let (one, other) = (Analysed(story).capture, Analysed(later).capture)
    #expect(one.start != other.start)
    try expectSame(one, other, "shifted", leavingOut: ["start"])
  }

  // MARK: - Company

  /// After each record one of another connection, which lives on the same controller (with another
  /// handle) or on another one (with any). Not before the first packet: times count from that.
  private func accompanied(
    _ story: CaptureBuilder, _ handle: UInt16, on controller: UInt16
  ) -> CaptureBuilder {
    var company = CaptureBuilder()
    company.connect(handle, peer: [0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xC0], on: controller)
    for index in 0..<story.entries.count {
      switch index % 5 {
      case 0: company.att(.tx, hex("52 77 00 61"), handle, on: controller)
      case 1: company.notify(0x0077, Array("beside \(index)".utf8), handle, on: controller)
      case 2: company.completed(1, handle, on: controller)
      case 3: company.notify(0x0077, Array("EOM".utf8), handle, on: controller)
      default: company.att(.rx, hex("1D 79 00 61"), handle, on: controller, fragments: [5])
      }
    }
    var result = story
    result.entries = []
    let first = story.entries.firstIndex { $0.kind.isPacket } ?? 0
    for (index, entry) in story.entries.enumerated() {
      result.entries.append(entry)
      if index < first { continue }
      var beside = company.entries[index - first]
      beside.time = entry.time
      result.entries.append(beside)
    }
    return result
  }

  /// Not in the capture that has two controllers of its own, which it sees come up: the company
  /// would be there before them.
  @Test(
    "company changes nothing about a connection",
    arguments: Samples.files.filter { !$0.hasPrefix("bluez-live/") },
    [(UInt16(0x0E01), UInt16(0)), (0x0E01, 1), (0x0040, 1)])
  func company(file: String, beside: (handle: UInt16, controller: UInt16)) throws {
    let story = try Samples.story(file)
    // A container that does not state directions leaves those of the company to be inferred, too.
    let alone = Analysed(story).capture
    var together = Analysed(
      accompanied(story, beside.handle, on: beside.controller)
    ).capture
    together.connections.removeAll {
      $0.handle == Int(beside.handle) && $0.controller == Int(beside.controller)
    }
    #expect(together.connections.count == alone.connections.count)
    together.controllers.removeAll { $0.index == 1 }
    // On the same controller they share its buffers, and so the stalls that these cause.
    let shared: Set = beside.controller == 0 ? ["flow", "explained_by"] : []
    try expectSame(
      together, alone, "beside",
      leavingOut: shared.union(["records", "stray_records", "id", "duration_us", "connection"]),
      frames: false)
  }
}
