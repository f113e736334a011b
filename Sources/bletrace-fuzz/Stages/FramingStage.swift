import Framing

/// Framings: what is learned from values, layouts that are written as the user writes them, and the
/// messages of two streams that are looked at together.
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
    learn(values)
    // Every other piece comes from the server.
    let sides = [0, 1].map { side in
      SearchedStream(
        isFromServer: side == 1,
        values: values.indices.filter { $0 % 2 == side }.map { values[$0][...] })
    }
    search(sides + [SearchedStream(isFromServer: true, values: values.map { $0[...] })])
    let text = String(decoding: input.prefix(layoutOctets).prefix { $0 != 0 }, as: UTF8.self)
    guard case .layout(let layout)? = try? FramingSpec(text) else { return }
    let again = try? FramingSpec(layout.spec)
    promise(again == .layout(layout), "a layout that is read otherwise: \(layout.spec)")
    follow(StreamFramer(layout), values)
    let stream = SearchedStream(isFromServer: false, values: values.map { $0[...] }, breaks: [3])
    check(LayoutFit(layout, stream), stream)
  }

  private static func search(_ streams: [SearchedStream]) {
    var budget = SearchBudget(octets: 1 << 20)
    for found in MessageSearch.search(streams, &budget) {
      promise(found.streams.count == found.fits.count, "streams without a fit")
      for (stream, fit) in zip(found.streams, found.fits) { check(fit, streams[stream]) }
      let own = found.streams.map { streams[$0] }
      let placed = zip(own.indices, found.fits).flatMap { stream, fit in
        fit.messages.map {
          ConversedMessage(
            isFromServer: own[stream].isFromServer, stream: stream, octets: $0.octets,
            time: Int64($0.last), isRight: $0.flaw == nil)
        }
      }
      let table = MessageTable(placed, layout: found.layout)
      promise(table.kindOf.count == placed.count, "messages without a place")
    }
    promise(budget.left > -(1 << 20), "a search that reads far more than it may")
  }

  private static func check(_ fit: LayoutFit, _ stream: SearchedStream) {
    let octets = stream.values.reduce(0) { $0 + $1.count }
    promise(fit.damaged <= fit.messages.count, "more damaged messages than there are")
    promise(fit.messages.count <= octets + 2 * stream.values.count, "messages out of nothing")
    let held = fit.messages.reduce(0) { $0 + $1.octets.count }
    promise(held <= 4 * octets + (1 << 13), "octets out of nothing")
    for message in fit.messages {
      promise(
        message.first <= message.last && message.last < stream.values.count, "an unknown value")
    }
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
      promise(message.last < values.count, "a message after the last value")
    }
  }

  private static func learn(_ values: [[UInt8]]) {
    var learner = FramingLearner()
    for value in values { learner.add(value) }
    guard let learned = learner.propose() else { return }
    promise(learned.odds <= FramingLearner.mostOdds, "odds of \(learned.odds)")
    promise((try? FramingSpec(learned.layout.spec)) == .layout(learned.layout), "another layout")
  }
}
