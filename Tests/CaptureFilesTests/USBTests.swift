import BletraceTestSupport
import CaptureFiles
import Testing

/// HCI packets in captures of USB.
@Suite struct USBTests {
  static let forms = [189, 220, 249, 266].flatMap { link in
    [USBForm(link), USBForm(link, .big)]
  }

  /// As in Linux's usbmon.rst: a command, the event that answers it, and ACL data, with the other
  /// halves of their transfers.
  static let linux = hex(
    """
    // id, submission, control, endpoint 0, device 5, bus 1, setup, data
    00 01 02 03 04 05 06 07  53 02 00 05  01 00  00 00
    00 F1 53 65 00 00 00 00  05 00 00 00  8D FF FF FF   // 1700000000.000005, in progress
    03 00 00 00  03 00 00 00                            // 3 octets, all of them here
    20 00 00 00 00 00 03 00                             // class request 0, of 3 octets
    03 0C 00                                            // Reset
    """)

  @Test func readsAVector() throws {
    let time: Int64 = 1_700_000_000_000_005
    let record = (time, Self.linux, Self.linux.count)
    let capture = try read(CaptureBuilder.usb([record], USBForm(189)))
    #expect(capture.format == .pcap)
    #expect(capture.linkTypeName == "usb-linux")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: time, kind: .command, direction: .tx, controller: 0, detail: 1,
          bytes: hex("03 0C 00"), originalCount: 3)
      ])
  }

  /// What goes over USB of a story: all but ISO data and, on macOS, SCO data.
  private func expected(_ story: CaptureBuilder, _ form: USBForm) -> [CaptureBuilder.Entry] {
    story.entries.filter {
      form.isSerialized || $0.kind != .iso && (form.linkType != 266 || $0.kind != .sco)
    }
  }

  private func expectSame(
    _ story: CaptureBuilder, _ form: USBForm, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = expected(story, form)
    for bytes in [story.usb(form), story.usbPcapng(form)] {
      let capture = try read(bytes)
      let records = capture.records
      #expect(records.map(\.kind) == wanted.map(\.kind), sourceLocation: sourceLocation)
      #expect(records.map(\.bytes) == wanted.map(\.bytes), sourceLocation: sourceLocation)
      #expect(records.map(\.time) == wanted.map(\.time), sourceLocation: sourceLocation)
      #expect(records.map(\.direction) == wanted.map(\.direction), sourceLocation: sourceLocation)
      #expect(
        records.map(\.originalCount) == wanted.map(\.originalLength),
        sourceLocation: sourceLocation)
      #expect(records.allSatisfy { $0.controller == 0 && $0.detail == $0.kind.rawValue + 1 })
      // All frames of the file count, and keep their numbers.
      let frames = story.usbRecords(form).count
      #expect(capture.skipped == frames - Set(records.map(\.number)).count)
      #expect(records.map(\.number) == records.map(\.number).sorted())
      #expect(capture.truncated == wanted.count { $0.originalLength > $0.bytes.count })
      #expect(try readNarrowly(bytes) == capture)
      for size in [1, 7, 4096] { #expect(try read(bytes, readSize: size) == capture) }
    }
  }

  @Test("a submission and its completion are one packet", arguments: forms)
  func halves(form: USBForm) throws {
    try expectSame(everyKind(), form)
    var form = form
    form.hasOtherHalves = true
    try expectSame(everyKind(), form)
    let capture = try read(everyKind().usb(form))
    // What is sent is known when it is submitted, what comes when it is complete.
    #expect(capture.records.prefix(4).map(\.number) == [1, 4, 5, 8])
  }

  /// Interrupt endpoints give 16 octets at a time, bulk ones 64.
  @Test("a packet in several transfers has the number of the last", arguments: forms)
  func pieces(form: USBForm) throws {
    var form = form
    form.most = 5
    // Of the first one of an endpoint it has to be known what it is.
    let known = CaptureBuilder()
      .command(hex("03 0C 00"))
      .event(hex("0E 03 01 03 0C"))
      .acl(.rx, hex("40 20 01 00 00"))
      .event(hex("0E 04 01 03 0C 00"))
      .acl(
        .rx,
        hex("40 20 17 00 13 00 04 00 1B 17 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10")
      )
      .event(hex("3E 06 63 01 02 03 04 05"))
    let capture = try read(known.usb(form))
    #expect(capture.records.map(\.bytes) == known.entries.map(\.bytes))
    #expect(capture.records.map(\.number) == [1, 2, 3, 5, 11, 13])
  }

  @Test("in bulk serialization mode all packets have an indicator", arguments: forms)
  func serialized(form: USBForm) throws {
    var form = form
    form.isSerialized = true
    // ISO data can be SCO data by its form, but not by its indicator.
    try expectSame(everyKind(), form)
    form.hasOtherHalves = true
    try expectSame(everyKind(), form)
  }

  @Test("each Bluetooth device is a controller of its own, and others are none", arguments: forms)
  func devices(form: USBForm) throws {
    var form = form
    form.devices = [0: (3, 9), 1: (1, 9), 2: (3, 10)]
    var story = CaptureBuilder()
    for controller in [0, 2, 1] as [UInt16] {
      story = story.command(hex("03 0C 00"), controller: controller)
        .event(hex("0E 04 01 03 0C 00"), controller: controller)
    }
    var records = story.usbRecords(form)
    let mouse = USBRecord(
      kind: .interrupt, isIn: true, isCompletion: true, data: hex("01 02 03 00"), device: (3, 4),
      time: records[0].time)
    records.insert(form.record(mouse), at: 0)
    records.insert(form.record(mouse), at: 4)
    let capture = try read(CaptureBuilder.usb(records, form))
    #expect(capture.records.map(\.number) == [2, 3, 4, 6, 7, 8])
    // In the order in which they are seen.
    #expect(capture.records.map(\.controller) == [0, 0, 1, 1, 2, 2])
    #expect(capture.skipped == 2)
  }

  /// A configuration with HCI by endpoints 1, 2, and something else by 5.
  static let configuration = hex(
    """
    09 02 3E 00 02 01 00 C0 00
    09 04 00 00 03 E0 01 01 00
    07 05 81 03 10 00 01   07 05 02 02 40 00 01   07 05 82 02 40 00 01
    09 04 01 00 01 FF FF FF 00
    07 05 05 02 00 02 00   07 05 85 02 00 02 00
    """)

  @Test("a descriptor says which endpoints carry HCI", arguments: forms)
  func descriptors(form: USBForm) throws {
    func record(
      _ kind: USBRecord.Kind, _ endpoint: UInt8, _ data: [UInt8]
    ) -> (time: Int64, octets: [UInt8], original: Int) {
      form.record(
        USBRecord(
          kind: kind, isIn: true, isCompletion: true, data: data, time: 1, endpoint: endpoint))
    }
    let acl = hex("40 20 07 00 03 00 04 00 03 17 00")
    let vendor = hex("FF 01 00")
    let records = [
      record(.interrupt, 1, vendor), record(.control, 0, Self.configuration),
      record(.interrupt, 1, vendor), record(.bulk, 5, acl), record(.bulk, 2, acl),
    ]
    let capture = try read(CaptureBuilder.usb(records, form))
    #expect(capture.records.map(\.number) == [3, 5])
    // Without it, only what is an HCI packet beyond doubt makes a device a controller.
    let unknown = try read(CaptureBuilder.usb([records[0], records[2], records[4]], form))
    #expect(unknown.records.map(\.number) == [3])
  }

  @Test("other devices are refused, in one line", arguments: forms)
  func foreign(form: USBForm) {
    let reports = [hex("01 02 03 00"), hex("00 00 04 00 00 00 00 00"), hex("FF FF")]
    let mouse = reports.map {
      form.record(
        USBRecord(kind: .interrupt, isIn: true, isCompletion: true, data: $0, time: 1))
    }
    // Mass storage.
    let command = form.record(
      USBRecord(
        kind: .bulk, isIn: false, isCompletion: false,
        data: hex("55 53 42 43 01 00 00 00 00 02 00 00 80 00 0A 28 00 00 00 00 00 00 00 01 00"),
        time: 1))
    let error = CaptureFileError.foreign(.otherUSB)
    #expect(readError(CaptureBuilder.usb(mouse + [command], form)) == error)
    // Without any record nothing is known.
    #expect(readError(CaptureBuilder.usb([], form)) == nil)
  }

  @Test("a piece that was lost spoils one packet", arguments: forms)
  func lostPiece(form: USBForm) throws {
    var form = form
    form.most = 16
    let long = hex("3E 15 63 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14")
    let story = CaptureBuilder()
      .command(hex("03 0C 00")).event(hex("0E 04 01 03 0C 00")).event(long)
      .event(hex("0F 04 00 01 06 04")).event(long)
    var records = story.usbRecords(form)
    records.remove(at: 3)
    let capture = try read(CaptureBuilder.usb(records, form))
    #expect(capture.records.map(\.bytes) == [0, 1, 3, 4].map { story.entries[$0].bytes })
  }

  /// usbmon cuts long transfers by itself: the record is whole, the transfer is not.
  @Test func cutTransfer() throws {
    let story = CaptureBuilder().command(hex("03 0C 00"))
      .acl(.tx, hex("40 00 07 00 03 00 04 00 02 17 00"))
      .acl(.tx, hex("40 00 1B 00 17 00"), originalLength: 31)
    var records = story.usbRecords(USBForm(220))
    records[2].original = records[2].octets.count
    let capture = try read(CaptureBuilder.usb(records, USBForm(220)))
    #expect(capture.records.last?.originalCount == 31)
    #expect(capture.truncated == 1)
  }

  /// Linux sends ISO data as it does ACL data; the handle says which it is.
  @Test func isochronousData() throws {
    var story = CaptureBuilder().command(hex("03 0C 00"))
      .acl(.tx, hex("40 00 07 00 03 00 04 00 02 17 00"))
      .event(hex("3E 1D 19 00 60 00") + [UInt8](repeating: 0, count: 25))
    story.add(.acl, .tx, hex("60 20 04 00 01 00 00 00"))
    story.add(.event, .rx, hex("05 04 00 60 00 13"))
    story.add(.acl, .tx, hex("60 20 04 00 00 00 04 00"))
    let kinds = try read(story.usb(USBForm(189))).records.map(\.kind)
    #expect(kinds == [.command, .acl, .event, .iso, .event, .acl])
  }

  /// What ends a handle of ISO data.
  @Test(
    "a handle that is another one's later",
    arguments: [
      ("05 04 00 60 00 13", RecordKind.acl), ("05 04 01 60 00 13", .iso),
      ("0E 04 01 03 0C 00", .acl), ("0E 04 01 01 0C 00", .iso),
      ("03 0B 00 60 00 01 02 03 04 05 06 01 00", .acl),
      ("3E 13 01 00 60 00 00 00 01 02 03 04 05 06 18 00 00 00 F4 01 00", .acl),
      ("3E 13 01 00 61 00 00 00 01 02 03 04 05 06 18 00 00 00 F4 01 00", .iso),
    ])
  func reusedHandle(event: String, kind: RecordKind) throws {
    for subevent in [0x19, 0x2A] as [UInt8] {
      var story = CaptureBuilder().command(hex("03 0C 00"))
        .event(hex("3E 1D") + [subevent] + hex("00 60 00") + [UInt8](repeating: 0, count: 25))
        .event(hex(event))
      story.add(.acl, .tx, hex("60 20 04 00 00 00 04 00"))
      #expect(try read(story.usb(USBForm(189))).records.last?.kind == kind)
    }
  }

  private func transfer(
    _ kind: USBRecord.Kind, _ isIn: Bool, _ data: String, missing: Int = 0, setup: String? = nil,
    endpoint: UInt8? = nil
  ) -> USBRecord {
    USBRecord(
      kind: kind, isIn: isIn, isCompletion: isIn, data: hex(data), missing: missing, time: 1,
      setup: setup.map { hex($0) }, endpoint: endpoint)
  }

  private func records(_ transfers: [USBRecord], _ form: USBForm) throws -> [ReadRecord] {
    try read(CaptureBuilder.usb(transfers.map(form.record), form)).records
  }

  @Test(
    "requests that carry a command",
    arguments: [
      ("20 00 00 00 00 00 03 00", true, true), ("20 E0 00 00 00 00 03 00", true, true),
      ("21 00 00 00 00 00 03 00", true, true), ("21 00 00 00 02 00 03 00", false, true),
      ("21 09 00 00 00 00 03 00", false, false), ("40 00 00 00 00 00 03 00", false, false),
    ])
  func requests(setup: String, alone: Bool, known: Bool) throws {
    let command = transfer(.control, false, "03 0C 00", setup: setup)
    let event = transfer(.interrupt, true, "0E 04 01 03 0C 00")
    for form in Self.forms {
      #expect(try records([command, event], form).count == (alone ? 2 : 1))
      #expect(try records([event, command], form).count == (known ? 2 : 1))
    }
  }

  @Test("other devices that send what may be a packet", arguments: forms)
  func similar(form: USBForm) throws {
    // Modbus RTU by a serial adapter.
    let modbus = ["01 03 00 04 00 0A C5 CD", "01 06 00 04 01 02 03 04"]
      .map { transfer(.bulk, false, $0) }
    let bytes = CaptureBuilder.usb(modbus.map(form.record), form)
    #expect(readError(bytes) == .foreign(.otherUSB))
    #expect(try records([transfer(.bulk, false, "01 03 0C 00")], form).count == 1)
    // Plugged in where a controller was, until that comes back.
    let storage = transfer(
      .control, true,
      "09 02 20 00 01 01 00 80 32 09 04 00 00 02 08 06 50 00 07 05 02 02 00 02 00"
        + " 07 05 82 02 00 02 00")
    let acl = transfer(.bulk, true, "40 20 07 00 03 00 04 00 03 17 00", endpoint: 2)
    let event = transfer(.interrupt, true, "0E 04 01 03 0C 00")
    var configuration = event
    configuration = USBRecord(
      kind: .control, isIn: true, isCompletion: true, data: Self.configuration, time: 1)
    let numbers = try records([event, acl, storage, acl, event, configuration, acl], form)
      .map(\.number)
    #expect(numbers == [1, 2, 7])
  }

  @Test("a setting of another interface does not end a packet", arguments: forms)
  func settings(form: USBForm) throws {
    for (interface, count) in [("00", 2), ("01", 3)] {
      let found = try records(
        [
          transfer(.interrupt, true, "0E 04 01 03 0C 00"),
          transfer(.bulk, true, "40 20 07 00 03 00 04 00 03 17 00"),
          transfer(.bulk, true, "40 20 07 00 03 00"),
          transfer(.control, false, "", setup: "01 0B 01 00 \(interface) 00 00 00"),
          transfer(.bulk, true, "04 00 03 17 00"),
        ], form)
      #expect(found.count == count)
    }
  }

  @Test("ACL data that is never whole in a transfer", arguments: forms)
  func partialACL(form: USBForm) throws {
    let event = transfer(.interrupt, true, "0E 04 01 03 0C 00")
    let pieces = [
      transfer(.bulk, true, "40 20 07 00 03 00"), transfer(.bulk, true, "04 00 03 17 00"),
    ]
    #expect(try records([event] + pieces + pieces, form).map(\.number) == [1, 3, 5])
    let cut = transfer(.bulk, false, "40 00 1B 00 17 00", missing: 25)
    let found = try records([event, cut, cut], form)
    #expect(found.map(\.originalCount) == [6, 31, 31])
    // Its length is another one.
    #expect(
      try records([event, transfer(.bulk, false, "40 00 1B 00 17 00", missing: 9)], form).count
        == 1)
    #expect(
      try records([event, transfer(.bulk, false, "55 5F 42 43 01 00")], form).count == 1)
  }

  /// Of what is sent, USBPcap's descriptors may have no lengths.
  @Test func isochronousLengths() throws {
    let form = USBForm(249)
    let event = form.record(transfer(.interrupt, true, "0E 04 01 03 0C 00"))
    for isIn in [false, true] {
      var sound = form.record(transfer(.isochronous, isIn, "40 00 03 01 02 03"))
      sound.octets.replaceSubrange(43..<47, with: [0, 0, 0, 0])
      let found = try read(CaptureBuilder.usb([event, sound], form)).records
      #expect(found.map(\.kind) == (isIn ? [.event] : [.event, .sco]))
    }
  }

  /// A capture of another kind in the same file.
  @Test func furtherCapture() throws {
    let mouse = USBForm(220).record(transfer(.interrupt, true, "01 02 03 00"))
    let usb = CaptureBuilder.usb([mouse], USBForm(220))
    let story = CaptureBuilder().command(hex("03 0C 00")).event(hex("0E 04 01 03 0C 00"))
    #expect(readError(usb) == .foreign(.otherUSB))
    #expect(try read(usb + story.btsnoop()).records.count == 2)
  }

  /// Old versions of USBPcap have the data of a control transfer in a record of its own.
  @Test func separateSetup() throws {
    let form = USBForm(249)
    var setup = form.record(
      USBRecord(kind: .control, isIn: false, isCompletion: false, data: [], missing: 3, time: 1))
    setup.original = setup.octets.count
    setup.octets[23] = 8
    var data = form.record(
      USBRecord(
        kind: .control, isIn: false, isCompletion: false, data: hex("03 0C 00"), time: 1,
        setup: []))
    data.octets[27] = 1
    let capture = try read(CaptureBuilder.usb([setup, data], form))
    #expect(capture.records.map(\.number) == [2])
    #expect(capture.records.map(\.bytes) == [hex("03 0C 00")])
  }

  /// Beside another interface of a pcapng file.
  @Test func mixedInterfaces() throws {
    let form = USBForm(220)
    var writer = PcapngWriter()
    writer.section()
    writer.interface(187)
    writer.interface(220)
    writer.packet(hex("01 03 0C 00"), ticks: 1)
    let story = CaptureBuilder().command(hex("03 0C 00")).event(hex("0E 04 01 03 0C 00"))
    for record in story.usbRecords(form) { writer.packet(record.octets, interface: 1, ticks: 2) }
    writer.packet(hex("04 FF 00"), ticks: 3)
    let capture = try read(writer.bytes)
    #expect(capture.records.map(\.number) == [1, 2, 3, 4])
    #expect(capture.records.map(\.controller) == [0, 1, 1, 0])
    #expect(capture.records.map(\.kind) == [.command, .command, .event, .event])
    #expect(capture.records.last?.bytes == hex("FF 00"))
  }

  /// Numbers in the headers are not trusted.
  @Test("any octets behind a header", arguments: forms)
  func noise(form: USBForm) throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      var records = everyKind().usbRecords(form)
      for index in records.indices {
        for _ in 0...random.next() % 4 {
          let at = Int(random.next() % UInt64(records[index].octets.count))
          records[index].octets[at] = UInt8(truncatingIfNeeded: random.next())
        }
        let kept = Int(random.next() % UInt64(records[index].octets.count + 1))
        if random.next() % 5 == 0 { records[index].octets.removeLast(kept) }
      }
      let bytes = CaptureBuilder.usb(records, form)
      guard readError(bytes) == nil else { continue }
      let capture = try read(bytes)
      #expect(try readNarrowly(bytes) == capture)
      #expect(capture.records.allSatisfy { $0.originalCount >= $0.bytes.count })
    }
  }
}
