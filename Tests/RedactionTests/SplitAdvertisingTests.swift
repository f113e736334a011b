import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

/// Advertising data that continues an earlier packet has no structure at its beginning.
@Suite struct SplitAdvertisingTests {
  private static let secret = Array("PatientSSN 123-45-6789 HR 077  ".utf8)
  /// Manufacturer data of 60 octets; its second part looks like a list of UUIDs.
  private static let data =
    [60, 0xFF, 0x59, 0] + [UInt8](repeating: 0x41, count: 14) + [0x21, 0x07] + secret
    + [UInt8](repeating: 0x42, count: 10)

  private func redact(_ story: CaptureBuilder) -> [[UInt8]] {
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 7, count: 32), markers: [])
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return redactor.take().map(\.octets)
  }

  private func report(_ data: [UInt8], status: UInt8, set: UInt8 = 1) -> [UInt8] {
    [0x0D, 1, status << 5, 0, 1] + CaptureBuilder.peer + [1, 1, set, 0x7F, 0xC8, 0, 0, 0]
      + [UInt8](repeating: 0, count: 6) + [UInt8(data.count)] + data
  }

  private func expectNothing(of story: CaptureBuilder, _ count: Int = 1) {
    let held = redact(story).suffix(count).flatMap(\.self)
    for start in 0..<Self.secret.count - 3 {
      let part = Self.secret[start..<start + 4]
      #expect(!(0...held.count - 4).contains { held[$0..<$0 + 4].elementsEqual(part) })
    }
    #expect(!(0...held.count - 2).contains { held[$0..<$0 + 2].elementsEqual([0x21, 0x07]) })
  }

  @Test func extendedReports() {
    var story = CaptureBuilder()
    story.event(0x3E, report(Array(Self.data[..<18]), status: 1))
    story.event(0x3E, report([2, 1, 6], status: 0, set: 2))
    story.event(0x3E, report(Array(Self.data[18...]), status: 0))
    expectNothing(of: story)
    // What comes then is complete.
    let uuids: [UInt8] = [3, 3, 0x0D, 0x18]
    story.event(0x3E, report(uuids, status: 0))
    #expect(redact(story).last?.suffix(4) == uuids[...])
  }

  @Test func threeParts() {
    var story = CaptureBuilder()
    story.event(0x3E, report(Array(Self.data[..<10]), status: 1))
    story.event(0x3E, report(Array(Self.data[10..<18]), status: 1))
    story.event(0x3E, report(Array(Self.data[18...]), status: 2))
    expectNothing(of: story)
  }

  @Test(arguments: [0x0F, 0x25] as [UInt8]) func periodicReports(subevent: UInt8) {
    func periodic(_ data: [UInt8], _ status: UInt8) -> [UInt8] {
      let counter: [UInt8] = subevent == 0x25 ? [7, 0, 0] : []
      return [subevent, 1, 0, 0x7F, 0xC8, 0xFF] + counter + [status, UInt8(data.count)] + data
    }
    var story = CaptureBuilder()
    story.event(0x3E, periodic(Array(Self.data[..<18]), 1))
    story.event(0x3E, periodic(Array(Self.data[18...]), 0))
    expectNothing(of: story)
  }

  @Test(arguments: [0x2037, 0x2038, 0x203F] as [UInt16], [0, 2] as [UInt8])
  func ownData(opcode: UInt16, operation: UInt8) {
    let preference: [UInt8] = opcode == 0x203F ? [] : [1]
    let data = Array(Self.data[18...])
    var story = CaptureBuilder()
    story.command(opcode, [1, operation] + preference + [UInt8(data.count)] + data)
    expectNothing(of: story)
  }

  @Test func nothingOfANameIsLeft() {
    let name = Array("Dr. Johanna Silberstein-Ohl X".utf8)
    let data = [30, 9] + name
    var story = CaptureBuilder()
    story.event(0x3E, report(Array(data[..<10]), status: 1))
    story.event(0x3E, report(Array(data[10...]), status: 0))
    let second = redact(story)[1].suffix(data.count - 10)
    #expect(zip(second, data[10...]).count { $0 == $1 } < 3)
    #expect(second.prefix(2) != data[10..<12])
  }
}
