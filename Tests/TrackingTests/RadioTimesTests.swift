import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

@Suite("What the radio did while a link was idle")
struct RadioTimesTests {
  /// The work in the idle phase between two reads, ten seconds apart.
  private static func work(_ build: (inout CaptureBuilder) -> Void) -> [ReportV1.RadioWork?] {
    var story = CaptureBuilder()
    story.connect()
    story.read()
    build(&story)
    story.read()
    return Analysed(story).connections[0].phases.filter { $0.name == .idle }.map(\.radio)
  }

  @Test("a scan, an inquiry, a page and an attempt to connect")
  func works() {
    #expect(Self.work { $0.wait(by: 10_000_000) } == [nil])
    #expect(
      Self.work {
        $0.scan()
        $0.wait(by: 9_000_000)
        $0.endScan()
        $0.wait(by: 1_000_000)
      } == [.scan])
    #expect(
      Self.work {
        // 8 times 1.28 s.
        $0.command(0x0401, [0x33, 0x8B, 0x9E, 8, 0])
        $0.wait(by: 10_500_000)
        $0.event(0x01, [0])
      } == [.inquiry])
    #expect(
      Self.work {
        $0.page([1, 2, 3, 4, 5, 6])
        $0.wait(by: 1_000_000)
      } == [.page])
    #expect(
      Self.work {
        $0.askToConnect([1, 2, 3, 4, 5, 0xC6])
        $0.wait(by: 10_000_000)
        $0.giveUp()
      } == [.connect])
  }

  @Test("less than half of the time, and another controller, name nothing")
  func nothing() {
    #expect(
      Self.work {
        $0.scan()
        $0.wait(by: 3_000_000)
        $0.endScan()
        $0.wait(by: 7_000_000)
      } == [nil])
    #expect(
      Self.work {
        $0.command(0x0401, [0x33, 0x8B, 0x9E, 8, 0], on: 1)
        $0.wait(by: 10_500_000)
      } == [nil])
  }
}
