import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("ESP BLE OTA: session")
struct ESPOTASessionTests {
  /// A sector and a half.
  private static let image = (0..<6000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func packet(_ numbers: Int...) -> [UInt8] {
    let octets = numbers.flatMap(little) + [UInt8](repeating: 0, count: 12)
    return octets + little(Int(ESPOTAPacket.checksum(of: octets)))
  }

  /// The parts of a sector, as they are written.
  private static func sector(_ number: Int, _ octets: [UInt8], crc: Int? = nil) -> [[UInt8]] {
    let data = octets + little(crc ?? Int(ESPOTAPacket.checksum(of: octets)))
    let starts = Array(stride(from: 0, to: data.count, by: 241))
    return starts.enumerated().map { index, start in
      let last = index == starts.count - 1
      return little(number) + [last ? 0xFF : UInt8(index)]
        + data[start..<min(start + 241, data.count)]
    }
  }

  private static let sectors = [Array(image[..<4096]), Array(image[4096...])]

  /// All values of a whole session: the role, the side, the octets.
  private static var session: [(FramingRole, Bool, [UInt8])] {
    var values: [(FramingRole, Bool, [UInt8])] = [
      (.control, false, packet(1, 6000, 0)), (.control, true, packet(3, 1, 0)),
    ]
    for (index, octets) in sectors.enumerated() {
      values += sector(index, octets).map { (.data, false, $0) }
      values.append((.data, true, packet(index, 0, index + 1)))
    }
    return values + [(.control, false, packet(2, 0, 0)), (.control, true, packet(3, 2, 0))]
  }

  private func begun() -> Story<ESPOTASession> {
    var story = Story<ESPOTASession>()
    story.add(Self.packet(1, 6000, 0))
    story.add(Self.packet(3, 1, 0), fromServer: true)
    return story
  }

  private func send(_ values: [[UInt8]], _ story: inout Story<ESPOTASession>) {
    for value in values { story.add(value, .data) }
  }

  @Test("the CRC-16 of the digits 1 to 9, the usual check value")
  func check() { #expect(ESPOTAPacket.checksum(of: Array("123456789".utf8)) == 0x31C3) }

  @Test("a whole session")
  func whole() {
    var story = Story<ESPOTASession>()
    for (role, isFromServer, octets) in Self.session {
      story.add(octets, fromServer: isFromServer, role)
    }
    story.close()
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
    #expect(story.faults.isEmpty)
    #expect(story.facts.first?.announced == 6000 && story.facts.first?.acknowledged == 6000)
    #expect(story.facts.first?.messages == 2 && story.counts.answered == 4)
  }

  @Test("the last sector filled up, and numbered 0xFFFF")
  func filled() {
    var story = begun()
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    send(Self.sector(0xFFFF, Self.sectors[1] + [UInt8](repeating: 0, count: 2192)), &story)
    story.add(Self.packet(0xFFFF, 0, 2), fromServer: true, .data)
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
  }

  @Test("a wrong CRC-16, refused, and the sector once more: the payload has it once")
  func mismatch() {
    var story = begun()
    send(Self.sector(0, Self.sectors[0], crc: 1), &story)
    #expect(story.faults.map(\.kind) == [.crcMismatch] && story.faults.first?.found == 1)
    story.add(Self.packet(0, 1, 0), fromServer: true, .data)
    #expect(story.faults.last?.name == "CRC error")
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    send(Self.sector(1, Self.sectors[1]), &story)
    story.add(Self.packet(1, 0, 2), fromServer: true, .data)
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
    #expect(story.facts.first?.retries == 1 && story.faults.count == 2)
  }

  @Test("an acknowledgement that does not come")
  func unanswered() {
    var story = begun()
    send(Self.sector(0, Self.sectors[0]), &story)
    send(Self.sector(1, Self.sectors[1]), &story)
    story.add(Self.packet(1, 0, 2), fromServer: true, .data)
    #expect(story.faults.map(\.kind) == [.answerMissing])
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
  }

  @Test("the same sector again, without a reason")
  func again() {
    var story = begun()
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    #expect(story.faults.map(\.kind) == [.sentAgain])
    send(Self.sector(1, Self.sectors[1]), &story)
    story.add(Self.packet(1, 0, 2), fromServer: true, .data)
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
  }

  @Test("a part is missing: the payload ends before its sector")
  func gap() {
    var story = begun()
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    var values = Self.sector(1, Self.sectors[1])
    values.remove(at: 2)
    send(values, &story)
    #expect(story.faults.map(\.kind) == [.sequenceGap])
    #expect(story.faults.first?.expected == 2 && story.faults.first?.found == 3)
    story.close()
    #expect(story.payload(0) == Self.sectors[0] && story.endings == [.interrupted])
  }

  @Test("a start that is rejected, and a stop before the end")
  func refused() {
    var story = Story<ESPOTASession>()
    story.add(Self.packet(1, 6000, 0))
    story.add(Self.packet(3, 1, 1), fromServer: true)
    #expect(story.endings == [.refused] && story.faults.first?.name == "rejected")
    story = begun()
    send(Self.sector(0, Self.sectors[0]), &story)
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    story.add(Self.packet(2, 0, 0))
    story.add(Self.packet(3, 2, 0), fromServer: true)
    #expect(story.endings == [.broken] && story.payload(0) == Self.sectors[0])
  }

  @Test("cut anywhere: never complete, and what was sent up to there")
  func cut() {
    let session = Self.session
    let end = session.count - 2
    for count in 1..<end {
      var story = Story<ESPOTASession>()
      for (role, isFromServer, octets) in session[..<count] {
        story.add(octets, fromServer: isFromServer, role)
      }
      story.close()
      // The last sector is acknowledged in the last value before the command to stop.
      #expect(story.endings == [count == end ? .complete : .interrupted])
      #expect(Self.image.starts(with: story.payload(0)))
    }
  }

  @Test("a capture that begins later has no payload, and no error")
  func late() {
    var story = Story<ESPOTASession>()
    story.add(Self.packet(0, 0, 1), fromServer: true, .data)
    send(Self.sector(1, Self.sectors[1]), &story)
    story.add(Self.packet(1, 0, 2), fromServer: true, .data)
    story.add(Self.packet(2, 0, 0))
    story.add(Self.packet(3, 2, 0), fromServer: true)
    #expect(story.endings == [.complete] && story.payload(0).isEmpty && story.faults.isEmpty)
    #expect(story.facts.first?.isContiguous == false)
  }

  @Test("other values on the same UUIDs are no such update")
  func other() {
    var story = Story<ESPOTASession>()
    story.add([UInt8](repeating: 7, count: 20))
    story.add(Self.packet(9, 1, 0))
    story.add(Self.packet(3, 1, 0) + [0], fromServer: true)
    story.add(Array("hello".utf8), .data)
    story.add(Array("EOM".utf8), fromServer: true, .data)
    story.close()
    #expect(story.events.isEmpty && !story.isRecognized && story.counts.stray == 5)
  }

  @Test("hostile sectors hold no more than one has")
  func bounds() {
    var story = begun()
    for _ in 0..<100 { story.add([0, 0, 1] + [UInt8](repeating: 1, count: 500), .data) }
    #expect(story.heldOctets <= 2 * ESPOTASector.most)
  }
}
