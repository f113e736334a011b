/// How many different values a stream has, by their hashes, and how often each of the first 64
/// came.
struct ValueSet: Sendable {
  private var hashes: [UInt32] = []
  private var counts: [UInt32] = []
  /// Of those that found no place: one bit for each 1,024th of all hashes.
  private var bits: [UInt64] = []
  private(set) var total = 0
  /// Values that were equal to the one before.
  private(set) var repeated = 0
  private var last: UInt32?

  private static let most = 64
  private static let bitCount = 4096

  mutating func add(_ hash: UInt32) {
    total &+= 1
    if hash == last {
      repeated &+= 1
    }
    last = hash
    if bits.isEmpty {
      for index in hashes.indices where hashes[index] == hash {
        counts[index] &+= 1
        return
      }
      if hashes.count < Self.most {
        hashes.append(hash)
        counts.append(1)
        return
      }
      bits = [UInt64](repeating: 0, count: Self.bitCount / 64)
      for hash in hashes { mark(hash) }
    }
    mark(hash)
  }

  private mutating func mark(_ hash: UInt32) {
    // Another part of a product, so that like hashes do not lie together.
    let place = Int((hash &* 0x9E37_79B1) >> 20)
    bits[place / 64] |= 1 << UInt64(place % 64)
  }

  /// How many there are; nil where that is not known exactly.
  var distinct: Int? { bits.isEmpty ? hashes.count : nil }

  /// Whether nearly all are different: as many bits are set as that many different ones would set,
  /// within a tenth.
  var areDifferent: Bool {
    if let distinct { return distinct * 10 >= total * 9 }
    let set = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    // So many fill nearly all places; that is not reached by a few that come again.
    if set * 10 >= Self.bitCount * 9 { return true }
    var free = 1.0
    let kept = 1 - 1 / Double(Self.bitCount)
    for _ in 0..<min(total, 3 * Self.bitCount) { free *= kept }
    return Double(set) >= 0.9 * (1 - free) * Double(Self.bitCount)
  }
}
