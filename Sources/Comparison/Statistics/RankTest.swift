#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rank test of Mann, Whitney and Wilcoxon: whether the values of one group tend to be greater
/// than those of the other. Needs nothing of the values but their order.
enum RankTest {
  /// Up to so many values in both groups the probability is exact, ties included.
  static let exactLimit = 40

  /// The probability, two-sided, of a sum of ranks as far from the expected one as this, if all
  /// values came from one distribution; 1 where a group is empty.
  static func probability(_ a: [Double], _ b: [Double]) -> Double {
    guard !a.isEmpty, !b.isEmpty else { return 1 }
    let ranks = doubledRanks(a + b)
    let sum = ranks[..<a.count].reduce(0, +)
    return a.count + b.count <= exactLimit
      ? exact(ranks, count: a.count, sum: sum) : approximate(ranks, count: a.count, sum: sum)
  }

  /// Twice the rank of each value, so that the ranks of ties, which lie between two whole numbers,
  /// are whole as well.
  private static func doubledRanks(_ values: [Double]) -> [Int] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Int](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for index in start..<end { ranks[order[index]] = start + 1 + end }
      start = end
    }
    return ranks
  }

  /// Counts, for each sum, the ways to draw `count` of the ranks that give it.
  private static func exact(_ ranks: [Int], count: Int, sum: Int) -> Double {
    let total = ranks.reduce(0, +)
    var ways = [[Double]](
      repeating: [Double](repeating: 0, count: total + 1), count: count + 1)
    ways[0][0] = 1
    for (index, rank) in ranks.enumerated() {
      for drawn in stride(from: min(index + 1, count), through: 1, by: -1) {
        for sum in stride(from: total, through: rank, by: -1) {
          ways[drawn][sum] += ways[drawn - 1][sum - rank]
        }
      }
    }
    // Distances from the expected sum, times the number of ranks, are whole.
    let expected = total * count
    let distance = (sum * ranks.count - expected).magnitude
    var all = 0.0
    var far = 0.0
    for (sum, ways) in ways[count].enumerated() where ways > 0 {
      all += ways
      if (sum * ranks.count - expected).magnitude >= distance { far += ways }
    }
    return far / all
  }

  /// The normal approximation, with the variance that ties leave and the continuity correction.
  private static func approximate(_ ranks: [Int], count: Int, sum: Int) -> Double {
    let size = Double(ranks.count)
    let mean = ranks.reduce(0.0) { $0 + Double($1) } / size
    let spread = ranks.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let variance = Double(count) * (size - Double(count)) / (size * (size - 1)) * spread
    guard variance > 0 else { return 1 }
    let distance = max(0, (Double(sum) - Double(count) * mean).magnitude - 1)
    return min(1, erfc(distance / variance.squareRoot() / 2.0.squareRoot()))
  }
}
