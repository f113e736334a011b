import BletraceTestSupport
import CaptureFiles
import Testing

/// What is not a readable capture is called by its name.
@Suite struct DetectionTests {
  @Test(arguments: [
    (hex("50 4B 03 04 14 00"), ForeignContent.zip),
    (hex("1F 8B 08 00"), .gzip),
    (hex("42 5A 68 39 31"), .bzip2),
    (hex("FD 37 7A 58 5A 00"), .xz),
    (hex("28 B5 2F FD 04"), .zstd),
    (hex("7F 45 4C 46 02 01 01"), .elf),
    (Array("snoop".utf8) + [0, 0, 0], .snoop),
    (hex("34 CD B2 A1 02 00 04 00"), .modifiedPcap),
    (Array("{\"a\": 1}".utf8), .json),
    (hex("EF BB BF 20 5B 7B 7D 5D"), .json),
    (Array("[00:00:01.562] LOG -- hci.c\n".utf8), .text), (Array("< no tag\n".utf8), .text),
    (Array("\n<!DOCTYPE html>".utf8), .xml),
    (Array("Grüße\n".utf8), .text),
    (hex("FF FE 41 00"), .text),
    (Array("Bluetooth monitor ver 5.66\n= Note:".utf8), .btmonText),
    (Array("========\n== dumpstate: 2024\n".utf8), .bugreportText),
    (Array("Bluetooth Status\n  enabled: true\n".utf8), .bugreportText),
  ])
  func foreignContent(bytes: [UInt8], content: ForeignContent) {
    #expect(readError(bytes) == .foreign(content))
    #expect(readError(bytes + bytes) == .foreign(content))
  }

  /// The header of the first buffer, and the marker of the record behind it.
  private static let eventTrace = hex(
    """
    00 00 01 00  A8 01 00 00  A8 01 00 00  01 00 00 00  // 64 KiB, of which 424 octets are used
    3E 5C 1D 7D 5D 11 D8 01  00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00  00 00 1D 00  00 00 00 00
    A8 01 00 00  00 00  04 00                           // a header
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    02 00 02 C0  60 01 00 00
    """)

  @Test func logOfAnApp() {
    let log = "nRF Connect, 2024-01-15\nV\t10:11:12.123\tConnecting...\n"
    #expect(readError(Array(log.utf8)) == .foreign(.appLog))
    #expect(readError(Array("nRF Connects, 2024-01-15\n".utf8)) == .foreign(.text))
  }

  @Test func eventTraceOfWindows() {
    #expect(readError(Self.eventTrace) == .foreign(.eventTrace))
    #expect(
      CaptureFileError.foreign(.eventTrace).message.contains("'btetlparse -pcapng OUT FILE'"))
    for count in 16..<76 {
      #expect(readError(Array(Self.eventTrace.prefix(count))) != .foreign(.eventTrace))
    }
    #expect(readError(Array(Self.eventTrace.prefix(76))) == .foreign(.eventTrace))
  }

  /// Each of what makes it one.
  @Test(
    arguments: [(2, 0), (3, 2), (4, 0), (6, 2), (54, 0), (55, 1), (74, 3), (75, 0x40)]
      as [(Int, UInt8)])
  func nearlyAnEventTrace(offset: Int, octet: UInt8) {
    var bytes = Self.eventTrace
    bytes[offset] = octet
    if offset == 4 { bytes[5] = 0 }
    #expect(readError(bytes) == .notACapture(firstBytes: Array(bytes.prefix(16))))
  }

  /// Of what comes live no end is waited for.
  @Test func textThatIsNotReadToItsEnd() {
    func error(_ text: [UInt8]) -> CaptureFileError? {
      do throws(CaptureFileError) {
        _ = try CaptureReader(MemorySource(text), readsText: false)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(everyKind().btsnoozText()) == .foreign(.finishedBugreport))
    #expect(error(Array("something else\n".utf8)) == .foreign(.text))
  }

  @Test func everyMessageIsOneLine() {
    var errors: [CaptureFileError] = [
      .cannotOpen(path: "a", reason: "No such file or directory"), .isDirectory(path: "a"),
      .cannotRead(reason: "b"), .empty, .notACapture(firstBytes: [1, 0xAB]),
      .headerCut(.pcap), .unsupportedVersion(.btsnoop, version: 2),
    ]
    errors += ForeignContent.allCases.map { .foreign($0) }
    for format in CaptureFormat.allCases {
      errors += (0...3000).flatMap {
        [.unsupportedLinkType(format, number: $0), .foreignPPI(format, number: $0)]
      }
    }
    for error in errors {
      #expect(!error.message.isEmpty && !error.message.contains("\n"))
    }
    #expect(
      CaptureFileError.notACapture(firstBytes: [1, 0xAB]).message
        == "unknown format; the file starts with the bytes 01 ab")
  }

  @Test func unknownContent() {
    // Frontline's own .cfa has no magic number.
    let bytes = hex("04 E0 D3 84 0F 4C 01 03 00 03 0C 00 44 04 50 C0 11 22")
    #expect(readError(bytes) == .notACapture(firstBytes: Array(bytes[..<16])))
    #expect(readError([0]) == .notACapture(firstBytes: [0]))
    #expect(readError([UInt8](repeating: 0, count: 5000)) != nil)
    #expect(readError([UInt8](repeating: 0xFF, count: 5000)) != nil)
  }

  @Test func emptyAndCutHeaders() {
    #expect(readError([]) == .empty)
    let story = everyKind()
    for count in 4..<16 {
      #expect(readError(Array(story.btsnoop()[..<count])) == .headerCut(.btsnoop))
      #expect(readError(Array(story.pcapng()[..<count])) == .headerCut(.pcapng))
    }
    for count in 4..<24 {
      #expect(readError(Array(story.pcap()[..<count])) == .headerCut(.pcap))
    }
  }

  /// Carriage returns that a text transfer has changed: no pcapng.
  @Test func sectionWithoutByteOrderMagic() {
    #expect(readError(hex("0A 0D 0D 0A 00 00 00 1C 00 00 00 00 00 01 00 00")) != nil)
  }

  @Test func randomOctetsAreNoCapture() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<3000 {
      #expect(readError(random.octets(Int(random.next() % 400))) != nil)
    }
  }

  /// Anything may stand behind a header that is right.
  @Test func randomOctetsBehindAHeader() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<500 {
      for file in smallCaptures {
        let header = file.bytes[..<max(file.header, 16)]
        _ = readError(header + random.octets(Int(random.next() % 200)))
      }
    }
  }

  /// Flipped bits anywhere: no trap, and the numbers agree with one another.
  @Test(arguments: smallCaptures.indices)
  func bitFlips(index: Int) throws {
    var random = SeededRandom(seed: UInt64(index))
    for _ in 0..<2000 {
      var bytes = smallCaptures[index].bytes
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

  /// Each 32-bit field at its least, its greatest, and at what overflows a signed number.
  @Test(arguments: smallCaptures.indices)
  func extremeFields(index: Int) {
    let bytes = smallCaptures[index].bytes
    for value in ["00 00 00 00", "FF FF FF FF", "7F FF FF FF", "80 00 00 00", "00 10 00 00"] {
      for octets in [hex(value), hex(value).reversed()] {
        for at in 0...bytes.count - 4 {
          var garbled = bytes
          garbled.replaceSubrange(at..<at + 4, with: octets)
          _ = readError(garbled)
        }
      }
    }
  }
}
