import BletraceTestSupport
import CaptureFiles

/// A record with its octets, so that captures of different layout can be compared.
struct ReadRecord: Hashable {
  var number: Int
  var time: Int64
  var kind: RecordKind
  var direction: RecordDirection
  var controller: UInt16
  var detail: UInt8
  var bytes: [UInt8]
  var originalCount: Int
}

/// All that a reader reports about a capture.
struct ReadCapture: Hashable {
  var format: CaptureFormat
  var linkTypeName: String
  var timeOfDayIsKnown = true
  var records: [ReadRecord] = []
  var dropped = 0
  var truncated = 0
  var skipped = 0
  var cutShort = false
  var unreadable: CaptureDamage?
}

func read(
  _ source: any ByteSource, windowSize: Int = CaptureReader.usualWindowSize
) throws(CaptureFileError) -> ReadCapture {
  var reader = try CaptureReader(source, windowSize: windowSize)
  var all: [ReadRecord] = []
  var batch: [CapturedRecord] = []
  while try reader.nextBatch(into: &batch) {
    precondition(!batch.isEmpty && batch.count <= 1024)
    for record in batch {
      all.append(
        ReadRecord(
          number: record.number, time: record.time.microseconds, kind: record.kind,
          direction: record.direction, controller: record.controller, detail: record.detail,
          bytes: Array(reader.window[record.bytes.start..<record.bytes.end]),
          originalCount: record.bytes.originalCount))
    }
  }
  return ReadCapture(
    format: reader.format, linkTypeName: reader.linkTypeName,
    timeOfDayIsKnown: reader.timeOfDayIsKnown, records: all,
    dropped: reader.droppedRecords, truncated: reader.truncatedRecords,
    skipped: reader.skippedRecords, cutShort: reader.cutShort, unreadable: reader.unreadable)
}

func read(_ bytes: [UInt8], readSize: Int = .max) throws(CaptureFileError) -> ReadCapture {
  try read(MemorySource(bytes, readSize: readSize))
}

/// The same through a window so small that it slides all the time.
func readNarrowly(_ bytes: [UInt8]) throws(CaptureFileError) -> ReadCapture {
  try read(MemorySource(bytes), windowSize: 64)
}

/// What stops the reading of these octets; nothing if they can be read.
func readError(_ bytes: [UInt8]) -> CaptureFileError? {
  do throws(CaptureFileError) {
    _ = try readNarrowly(bytes)
    return nil
  } catch {
    return error
  }
}

func readError(_ source: any ByteSource) -> CaptureFileError? {
  do throws(CaptureFileError) {
    _ = try read(source)
    return nil
  } catch {
    return error
  }
}

/// Every kind of HCI packet, both ways, one of them cut.
func everyKind() -> CaptureBuilder {
  CaptureBuilder()
    .command(hex("03 0C 00"))
    .event(hex("0E 04 01 03 0C 00"))
    .acl(.tx, hex("40 00 07 00 03 00 04 00 02 17 00"))
    .wait(250)
    .acl(.rx, hex("40 20 07 00 03 00 04 00 03 17 00"))
    .acl(.rx, hex("40 20 1B 00 17 00 04 00 1B 2A 00 01"), originalLength: 31)
    .sco(.tx, hex("01 00 02 AA BB"))
    .sco(.rx, hex("01 00 00"))
    .iso(.tx, hex("60 20 04 00 01 00 00 00"))
    .iso(.rx, hex("60 20 00 00"))
    .event(hex("FF 00"))
}

/// The small captures that are cut, split and garbled, one for each container and framing. Text is
/// unpacked as a whole, and Zephyr's monitor is looked for anywhere.
let smallCaptures: [StoryFile] = {
  let story = everyKind()
  let notes = story.note("about").record(.unrecognized, .unknown, hex("01 02"), detail: 0x0A)
  let others: [CaptureFormat] = [.btsnooz, .zephyr, .espressif, .text, .btmon]
  return CaptureFormat.allCases.filter { !others.contains($0) }.flatMap {
    ($0 == .packetlogger ? notes : story).files($0)
  }
}()
