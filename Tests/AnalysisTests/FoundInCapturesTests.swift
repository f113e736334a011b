import BletraceTestSupport
import CaptureFiles
import Reports
import Testing

@testable import Analysis

/// What real captures taught: each test is a story that one of them tells, cut down to its records.
@Suite struct FoundInCapturesTests {
  @Test("a name ends at its first NUL: some devices fill it up to a fixed length")
  func paddedName() throws {
    let report = try analyzed(
      CaptureBuilder().event(
        advertisement("02 01 06 08 09 42 4B 33 30 30 00 00")))
    #expect(report.advertisers.first?.name == "BK300")
  }

  @Test("data packets alone do not tell whether parameters were applied, but who is the peripheral")
  func dataPacketsAlone() throws {
    let asked = CaptureBuilder()
      .acl(.rx, l2cap("12 01 08 00 08 00 10 00 00 00 F4 01", channel: 0x0005))
      .acl(.tx, l2cap("13 01 02 00 00 00", channel: 0x0005))
    let connection = try #require(try analyzed(asked).connections.first)
    #expect(connection.parameterRequests.map(\.result) == [.accepted])
    #expect(connection.role == .central)
    let ended = try #require(try analyzed(asked.event(disconnected)).connections.first)
    #expect(ended.parameterRequests.map(\.result) == [.notApplied])
  }
}

// MARK: - Records

/// Octets of an ATT PDU on handle 0x0040, in the ACL packet that carries it.
private func att(_ pdu: String) -> [UInt8] { l2cap(pdu, channel: 0x0004) }

private func l2cap(_ payload: String, channel: UInt8) -> [UInt8] {
  let payload = hex(payload)
  let count = UInt8(payload.count)
  return [0x40, 0x20, count + 4, 0, count, 0, channel, 0] + payload
}

/// LE Connection Complete: handle 0x0040, central, peer C0:00:00:00:00:01, 30 ms.
private let connected = hex(
  "3E 13 01 00 40 00 00 00 01 00 00 00 00 C0 18 00 00 00 F4 01 00")

/// Disconnection Complete: handle 0x0040, by the local host.
private let disconnected = hex("05 04 00 40 00 16")

/// LE Advertising Report of C0:00:00:00:00:01 at -60 dBm.
private func advertisement(_ data: String) -> [UInt8] {
  let data = hex(data)
  let head: [UInt8] = [0x3E, UInt8(data.count + 12), 0x02, 0x01, 0x00, 0x00]
  return head + [1, 0, 0, 0, 0, 0xC0] + [UInt8(data.count)] + data + [0xC4]
}

private func analyzed(_ capture: CaptureBuilder) throws -> ReportV1.Capture {
  var reader = try CaptureReader(MemorySource(capture.btsnoop()))
  return try analyze(
    &reader, path: "", options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
}
