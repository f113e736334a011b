import BletraceTestSupport
import CaptureFiles
import Testing

/// The records of btsnooz, wherever they stand.
@Suite struct BtsnoozTests {
  /// Version 2, octet by octet: an event that was kept in whole and an ACL packet that was cut.
  @Test func versionTwo() throws {
    let records =
      hex("07 00 07 00 E8 03 00 00 10  0E 04 01 03 0C 00")
      + hex("0F 00 20 00 0A 00 00 00 11  40 20 1B 00 17 00 04 00 1B 2A 00 01 02 03")
    let capture = try read(Btsnooz.text(Btsnooz.packed(records, last: 5_000_000)))
    #expect(capture.format == .btsnooz)
    #expect(capture.linkTypeName == "hci-h4")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 4_999_990, kind: .event, direction: .rx, controller: 0, detail: 0x10,
          bytes: hex("0E 04 01 03 0C 00"), originalCount: 6),
        ReadRecord(
          number: 2, time: 5_000_000, kind: .acl, direction: .rx, controller: 0, detail: 0x11,
          bytes: hex("40 20 1B 00 17 00 04 00 1B 2A 00 01 02 03"), originalCount: 31),
      ])
    #expect(capture.truncated == 1)
    #expect(!capture.cutShort && capture.unreadable == nil)
  }

  /// Version 1 does not state how long packets were; they do so themselves.
  @Test(arguments: [
    ("10", "0E 04 01 03 0C 00", 6), ("10", "3E 20 02 01", 34), ("10", "3E", 1), ("10", "", 0),
    ("20", "03 0C 00", 3), ("20", "0D 20 19 00 00", 28), ("20", "0D 20", 2),
    ("11", "40 20 1B 00 17 00 04 00 1B 2A 00 01 02 03", 31), ("21", "40 00 07 00", 11),
    ("21", "40 00 07", 3), ("12", "01 00 30", 51), ("22", "01 00 01 FF", 4),
    ("17", "60 20 10 40", 20), ("2D", "60 20 10 C0 00", 20),
    // More was kept than the packet says it has.
    ("10", "0E 01 01 03 0C 00", 6), ("99", "01 02 03", 3),
  ])
  func lengthsInVersionOne(type: String, packet: String, original: Int) throws {
    let packet = hex(packet)
    var record = hex("00 00 00 00 00 00") + hex(type) + packet
    record[0] = UInt8(packet.count + 1)
    let capture = try read(Btsnooz.text(Btsnooz.packed(record + record, version: 1)))
    #expect(capture.records.map(\.bytes) == [packet, packet])
    #expect(capture.records.map(\.originalCount) == [original, original])
    #expect(capture.truncated == (original > packet.count ? 2 : 0))
  }

  /// The length that version 2 states, against the one in the packet. Some phones count the type
  /// twice; a length that is less than what was kept says nothing.
  @Test(arguments: [
    ("07 00", "0E 04 01 03 0C 00", 6), ("08 00", "0E 04 01 03 0C 00", 6),
    ("09 00", "0E 04 01 03 0C 00", 8), ("00 00", "0E 04 01 03 0C 00", 6),
    ("00 00", "0E 09 01", 11), ("03 00", "0E 09 01", 11), ("FF FF", "0E 09 01", 65_534),
    ("20 00", "40 20 1B 00 17 00 04 00", 31), ("21 00", "40 20 1B 00 17 00 04 00", 31),
    ("30 00", "40 20", 47),
  ])
  func lengthsInVersionTwo(reported: String, packet: String, original: Int) throws {
    let packet = hex(packet)
    let type: UInt8 = packet[0] == 0x0E ? 0x10 : 0x11
    let record = [UInt8(packet.count + 1), 0] + hex(reported) + [0, 0, 0, 0, type] + packet
    let capture = try read(Btsnooz.text(Btsnooz.packed(record)))
    #expect(capture.records.map(\.originalCount) == [original])
  }

  /// A type that is not known is a record all the same.
  @Test func types() throws {
    let known: [UInt8: (RecordKind, RecordDirection)] = [
      0x10: (.event, .rx), 0x11: (.acl, .rx), 0x12: (.sco, .rx), 0x17: (.iso, .rx),
      0x20: (.command, .tx), 0x21: (.acl, .tx), 0x22: (.sco, .tx), 0x2D: (.iso, .tx),
    ]
    let records = (UInt8.min ... .max).flatMap { [2, 0, 2, 0, 0, 0, 0, 0, $0, 7] as [UInt8] }
    let capture = try read(Btsnooz.text(Btsnooz.packed(records)))
    #expect(capture.records.count == 256)
    for record in capture.records {
      let (kind, direction) = known[record.detail] ?? (.unrecognized, .unknown)
      #expect(record.kind == kind && record.direction == direction)
    }
  }

  // MARK: - Time

  /// The preamble states when the last record was made, and each record how long after the one
  /// before.
  @Test func timesCountBackFromTheLast() throws {
    let story = CaptureBuilder().event([0xFF, 0]).wait(4_294_000_000).event([0xFF, 0])
      .event([0xFF, 0])
    let capture = try read(story.btsnoozText())
    #expect(capture.records.map(\.time) == story.entries.map(\.time))
    #expect(capture.timeOfDayIsKnown)
  }

  @Test func timeOfDayThatNothingTells() throws {
    let story = everyKind()
    let start = story.entries[0].time
    let whole = story.btsnoozText()
    let body = story.btsnoozBody()
    // A phone that did not say when; a log that lacks its end, to which the time belongs.
    let records = story.btsnoozRecords()
    let unsaid = Btsnooz.text(Btsnooz.packed(records, last: 0))
    let cut = Array(whole[..<(whole.count - 120)])
    for bytes in [body, unsaid, cut] {
      let capture = try read(bytes)
      #expect(!capture.timeOfDayIsKnown)
      #expect(capture.records.count > 5)
      let times = story.entries.prefix(capture.records.count).map { $0.time - start }
      #expect(capture.records.map(\.time) == times)
    }
    #expect(try read(whole).timeOfDayIsKnown)
  }

  /// Any time of the last record, and any times between them: nothing overflows.
  @Test(arguments: [Int64.min, -1, 1, Int64.max])
  func timesThatOverflow(last: Int64) throws {
    let record = hex("03 00 03 00 FF FF FF FF 10  FF 00")
    let capture = try read(
      Btsnooz.text(Btsnooz.packed(Array([record, record, record].joined()), last: last)))
    let step = Int64(UInt32.max)
    #expect(capture.records.map(\.time) == [last &- 2 * step, last &- step, last])
  }

  // MARK: - Behind btsnoop's header

  @Test func behindTheHeaderOfBtsnoop() throws {
    let story = everyKind()
    for version in [1, 2] as [UInt8] {
      let bytes = story.btsnoozBody(version: version)
      let body = try read(bytes)
      #expect(body.format == .btsnooz)
      var packed = try read(story.btsnoozText(version: version))
      for index in packed.records.indices {
        packed.records[index].time -= story.entries[0].time
      }
      packed.timeOfDayIsKnown = false
      #expect(body == packed)
      #expect(try readNarrowly(bytes) == body)
      #expect(try read(bytes, readSize: 1) == body)
    }
  }

  /// One record is enough where it is all there is; among more, three that agree.
  @Test func whatIsTakenForIt() throws {
    let header = CaptureBuilder().btsnoop()
    let event = hex("07 00 07 00 10 27 00 00 10  0E 04 01 03 0C 00")
    let command = hex("04 00 04 00 00 00 00 00 20  03 0C 00")
    #expect(try read(header + event).records.count == 1)
    #expect(try read(header + event + command).records.count == 2)
    let many = (0..<400).flatMap { _ in event + command }
    #expect(try read(header + many).records.count == 800)
    let first = hex("07 00 10 27 00 00 10  0E 04 01 03 0C 00")
    #expect(try read(header + first + first + first).records.map(\.originalCount) == [6, 6, 6])
    // One record and something else, or one that is less than it says it is.
    #expect(try read(header + event + [7]).format == .btsnoop)
    var wrong = event
    wrong[2] = 3
    #expect(try read(header + wrong + wrong).unreadable?.offset == 16)
  }

  /// What comes amid a file like that is read as far as it goes.
  @Test func cutAndDamagedBodies() throws {
    let story = everyKind()
    let bytes = story.btsnoozBody()
    let whole = try read(bytes)
    var wholeEnds = 0
    // From the third record on it cannot be mistaken.
    for count in 16 + 50..<bytes.count {
      let cut = try readNarrowly(Array(bytes[..<count]))
      #expect(cut.format == .btsnooz && cut.unreadable == nil)
      if !cut.cutShort { wholeEnds += 1 }
      for (record, original) in zip(cut.records, whole.records) where record != original {
        #expect(record.number == cut.records.count && cut.cutShort)
        #expect(original.bytes.starts(with: record.bytes))
        #expect(record.originalCount > record.bytes.count)
      }
    }
    #expect(wholeEnds == whole.records.count - 4)

    let noLength = bytes + hex("00 00 00 00 00 00 00 00 10")
    let damaged = try read(noLength)
    #expect(damaged.records == whole.records)
    #expect(
      damaged.unreadable
        == CaptureDamage(
          offset: bytes.count, reason: "record length 0 is below the minimum"))
  }
}
