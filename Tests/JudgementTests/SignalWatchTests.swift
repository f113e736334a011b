import Report
import Testing

@testable import Judgement

/// Requests of signalling channels, as rows of a link: times in milliseconds.
@Suite("The referee of signalling channels")
struct SignalWatchTests {
  private struct Story {
    var watch = SignalWatch()
    var frame = 0

    mutating func take(
      _ isSent: Bool, _ code: UInt32, _ identifier: UInt32, at time: Int64, result: UInt32 = 0
    ) {
      frame += 1
      watch.take(
        LogRow(
          time * 1000, frame: frame,
          stream: (isSent ? LogKind.sentSignal : .receivedSignal).rawValue,
          head: code | identifier << 8 | result << 16), isSent: isSent)
      watch.hear(isSent, at: time * 1000)
    }
  }

  private func breaches(
    until end: Int64 = 20_000, _ build: (inout Story) -> Void
  ) -> [ReportV1.Breach] {
    var story = Story()
    build(&story)
    return story.watch.breaches(until: end * 1000).map(\.report)
  }

  /// Requests, their answers, and a result that is not the last.
  private static let pairs: [(request: UInt32, answer: UInt32, pending: UInt32?)] = [
    (0x02, 0x03, 1), (0x04, 0x05, 4), (0x06, 0x07, nil), (0x08, 0x09, nil), (0x0A, 0x0B, nil),
    (0x0C, 0x0D, 1), (0x14, 0x15, nil), (0x17, 0x18, 0xD), (0x19, 0x1A, nil),
  ]

  @Test("a request without an answer, and near misses", arguments: pairs.indices)
  func unanswered(index: Int) {
    let pair = Self.pairs[index]
    func found(
      _ isSent: Bool = true, until end: Int64 = 20_000, hears: Bool = true,
      _ more: (inout Story) -> Void = { _ in }
    ) -> [ReportV1.Breach] {
      breaches(until: end) {
        $0.take(isSent, pair.request, 7, at: 100)
        more(&$0)
        if hears { $0.watch.hear(!isSent, at: 9_000_000) }
      }
    }
    for isSent in [true, false] {
      let breach = found(isSent).first
      #expect(breach?.obligation == .procedureUnfinished && breach?.frames == [1])
      #expect(breach?.party == (isSent ? .peer : .local) && breach?.command == nil)
      #expect(breach?.openUs == 19_900_000 && breach?.awaited?.isEmpty == false)
    }
    #expect(found(until: 5000).isEmpty && found(hears: false).isEmpty)
    // Refused by Command Reject, or answered; the answer to another one is none.
    #expect(found { $0.take(false, 0x01, 7, at: 200) }.isEmpty)
    #expect(found { $0.take(false, pair.answer, 7, at: 200, result: 2) }.isEmpty)
    #expect(found { $0.take(false, pair.answer, 8, at: 200, result: 2) }.count == 1)
    #expect(found { $0.watch.forget() }.isEmpty)
    if let pending = pair.pending {
      #expect(found { $0.take(false, pair.answer, 7, at: 200, result: pending) }.count == 1)
    }
  }

  @Test("a channel that a side never configured")
  func configuration() {
    func found(_ sides: [Bool], closes: Bool = false) -> [ReportV1.Breach] {
      breaches {
        $0.take(true, 0x02, 1, at: 100)
        $0.take(false, 0x03, 1, at: 200)
        for (number, isSent) in sides.enumerated() {
          $0.take(isSent, 0x04, 2 + UInt32(number), at: 300)
          $0.take(!isSent, 0x05, 2 + UInt32(number), at: 400)
        }
        if closes { $0.take(true, 0x06, 9, at: 500) }
        if closes { $0.take(false, 0x07, 9, at: 600) }
        $0.watch.hear(true, at: 9_000_000)
        $0.watch.hear(false, at: 9_000_000)
      }
    }
    let breach = found([true])
    #expect(breach.map(\.party) == [.peer] && breach.first?.frames == [2])
    #expect(breach.first?.awaited == "L2CAP Configuration Request")
    #expect(
      found([]).map(\.party) == [.peer, .local] || found([]).map(\.party) == [.local, .peer])
    #expect(found([true, false]).isEmpty && found([true], closes: true).isEmpty)
  }
}
