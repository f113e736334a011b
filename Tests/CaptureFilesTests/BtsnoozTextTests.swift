import BletraceTestSupport
import CaptureFiles
import Testing

/// The log that stands in the text of a bug report, and what can be wrong with it.
@Suite struct BtsnoozTextTests {
  private let story = everyKind()

  private func lines(_ packed: [UInt8]) -> String { text(Btsnooz.base64(packed)) }

  private func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

  private var packed: [UInt8] {
    Btsnooz.packed(story.btsnoozRecords(), last: story.entries[9].time)
  }

  /// zlib at its best, as Android compresses: three records of an event.
  @Test func compressed() throws {
    let stream = hex(
      "78 DA 63 66 60 66 00 01 81 FF 40 06 33 83 80 3A 3A 13 00 30 25 03 AE")
    let capture = try read(Btsnooz.text(Btsnooz.preamble(last: 90_000) + stream))
    #expect(capture.records.map(\.bytes) == [[0xFF, 0], [0xFF, 0], [0xFF, 0]])
    #expect(capture.records.map(\.time) == [70_000, 80_000, 90_000])
    #expect(!capture.cutShort && capture.unreadable == nil)
  }

  // MARK: - The text around it

  /// How the lines may look, and what may stand before and behind them.
  @Test func lineEndsAndIndentation() throws {
    let expected = try read(story.btsnoozText())
    #expect(expected.records.count == 10)
    let begin = "--- BEGIN:BTSNOOP_LOG_SUMMARY"
    let end = "--- END:BTSNOOP_LOG_SUMMARY"
    let indented = lines(packed).split(separator: "\n").map { "\t  " + $0 }.joined(separator: "\n")
    let texts = [
      "\(begin)\n\(lines(packed))\(end)",
      "\(begin) (5 bytes in) ---\r\n"
        + lines(packed).split(separator: "\n").joined(separator: "\r\n") + "\r\n\(end) ---\r\n",
      "  | \(begin) ---\n\(indented)\n  \(end) ---\n",
      "Bluetooth Status\n--- BEGIN:BTSNOOP\n---- BEGIN:BTSNOOP_LOG_SUMMARY\n"
        + "\(lines(packed))\(end)\n--- END\n",
      "\(begin)\n" + lines(packed).filter { $0 != "\n" } + end,
      // All is there but the last line.
      "x\n\(begin)\n\(lines(packed))",
    ]
    for text in texts {
      #expect(try read(Array(text.utf8)) == expected, "\(text)")
    }
  }

  /// Anywhere in a long text, across the windows through which it is read.
  @Test func farIntoTheText() throws {
    let section = story.btsnoozText()
    let expected = try read(section)
    let line = Array("11-21 16:10:00.000  1000  1234 I bt_stack: --- BEGIN:BTSNOOZ -\n".utf8)
    for count in [300_000, 700_001, 700_030] {
      let filler = (0..<count / line.count + 1).flatMap { _ in line }.prefix(count)
      #expect(try read(filler + section + filler) == expected)
    }
    let filler = Array(line[..<60])
    for count in 0..<60 {
      #expect(try read(MemorySource(filler[..<count] + section), windowSize: 64) == expected)
      #expect(try read(MemorySource(section, readSize: 1 + count)) == expected)
    }
  }

  /// PowerShell writes UTF-16 when the output of adb is sent to a file.
  @Test func utf16() throws {
    let section = story.btsnoozText()
    let expected = try read(section)
    let units = Array("Grüße ".utf16) + section.map { UInt16($0) }
    var little = ByteWriter(.little)
    var big = ByteWriter(.big)
    for unit in [0xFEFF] + units {
      little.put(unit)
      big.put(unit)
    }
    for text in [little.bytes, big.bytes, little.bytes + [0x41]] {
      #expect(try read(text) == expected)
      #expect(try readNarrowly(text) == expected)
      #expect(try read(text, readSize: 1) == expected)
    }
    #expect(readError(hex("FF FE")) == .foreign(.text))
    #expect(readError(hex("FF FE 7B 00 7D 00")) == .foreign(.json))
  }

  @Test func textWithoutALog() {
    #expect(readError(Array("== dumpstate: 2026\n".utf8)) == .foreign(.bugreportText))
    #expect(readError(Array("Bluetooth Status\n".utf8)) == .foreign(.bugreportText))
    #expect(readError(Array("--- BEGIN:BTSNOOP_LOG_SUMMARZ\n".utf8)) == .foreign(.text))
  }

  /// A phone that has logged nothing yet.
  @Test func emptyLog() throws {
    for packed in [Btsnooz.preamble(last: 0), Btsnooz.packed([])] {
      let capture = try read(Btsnooz.text(packed))
      #expect(capture.format == .btsnooz)
      #expect(capture.records.isEmpty && !capture.cutShort && capture.unreadable == nil)
    }
  }

  // MARK: - Cut and damaged

  /// A text that ends anywhere: the records before the end, and no claim that it is whole.
  @Test func cutSweep() throws {
    let bytes = story.btsnoozText()
    let whole = try read(bytes)
    let section = try #require(text(bytes).range(of: Btsnooz.beginLine)).upperBound
    let start = text(bytes)[..<section].utf8.count
    // What stands in base64, its line ends, and all of it in zlib.
    let end = start + Btsnooz.base64(packed).count
    for count in 30..<bytes.count {
      let part = Array(bytes[..<count])
      guard count >= start + 12 else {
        #expect(readError(part) != nil)
        continue
      }
      let cut = try read(part)
      // Inside a record, or between two.
      let isCut = cut.cutShort || cut.unreadable?.offset == count
      #expect(isCut == (cut.cutShort || cut.unreadable != nil))
      // The last characters are padding, and the end of a line.
      if count < end - 4 { #expect(isCut && !cut.timeOfDayIsKnown) }
      if count >= end { #expect(cut == whole) }
      if !isCut { #expect(cut == whole) }
      #expect(!cut.cutShort || cut.truncated == (cut.records.count > 5 ? 2 : 1))
      for (record, original) in zip(cut.records, whole.records) {
        let isLast = record.number == cut.records.count
        #expect(record.bytes == original.bytes || (isLast && cut.cutShort))
        #expect(original.bytes.starts(with: record.bytes))
      }
    }
  }

  /// Each kind of damage is reported with its place, and what came before it stays.
  @Test func damage() throws {
    let whole = try read(story.btsnoozText())
    let start = 33 + Btsnooz.beginLine.utf8.count
    func expect(
      _ bytes: [UInt8], _ reason: String, at offset: Int, records: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let capture = try read(bytes)
      #expect(
        capture.unreadable == CaptureDamage(offset: offset, reason: reason),
        sourceLocation: sourceLocation)
      #expect(capture.records.count == records, sourceLocation: sourceLocation)
      #expect(!capture.cutShort, sourceLocation: sourceLocation)
      for (record, original) in zip(capture.records, whole.records) {
        let isLast = record.number == records
        #expect(
          record.bytes == original.bytes || (isLast && original.bytes.starts(with: record.bytes)),
          sourceLocation: sourceLocation)
      }
    }
    let good = story.btsnoozText()

    var bytes = good
    bytes[start + 130] = UInt8(ascii: "*")
    try expect(bytes, "byte 42 is not base64", at: start + 130, records: 5)
    bytes[start + 130] = UInt8(ascii: "-")
    try expect(bytes, "byte 45 is not base64", at: start + 130, records: 5)
    bytes = Array(text(good).replacing("--- END:", with: "--- end:").utf8)
    let end = start + Btsnooz.base64(packed).count
    try expect(bytes, "byte 45 is not base64", at: end, records: 10)

    // The checksum of the records.
    try expect(
      Btsnooz.text(packed.dropLast() + [packed[packed.count - 1] ^ 1]),
      "the log that begins there is damaged: its zlib stream is invalid at byte "
        + "\(packed.count - 9)", at: start, records: 10)
    // The second octet of the stored block's length.
    var wrong = packed
    wrong[13] ^= 1
    try expect(
      Btsnooz.text(wrong),
      "the log that begins there is damaged: its zlib stream is invalid at byte 7",
      at: start, records: 0)
    try expect(
      Btsnooz.text(packed.dropLast(20)),
      "the log that begins there lacks the end of its zlib stream", at: start, records: 8)
    try expect(
      Btsnooz.text(packed + [1, 2, 3]),
      "the log that begins there has 3 bytes after its zlib stream", at: start, records: 10)
    try expect(
      good + good, "another log begins there, and only the first of a text is read",
      at: good.count + 33, records: 10)
    try expect(
      Btsnooz.text(Btsnooz.packed(story.btsnoozRecords() + [UInt8](repeating: 0, count: 9))),
      "in the log that begins there, at byte \(story.btsnoozRecords().count), record length 0 is "
        + "below the minimum", at: start, records: 10)
  }

  /// A device that fails: what it gave before stays, in the log and behind it.
  @Test func sourceThatFails() throws {
    // More than is looked at to see that it is text.
    let section = [UInt8](repeating: 0x0A, count: 5000) + story.btsnoozText()
    let failure = CaptureFileError.cannotRead(reason: "Input/output error")
    for (count, records) in [(section.count - 200, 3), (section.count - 10, 10)] {
      var reader = try CaptureReader(
        MemorySource(Array(section[..<count]), thenFailsWith: failure))
      var batch: [CapturedRecord] = []
      var read = 0
      while try reader.nextBatch(into: &batch) { read += batch.count }
      #expect(read == records)
      #expect(reader.failure == failure && reader.unreadable?.reason == failure.message)
    }
    // What has shown no log yet is no capture.
    let early = readError(MemorySource(Array(section[..<5040]), thenFailsWith: failure))
    #expect(early == failure)
  }

  /// The log's own end, inside a record, though nothing of the text is missing.
  @Test func recordThatEndsTooEarly() throws {
    let capture = try read(Btsnooz.text(Btsnooz.packed(Array(story.btsnoozRecords().dropLast()))))
    #expect(capture.records.count == 10)
    #expect(capture.cutShort && capture.unreadable == nil && !capture.timeOfDayIsKnown)
    #expect(capture.records[9].bytes == [0xFF] && capture.records[9].originalCount == 2)
  }

  @Test func withoutPreambleOrOfAnotherVersion() {
    for count in 0..<9 {
      #expect(readError(Btsnooz.text(Array(packed[..<count]))) == .headerCut(.btsnooz))
    }
    #expect(readError(Array("x\n--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8)) == .headerCut(.btsnooz))
    for version in [0, 3, 255] as [UInt8] {
      let packed = [version] + packed[1...]
      #expect(
        readError(Btsnooz.text(packed))
          == .unsupportedVersion(.btsnooz, version: Int(version)))
    }
  }

  // MARK: - Hostile

  /// More than Android's buffer ever holds: what it unpacks to is bounded, and what is packed.
  @Test func more() throws {
    let limit = CaptureLimits.packedLog
    let record = [0, 0x20] + hex("00 20 00 00 00 00 10") + [UInt8](repeating: 7, count: 0x1FFF)
    let records = (0..<limit / record.count + 1).flatMap { _ in record }
    let long = try read(Btsnooz.text(Btsnooz.packed(records)))
    #expect(long.records.count == limit / record.count)
    #expect(long.unreadable?.reason == "the log is over \(limit) bytes long")
    #expect(!long.timeOfDayIsKnown)

    let bomb = try read(Btsnooz.text(Btsnooz.preamble(last: 1) + Self.bomb(of: limit + 1)))
    #expect(bomb.records.count == limit / 4120 + 1)
    #expect(bomb.unreadable?.reason == "the log that begins there is over \(limit) bytes long")
  }

  /// A zlib stream that unpacks to nothing but the octet 10, which makes records of 4120 octets: in
  /// one block of fixed codes, the octet, and the longest copy of it over and over.
  private static func bomb(of count: Int) -> [UInt8] {
    var octets: [UInt8] = [0x78, 0x01]
    var (bits, held) = (0 as UInt32, 0 as UInt32)
    func put(_ code: UInt32, _ length: UInt32) {
      bits |= code << held
      held += length
      while held >= 8 {
        octets.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        held -= 8
      }
    }
    // The last block, of fixed codes; the literal is 01000000, first bit first.
    put(0b011, 3)
    put(0b0000_0010, 8)
    // Length 258 is 11000101, distance 1 is 00000.
    for _ in 0..<count / 258 + 1 { put(0b1010_0011, 13) }
    put(0, 7 + 8)
    return octets
  }

  /// Flipped bits and other octets anywhere: no trap, and the numbers agree with one another.
  @Test func bitFlips() throws {
    var random = SeededRandom(seed: 13)
    let inputs = [story.btsnoozText(), story.btsnoozText(version: 1), story.btsnoozBody()]
    for round in 0..<3000 {
      var bytes = inputs[round % 3]
      for _ in 0...random.next() % 3 {
        let at = Int(random.next() % UInt64(bytes.count))
        bytes[at] ^= 1 << UInt8(random.next() % 8)
      }
      guard readError(bytes) == nil else { continue }
      let capture = try readNarrowly(bytes)
      #expect(capture.records.allSatisfy { $0.originalCount >= $0.bytes.count })
      #expect(!(capture.cutShort && capture.unreadable != nil))
    }
  }

  /// Behind a checksum that is right the records may be anything.
  @Test func randomRecords() throws {
    var random = SeededRandom(seed: 14)
    for round in 0..<1000 {
      let records = random.octets(Int(random.next() % 200))
      let packed = Btsnooz.packed(
        records, version: UInt8(1 + round % 2), last: Int64(bitPattern: random.next()))
      let capture = try read(Btsnooz.text(packed))
      #expect(capture.records.allSatisfy { $0.originalCount >= $0.bytes.count })
      #expect(capture.records.count <= records.count / 7 + 1)
    }
  }
}
