import Testing

@testable import Framing

@Suite("Kinds of messages")
struct MessageTableTests {
  /// In milliseconds, from the client or the server.
  private static func table(
    _ messages: [(time: Int64, isFromServer: Bool, octets: [UInt8])]
  ) -> MessageTable {
    MessageTable(
      messages.map {
        ConversedMessage(
          isFromServer: $0.isFromServer, stream: $0.isFromServer ? 1 : 0, octets: $0.octets[...],
          time: $0.time * 1000, isRight: true)
      }, layout: nil)
  }

  /// An octet that is another one in nearly each turn.
  private static func noise(_ turn: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (turn &* 2_654_435_761) >> 7)
  }

  private static func kind(_ table: MessageTable, _ first: UInt8, fromServer: Bool) -> Int? {
    table.kinds.firstIndex { $0.stream == (fromServer ? 1 : 0) && $0.example(table) == first }
  }

  @Test("each request has its answer")
  func answers() throws {
    let table = Self.table(
      (0..<200).flatMap { turn -> [(Int64, Bool, [UInt8])] in
        let command = UInt8(turn % 2 + 1)
        return [
          (Int64(turn) * 500, false, [command, 0, 0]),
          (Int64(turn) * 500 + 40, true, [command | 0x80, Self.noise(turn), 0, 1]),
        ]
      })
    for command in [1, 2] as [UInt8] {
      let request = try #require(Self.kind(table, command, fromServer: false))
      let answer = try #require(Self.kind(table, command | 0x80, fromServer: true))
      #expect(table.kinds[request].answeredBy == answer)
    }
  }

  @Test("of requests that follow one another none is said to be answered")
  func several() {
    let table = Self.table(
      (0..<200).flatMap { turn -> [(Int64, Bool, [UInt8])] in
        let start = Int64(turn) * 3000
        return (1...3).map { (start + Int64($0), false, [UInt8($0), 0, 0]) }
          + (1...3).map { (start + 30 + Int64($0), true, [UInt8($0) | 0x80, Self.noise(turn), 1]) }
      })
    #expect(table.kinds.count == 6)
    #expect(table.kinds.allSatisfy { $0.answeredBy == nil })
  }

  @Test("what mostly comes unasked answers nothing")
  func unasked() {
    let table = Self.table(
      (0..<240).flatMap { turn -> [(Int64, Bool, [UInt8])] in
        let start = Int64(turn) * 1000
        let stream: [(Int64, Bool, [UInt8])] = [(start + 500, true, [0xA0, Self.noise(turn), 3])]
        return turn % 6 == 0 ? [(start + 450, false, [0x05, 0x01, 0x02])] + stream : stream
      })
    #expect(table.kinds.allSatisfy { $0.answeredBy == nil })
  }

  @Test("fields are described where nothing else explains them")
  func fields() throws {
    func content(_ value: (Int) -> Int) -> MessageFieldFact.Content? {
      let table = Self.table(
        (0..<200).map {
          (Int64($0) * 730, true, [0x42, 0x17, UInt8(truncatingIfNeeded: value($0)), 0x42])
        })
      return table.kinds.count == 1 ? table.kinds[0].fields.first { $0.offset == 2 }?.content : nil
    }
    #expect(content { 100 + $0 / 4 % 40 } == .slow)
    #expect(content { $0 } == .counter)
    // A value that is sent again and again, and then another one.
    #expect(content { Int(Self.noise($0 / 4)) } == .varying)
    // All that an octet can be.
    #expect(content { abs($0 * 5 % 510 - 255) } == .varying)
  }
}

extension MessageTable.Kind {
  fileprivate func example(_ table: MessageTable) -> UInt8? {
    members.first.flatMap { table.octets(of: $0).first }
  }
}
