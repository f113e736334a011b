import Testing

@testable import Judgement

/// Values that came while the radio was used for something else.
@Suite("Streams and the radio")
struct RadioTallyTests {
  /// A value each 10 ms; from 2 s to 4 s one in ten.
  private func story(
    window: Int = 1 << 15, radio: (from: Int64, to: Int64)?
  ) throws -> [(stream: LogStream, share: RadioShare)] {
    var story = LogStory(6000, window: window)
    story.parameters(0, interval: 10)
    if let radio { story.radio(from: radio.from, to: radio.to) }
    for time in stride(from: Int64(100), to: 5900, by: 10) {
      if !(2000..<4000).contains(time) || time % 100 == 0 { story.notification(time) }
    }
    return try story.radioShares()
  }

  @Test("holes while the radio is shared, whatever the window", arguments: [7, 100, 1 << 15])
  func holes(window: Int) throws {
    let found = try story(window: window, radio: (2000, 4000))
    #expect(found.count == 1 && found.first?.stream.opcode == 0x1B)
    let share = try #require(found.first?.share)
    #expect(share.microseconds == 2_000_000 && share.holes == 20 && share.values == 20)
    #expect(share.missedEvents == 180 && share.otherHoles == 0 && share.frame == 2)
    #expect(share.otherValues == 379 && share.otherMicroseconds == 3_790_000)
  }

  @Test("holes at other times are the sender's, and without other use nothing is said")
  func others() throws {
    let share = try #require(try story(radio: (100, 1500)).first?.share)
    #expect(share.holes == 0 && share.otherHoles == 20)
    #expect(try story(radio: nil).isEmpty)
  }
}
