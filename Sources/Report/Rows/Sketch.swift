extension ReportV1 {
  /// The distribution of a quantity as counts in buckets, which merge by adding them up: a sketch
  /// in the way of DDSketch (Masson, Rim, Lee: "DDSketch: A Fast and Fully-Mergeable Quantile
  /// Sketch with Relative-Error Guarantees", VLDB 2019), with the logarithm between powers of two
  /// taken as linear. Only rows hold it.
  ///
  /// The key of a bucket below 128 is the number itself. From there on, 64 buckets share an octave:
  /// the middle of bucket k is (64 + (k - 128) % 64 + 0.5) * 2^((k - 128) / 64 + 1), which is off
  /// by 0.8 % at most.
  package struct Sketch: Equatable, Sendable {
    /// Ascending.
    package var keys: [Int] = []
    package var counts: [Int] = []

    package init() {}

    package mutating func add(_ key: Int, _ count: Int) {
      keys.append(key)
      counts.append(count)
    }

    /// Counts one value more, whichever its bucket is.
    package mutating func count(_ key: Int) {
      let index = keys.firstIndex { $0 >= key } ?? keys.count
      if index < keys.count, keys[index] == key {
        counts[index] += 1
      } else {
        keys.insert(key, at: index)
        counts.insert(1, at: index)
      }
    }
  }
}
