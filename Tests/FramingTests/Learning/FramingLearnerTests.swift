import BletraceTestSupport
import Testing

@testable import Framing

@Suite("The learner of framings")
struct FramingLearnerTests {
  static func learn(_ values: [[UInt8]]) -> LearnedFraming? {
    var learner = FramingLearner()
    for value in values { learner.add(value) }
    return learner.propose()
  }

  static func messages(_ layout: FramingLayout, _ values: [[UInt8]]) -> [FramedMessage] {
    var messages = FramedMessages(layout)
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += messages.add(value, number: index) }
    return found + messages.finish()
  }

  /// Why the learned layout is not the true one, where the values distinguish them.
  static func difference(_ truth: MadeUpFraming, _ learned: FramingLayout) -> String? {
    let layout = truth.layout
    guard learned.boundary == layout.boundary else { return "boundary \(learned.boundary)" }
    let payloads = messages(learned, truth.values).map(\.payload)
    if payloads != truth.payloads {
      let index = zip(payloads, truth.payloads).prefix { $0 == $1 }.count
      return "payload \(index) of \(payloads.count), \(truth.payloads.count)"
    }
    guard learned.start == layout.start, learned.otherStart == layout.otherStart,
      learned.end == layout.end
    else { return "start or end" }
    // Two sums may be the same for all messages that begin alike: the values do not say which.
    let isSum = layout.checksum?.kind.width == 1 && learned.checksum?.kind.width == 1
    guard learned.checksum == layout.checksum || isSum else { return "checksum" }
    guard learned.length == layout.length else { return "length" }
    guard learned.counter == layout.counter else { return "counter" }
    return nil
  }

  @Test("of made-up framings nearly all are found, and none is found wrongly", arguments: 0..<8)
  func madeUp(part: Int) {
    let seeds = part * 30..<(part + 1) * 30
    var missed: [String] = []
    for seed in seeds {
      let truth = MadeUpFraming(seed: seed)
      let words = "\(seed): \(truth.style), values of \(truth.chunk), \(truth.layout.spec)"
      guard let learned = Self.learn(truth.values) else {
        missed.append(words)
        continue
      }
      let difference = Self.difference(truth, learned.layout)
      #expect(difference == nil, "\(words); found \(learned.layout.spec)")
    }
    #expect(missed.count * 20 <= seeds.count, "\(missed)")
  }

  @Test("a stream without end costs no more than its first values")
  func bounds() throws {
    var learner = FramingLearner()
    var numbers = SeededNumbers(1)
    let values = (0..<1000).map { _ in numbers.octets(20) }
    for index in 0..<100_000 { learner.add(values[index % values.count]) }
    #expect(learner.values == FramingLearner.mostValues)
    #expect(learner.isFull)
    #expect(learner.propose() == nil)
    var large = FramingLearner()
    for _ in 0..<100 { large.add([UInt8](repeating: 7, count: 60_000)) }
    #expect(large.values == 1)
  }

  @Test("values that fit all along cost linear time, however hostile", arguments: 0..<6)
  func hostile(kind: Int) {
    let values: [[UInt8]] = (0..<FramingLearner.mostValues).map { index in
      switch kind {
      // All lengths fit everywhere.
      case 0: [UInt8](repeating: 1, count: 128)
      case 1: [UInt8(truncatingIfNeeded: index)] + [UInt8](repeating: 0, count: 127)
      case 2: [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: 128)
      case 3: (0..<128).map { UInt8(truncatingIfNeeded: $0 + index) }
      case 4: [UInt8](repeating: 0, count: 1 + index % 128)
      default: [UInt8(truncatingIfNeeded: index), 0, UInt8(truncatingIfNeeded: index)]
      }
    }
    let time = processorTime { _ = Self.learn(values) }
    #expect(time < .seconds(60), "\(time)")
  }

  @Test("nothing is found in random octets and in text", arguments: 0..<12)
  func randomAndText(part: Int) {
    for seed in part * 50..<(part + 1) * 50 {
      var streams = StreamsWithoutFraming(seed: seed)
      for values in [streams.random(), streams.text()] {
        let found = Self.learn(values)
        #expect(found == nil, "\(seed): \(found?.header ?? "") \(values.prefix(2))")
      }
    }
  }

  @Test("nothing is found in telemetry", arguments: 0..<StreamsWithoutFraming.kinds)
  func telemetry(kind: Int) {
    for seed in 0..<30 {
      var streams = StreamsWithoutFraming(seed: seed)
      let values = streams.telemetry(kind)
      let found = Self.learn(values)
      #expect(found == nil, "\(seed): \(found?.odds ?? 0) \(found?.header ?? "")")
    }
  }
}
