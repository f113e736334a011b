import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report

/// A session over BR/EDR in which much goes as it would be reported of LE.
@Suite("Rules: BR/EDR")
struct BREDRRulesTests {
  /// ATT on PSM 0x001F: slow answers, tiny values, a stream with a pause, packets that wait, sniff
  /// mode, a voice link; and in the end a link that is lost.
  private static func story(_ end: UInt8 = 0x08) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.commandComplete(0x1005, [0] + octets(1021) + [60] + octets(2) + octets(4))
    story.event(0x03, [0] + octets(CaptureBuilder.handle) + CaptureBuilder.peer + [1, 0])
    story.l2cap(.tx, 1, [0x02, 1, 4, 0] + octets(0x1F) + hex("41 00"))
    story.l2cap(.rx, 1, [0x03, 1, 8, 0] + hex("52 00 41 00 00 00 00 00"))
    story.l2cap(.rx, 1, hex("04 09 08 00 41 00 00 00 01 02 00 01"))
    func ask(_ request: [UInt8], _ answer: [UInt8], after wait: Int64) {
      story.l2cap(.tx, 0x52, request)
      story.wait(by: wait)
      story.l2cap(.rx, 0x41, answer)
    }
    // Sniff, every 500 ms.
    story.event(0x14, [0] + octets(CaptureBuilder.handle) + [2] + octets(800))
    for _ in 0..<12 { ask([0x0A, 3, 0], [0x0B, 1], after: 900_000) }
    ask([0x12, 0x16, 0, 1, 0], [0x13], after: 3_000_000)
    for index in 0..<300 {
      story.wait(by: index == 150 ? 4_000_000 : 30_000)
      story.l2cap(.rx, 0x41, [0x1B, 0x15, 0] + [UInt8](repeating: UInt8(index & 0x7F), count: 20))
    }
    for _ in 0..<300 {
      story.wait(by: 10_000)
      story.l2cap(.tx, 0x52, [0x52, 0x20, 0] + [UInt8](repeating: 7, count: 20))
      story.completed(1)
    }
    story.event(
      0x2C,
      [0] + octets(0x77) + CaptureBuilder.peer + [2, 12, 2] + octets(60) + octets(60) + [2])
    story.disconnect(0x77)
    for _ in 0..<4 { story.l2cap(.tx, 0x52, [0x52, 0x20, 0, 1]) }
    story.l2cap(.tx, 0x52, [0x0A, 5, 0])
    story.wait(by: 8_000_000)
    story.disconnect(reason: end)
    return story
  }

  /// Words for what only LE has.
  private static let wordsOfLE = [
    "connection interval", "connection event", "onnection parameter", "2M PHY", "LE 2M", " PHY",
    "data length", "Data Length", "peripheral latency", "advertis", "LE Create",
    "supervision timeout is",
    "requestConnectionPriority", "requestMtu", "Exchange MTU",
  ]

  @Test(
    "no rule reports it as LE, or gives advice for LE",
    arguments: [0x08, 0x13, 0x22, 0x28] as [UInt8])
  func noWordOfLE(end: UInt8) {
    let capture = Analysed(Self.story(end)).capture
    #expect(capture.connections.map(\.transport) == [.brEDR])
    let findings = RuleCatalog.findings(in: [capture])
    #expect(!findings.isEmpty)
    for finding in findings {
      for word in Self.wordsOfLE {
        #expect(!finding.message.contains(word), "\(finding.rule): \(finding.message)")
        #expect(finding.advice?.contains(word) != true, "\(finding.rule): \(finding.advice ?? "")")
      }
    }
  }

  @Test("it is never an error, so that it never stands above an LE session that went well")
  func neverAnError() {
    for end: UInt8 in [0x08, 0x13, 0x22, 0x3D] {
      let findings = RuleCatalog.findings(in: [Analysed(Self.story(end)).capture])
      #expect(findings.allSatisfy { $0.severity != .error })
    }
    var page = CaptureBuilder()
    page.page()
    #expect(
      RuleCatalog.findings(in: [Analysed(page).capture]).allSatisfy { $0.severity != .error })
    var lost = CaptureBuilder()
    lost.connect()
    lost.read()
    lost.wait(by: 5_000_000)
    lost.disconnect(reason: 0x08)
    #expect(
      RuleCatalog.findings(in: [Analysed(lost).capture]).contains { $0.severity == .error },
      "over LE it is one")
  }

  @Test("a voice link is no connection, and its end is none of the connection's")
  func voice() {
    let connections = Analysed(Self.story()).connections
    #expect(connections.count == 1 && connections[0].disconnect?.reason == 0x08)
  }
}
