/// A generator that gives the same numbers on every run (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  package mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound &+ below(range.upperBound &- range.lowerBound &+ 1)
  }

  package static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A static random address: its two highest bits are set. Another for each number.
  package static func address(_ number: Int) -> UInt64 {
    mix(UInt64(truncatingIfNeeded: number) &+ 0x5EED) & 0xFFFF_FFFF_FFFF | 0xC000_0000_0000
  }
}
