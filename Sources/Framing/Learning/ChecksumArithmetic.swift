/// How a checksum is computed, for programs in other languages.
package enum ChecksumArithmetic: Hashable, Sendable {
  /// The sum of the octets, in so many bits.
  case sum(bits: Int)
  /// The sum with all bits inverted.
  case complement(bits: Int)
  /// What makes the sum 0.
  case negated(bits: Int)
  case xor
  case crc(CRCSteps)
}

/// A CRC, bit by bit. One that is reflected takes the lowest bit of an octet first: its polynomial
/// and its start are mirrored here already.
package struct CRCSteps: Hashable, Sendable {
  package var bits: Int
  package var polynomial: UInt32
  package var start: UInt32
  package var isReflected: Bool
  /// What the result is XORed with.
  package var inverted: UInt32
}

extension ChecksumKind {
  package var arithmetic: ChecksumArithmetic {
    switch self {
    case .sum8: .sum(bits: 8)
    case .sum16: .sum(bits: 16)
    case .complement8: .complement(bits: 8)
    case .negated8: .negated(bits: 8)
    case .complement16: .complement(bits: 16)
    case .negated16: .negated(bits: 16)
    case .xor8: .xor
    default: parameters.map { .crc($0.steps) } ?? .sum(bits: 8 * width)
    }
  }
}

extension CRCParameters {
  fileprivate var steps: CRCSteps {
    // Those that are not reflected are kept at the high end of 32 bits.
    CRCSteps(
      bits: bits, polynomial: isReflected ? mirrored(polynomial) : polynomial,
      start: isReflected ? start : start >> UInt32(32 - bits), isReflected: isReflected,
      inverted: inverted)
  }

  private func mirrored(_ number: UInt32) -> UInt32 {
    (0..<bits).reduce(0) { $0 | (number >> UInt32($1) & 1) << UInt32(bits - 1 - $1) }
  }
}
