import Report
import Testing

@testable import Judgement

/// Values that came while the radio was used for something else.
@Suite("Streams and the radio")
struct RadioTallyTests {
  /// A value each 10 ms; from 2 s to 4 s one in ten.
  private func story(
    window: Int = 1 << 15, radio: (from: Int64, to: Int64)?
  ) throws -> [(stream: LogStream, use: ReportV1.RadioUse)] {
    var story = LogStory(6000, window: window)
    story.parameters(0, interval: 10)
    if let radio { story.radio(from: radio.from, to: radio.to) }
    for time in stride(from: Int64(100), to: 5900, by: 10) {
      if !(2000..<4000).contains(time) || time % 100 == 0 { story.notification(time) }
    }
    return try story.radioUses()
  }

  @Test("holes while the radio is shared, whatever the window", arguments: [7, 100, 1 << 15])
  func holes(window: Int) throws {
    let found = try story(window: window, radio: (2000, 4000))
    #expect(found.count == 1 && found.first?.stream.opcode == 0x1B)
    let use = try #require(found.first?.use)
    #expect(use.spanUs == 2_000_000 && use.holes == 20 && use.values == 20)
    #expect(use.missedEvents == 180 && use.otherHoles == 0 && use.frame == 2)
    #expect(use.otherValues == 379 && use.otherSpanUs == 3_790_000)
  }

  @Test("holes at other times are the sender's, and without other use nothing is said")
  func others() throws {
    let use = try #require(try story(radio: (100, 1500)).first?.use)
    #expect(use.holes == 0 && use.otherHoles == 20)
    #expect(try story(radio: nil).isEmpty)
  }
}
