import Testing

@testable import Framing

@Suite("A stream with a layout that was given")
struct StreamFramerTests {
  private static func follow(_ framer: inout StreamFramer, _ values: [[UInt8]])
    -> [FramedMessage]
  {
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += framer.add(value, number: index) }
    return found + framer.finish()
  }

  @Test("all messages come, each once, and nothing is held afterwards")
  func all() throws {
    for times in [1, 40] {
      let truth = MadeUpFraming(seed: 1)
      var framer = StreamFramer(truth.layout)
      let values = (0..<times).flatMap { _ in truth.values }
      let found = Self.follow(&framer, values)
      #expect(found.map(\.payload) == (0..<times).flatMap { _ in truth.payloads })
      #expect(framer.messages == found.count && framer.misfits == 0 && framer.strayValues == 0)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.last < $1.first })
      #expect(framer.heldOctets == 0 && !framer.isOpen)
    }
  }

  @Test("a value that the logger cut cuts the message that is open")
  func cut() throws {
    guard case .layout(let layout) = try FramingSpec("length:u8/payload") else { return }
    var framer = StreamFramer(layout)
    #expect(framer.add([4, 1, 2], number: 0) == [] && framer.isOpen)
    let open = framer.giveUp()
    #expect(open.map(\.ending) == [.cut] && framer.messages == 1 && framer.misfits == 1)
    #expect(Self.follow(&framer, [[1, 9], [2, 9, 9]]).map(\.payload) == [[9], [9, 9]])
    #expect(framer.messages == 3 && framer.strayValues == 1)
  }
}
