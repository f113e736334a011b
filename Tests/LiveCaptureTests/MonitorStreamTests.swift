import CaptureFiles
import Testing

@testable import LiveCapture

@Suite struct MonitorStreamTests {
  /// As libpcap gives it: controller and opcode, big-endian, and the packet.
  private func record(_ controller: UInt16, _ opcode: UInt8, _ packet: [UInt8]) -> [UInt8] {
    [UInt8(controller >> 8), UInt8(controller & 0xFF), 0, opcode] + packet
  }

  private func append(_ stream: inout MonitorStream, _ record: [UInt8], original: Int? = nil) {
    stream.append(
      record.span, originalCount: original ?? record.count, seconds: 1_700_000_000,
      microseconds: 123_456)
  }

  @Test func aRecordIsFramedAsInBtmonsFile() {
    var stream = MonitorStream(controller: nil)
    stream.drops = 5
    append(&stream, record(1, 3, [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]))
    let wanted: [UInt8] = [
      0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00,  // "btsnoop\0"
      0x00, 0x00, 0x00, 0x01,  // version 1
      0x00, 0x00, 0x07, 0xD1,  // datalink 2001
      0x00, 0x00, 0x00, 0x06,  // original length
      0x00, 0x00, 0x00, 0x06,  // captured length
      0x00, 0x01, 0x00, 0x03,  // controller 1, an event
      0x00, 0x00, 0x00, 0x05,  // drops
      0x00, 0xE2, 0xE7, 0xD7, 0x27, 0x4F, 0xA2, 0x40,  // 2023-11-14T22:13:20.123456Z
      0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00,
    ]
    #expect(stream.take() == wanted)
    #expect(stream.take() == [])
  }

  @Test func onlyTheWantedControllerIsKeptAndWhatBelongsToNone() throws {
    var stream = MonitorStream(controller: 1)
    append(&stream, record(0, 3, [0x0E, 0x00]))
    append(&stream, record(1, 3, [0x0E, 0x00]))
    append(&stream, record(0xFFFF, 12, Array("note".utf8)))
    append(&stream, record(257, 3, [0x0E, 0x00]))
    let read = try records(of: stream.take())
    #expect(read.map(\.controller) == [1, 0xFFFF])
    #expect(read.map(\.number) == [1, 2])
    #expect(read.map(\.kind) == [.event, .systemNote])
  }

  @Test func allControllersAreKeptWhereNoneIsNamed() throws {
    var stream = MonitorStream(controller: nil)
    for controller in [0, 1, 2, 0xFFFF] as [UInt16] {
      append(&stream, record(controller, 3, [0x0E, 0x00]))
    }
    #expect(try records(of: stream.take()).map(\.controller) == [0, 1, 2, 0xFFFF])
  }

  @Test func whatIsTooShortForAHeaderIsNoRecord() throws {
    var stream = MonitorStream(controller: nil)
    append(&stream, [])
    append(&stream, [0, 0, 0])
    append(&stream, record(0, 8, []))
    #expect(try records(of: stream.take()).map(\.kind) == [.openIndex])
  }

  @Test func whatWasCutSaysHowLongItWas() throws {
    var stream = MonitorStream(controller: nil)
    append(&stream, record(0, 5, [1, 2, 3]), original: 104)
    let read = try records(of: stream.take())
    #expect(read.map(\.bytes.originalCount) == [100])
    #expect(read.map(\.time.microseconds) == [1_700_000_000_123_456])
  }

  private func records(of bytes: [UInt8]) throws -> [CapturedRecord] {
    var reader = try CaptureReader(MemorySource(bytes))
    var all: [CapturedRecord] = []
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) { all += batch }
    return all
  }
}
