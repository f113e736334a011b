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
    #expect(story.faults.isEmpty)
    story.add(Self.packet(0, 1, 0), fromServer: true, .data)
    #expect(story.faults.map(\.kind) == [.crcMismatch, .errorAnswered])
    #expect(story.faults.first?.found == 1)
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
    #expect(story.faults.isEmpty)
    story.close()
    #expect(story.faults.map(\.kind) == [.sequenceGap])
    #expect(story.faults.first?.expected == 2 && story.faults.first?.found == 3)
    #expect(story.payload(0) == Self.sectors[0] && story.endings == [.interrupted])
  }

  /// A whole session of which the capture changes a value, or leaves one out.
  private func story(
    _ change: (Int, inout Story<ESPOTASession>, (FramingRole, Bool, [UInt8])) -> Bool
  ) -> Story<ESPOTASession> {
    var story = Story<ESPOTASession>()
    for (index, value) in Self.session.enumerated() where !change(index, &story, value) {
      story.add(value.2, fromServer: value.1, value.0)
    }
    story.close()
    return story
  }

  @Test("values that the logger cut: acknowledged, so complete, and without a fault")
  func cutValues() {
    let story = story { _, story, value in
      story.add(value.2, fromServer: value.1, value.0, cut: 58)
      return true
    }
    #expect(story.endings == [.complete] && story.faults.isEmpty && story.payload(0).isEmpty)
    #expect(story.facts.first?.acknowledged == 6000 && story.facts.first?.isContiguous == false)
  }

  @Test(
    "a part that the capture missed: acknowledged, so complete, and the client did nothing wrong")
  func missed() {
    let parts = Self.session.indices.filter { Self.session[$0].0 == .data && !Self.session[$0].1 }
    for missed in parts {
      let story = story { index, _, _ in index == missed }
      #expect(story.endings == [.complete] && story.faults.isEmpty)
      #expect(story.facts.first?.announced == 6000 && story.facts.first?.isContiguous == false)
    }
  }

  @Test("an answer to one command while another is asked is no answer to that")
  func otherAnswer() {
    var story = begun()
    story.add(Self.packet(2, 0, 0))
    story.add(Self.packet(3, 1, 1), fromServer: true)
    #expect(story.faults.first?.name == "rejected" && story.faults.first?.ofFrame == nil)
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
    #expect(story.endings == [.cancelled] && story.payload(0) == Self.sectors[0])
  }

  @Test("cut anywhere: complete only at the end, and what was sent up to there")
  func cut() {
    let session = Self.session
    // The last sector is acknowledged in the last value before the command to stop.
    let end = session.count - 2
    for count in 1...end {
      var story = Story<ESPOTASession>()
      var sent = 0
      var sectors = 0
      for (role, isFromServer, octets) in session[..<count] {
        story.add(octets, fromServer: isFromServer, role)
        guard role == .data, !isFromServer else { continue }
        sent += octets.count - 3
        if octets[2] != 0xFF { continue }
        sectors += 1
        // The CRC-16 is none of it.
        sent -= 2
      }
      story.close()
      #expect(story.endings == [count == end ? .complete : .interrupted])
      // A part may have some of the CRC-16, which shows with the last one.
      #expect(story.payload(0) == Array(Self.image.prefix(min(sent, 4096 * (sectors + 1)))))
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
    #expect(story.facts.first?.isContiguous == false && story.facts.first?.acknowledged == 6000)
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

  @Test("twenty zeros have a right CRC-16, and are no packet of an update")
  func zeros() {
    var story = Story<ESPOTASession>()
    story.add([UInt8](repeating: 0, count: 20), fromServer: true, .data)
    story.add(Array("hello".utf8), .data)
    story.close()
    #expect(story.events.isEmpty && !story.isRecognized && story.counts.stray == 2)
  }

  @Test("hostile sectors hold no more than one has")
  func bounds() {
    var story = begun()
    for _ in 0..<100 { story.add([0, 0, 1] + [UInt8](repeating: 1, count: 500), .data) }
    #expect(story.heldOctets <= 2 * ESPOTASector.most)
  }
}
