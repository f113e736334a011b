import BletraceTestSupport
import CaptureFiles
import Foundation
import PacketText
import Testing
import Text

@testable import bletrace_fuzz

/// Every vector as a packet of a capture: cut at its octets by its sender (each of the first 64),
/// at every fourth by the logger, and with its octets turned one by one (behind the first 24 every
/// eighth), all the way to text and JSON. The decoders' own tests sweep the same vectors, without
/// the way around them, at all octets.
@Suite("Damaged packets")
struct DamagedVectorTests {
  private struct Vector: Sendable {
    let what: String
    /// Puts octets, of which there were so many, where the vector belongs.
    let add: @Sendable (inout CaptureBuilder, [UInt8], Int) -> Void
    let octets: [UInt8]
  }

  private static let hci = rows("HCI/hci-vectors.txt").map(packet)
  private static let upper = rows("Fields/upper-vectors.txt").map(pdu)

  /// None where the file cannot be read, which the tests notice.
  private static func rows(_ name: String) -> [VectorTable.Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "BluetoothProtocolTests/\(name)")
    let text = try? String(contentsOf: file, encoding: .utf8)
    return text.flatMap { try? VectorTable($0).rows } ?? []
  }

  private static func packet(_ vector: VectorTable.Row) -> Vector {
    let head: [UInt8] =
      switch vector.kind {
      case "command": octets(vector.code)
      case "event": [UInt8(truncatingIfNeeded: vector.code)]
      case "le-event": [0x3E]
      default: [0x0E]
      }
    let before: [UInt8] =
      switch vector.kind {
      case "returns": [1] + octets(vector.code)
      case "le-event": [UInt8(truncatingIfNeeded: vector.code)]
      default: []
      }
    let parameters = before + vector.octets
    let isCommand = vector.kind == "command"
    return Vector(
      what: "\(vector.kind) \(vector.name)",
      add: { story, packet, original in
        story.add(
          isCommand ? .command : .event, isCommand ? .tx : .rx, packet, originalLength: original)
      }, octets: head + [UInt8(parameters.count)] + parameters)
  }

  private static func pdu(_ vector: VectorTable.Row) -> Vector {
    let channels: [String: UInt16] = ["signalling": 5, "att": 4, "smp": 6]
    return Vector(
      what: "\(vector.kind) \(vector.name)",
      add: { story, pdu, original in
        guard let channel = channels[vector.kind] else {
          return story.advertise(CaptureBuilder.peer, -50, data: pdu)
        }
        if original == pdu.count { return story.l2cap(.rx, channel, pdu) }
        let whole = pdu + [UInt8](repeating: 0, count: original - pdu.count)
        story.l2cap(.rx, channel, whole, keeping: 8 + pdu.count)
      }, octets: vector.octets)
  }

  /// The story of one vector: as it is, short, cut, and with one octet after another turned.
  private static func story(_ vectors: ArraySlice<Vector>) -> CaptureBuilder {
    var story = CaptureBuilder()
    for vector in vectors {
      story.connect()
      for held in 0...vector.octets.count where held < 64 || held % 16 == 0 {
        vector.add(&story, Array(vector.octets.prefix(held)), held)
        if held < vector.octets.count, held % 4 == 1 {
          vector.add(&story, Array(vector.octets.prefix(held)), vector.octets.count)
        }
      }
      for index in vector.octets.indices where index < 24 || index % 8 == 0 {
        var turned = vector.octets
        turned[index] = ~turned[index]
        vector.add(&story, turned, turned.count)
      }
      story.disconnect()
    }
    return story
  }

  @Test("of HCI", arguments: 0..<8)
  func packets(part: Int) throws {
    let count = Self.hci.count
    #expect(count > 800)
    try sweep(Self.hci[count * part / 8..<count * (part + 1) / 8], part)
  }

  @Test("of L2CAP, ATT, SMP and advertising data", arguments: 0..<4)
  func pdus(part: Int) throws {
    let count = Self.upper.count
    #expect(count > 100)
    // Few enough for all four forms.
    try sweep(Self.upper[...], part)
  }

  /// Each part is shown in another form.
  private func sweep(_ vectors: ArraySlice<Vector>, _ part: Int) throws {
    let formats: [PacketOptions.Format] = [.line, .fields, .octets, .json]
    let format = formats[part % formats.count]
    let story = Self.story(vectors)
    let reading = try CaptureReading(story.btsnoop(), format)
    #expect(reading.records.count == story.entries.count)
    #expect(reading.capture.records == story.entries.count)
    #expect(reading.capture.undecodableRecords > 0)
    for (index, text) in reading.packets.enumerated() {
      if text.isEmpty || !ReportChecks.isClean(text) {
        Issue.record("packet \(index + 1): \(String(decoding: text, as: UTF8.self))")
      }
      if case .json = format, !ReportChecks.isJSON(text) {
        Issue.record("packet \(index + 1) is no JSON: \(String(decoding: text, as: UTF8.self))")
      }
    }
    ReportChecks.check(
      reading.capture, as: .json(part.isMultiple(of: 2) ? .compact : .pretty))
    ReportChecks.check(reading.capture, as: .text(TextOptions()))
  }
}
