import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

/// How a connection ends.
extension PhaseOrderTests {
  private func lost(_ build: (inout CaptureBuilder) -> Void) -> [String] {
    var story = CaptureBuilder()
    story.connect()
    story.send("a")
    build(&story)
    story.disconnect(reason: 0x08)
    return phases(story)
  }

  @Test("a link that is lost was silent for the supervision timeout; before, it was idle")
  func lost() {
    let found = lost { $0.wait(by: 60_000_000) }
    #expect(found == ["interact 1 0", "idle 1 55001", "close 55002 5000"])
  }

  @Test("a request to a peer that is out of reach is no life of the link")
  func lostWithRequest() {
    let found = lost { story in
      story.wait(by: 1_000_000)
      story.att(.tx, hex("12 15 00 01 00"))
      story.wait(by: 4_000_000)
    }
    #expect(found == ["interact 1 0", "close 1 5002"])
  }
}
