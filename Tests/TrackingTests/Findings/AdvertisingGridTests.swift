import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("A device's advertising schedule, across failed connections")
struct AdvertisingGridTests {
  @Test("after one failure too, where other attempts show a long period")
  func inStepOnce() throws {
    func finding(worked: Int, pause: Int64 = 0, every period: Int64 = 2_000_000) throws
      -> RuleFinding
    {
      var story = CaptureBuilder()
      for index in 0...worked + 1 {
        story.advertise(CaptureBuilder.peer, -60)
        story.askToConnect()
        story.wait(by: period - 3000)
        story.connect()
        story.wait(by: 70_000)
        story.disconnect(reason: index == 1 ? 0x3E : 0x16)
        story.wait(by: period - 72_000 + (index == 1 ? pause : 0))
      }
      return try only(ConnectionFailedRule.self, in: Analysed(story).capture)
    }
    let kept = try finding(worked: 4)
    #expect(
      kept.message.contains(
        "; after the failure the device kept its advertising schedule (period 2 s or a fraction of "
          + "it; #6, #11)"))
    #expect(kept.frames == [6, 10, 11, 14])
    #expect(kept.advice?.contains("did not receive the connection request (CONNECT_IND)") == true)
    // Too few others, a step that does not fit, and a period into which it may fit by chance.
    for other in [
      try finding(worked: 1), try finding(worked: 4, pause: 300_000),
      try finding(worked: 4, every: 1_000_000),
    ] {
      #expect(!other.message.contains("in step") && !other.frames.contains(11))
    }
  }
}
