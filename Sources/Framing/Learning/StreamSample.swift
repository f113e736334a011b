/// The values of one stream that the learner looks at: the first ones, within both limits.
struct StreamSample: Sendable {
  static let mostValues = 512
  static let mostOctets = 1 << 16
  /// How many octets of a value, or of a message, can belong to its header.
  static let headerOctets = 12

  /// All values, one after the other, and where each ends: no array for each of them.
  private var joined: [UInt8] = []
  private var ends: [Int32] = []
  /// Further values are counted and not kept.
  private(set) var isFull = false

  /// - Returns: Whether the value was kept. An empty one is left out.
  mutating func add(_ value: [UInt8]) -> Bool {
    guard !isFull, !value.isEmpty else { return false }
    guard count < Self.mostValues, octets + value.count <= Self.mostOctets else {
      isFull = true
      return false
    }
    joined += value
    ends.append(Int32(joined.count))
    return true
  }

  var count: Int { ends.count }
  var octets: Int { joined.count }

  var values: [[UInt8]] {
    var start = 0
    return ends.map { end in
      defer { start = Int(end) }
      return Array(joined[start..<Int(end)])
    }
  }

  /// How much each octet value says: -log2 of its share of all octets.
  func surprise() -> [Double] {
    var counts = [Int](repeating: 1, count: 256)
    for octet in joined { counts[Int(octet)] += 1 }
    let all = Double(octets + 256)
    return counts.map { (all / Double($0)).log2 }
  }
}

extension Double {
  /// The logarithm to base 2 of a positive number, without the C library: the exponent, and a
  /// series for the significand, exact to 1e-12.
  var log2: Double {
    guard self > 0 else { return -.infinity }
    // ln(m) = 2 artanh((m - 1) / (m + 1)), for m in 1..<2.
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var term = ratio
    var sum = 0.0
    for step in 0..<16 {
      sum += term / Double(2 * step + 1)
      term *= square
    }
    return Double(exponent) + 2 * sum / 0.693_147_180_559_945_3
  }
}

enum Chance {
  /// The logarithm to base 2 of the number of ways to choose some of so many.
  static func choices(_ chosen: Int, of all: Int) -> Double {
    guard chosen > 0, chosen < all else { return 0 }
    var bits = 0.0
    var ways = 1.0
    for step in 1...min(chosen, all - chosen) {
      ways *= Double(all - step + 1) / Double(step)
      // Seldom, as a logarithm costs more than a product.
      if ways > 1e200 {
        bits += ways.log2
        ways = 1
      }
    }
    return bits + ways.log2
  }

  /// Bits of evidence as a power of ten: the chance.
  static func log10(bits: Double) -> Double { -bits * 0.301_029_995_663_981_2 }
}
