import SystemLibraries

/// Permutations of all strings of octets of one length, chosen by a key: equal strings stay equal,
/// different ones different, and without the key neither is found from the other.
///
/// A Feistel network whose rounds are HMAC-SHA256; the first and the last half may differ by an
/// octet. Ten rounds, as in FF1 (NIST SP 800-38G), as strings may be short.
struct KeyedPermutation: Sendable {
  private var hmac: HMACSHA256
  private static let rounds: UInt8 = 10
  /// A network needs two halves: one octet goes by a table.
  private var tables: [[UInt8]: [UInt8]] = [:]
  private static let tableLimit = 1024

  init(key: [UInt8]) {
    hmac = HMACSHA256(key: key)
  }

  /// The image of `octets` under the permutation that `tweak` names.
  mutating func permute(_ octets: [UInt8], tweak: [UInt8]) -> [UInt8] {
    switch octets.count {
    case 0: return octets
    case 1: return [table(tweak)[Int(octets[0])]]
    default: break
    }
    let middle = octets.count / 2
    var left = Array(octets[..<middle])
    var right = Array(octets[middle...])
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) {
        mix(&left, with: right, round, tweak)
      } else {
        mix(&right, with: left, round, tweak)
      }
    }
    return left + right
  }

  private mutating func mix(
    _ half: inout [UInt8], with other: [UInt8], _ round: UInt8, _ tweak: [UInt8]
  ) {
    let message = head(round, tweak, half.count) + other
    var index = 0
    // Of a long half each next part has a number.
    var part: UInt8 = 0
    while index < half.count {
      let code = part == 0 ? hmac.code(of: message) : hmac.code(of: message + [part])
      for octet in code where index < half.count {
        half[index] ^= octet
        index += 1
      }
      part &+= 1
    }
  }

  /// What no two uses of the key have in common.
  private func head(_ round: UInt8, _ tweak: [UInt8], _ count: Int) -> [UInt8] {
    var head: [UInt8] = [round, UInt8(truncatingIfNeeded: tweak.count)] + tweak
    for shift in [0, 8, 16, 24] { head.append(UInt8(truncatingIfNeeded: count >> shift)) }
    return head
  }

  /// One cycle of all octets, so that none stays what it is.
  private mutating func table(_ tweak: [UInt8]) -> [UInt8] {
    if let table = tables[tweak] { return table }
    // Sorted by what the key makes of each octet; the next one is its image.
    var codes: [(code: [UInt8], octet: UInt8)] = []
    for octet in UInt8.min...UInt8.max {
      codes.append((hmac.code(of: head(0xFF, tweak, 1) + [octet]), octet))
    }
    codes.sort { $0.code.lexicographicallyPrecedes($1.code) }
    var table = [UInt8](repeating: 0, count: codes.count)
    var last = codes[codes.count - 1].octet
    for (_, octet) in codes {
      table[Int(last)] = octet
      last = octet
    }
    if tables.count < Self.tableLimit { tables[tweak] = table }
    return table
  }

  /// So many octets that follow from a message.
  mutating func stream(_ message: [UInt8], count: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var part: UInt8 = 0
    while octets.count < count {
      octets += hmac.code(of: [0xFE, part] + message)
      part &+= 1
    }
    return Array(octets.prefix(count))
  }
}
