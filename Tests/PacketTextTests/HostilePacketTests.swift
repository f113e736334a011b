import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing
import Text

@testable import PacketText

/// No capture can break what is printed.
@Suite("Packets that are none")
struct HostilePacketTests {
  private static let formats: [PacketOptions.Format] = [.line, .fields, .octets, .json]

  /// Every fortieth octet of the packets of each sample is another one.
  @Test(arguments: try sampleCaptures())
  func mutated(_ file: String) throws {
    var random = SeededRandom(seed: UInt64(file.utf8.count))
    for format in Self.formats {
      var options = PacketOptions()
      options.format = format
      options.unicode = false
      var printer = PacketPrinter(options)
      var reader = try CaptureReader(FileDescriptorSource(path: samplesFolder + "/" + file))
      var batch: [CapturedRecord] = []
      var output = TextBuffer()
      while try reader.nextBatch(into: &batch) {
        var bytes = reader.window
        for record in batch {
          for index in record.bytes.start..<record.bytes.end where random.next() % 40 == 0 {
            bytes[index] = UInt8(truncatingIfNeeded: random.next())
          }
        }
        printer.add(batch, in: bytes.span, to: &output)
      }
      expectPlain(output.text, "\(file), \(format)")
    }
  }

  @Test func randomPackets() {
    var random = SeededRandom(seed: 0xDEC0DE)
    for format in Self.formats {
      var capture = CaptureBuilder()
      capture.connect()
      for _ in 0..<2000 {
        let octets = random.octets(Int(random.next() % 60))
        switch random.next() % 8 {
        case 0: capture = capture.command(octets)
        case 1: capture = capture.event(octets)
        case 2: capture = capture.event([0x3E, UInt8(octets.count)] + octets)
        case 3: capture = capture.sco(.rx, octets)
        case 4: capture = capture.iso(.rx, octets)
        case 5: capture.l2cap(.rx, [1, 4, 5, 6, 7, 0x40][Int(random.next() % 6)], octets)
        case 6: capture = capture.acl(.rx, octets)
        default: capture.att(.tx, octets)
        }
      }
      let text = printed(capture.btsnoop()) {
        $0.format = format
        $0.unicode = false
      }
      if format == .line || format == .json { #expect(lines(text).count == 2001) }
      expectPlain(text, "\(format)")
    }
  }

  @Test func eachLineOfJSONIsAnObject() throws {
    var random = SeededRandom(seed: 7)
    var capture = CaptureBuilder()
    capture.connect()
    for _ in 0..<300 { capture.att(.rx, random.octets(Int(random.next() % 40))) }
    capture.advertise(CaptureBuilder.peer, -50, data: [5, 9, 0x22, 0x5C, 0xFF, 0x0A])
    for line in lines(printed(capture.btsnoop(), { $0.format = .json })) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let frame = try #require(object)
      #expect(frame["frame"] is Int)
      #expect((frame["summary"] as? String)?.isEmpty == false)
      #expect((frame["fields"] as? [[String: Any]])?.isEmpty == false)
    }
  }

  private func expectPlain(_ text: String, _ what: String) {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
    #expect(isPlain, "\(what)")
    #expect(!text.isEmpty, "\(what)")
  }
}
