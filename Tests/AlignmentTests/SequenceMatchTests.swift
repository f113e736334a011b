import BletraceTestSupport
import Testing

@testable import Alignment

@Suite("Sequences")
struct SequenceMatchTests {
  @Test("what was left out is left out, and nothing else")
  func removed() {
    var random = SeededRandom(seed: 1)
    let a = (0..<2000).map { _ in random.next() }
    let removed: Set<Int> = [0, 1, 500, 501, 502, 1200, 1999]
    let kept = a.indices.filter { !removed.contains($0) }
    let pairs = SequenceMatch.pairs(a, kept.map { a[$0] })
    #expect(pairs.map(\.a) == kept)
    #expect(pairs.map(\.b) == Array(kept.indices))
  }

  @Test("values that repeat are matched by their neighbours")
  func repeating() {
    var random = SeededRandom(seed: 2)
    let a = (0..<3000).map { _ in UInt64(random.below(4)) }
    var b = a
    b.remove(at: 1500)
    let pairs = SequenceMatch.pairs(a, b)
    #expect(pairs.count == b.count)
    #expect(pairs.allSatisfy { a[$0.a] == b[$0.b] })
  }

  @Test("equal values alone are matched from the beginning, where both have it")
  func equal() {
    let a = [UInt64](repeating: 7, count: 100)
    let b = [UInt64](repeating: 7, count: 90)
    #expect(SequenceMatch.pairs(a, b).isEmpty)
    #expect(SequenceMatch.pairs(a, b, beginTogether: true).map(\.a) == Array(0..<90))
  }

  @Test("pairs rise and are equal, whatever comes", arguments: 0..<30 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let kinds = random.within(1...200)
    func sequence() -> [UInt64] {
      (0..<random.below(400)).map { _ in UInt64(random.below(kinds)) }
    }
    let (a, b) = (sequence(), sequence())
    for together in [true, false] {
      let pairs = SequenceMatch.pairs(a, b, beginTogether: together)
      #expect(pairs.allSatisfy { a[$0.a] == b[$0.b] })
      for (one, next) in zip(pairs, pairs.dropFirst()) {
        #expect(one.a < next.a && one.b < next.b)
      }
    }
  }

  /// A method that grows with the square of the length would not end.
  @Test("two hundred thousand elements of three kinds")
  func long() {
    var random = SeededRandom(seed: 3)
    let a = (0..<200_000).map { _ in UInt64(random.below(3)) }
    // What was removed in the middle is found; around it a few may be matched otherwise.
    let b = Array(a[..<100_000] + a[101_000...])
    let pairs = SequenceMatch.pairs(a, b, beginTogether: true)
    #expect(pairs.count > b.count - 100)
    #expect(pairs.count { $0.a == $0.b || $0.a == $0.b + 1000 } > b.count - 100)
  }
}
