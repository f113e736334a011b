import BletraceTestSupport
import Testing

@Suite("Quality reports")
struct QualityReportTests {
  /// A report about a handle; the peer's address and one octet are at its end.
  private func report(
    _ handle: UInt16, role: UInt8 = 0, id: UInt8 = 1, dBm: Int8 = 0, isOld: Bool = false
  ) -> [UInt8] {
    let counts = [0, UInt8(bitPattern: dBm)] + [UInt8](repeating: 0, count: 41)
    return [0x58, id, 3] + octets(handle) + [role] + counts
      + (isOld ? [] : hex("A0 49 22 56 55 60 00"))
  }

  @Test("one about a connection that was there before the capture belongs to it from the start")
  func beforeTheFirstPacket() {
    var story = CaptureBuilder()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.event(0xFF, report(0x77))
    story.notify(0x15, "a")
    story.event(0xFF, report(CaptureBuilder.handle, role: 1))
    let reports = Analysed(story).capture.qualityReports
    #expect(reports.map(\.connection) == [1, 2, 1])
    #expect(reports.map(\.address) == Array(repeating: "60:55:56:22:49:A0", count: 3))
    #expect(reports.map(\.role) == [.central, .central, .peripheral])
  }

  @Test("one before a connection begins is about another that was not seen")
  func beforeTheBeginning() {
    var story = CaptureBuilder()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.connect()
    story.event(0xFF, report(CaptureBuilder.handle))
    story.disconnect()
    #expect(Analysed(story).capture.qualityReports.map(\.connection) == [1, 2])
    var old = CaptureBuilder()
    old.event(0xFF, report(CaptureBuilder.handle, isOld: true))
    old.connect()
    #expect(Analysed(old).capture.qualityReports.map(\.connection) == [nil])
  }

  @Test("it names peer, role, start and signal of a connection that began before the capture")
  func older() throws {
    var story = CaptureBuilder()
    story.wait(by: 4_000_000)
    story.event(0xFF, report(CaptureBuilder.handle, dBm: -53))
    story.wait(by: 6_000_000)
    story.event(0xFF, report(CaptureBuilder.handle, dBm: -50))
    story.event(0x14, [0] + octets(CaptureBuilder.handle) + [0] + octets(0))
    let connection = try #require(Analysed(story).connections.first)
    #expect(connection.peer.address == "60:55:56:22:49:A0" && connection.role == .central)
    #expect(connection.learnedFrom == .qualityReport && connection.completeFrame == nil)
    #expect(connection.firstFrame == 1 && connection.lastFrame == 3)
    #expect(connection.rssi?.count == 2 && connection.rssi?.last == -50)
    #expect(connection.rssiSource == .qualityReport && connection.transport == .brEDR)
  }

  @Test("what the capture shows of a connection, no report changes")
  func known() {
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.event(0xFF, report(CaptureBuilder.handle))
    let connection = Analysed(story).connections[0]
    #expect(connection.peer.address == "66:0D:F3:0A:7B:1C" && connection.role == .peripheral)
    #expect(connection.learnedFrom == nil)
  }

  @Test("voice links, failed connections and reports that trail behind an end make none")
  func none() {
    for id: UInt8 in [4, 7, 8] {
      var story = CaptureBuilder()
      story.event(0xFF, report(0x77, id: id))
      #expect(Analysed(story).connections.isEmpty)
    }
    var voice = CaptureBuilder()
    voice.event(
      0x2C, [0] + octets(0x77) + CaptureBuilder.peer + [2, 12, 2] + octets(60) + octets(60) + [2])
    voice.event(0xFF, report(0x77))
    #expect(Analysed(voice).connections.isEmpty)
    var trailing = CaptureBuilder()
    trailing.event(0xFF, report(CaptureBuilder.handle))
    trailing.disconnect()
    trailing.wait(by: 5_000_000)
    trailing.event(0xFF, report(CaptureBuilder.handle))
    #expect(Analysed(trailing).connections.count == 1)
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
