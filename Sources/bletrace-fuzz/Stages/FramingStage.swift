import Framing

/// Framings: what is learned from values, and layouts that are written as the user writes them.
/// The first octets are the layout, up to an octet of zero, and the values are pieces behind them.
enum FramingStage: FuzzStage {
  static let name = "framing"
  static let layoutOctets = 64
  static let form = InputForm.script(after: layoutOctets)
  static let longest = 2048

  static func run(_ input: [UInt8]) {
    let pieces = PacketScript.pieces(of: Array(input.dropFirst(layoutOctets)))
    let values = pieces.flatMap { choice, octets in
      // The same value again, or counted up in its first octet.
      (0..<repetitions[Int(choice & 3)]).map { time in
        choice & 4 != 0 && !octets.isEmpty
          ? [octets[0] &+ UInt8(truncatingIfNeeded: time)] + octets.dropFirst() : octets
      }
    }
    follow(StreamFramer(), values)
    let text = String(decoding: input.prefix(layoutOctets).prefix { $0 != 0 }, as: UTF8.self)
    guard case .layout(let layout)? = try? FramingSpec(text) else { return }
    let again = try? FramingSpec(layout.spec)
    promise(again == .layout(layout), "a layout that is read otherwise: \(layout.spec)")
    follow(StreamFramer(layout), values)
  }

  private static let repetitions = [1, 2, 9, 40]

  private static func follow(_ framer: StreamFramer, _ values: [[UInt8]]) {
    var framer = framer
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += framer.add(value, number: index) }
    found += framer.finish()
    promise(framer.messages == found.count, "messages that were not counted")
    promise(framer.heldOctets == 0, "octets that are held after the end")
    for message in found {
      promise(message.payload.count <= message.octets, "a payload longer than its message")
      promise(message.first <= message.last, "a message that ends before it begins")
      promise(message.last < values.count, "a message behind the last value")
    }
    guard let learned = framer.learned else { return }
    promise(learned.odds <= FramingLearner.mostOdds, "odds of \(learned.odds)")
    let octets = values.reduce(0) { $0 + $1.count }
    promise(found.reduce(0) { $0 + $1.octets } <= octets, "more octets than came")
    promise((try? FramingSpec(learned.layout.spec)) == .layout(learned.layout), "another layout")
  }
}
