/// So many times 258 octets of zero after a beginning, deflated to two bits each: the most that
/// DEFLATE can pack (RFC 1951, 3.2.7).
package func deflated(_ beginning: [UInt8], zeros count: Int) -> [UInt8] {
  var bits = BitWriter(bytes: deflated(beginning))
  // There is another block after those.
  bits.clearLastBlock(of: beginning.count)
  // The last block, with codes of its own: 286 for literals and lengths, 1 for distances, and 18
  // lengths that those are written with.
  bits.put(1, 1)
  bits.put(2, 2)
  bits.put(29, 5)
  bits.put(0, 5)
  bits.put(14, 4)
  // In the order 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1: so many zeros is
  // `0`, the length 1 is `10`, the length 2 is `11`.
  for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.put(length, 3) }
  func zeros(_ count: Int) {
    bits.put(0, 1)
    bits.put(count - 11, 7)
  }
  bits.put(0b11, 2)
  zeros(138)
  zeros(117)
  bits.put(0b11, 2)
  zeros(28)
  bits.put(0b01, 2)
  bits.put(0b01, 2)
  // An octet of zero is `10`, the end `11`, 258 octets once more `0`, the distance 1 `0`.
  bits.put(0b01, 2)
  bits.putZeros(2 * count)
  bits.put(0b11, 2)
  return bits.bytes
}

/// A gzip file of them, whose checksum is wrong.
package func gzipped(_ beginning: [UInt8], zeros count: Int) -> [UInt8] {
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated(beginning, zeros: count)
    + [UInt8](repeating: 0, count: 8)
}

private struct BitWriter {
  private(set) var bytes: [UInt8]
  private var used = 8

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter count: octets that are stored in blocks of at most 65,535.
  mutating func clearLastBlock(of count: Int) {
    let last = max(0, (count - 1) / 0xFFFF)
    bytes[last * (0xFFFF + 5)] = 0
  }

  /// The lowest bit first.
  mutating func put(_ value: Int, _ count: Int) {
    for index in 0..<count {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      if value >> index & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(used) }
      used += 1
    }
  }

  mutating func putZeros(_ count: Int) {
    let rest = min(count, 8 - used)
    put(0, rest)
    bytes += [UInt8](repeating: 0, count: (count - rest) / 8)
    put(0, (count - rest) % 8)
  }
}
