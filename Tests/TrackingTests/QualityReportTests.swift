import BletraceTestSupport
import Testing

@Suite("Quality reports")
struct QualityReportTests {
  /// A report about a handle; the peer's address and one octet are at its end.
  private func report(_ handle: UInt16, role: UInt8 = 0) -> [UInt8] {
    let counts = [UInt8](repeating: 0, count: 43)
    return hex("58 01 03") + octets(handle) + [role] + counts + hex("A0 49 22 56 55 60 00")
  }

  @Test("one about a connection that was there before the capture belongs to it from the start")
  func beforeTheFirstPacket() {
    var story = CaptureBuilder()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.event(0xFF, report(0x77))
    story.notify(0x15, "a")
    story.event(0xFF, report(CaptureBuilder.handle, role: 1))
    let reports = Analysed(story).capture.qualityReports
    #expect(reports.map(\.connection) == [1, nil, 1])
    #expect(reports.map(\.address) == Array(repeating: "60:55:56:22:49:A0", count: 3))
    #expect(reports.map(\.role) == [.central, .central, .peripheral])
  }

  @Test("one before a connection begins is about another that nobody saw")
  func beforeTheBeginning() {
    var story = CaptureBuilder()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.connect()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.disconnect()
    #expect(Analysed(story).capture.qualityReports.map(\.connection) == [nil, 1])
  }

  @Test("one about energy is about no link: its octets are no handle and no counts")
  func energy() {
    var story = CaptureBuilder()
    story.connect()
    // 64 mA on average: where other reports have the handle.
    let energy = hex("58 06") + octets(CaptureBuilder.handle) + [UInt8](repeating: 0x40, count: 78)
    story.event(0xFF, energy)
    story.event(0xFF, [0x58, 0x09] + energy.dropFirst(2))
    #expect(Analysed(story).capture.qualityReports.isEmpty)
  }
}
