import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("Nordic DFU: session")
struct NordicDFUSessionTests {
  private static let data: [UInt8] = [0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]

  @Test("the CRC-32 of the digits 1 to 9, the usual check value")
  func check() {
    var crc = CRC32()
    crc.add(ByteRange(start: 0, end: 9), in: Self.data.span)
    #expect(crc.value == 0xCBF4_3926)
  }

  private func begun() -> Story<NordicDFUSession> {
    var story = Story<NordicDFUSession>()
    story.add("06 02")
    // The longest object has 4096 octets; nothing is there yet.
    story.add("60 06 01 00100000 00000000 00000000", fromServer: true)
    story.add("01 02 09000000")
    story.add("60 01 01", fromServer: true)
    return story
  }

  @Test("an object with the right CRC, executed")
  func object() {
    var story = begun()
    story.add(Self.data, .data)
    story.add("03")
    story.add("60 03 01 09000000 2639F4CB", fromServer: true)
    story.add("04")
    story.add("60 04 01", fromServer: true)
    #expect(story.payload(1) == Self.data && story.endings == [.complete])
    #expect(story.faults.isEmpty && story.counts.answered == 4)
    #expect(story.facts.first?.acknowledged == 9)
  }

  @Test("a wrong CRC, and the object once more: the payload has it once")
  func mismatch() {
    var story = begun()
    story.add([UInt8](repeating: 7, count: 9), .data)
    story.add("03")
    story.add("60 03 01 09000000 2639F4CB", fromServer: true)
    #expect(story.faults.map(\.kind) == [.crcMismatch])
    #expect(story.faults.first?.found == 0xCBF4_3926)
    story.add("01 02 09000000")
    story.add("60 01 01", fromServer: true)
    story.add(Self.data, .data)
    story.add("04")
    story.add("60 04 01", fromServer: true)
    #expect(story.payload(1) == Self.data && story.endings == [.complete])
    #expect(story.counts.retries == 1 && story.faults.count == 1)
  }

  @Test("a device that has fewer octets than were sent")
  func lost() {
    var story = begun()
    story.add(Self.data, .data)
    story.add("03")
    story.add("60 03 01 05000000 00000000", fromServer: true)
    #expect(story.faults.map(\.kind) == [.crcMismatch])
  }

  @Test("an extended error has its name")
  func refused() {
    var story = begun()
    story.add(Self.data, .data)
    story.add("04")
    story.add("60 04 0B 05", fromServer: true)
    #expect(story.faults.first?.name == "firmware version too low")
    #expect(story.endings == [.refused])
  }

  @Test("the legacy protocol: sizes, init packet, image")
  func legacy() {
    var story = Story<NordicLegacyDFUSession>()
    story.add("01 04")
    story.add("00000000 00000000 09000000", .data)
    story.add("10 01 01", fromServer: true)
    story.add("02 00")
    story.add("0102 0304", .data)
    story.add("02 01")
    story.add("10 02 01", fromServer: true)
    story.add("03")
    story.add(Self.data, .data)
    story.add("11 09000000", fromServer: true)
    story.add("10 03 01", fromServer: true)
    story.add("04")
    story.add("10 04 05", fromServer: true)
    #expect(story.payload(0) == [1, 2, 3, 4] && story.payload(1) == Self.data)
    #expect(story.endings == [.complete, .complete])
    #expect(story.faults.first?.name == "CRC error" && story.faults.count == 1)
    #expect(story.facts.last?.announced == 9)
  }
}
