import Framing
import Report
import Testing
import Text

@testable import Workbench

/// What is left of messages when they are redacted.
@Suite("Redacted messages") struct MessageRedactionTests {
  @Test(
    "keep no octet of what they say, and stay messages", arguments: LayoutSample.all.map(\.spec))
  func octetsAreReplaced(spec: String) throws {
    let sample = try #require(LayoutSample(spec))
    let trace = try #require(sample.trace)
    let redacted = trace.redacted(salt: [1, 2, 3])
    let pieces = MessagePieces(sample.layout)
    for (old, new) in zip(trace.traced, redacted.traced) {
      #expect(old.octets.count == new.octets.count)
      for offset in old.octets.indices where !pieces.isFraming(offset, of: old.octets.count) {
        #expect(old.octets[offset] != new.octets[offset], "\(spec) \(offset)")
      }
      #expect(pieces.sealed(new.octets) == new.octets)
    }
    for kind in redacted.messages.kinds {
      let pattern = KindPattern(kind)
      #expect(
        redacted.traced.filter { $0.kind == kind.id }.allSatisfy { pattern.matches($0.octets) })
    }
    let again = trace.redacted(salt: [1, 2, 4])
    #expect(again.traced.map(\.octets) != redacted.traced.map(\.octets))
  }

  @Test("are equal in two captures where the originals are, and nowhere else")
  func comparison() throws {
    let sample = try #require(LayoutSample("length:u8@1,crc:8/at=2"))
    var (a, b) = (try #require(sample.trace), try #require(sample.trace))
    // The same messages are of other kinds there, of which other octets vary.
    b.traced.removeLast(3)
    for index in b.messages.kinds.indices {
      b.messages.kinds[index].id += 5
      b.messages.kinds[index].varying = ["2..4"]
    }
    for index in b.traced.indices { b.traced[index].kind = b.traced[index].kind.map { $0 + 5 } }
    a.traced.removeFirst(2)
    let plain = MessageDiff([a], [b])
    let redacted = MessageDiff(
      [a.redacted(salt: [9], isCompared: true)], [b.redacted(salt: [9], isCompared: true)])
    #expect(plain.same > 0 && redacted.same == plain.same)
    #expect(redacted.onlyA.map(\.firstFrame) == plain.onlyA.map(\.firstFrame))
    #expect(redacted.onlyB.map(\.firstFrame) == plain.onlyB.map(\.firstFrame))
    #expect(redacted.changes.map(\.octets) == plain.changes.map(\.octets))
    let pieces = MessagePieces(sample.layout)
    let new = a.redacted(salt: [9], isCompared: true)
    for (old, new) in zip(a.traced, new.traced) {
      for offset in old.octets.indices where !pieces.isFraming(offset, of: old.octets.count) {
        #expect(old.octets[offset] != new.octets[offset])
      }
    }
  }

  @Test("leave nothing in scripts, dissectors, layout files, text and JSON")
  func outputs() throws {
    let secret: [UInt8] = [0xC0, 0xFF, 0xEE, 0x5E, 0xC4, 0xE7]
    var sample = try #require(LayoutSample("each-value,start:F0,sum:8"))
    let pieces = MessagePieces(sample.layout)
    sample.messages = (0..<12).map { pieces.sealed([0xF0] + secret + [UInt8($0)] + secret + [0]) }
    var trace = try #require(sample.trace)
    trace.traced[5].isDamaged = true
    trace.traced[5].octets = Array(trace.traced[5].octets.dropLast(3))
    trace.traced[5].kind = nil
    trace.messages.kinds[0].fields = [field(text: "says C0FFEE"), field(text: "C0 FF EE")]
    trace.messages.evidence = ["what": "C0FFEE"]
    let redacted = trace.redacted(salt: [7])
    var document = Document()
    let text = MessagesText(isFull: true)
    text.kinds(of: [redacted], candidates: [], to: &document)
    text.timeline(of: [redacted], log: [], to: &document)
    let other = trace.redacted(salt: [8])
    text.differences(MessageDiff([redacted], [other]), to: &document)
    var json = MessagesJSON()
    (json.traces, json.hasTimeline) = ([redacted], true)
    var page = Page(TextOptions())
    var written: [UInt8] = []
    page.write(&document) { written += $0 }
    page.handOver { written += $0 }
    let outputs = [
      PythonScript.text(of: redacted, version: "1"),
      WiresharkDissector.text(of: redacted, version: "1"),
      LayoutFile.text(of: [redacted], version: "1"), String(decoding: written, as: UTF8.self),
      String(decoding: json.bytes(), as: UTF8.self),
    ]
    for output in outputs {
      #expect(output.contains("F0"))
      let plain = output.filter { !$0.isWhitespace }.lowercased()
      #expect(!plain.contains("c0ffee"))
      #expect(!plain.contains("5ec4e7"))
    }
  }

  private func field(text: String) -> ReportV1.MessageField {
    var field = ReportV1.MessageField()
    (field.offset, field.bytes, field.text) = (7, 1, text)
    return field
  }
}
