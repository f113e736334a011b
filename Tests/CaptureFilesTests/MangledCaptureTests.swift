import BletraceTestSupport
import CaptureFiles
import Testing

/// Captures that a program took for text, and saved as UTF-8.
@Suite struct MangledCaptureTests {
  private static let files: [(CaptureFormat, [UInt8])] = {
    let story = everyKind()
    return [
      (.btsnoop, story.btsnoop(datalink: 1001)), (.btsnoop, story.btsnoop(datalink: 1002)),
      (.btsnoop, story.btsnoop(datalink: 2001)), (.pcapng, story.pcapng(201)),
      (.pcapng, story.pcapng(254, order: .big)),
      (.packetlogger, story.packetLogger()), (.packetlogger, story.packetLogger(order: .big)),
    ]
      + [ByteOrder.little, .big].flatMap { order in
        [false, true].map {
          (CaptureFormat.pcap, story.pcap(201, order: order, nanoseconds: $0))
        }
      }
  }()

  private func expect(_ error: CaptureFileError, of bytes: [UInt8]) {
    #expect(readError(bytes) == error)
    #expect(error.message.contains("text") && !error.message.contains("\n"))
  }

  @Test func octetsThatAreNoUTF8WereReplaced() {
    for (format, bytes) in Self.files {
      #expect(readError(bytes) == nil)
      let error = CaptureFileError.mangled(format, isReversible: false)
      // As most programs do it, and as those that replace each octet alone.
      expect(error, of: Array(String(decoding: bytes, as: UTF8.self).utf8))
      expect(error, of: bytes.flatMap { $0 < 0x80 ? [$0] : [0xEF, 0xBF, 0xBD] })
    }
  }

  @Test func octetsBecameTwo() {
    for (format, bytes) in Self.files {
      let text = bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
      expect(.mangled(format, isReversible: true), of: text)
    }
  }

  /// The same octets elsewhere, and other links, are what they are.
  @Test func others() {
    #expect(
      readError(Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEB, 0, 0])
        == .unsupportedLinkType(.btsnoop, number: 1003))
    #expect(
      readError([0xEF, 0xBF, 0xBD, 0x20] + Array("a text that begins so".utf8)) == .foreign(.text))
    #expect(readError(Array(everyKind().btsnoop().prefix(16))) == nil)
    #expect(readError(Array(everyKind().pcapng().prefix(28))) == nil)
  }
}
