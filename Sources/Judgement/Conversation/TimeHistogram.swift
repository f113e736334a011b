import Report

/// How many times of each length there were, in microseconds: the first few exactly, then by
/// buckets of which each octave has 16, so that a bucket is a sixteenth wide at most.
struct TimeHistogram: Sendable {
  private(set) var total = 0
  private var few: [Int64] = []
  private var counts: [UInt32] = []

  private static let mostExact = 16
  private static let lastOctave = 40
  /// A clock may leap: what is longer counts as this long, 25 days, with which plain arithmetic is
  /// safe.
  private static let longest: Int64 = 1 << (lastOctave + 1) - 1

  mutating func add(_ time: Int64) {
    let time = min(max(0, time), Self.longest)
    total &+= 1
    if counts.isEmpty, few.count < Self.mostExact { return few.append(time) }
    for early in few { count(early) }
    few.removeAll()
    count(time)
  }

  private mutating func count(_ time: Int64) {
    let bucket = Self.bucket(time)
    while counts.count <= bucket { counts.append(0) }
    counts[bucket] &+= 1
  }

  /// The value at a percentage of all, by nearest rank; 0 without any.
  func percentile(_ percent: Int) -> Int64 {
    guard total > 0 else { return 0 }
    let rank = max(1, (total * percent + 99) / 100)
    if counts.isEmpty { return few.sorted()[rank - 1] }
    var passed = 0
    for bucket in counts.indices {
      passed += Int(counts[bucket])
      if passed >= rank { return Self.middle(of: bucket) }
    }
    return 0
  }

  /// How wide the middle half is.
  var spread: Int64 { percentile(75) - percentile(25) }

  /// How many are so long at most.
  func count(through time: Int64) -> Int {
    if counts.isEmpty { return few.count { $0 <= time } }
    let last = Self.bucket(min(max(0, time), Self.longest))
    var found = 0
    for bucket in counts.indices.prefix(last + 1) { found += Int(counts[bucket]) }
    return found
  }

  func count(beyond time: Int64) -> Int { total - count(through: time) }

  /// The length of most, and how many of a hundred are within about a tenth of it.
  var densest: (time: Int64, percent: Int) {
    guard total > 0 else { return (0, 0) }
    var most = (time: Int64(0), count: 0)
    if counts.isEmpty {
      for time in few {
        let near = few.count { abs($0 - time) * 10 <= time }
        if near > most.count { most = (time, near) }
      }
    } else {
      for bucket in counts.indices where counts[bucket] > 0 {
        let near = counts[max(0, bucket - 1)...min(counts.count - 1, bucket + 1)]
        let sum = near.reduce(0) { $0 + Int($1) }
        if sum > most.count { most = (Self.middle(of: bucket), sum) }
      }
    }
    return (most.time, most.count * 100 / total)
  }

  private static func bucket(_ time: Int64) -> Int {
    guard time >= 16 else { return Int(time) }
    let octave = 63 - time.leadingZeroBitCount
    return (octave - 3) * 16 + Int(time >> (octave - 4)) & 15
  }

  private static func middle(of bucket: Int) -> Int64 {
    guard bucket >= 16 else { return Int64(bucket) }
    let octave = bucket / 16 + 3
    let width = Int64(1) << (octave - 4)
    return (Int64(16 + bucket % 16) << (octave - 4)) + width / 2
  }
}
