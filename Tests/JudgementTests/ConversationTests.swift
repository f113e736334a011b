import Report
import Testing

@testable import Judgement

/// Rows of a link, and what its values are for.
@Suite("The conversation of a link")
struct ConversationTests {
  /// Values of this host to 0x10, and of the peer from 0x12.
  private static func ask(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 1, size: Int = 8
  ) {
    story.pdu(time, 0x52, isSent: true, handle: 0x10, length: size, value: value)
  }
  private static func answer(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 2, size: Int = 12
  ) {
    story.pdu(time, 0x1B, isSent: false, handle: 0x12, length: size, value: value)
  }

  private func story(
    window: Int = 1 << 15, _ build: (inout LogStory) -> Void
  ) throws -> [UInt16: ConversedStream] {
    var story = LogStory(600_000, window: window)
    story.parameters(0, interval: 30)
    build(&story)
    return Dictionary(uniqueKeysWithValues: try story.streams().map { ($0.stream.handle, $0) })
  }

  @Test("a poll and its answers, whatever the window", arguments: [3, 50, 1 << 15])
  func poll(window: Int) throws {
    let streams = try story(window: window) { story in
      for turn: Int64 in 0..<40 {
        Self.ask(&story, 1000 + turn * 500)
        if turn != 20 { Self.answer(&story, 1060 + turn * 500, UInt32(turn)) }
      }
    }
    #expect(streams[0x10]?.purpose == .request && streams[0x12]?.purpose == .answer)
    #expect(streams[0x10]?.partnerHandle == 0x12 && streams[0x12]?.partnerHandle == 0x10)
    let period = try #require(streams[0x10]?.periodUs)
    #expect(abs(period - 500_000) < 15_000)
    let dialogue = try #require(streams[0x10]?.dialogues.first)
    #expect(dialogue.requests == 40 && dialogue.unanswered == 1)
    #expect(dialogue.answersPerRequest == 1 && dialogue.distinctRequests == 1)
    #expect(dialogue.repeated == 39)
    #expect(abs(dialogue.latency.p50 - 60_000) < 2_500)
    #expect(dialogue.unansweredFrames == [42])
  }

  @Test("answers of several values, each after a silence")
  func longAnswers() throws {
    let streams = try story { story in
      for turn: Int64 in 0..<12 {
        Self.ask(&story, 1000 + turn * turn * 37 + turn * 900)
        for part: Int64 in 0..<5 {
          Self.answer(
            &story, 1080 + turn * turn * 37 + turn * 900 + part * 8, UInt32(turn * 5 + part))
        }
      }
    }
    #expect(streams[0x12]?.purpose == .answer)
    #expect(streams[0x10]?.dialogues.first?.answersPerRequest == 5)
  }

  @Test("an upload with acknowledgements, and one without")
  func upload() throws {
    for acknowledges in [true, false] {
      let streams = try story { story in
        for block: Int64 in 0..<200 {
          Self.ask(&story, 1000 + block * 10, UInt32(block + 100), size: 200)
          if acknowledges, block % 8 == 7 { Self.answer(&story, 1004 + block * 10, 9, size: 4) }
        }
      }
      #expect(streams[0x10]?.purpose == .upload)
      #expect(streams[0x12]?.purpose == (acknowledges ? .acknowledgement : nil))
      #expect(streams[0x10]?.dialogues.isEmpty == true)
    }
  }

  @Test("a download, values at a period, and a person")
  func others() throws {
    let download = try story { story in
      for value: Int64 in 0..<300 {
        Self.answer(&story, 1000 + value * 7 + value % 3, UInt32(value), size: 180)
      }
    }
    #expect(download[0x12]?.purpose == .download)
    let sensor = try story { story in
      for value: Int64 in 0..<60 {
        Self.answer(&story, 1000 + value * 1000 + value % 7, UInt32(value))
      }
    }
    #expect(sensor[0x12]?.purpose == .periodic)
    let period = try #require(sensor[0x12]?.periodUs)
    #expect(abs(period - 1_000_000) < 35_000)
    let person = try story { story in
      var time: Int64 = 1000
      for key: Int64 in 0..<30 {
        time += key % 10 == 9 ? 20_000 + key * 777 : 40 + key * key % 90
        Self.ask(&story, time, UInt32(key % 4))
      }
    }
    #expect(person[0x10]?.purpose == .events && person[0x10]?.dialogues.isEmpty == true)
  }

  @Test("two streams that have nothing to do with each other are no dialogue")
  func unrelated() throws {
    let streams = try story { story in
      var asks: Int64 = 0
      for value: Int64 in 0..<200 {
        Self.answer(&story, 1000 + value * 100, UInt32(value))
        // A write each 1.7 s or so, somewhere between the values.
        if value % 17 == value / 17 * 5 % 4 {
          asks += 1
          Self.ask(&story, 1000 + value * 100 + 7 + asks * 13 % 90, UInt32(asks))
        }
      }
    }
    #expect(streams[0x12]?.purpose == .periodic)
    #expect(streams[0x10]?.purpose == nil)
  }

  @Test("parts of a request that are written at once are one request")
  func parts() throws {
    let streams = try story { story in
      for turn: Int64 in 0..<40 {
        let start = 1000 + turn * 700 + turn * turn % 11 * 20
        let parts: Int64 = turn % 5 == 4 ? 3 : 1
        for part in 0..<parts { Self.ask(&story, start + part * 12, UInt32(turn * 4 + part)) }
        Self.answer(&story, start + parts * 12 + 50, UInt32(turn))
      }
    }
    let dialogue = try #require(streams[0x10]?.dialogues.first)
    #expect(dialogue.requests == 56 && dialogue.unanswered == 0)
  }

  @Test("what is written once at the beginning")
  func setup() throws {
    let streams = try story { story in
      for value: Int64 in 0..<8 { Self.ask(&story, 1000 + value * 40, UInt32(value)) }
    }
    #expect(streams[0x10]?.purpose == .setup)
  }

  @Test("an echo, however irregular its times")
  func echo() throws {
    let streams = try story { story in
      var time: Int64 = 1000
      for turn: Int64 in 0..<20 {
        Self.ask(&story, time, UInt32(turn))
        time += turn % 5 == 0 ? 900 + turn * 10 : 80
        Self.answer(&story, time, UInt32(turn))
        time += turn % 7 == 6 ? 9_000 : 60
      }
    }
    #expect(streams[0x12]?.purpose == .answer)
  }

  @Test("a device that reports its state in each event is no download")
  func reports() throws {
    let streams = try story { story in
      for value: Int64 in 0..<400 {
        Self.answer(&story, 1000 + value * 30, UInt32(value), size: 60)
      }
    }
    #expect(streams[0x12]?.purpose == nil)
  }

  @Test("a timer whose steps the link rounds to its events", arguments: [50, 80, 100, 250])
  func rounded(period: Int64) throws {
    let streams = try story { story in
      for value: Int64 in 0..<200 {
        let time = 1000 + value * period
        Self.answer(&story, (time + 29) / 30 * 30, UInt32(value), size: 180)
      }
    }
    #expect(streams[0x12]?.purpose == .periodic)
    let found = try #require(streams[0x12]?.periodUs)
    #expect(abs(found - period * 1000) < period * 70)
  }

  @Test("what waits for the next event at random has no period")
  func random() throws {
    let streams = try story { story in
      var (time, state): (Int64, UInt32) = (1000, 1)
      for value: UInt32 in 0..<200 {
        state = state &* 1_664_525 &+ 1_013_904_223
        time += 30 * (1 + Int64(state >> 31))
        Self.answer(&story, time, value, size: 180)
      }
    }
    #expect(streams[0x12]?.periodUs == nil && streams[0x12]?.purpose == nil)
  }

  @Test("records over several values at the pace of their device are no download")
  func records() throws {
    for jitter: UInt32 in [1, 30, 400] {
      let streams = try story { story in
        var state: UInt32 = 1
        for record: Int64 in 0..<40 {
          state = state &* 1_664_525 &+ 1_013_904_223
          let start = 1000 + record * 500 + Int64((state >> 8) % jitter)
          for part: Int64 in 0..<15 {
            Self.answer(&story, start + part * 5, UInt32(record * 15 + part), size: 20)
          }
        }
      }
      #expect(streams[0x12]?.purpose == (jitter < 400 ? .periodic : nil))
    }
  }

  @Test("an event shorter than any of the specification is one, too")
  func shortEvents() throws {
    var story = LogStory(600_000, window: 1 << 15)
    story.parameters(0, interval: 5)
    for value: Int64 in 0..<500 {
      Self.answer(&story, 1000 + value * 5, UInt32(value), size: 63)
    }
    #expect(try story.streams().first?.purpose == nil)
  }

  @Test("few values that are as regular as a clock are periodic")
  func regular() throws {
    let streams = try story { story in
      for value: Int64 in 0..<11 {
        Self.answer(&story, 1000 + value * 10_000 + value * value % 3 * 40, 70, size: 1)
      }
    }
    #expect(streams[0x12]?.purpose == .periodic)
  }

  @Test("word that comes now and then does not answer the writes before it")
  func nowAndThen() throws {
    let streams = try story { story in
      for value: Int64 in 0..<240 {
        Self.ask(&story, 1000 + value * 300, UInt32(value), size: 158)
        if value % 4 == 3 { Self.answer(&story, 1300 + value * 300 - 150, UInt32(value)) }
      }
    }
    #expect(streams[0x10]?.purpose != .request && streams[0x12]?.purpose != .answer)
  }

  @Test("values that come all the time do not answer a few writes")
  func notAsked() throws {
    let streams = try story { story in
      for value: Int64 in 0..<2000 {
        Self.answer(&story, 1000 + value * 31, UInt32(value), size: 30)
        if value % 180 == 17 { Self.ask(&story, 1004 + value * 31, UInt32(value)) }
      }
    }
    #expect(streams[0x12]?.purpose != .answer && streams[0x10]?.dialogues.isEmpty == true)
  }

  @Test("values that go on by themselves when the writes have ended")
  func ownPace() throws {
    let streams = try story { story in
      for value: Int64 in 0..<700 {
        Self.answer(&story, 1000 + value * 40, UInt32(value))
        if value < 70 { Self.ask(&story, 1007 + value * 40, UInt32(value)) }
      }
    }
    #expect(streams[0x12]?.purpose != .answer)
  }

  @Test("few turns, and few values, say nothing")
  func few() throws {
    let streams = try story { story in
      for turn: Int64 in 0..<5 {
        Self.ask(&story, 1000 + turn * 1000, UInt32(turn))
        Self.answer(&story, 1050 + turn * 1000, UInt32(turn))
      }
    }
    #expect(streams.values.allSatisfy { $0.purpose == nil && $0.dialogues.isEmpty })
  }

  @Test("times at the ends of what a clock can say are clamped")
  func leaps() throws {
    let ends: [Int64] = [.min / 1000, -1, 0, 1, .max / 1000]
    let streams = try story { story in
      for turn in 0..<40 {
        Self.ask(&story, ends[turn % ends.count], UInt32(turn))
        Self.answer(&story, ends[turn * 3 % ends.count], UInt32(turn))
      }
    }
    #expect(streams.count == 2)
  }

  @Test("write requests and write commands to one attribute are one stream")
  func bothKinds() throws {
    let streams = try story { story in
      for turn: Int64 in 0..<20 {
        story.pdu(
          1000 + turn * 300, turn % 2 == 0 ? 0x52 : 0x12, isSent: true, handle: 0x10,
          value: UInt32(turn))
        Self.answer(&story, 1040 + turn * 300, UInt32(turn))
      }
    }
    #expect(streams[0x10]?.dialogues.first?.requests == 20)
  }

  @Test("what is kept of links that are folded early has an end, and room comes back")
  func room() {
    var book = Logbook(window: 50)
    let links = 1000
    for link in 0..<links {
      book.open(link, on: 0, at: 0)
      for value in 0..<100 {
        let isSent = value % 2 == 0
        let stream = book.stream(
          isSent ? 0x52 : 0x1B, isSent: isSent, handle: UInt16(value + 1), of: link)
        book.append(LogRow(Int64(value) * 1000, frame: value, stream: stream), to: link)
      }
    }
    #expect(book.room.streams == 0 && book.room.pairs == 0)
    for link in 0..<links { book.release(link) }
    #expect(book.room == ConversationRoom.ofAll)
  }
}
