import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("What explains advertising that comes in bursts")
struct InquiryTests {
  /// Twelve devices, all heard each second within 50 ms.
  ///
  /// - Parameter interval: of the scan, in units of 0.625 ms; the window is as long.
  private static func story(
    interval: UInt16 = 16, _ build: (inout CaptureBuilder) -> Void = { _ in }
  ) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.command(0x200B, [1] + octets(interval) + octets(interval) + [0, 0])
    story.commandComplete(0x200B)
    story.command(0x200C, [1, 0])
    story.commandComplete(0x200C)
    build(&story)
    for _ in 0..<10 {
      for device in 0..<12 {
        for _ in 0..<2 { story.advertise([UInt8(device), 1, 2, 3, 4, 0xC5], -60) }
      }
      story.wait(by: 1_000_000 - 24_000)
    }
    story.command(0x200C, [0, 0])
    return story
  }

  private static func bursts(_ story: CaptureBuilder) -> ReportV1.ScanBursts? {
    Analysed(story).capture.scans.first?.bursts
  }

  @Test("nothing that this host did")
  func unexplained() throws {
    let bursts = try #require(Self.bursts(Self.story()))
    #expect(bursts.explainedBy == nil && bursts.causeFrame == nil)
  }

  @Test("an inquiry that runs for half of the scan or more")
  func inquiry() throws {
    func bursts(_ length: UInt8) throws -> ReportV1.ScanBursts {
      try #require(
        Self.bursts(Self.story { $0.command(0x0401, [0x33, 0x8B, 0x9E, length, 0]) }))
    }
    #expect(try bursts(8).explainedBy == .inquiry)
    #expect(try bursts(8).causeFrame == 5)
    #expect(try bursts(2).explainedBy == nil)
    // One that is cancelled at once.
    let cancelled = try #require(
      Self.bursts(
        Self.story {
          $0.command(0x0401, [0x33, 0x8B, 0x9E, 8, 0])
          $0.command(0x0402)
        }))
    #expect(cancelled.explainedBy == nil)
  }

  @Test("a scan interval as long as the period of the bursts")
  func interval() throws {
    let bursts = try #require(Self.bursts(Self.story(interval: 1_600)))
    #expect(bursts.explainedBy == .scanInterval && bursts.causeFrame == 3)
    #expect(!Analysed(Self.story(interval: 1_600)).capture.scans[0].hasUnexplainedBursts)
  }
}

@Suite("Warnings of the logger")
struct LoggerWarningTests {
  @Test("a note that warns of the radio is kept, and no other")
  func warning() {
    var story = CaptureBuilder()
    story.connect()
    let text = "WiFi State: On, Band: 2.4 GHz. [WARNING] 2.4 GHz critical state!"
    story.add(.loggerNote, .unknown, Array("BT stack started".utf8))
    story.add(.loggerNote, .unknown, Array(text.utf8) + [0])
    let warnings = Analysed(story).capture.loggerWarnings
    #expect(warnings == [.init(frame: 3, text: text)])
  }
}
