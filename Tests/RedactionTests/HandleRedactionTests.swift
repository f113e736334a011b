import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

/// What a handle stood for once does not make a value part of the protocol.
@Suite struct HandleRedactionTests {
  private func redact(_ story: CaptureBuilder) -> [[UInt8]] {
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 7, count: 32), markers: [])
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return redactor.take().map(\.octets)
  }

  /// What becomes of the value of the last packet.
  private func last(_ story: CaptureBuilder, headers: Int = 11) -> [UInt8] {
    Array((redact(story).last ?? []).dropFirst(headers))
  }

  private static let secrets = [2, 4, 5, 6, 8, 16, 19].map {
    Array("SerialNo 12345678AB".utf8.prefix($0))
  }

  /// A declaration, the value of Peripheral Preferred Connection Parameters, and a subscription.
  private static func discovered(isOtherConnection: Bool) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x11, value: 0x12, uuid: [0x04, 0x2A])
    story.att(.tx, [0x04, 0x13, 0, 0x13, 0])
    story.att(.rx, [0x05, 1, 0x13, 0, 0x02, 0x29])
    if isOtherConnection {
      story.disconnect()
      story.connect()
    }
    return story
  }

  @Test(arguments: [false, true], [0x11, 0x12, 0x13] as [UInt8])
  func whatIsNotifiedOrWrittenIsReplaced(isOtherConnection: Bool, handle: UInt8) {
    for secret in Self.secrets {
      for opcode in [0x1B, 0x1D, 0x12, 0x52, 0xD2] as [UInt8] {
        var story = Self.discovered(isOtherConnection: isOtherConnection)
        let isWrite = opcode & 0x1F == 0x12
        story.att(isWrite ? .tx : .rx, [opcode, handle, 0] + secret)
        #expect(last(story) != secret, "\(opcode), \(secret.count)")
      }
    }
  }

  @Test(arguments: [0x11, 0x12, 0x13] as [UInt8])
  func whatAnotherConnectionReadsIsReplaced(handle: UInt8) {
    for secret in Self.secrets {
      var story = Self.discovered(isOtherConnection: true)
      story.att(.tx, [0x0A, handle, 0])
      story.att(.rx, [0x0B] + secret)
      #expect(last(story, headers: 9) != secret)
    }
  }

  @Test func whatTheConnectionShowedStays() {
    for (handle, length) in [(0x11, 5), (0x12, 8), (0x13, 2)] as [(UInt8, Int)] {
      for secret in Self.secrets {
        var story = Self.discovered(isOtherConnection: false)
        story.att(.tx, [0x0A, handle, 0])
        story.att(.rx, [0x0B] + secret)
        // A Characteristic Declaration may also have a long UUID.
        let isKept = secret.count == length || handle == 0x11 && secret.count == 19
        #expect((last(story, headers: 9) == secret) == isKept)
      }
    }
  }

  @Test(arguments: [false, true]) func subscriptionsStay(isOtherConnection: Bool) {
    for bits in 0...3 as ClosedRange<UInt8> {
      var story = Self.discovered(isOtherConnection: isOtherConnection)
      story.att(.tx, [0x12, 0x13, 0, bits, 0])
      #expect(last(story) == [bits, 0])
      story.att(.tx, [0x12, 0x12, 0, bits, 0])
      #expect(last(story) != [bits, 0])
    }
  }

  @Test func serviceChangedStaysWhereItIsIndicated() {
    for (opcode, isKept) in [(0x1D, true), (0x1B, false)] as [(UInt8, Bool)] {
      var story = CaptureBuilder()
      story.connect()
      story.discover(declaration: 0x11, value: 0x12, uuid: [0x05, 0x2A])
      story.att(.rx, [opcode, 0x12, 0, 0x20, 0, 0xFF, 0xFF])
      #expect((last(story) == [0x20, 0, 0xFF, 0xFF]) == isKept)
    }
  }

  @Test(arguments: [0x2A30, 0x2804, 0x28FF] as [UInt16])
  func typesThatThereAreNotAreData(type: UInt16) {
    let secret = Array("name=John Smith;".utf8)
    let words = [UInt8(type & 0xFF), UInt8(type >> 8)]
    for opcode in [0x08, 0x10] as [UInt8] {
      var story = CaptureBuilder()
      story.connect()
      story.att(.tx, [opcode, 1, 0, 0xFF, 0xFF] + words)
      let handles: [UInt8] = opcode == 0x08 ? [0x11, 0] : [0x11, 0, 0x12, 0]
      story.att(.rx, [opcode + 1, UInt8(handles.count + 16)] + handles + secret)
      #expect(last(story, headers: 10 + handles.count) != secret)
    }
  }

  /// Notifications whose opcode was received wrong.
  @Test(arguments: [[0x20], [0x0E], [0x07], [0x05, 1], [0x11, 6]] as [[UInt8]])
  func listsOfHandlesThatThereAreNotAreReplaced(header: [UInt8]) {
    let secret = Array("zxAx glucose=142".utf8)
    var story = CaptureBuilder()
    story.connect()
    story.att(header[0] == 0x20 || header[0] == 0x0E ? .tx : .rx, header + secret)
    #expect(last(story, headers: 8 + header.count) != secret)
    #expect(zip(last(story, headers: 8 + header.count), secret).count { $0 == $1 } < 4)
  }

  @Test func knownHandlesStay() {
    var story = Self.discovered(isOtherConnection: false)
    story.att(.tx, [0x20, 0x12, 0, 0x13, 0])
    #expect(last(story, headers: 9) == [0x12, 0, 0x13, 0])
    story.att(.rx, [0x07, 1, 0, 5, 0, 6, 0, 0xFF, 0xFF])
    #expect(last(story, headers: 9) == [1, 0, 5, 0, 6, 0, 0xFF, 0xFF])
  }

  @Test func informationOfAnUnknownFormatIsReplaced() {
    // Handles in ascending order, and types: as a format they are fine.
    let secret = (0..<7 as Range<UInt8>).flatMap { [UInt8]([0x41 + $0, 0, 0x42, 0x43]) }
    for (format, isKept) in [(0x01, true), (0x30, false)] as [(UInt8, Bool)] {
      var story = CaptureBuilder()
      story.connect()
      story.att(.tx, [0x04, 1, 0, 0xFF, 0xFF])
      story.l2cap(.rx, 4, [0x05, format] + secret + [1, 2, 3, 4], keeping: 38)
      #expect((last(story, headers: 10) == secret) == isKept)
    }
  }
}
