import BletraceTestSupport
import Testing

@testable import Tracking

@Suite("NearestRank")
struct NearestRankTests {
  /// In order, against it, all alike, and by chance: with few values that are different, and many.
  private static func lists(_ count: Int) -> [[Int64]] {
    var random = SeededRandom(seed: UInt64(count))
    return [
      (0..<count).map { Int64($0) }, (0..<count).map { Int64(count - $0) },
      Array(repeating: 7, count: count), (0..<count).map { $0 % 2 == 0 ? .max : 0 },
      (0..<count).map { _ in Int64.random(in: 480...482, using: &random) },
      (0..<count).map { _ in Int64.random(in: 0...(.max), using: &random) },
    ]
  }

  @Test("finds what stands there when all is in order", arguments: [1, 2, 3, 4, 20, 99, 512])
  func likeSorting(count: Int) {
    for list in Self.lists(count) {
      let sorted = list.sorted()
      let all = Array(1...count)
      #expect(values(at: all, of: list) == all.map { sorted[$0 - 1] })
      let few = [(count + 1) / 2, max(1, count * 19 / 20), count]
      #expect(values(at: few, of: list) == few.map { sorted[$0 - 1] })
    }
  }
}
