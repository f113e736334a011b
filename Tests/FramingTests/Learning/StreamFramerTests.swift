import Testing

@testable import Framing

@Suite("A stream whose framing is learned as it comes")
struct StreamFramerTests {
  private static func follow(_ framer: inout StreamFramer, _ values: [[UInt8]])
    -> [FramedMessage]
  {
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += framer.add(value, number: index) }
    return found + framer.finish()
  }

  @Test("all messages come, those from before the framing was known as well")
  func all() throws {
    // Until the sample is full, and far beyond.
    for times in [1, 40] {
      let truth = MadeUpFraming(seed: 1)
      var framer = StreamFramer()
      let values = (0..<times).flatMap { _ in truth.values }
      let found = Self.follow(&framer, values)
      #expect(framer.learned?.layout == truth.layout)
      #expect(found.map(\.payload) == (0..<times).flatMap { _ in truth.payloads })
      #expect(framer.messages == found.count && framer.misfits == 0 && framer.strayValues == 0)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.last < $1.first })
      #expect(times == 1 || values.count > FramingLearner.mostValues)
    }
  }

  @Test("a stream without framing holds no more than the sample, and nothing afterwards")
  func none() {
    var numbers = SeededNumbers(7)
    var framer = StreamFramer()
    var most = 0
    for index in 0..<2000 {
      #expect(framer.add(numbers.octets(244), number: index) == [])
      most = max(most, framer.heldOctets)
    }
    #expect(most <= FramingLearner.mostOctets + 12 * FramingLearner.mostValues)
    #expect(framer.heldOctets == 0 && framer.layout == nil)
    #expect(framer.finish() == [])
  }

  @Test("a value that the logger cut ends the learning; a given layout needs none")
  func givenUp() throws {
    let truth = MadeUpFraming(seed: 1)
    var framer = StreamFramer()
    #expect(framer.add(truth.values[0], number: 0) == [])
    framer.giveUp()
    #expect(Self.follow(&framer, truth.values) == [] && framer.learned == nil)
    var given = StreamFramer(truth.layout)
    #expect(Self.follow(&given, truth.values).map(\.payload) == truth.payloads)
    #expect(given.learned == nil && given.layout == truth.layout)
  }
}
