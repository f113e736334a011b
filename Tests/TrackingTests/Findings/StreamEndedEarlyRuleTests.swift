import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("Rule: a stream that ends early in each connection")
struct StreamEndedEarlyRuleTests {
  /// Connections of a minute each, with a stream that ended so many milliseconds after the
  /// beginning; what this host wrote last came a second after it.
  private static func capture(
    _ ends: [Int], lastWrite: Int? = 1000, reason: HCIStatus = 0x16,
    values: Int = 50, more: Int = 1
  ) -> ReportV1.Capture {
    var capture = ReportV1.Capture()
    capture.connections = ends.enumerated().map { index, end in
      let start = index * 100_000_000
      return .healthy(id: index + 1, from: 10 + index * 100).with {
        $0.startUs = start
        $0.endUs = start + 60_000_000
        $0.disconnect?.reason = reason
        $0.notifications = [
          ReportV1.NotificationStream(
            valueHandle: 0x12, direction: .rx, count: values + index * more, bytes: 1000,
            firstFrame: 20 + index * 100, lastFrame: 60 + index * 100,
            firstUs: start + 500_000, lastUs: start + end * 1000)
        ]
        if let lastWrite {
          $0.writes = [
            ReportV1.NotificationStream(
              valueHandle: 0x14, kind: .write, direction: .tx, count: 1, bytes: 4,
              firstFrame: 19 + index * 100, lastFrame: 19 + index * 100,
              firstUs: start + lastWrite * 1000, lastUs: start + lastWrite * 1000)
          ]
        }
      }
    }
    return capture
  }

  @Test("at the same time after the last write, in each of several connections") func afterWrite()
    throws
  {
    let finding = try only(
      StreamEndedEarlyRule.self, in: Self.capture([29_000, 31_000, 30_000, 32_500]))
    #expect(finding.severity == .info)
    #expect(finding.frames == [60, 160, 260, 360])
    #expect(finding.connections == [1, 2, 3, 4])
    #expect(
      finding.message
        == "The values of the attribute (handle 0x0012) ended 28 s to 31.5 s after the last write of this host in 4 "
        + "of 4 connections, and the connection went on for 27.5 s or longer without any.")
    #expect(finding.evidence[.longestUs] == .int(31_500_000))
  }

  @Test("at the same age, where nothing was written") func age() throws {
    let finding = try only(
      StreamEndedEarlyRule.self, in: Self.capture([20_000, 20_100, 20_050], lastWrite: nil))
    #expect(finding.message.contains("ended 20.1 s after the connection began in 3 of 3"))
  }

  @Test("after as many values, whatever the time") func count() throws {
    let finding = try only(
      StreamEndedEarlyRule.self, in: Self.capture([5_000, 15_000, 40_000, 25_000], more: 0))
    #expect(finding.message.contains("ended after exactly 50 values in 4 of 4 connections"))
    #expect(finding.evidence[.values] == .int(50))
  }

  @Test("not in two connections, at various times, of few values, or where the link was lost")
  func quiet() {
    for capture in [
      Self.capture([30_000, 30_000]), Self.capture([5_000, 15_000, 40_000, 25_000]),
      Self.capture([30_000, 30_000, 30_000], values: 7),
      Self.capture([30_000, 30_000, 30_000], reason: 0x08),
      Self.capture([55_000, 55_000, 55_000]),
      Self.capture([30_000, 30_000, 30_000, 58_000]),
    ] {
      #expect(StreamEndedEarlyRule.check(capture).isEmpty)
    }
  }
}
