/// Numbers at which arithmetic goes wrong: the ends of what 7 to 64 bits hold, and what is beside
/// them.
enum EndNumbers {
  static let all: [UInt64] = {
    var found: Set<UInt64> = [0, 1, 2, .max - 1, .max]
    for bits in [7, 8, 15, 16, 31, 32, 53, 62, 63] as [UInt64] {
      let end: UInt64 = 1 << bits
      found.formUnion([end - 2, end - 1, end, end + 1])
    }
    return found.sorted()
  }()

  /// So many octets of a number.
  static func octets(_ number: UInt64, _ width: Int, isBigEndian: Bool) -> [UInt8] {
    let octets = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    return isBigEndian ? octets.reversed() : octets
  }
}

/// Input as choices, one after the other; behind its end each is 0.
struct ChoiceInput {
  private var rest: ArraySlice<UInt8>

  init(_ input: some Sequence<UInt8>) { rest = Array(input)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func octet() -> UInt8 { rest.popFirst() ?? 0 }

  /// A small number, as a session counts them, or one of the ends.
  mutating func number() -> UInt64 {
    let choice = octet()
    return choice < 96 ? UInt64(choice & 31) : EndNumbers.all[Int(choice) % EndNumbers.all.count]
  }
}
