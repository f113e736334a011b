import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import LiveCapture

/// A record with its octets.
struct Taken: Hashable {
  var number: Int
  var kind: RecordKind
  var time: Int64
  var bytes: [UInt8]
}

/// Takes what is there: the records, and whether more may come.
func take(_ records: inout LiveRecords) throws -> (taken: [Taken], step: LiveRecords.Step) {
  var all: [Taken] = []
  var batch: [CapturedRecord] = []
  while true {
    let step = try records.next(into: &batch)
    guard step == .records else { return (all, step) }
    records.withBytes { bytes in
      for record in batch {
        let octets = (record.bytes.start..<record.bytes.end).map { bytes[$0] }
        all.append(
          Taken(
            number: record.number, kind: record.kind, time: record.time.microseconds,
            bytes: octets))
      }
    }
  }
}

/// The same of a file.
func taken(of bytes: [UInt8]) throws -> [Taken] {
  var reader = try CaptureReader(MemorySource(bytes))
  var all: [Taken] = []
  var batch: [CapturedRecord] = []
  while try reader.nextBatch(into: &batch) {
    for record in batch {
      all.append(
        Taken(
          number: record.number, kind: record.kind, time: record.time.microseconds,
          bytes: Array(reader.window[record.bytes.start..<record.bytes.end])))
    }
  }
  return all
}

let samplesFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")

private let sampleFiles: [String] = {
  let stories = (try? FileManager.default.contentsOfDirectory(atPath: samplesFolder.path())) ?? []
  return stories.sorted().flatMap { story -> [String] in
    let folder = samplesFolder.path() + "/" + story
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasPrefix("capture.") }.map { "\(story)/\($0)" }
  }
}()

@Suite struct LiveRecordsTests {
  @Test("samples that come in pieces give the records of the file", arguments: sampleFiles)
  func pieces(file: String) throws {
    let bytes = [UInt8](try Data(contentsOf: samplesFolder.appending(path: file)))
    let wanted = try taken(of: bytes)
    let sizes = [1, 7, 100, 4096]
    #expect(sampleFiles.count > 50)
    for size in sizes where bytes.count / size < 5000 {
      let queue = try #require(ByteQueue())
      var records = LiveRecords(queue)
      var all: [Taken] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        #expect(queue.put(Array(bytes[start..<min(start + size, bytes.count)])))
        let (some, step) = try take(&records)
        all += some
        #expect(step == .waiting)
      }
      queue.end()
      let (some, step) = try take(&records)
      all += some
      #expect(step == .ended)
      #expect(all == wanted, "in pieces of \(size)")
      #expect(records.count == wanted.last?.number ?? 0)
    }
  }

  @Test func aBatchNeedNotBeFullToBeHandedOn() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    let bytes = CaptureBuilder().event([0x0E, 0x00]).event([0x0F, 0x00]).btsnoop()
    // The first record is whole, of the second one octet is missing.
    #expect(queue.put(Array(bytes.dropLast())))
    #expect(try take(&records).taken.map(\.number) == [1])
    #expect(queue.put(Array(bytes.suffix(1))))
    #expect(try take(&records).taken.map(\.number) == [2])
  }

  @Test func recordsAreNumberedThroughWhereAFileIsReplaced() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    var lossy = CaptureBuilder().event([0x0E, 0x00]).drops(3)
    lossy.add(.acl, .rx, [1, 2, 3, 4], originalLength: 20)
    #expect(queue.put(lossy.btsnoop()))
    queue.putSegmentEnd()
    // An empty one in between, as when a log is emptied and then begun anew.
    queue.putSegmentEnd()
    #expect(queue.put(lossy.pcap(201)))
    queue.putSegmentEnd()
    #expect(queue.put(lossy.btsnoop()))
    queue.end()
    let (all, step) = try take(&records)
    #expect(all.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(step == .ended)
    #expect(records.facts.droppedRecords == 6)
    #expect(records.facts.losses.map(\.beforeFrame) == [2, 6])
    #expect(records.facts.truncatedRecords == 3)
    #expect(records.facts.format == "btsnoop")
  }

  /// PacketLogger has no magic number: it takes some records to recognize it, here of 60 KB each.
  @Test func aFormatThatTakesLongToTellIsToldFromDrops() throws {
    var story = CaptureBuilder()
    for _ in 0..<5 {
      story.add(.acl, .rx, [0x40, 0x20, 0x60, 0xEA] + [UInt8](repeating: 7, count: 60_000))
    }
    let bytes = story.packetLogger()
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    var all: [Taken] = []
    for start in stride(from: 0, to: bytes.count, by: 5) {
      #expect(queue.put(Array(bytes[start..<min(start + 5, bytes.count)])))
      all += try take(&records).taken
    }
    queue.end()
    all += try take(&records).taken
    #expect(all.map(\.bytes.count) == [60_004, 60_004, 60_004, 60_004, 60_004])
    #expect(records.facts.format == "packetlogger")
  }

  @Test func whatIsNoCaptureSaysSo() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    #expect(queue.put(Array("{\"a\":1}".utf8)))
    // It might be the beginning of anything.
    #expect(try take(&records).step == .waiting)
    queue.end()
    #expect(throws: CaptureFileError.foreign(.json)) { try take(&records) }
  }

  @Test func nothingAtAllIsAnEmptyCapture() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    queue.end()
    #expect(throws: CaptureFileError.empty) { try take(&records) }
    #expect(!records.isRecognized)
  }

  @Test func anEndInsideARecordIsTold() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    #expect(queue.put(Array(CaptureBuilder().event([0x0E, 0x01, 0x00]).btsnoop().dropLast())))
    #expect(try take(&records).taken.isEmpty)
    queue.end()
    #expect(try take(&records).taken.count == 1)
    #expect(records.facts.cutShort)
  }

  /// Its second half comes when no one looks any more.
  @Test func aRecordIsNotCutWhereTheCaptureIsEndedByTheUser() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    let story = CaptureBuilder().event([0x0E, 0x01, 0x00]).event([0x0E, 0x01, 0x00])
    #expect(queue.put(Array(story.btsnoop().dropLast())))
    queue.end(.stopped)
    let (taken, step) = try take(&records)
    #expect(taken.map(\.number) == [1] && step == .waiting)
    #expect(!records.facts.cutShort && records.facts.truncatedRecords == 0)
  }

  @Test func whyTheSourceFailedIsToldWithWhatItGave() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    let story = CaptureBuilder().event([0x0E, 0x01, 0x00]).event([0x0E, 0x01, 0x00])
    let bytes = story.btsnoop().dropLast()
    #expect(queue.put(Array(bytes)))
    queue.end(.failed("the device is gone"))
    let (taken, step) = try take(&records)
    #expect(taken.map(\.number) == [1] && step == .ended)
    #expect(!records.facts.cutShort)
    #expect(
      records.facts.damage
        == CaptureDamage(offset: bytes.count, reason: "the device is gone", sourceFailed: true))
    #expect(queue.failure == "the device is gone")
  }

  @Test func aSourceThatFailsAtOnceIsNoCapture() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    queue.end(.failed("the device is gone"))
    #expect(throws: CaptureFileError.sourceFailed(reason: "the device is gone")) {
      try take(&records)
    }
  }

  @Test func whatComesBehindDamageIsNotTakenForAnotherCapture() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    // A record that claims to be of 4 GB.
    let damage = [UInt8](repeating: 0xFF, count: 24)
    #expect(queue.put(CaptureBuilder().event([0x0E, 0x00]).btsnoop() + damage))
    let (all, step) = try take(&records)
    #expect(all.map(\.number) == [1] && step == .ended)
    #expect(queue.put([UInt8](repeating: 0, count: 10_000)))
    queue.end()
    #expect(try take(&records).step == .ended)
    #expect(records.facts.damage != nil && records.count == 1)
  }

  @Test func aPipeIsReadAsItComes() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    let queue = try #require(ByteQueue())
    #expect(PipeSource(descriptor: ends[0]).start(into: queue))
    var records = LiveRecords(queue)
    let bytes = CaptureBuilder().event([0x0E, 0x00]).event([0x0F, 0x00]).btsnoop()
    let writer = FileHandle(fileDescriptor: ends[1])
    try writer.write(contentsOf: bytes.dropLast(4))
    #expect(try wait(&records, queue, for: 1).taken.map(\.number) == [1])
    try writer.write(contentsOf: bytes.suffix(4))
    #expect(try wait(&records, queue, for: 1).taken.map(\.number) == [2])
    try writer.close()
    #expect(try wait(&records, queue, for: 1).step == .ended)
    close(ends[0])
  }

  @Test func theReadingThreadEndsWhenItIsToldTo() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    let done = DispatchSemaphore(value: 0)
    let queue = try #require(ByteQueue())
    let source = PipeSource(descriptor: ends[0])
    #expect(
      LiveSystem.startThread {
        source.run(into: queue)
        queue.finish()
        done.signal()
      })
    #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
    queue.stop()
    #expect(done.wait(timeout: .now() + patience) == .success)
    for end in ends { close(end) }
  }

  @Test func aFullQueueHoldsTheReadingThreadBack() throws {
    let queue = try #require(ByteQueue(capacity: 1 << 20))
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    #expect(queue.put(piece))
    let done = DispatchSemaphore(value: 0)
    #expect(
      LiveSystem.startThread {
        _ = queue.put([1])
        done.signal()
      })
    #expect(done.wait(timeout: .now() + 0.1) == .timedOut)
    #expect(queue.takeItems().count == 1)
    #expect(done.wait(timeout: .now() + patience) == .success)
    queue.finish()
    queue.stop()
    // What was read before is kept, and no more is to be read.
    #expect(!queue.put(piece))
    #expect(queue.takeItems().count == 2)
  }
}

/// Waits until so many records or the end have come.
func wait(
  _ records: inout LiveRecords, _ queue: ByteQueue, for count: Int
) throws -> (taken: [Taken], step: LiveRecords.Step) {
  var all: [Taken] = []
  let deadline = LiveSystem.now + Int64(patience) * 1_000_000
  while LiveSystem.now < deadline {
    let (some, step) = try take(&records)
    all += some
    if all.count >= count || step == .ended { return (all, step) }
    _ = LiveSystem.wait([queue.wakeDescriptor], milliseconds: 100)
  }
  return (all, .waiting)
}

/// What a fuzzer found, each named for what it was.
@Suite struct LiveRecordsFoundByFuzzingTests {
  /// The rest of a damaged capture was read as another one, and refused as none.
  @Test func aDamagedCaptureIsOverWhereItIsDamaged() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    var writer = PcapngWriter()
    writer.section()
    writer.interface(201)
    writer.packet(hex("00 00 00 01 04 0F 00"), ticks: 1)
    // A block whose two lengths differ, and records behind it.
    let damage = hex("06 00 00 00  20 00 00 00" + String(repeating: " 00", count: 24))
    #expect(queue.put(writer.bytes + damage + writer.bytes))
    #expect(queue.put(writer.bytes))
    for _ in 0..<2 {
      let (taken, step) = try take(&records)
      #expect(step == .ended)
      #expect(taken.count <= 1)
    }
    #expect(records.count == 1)
    #expect(records.facts.damage?.reason == "the two lengths of a block differ")
  }

  /// A count of lost records as large as a number can be was added to another.
  @Test func lossesWithoutEndAddUpToTheLargestNumber() throws {
    let queue = try #require(ByteQueue())
    var records = LiveRecords(queue)
    var writer = PcapngWriter()
    writer.section()
    for interface: UInt32 in 0..<2 {
      writer.interface(201)
      writer.packet(
        hex("00 00 00 01 04 0F 00"), interface: interface, ticks: 1,
        [writer.dropCount(UInt64(Int.max))])
    }
    #expect(queue.put(writer.bytes))
    queue.putSegmentEnd()
    #expect(queue.put(writer.bytes))
    queue.end()
    #expect(try take(&records).taken.map(\.number) == [1, 2, 3, 4])
    #expect(records.facts.droppedRecords == (1 << 53) - 1)
    #expect(records.facts.losses.map(\.beforeFrame) == [1, 2, 3, 4])
    #expect(records.facts.upTo(1).droppedRecords == 0)
    #expect(records.facts.upTo(4).droppedRecords == (1 << 53) - 1)
  }
}
