import Bytes

/// Finds octets in a file: the positions of all windows of 8 octets, or of each so many, by a hash.
///
/// A table of positions in two arrays, filled by counting, so that it takes as long as the file is.
/// Where many windows are equal, only the positions next to the wanted one are looked at: no file
/// makes a search long.
struct ContentIndex: Sendable {
  /// Octets of a window.
  static let window = 8
  /// Positions that are looked at on each side of the wanted one.
  private static let mostLooked = 4

  /// Only windows at multiples of it are known.
  let step: Int
  private let shift: UInt64
  /// Where the positions of each hash begin in `positions`.
  private var starts: [UInt32]
  private var positions: [UInt32]

  /// - Parameter bytes: fewer than 2^32.
  init(_ bytes: Span<UInt8>) {
    step = bytes.count <= 2 << 20 ? 1 : bytes.count <= 16 << 20 ? 8 : 32
    let windows = bytes.count < Self.window ? 0 : (bytes.count - Self.window) / step + 1
    var bits: UInt64 = 8
    while bits < 22, 1 << bits < windows { bits += 1 }
    shift = 64 - bits
    starts = [UInt32](repeating: 0, count: (1 << Int(bits)) + 1)
    positions = [UInt32](repeating: 0, count: windows)
    for index in 0..<windows {
      starts[Self.hash(bytes.u64le(index &* step), shift) &+ 1] &+= 1
    }
    for index in 1..<starts.count { starts[index] &+= starts[index &- 1] }
    var next = starts
    for index in 0..<windows {
      let position = index &* step
      let hash = Self.hash(bytes.u64le(position), shift)
      positions[Int(next[hash])] = UInt32(truncatingIfNeeded: position)
      next[hash] &+= 1
    }
  }

  @inline(__always)
  private static func hash(_ window: UInt64, _ shift: UInt64) -> Int {
    Int((window &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// Where a piece may begin in the file: what a window of it that is rare there says, at positions
  /// next to `wanted`, those after it first. It may be before the beginning of the file, where the
  /// piece has more in front of it. The octets beside the window have still to be compared.
  ///
  /// - Parameter file: the octets that the index is of.
  func candidates(
    for piece: ByteRange, of bytes: Span<UInt8>, near wanted: Int, in file: [UInt8]
  ) -> [Int] {
    guard piece.count >= Self.window, !positions.isEmpty else { return [] }
    var least = Int.max
    var best: [Int] = []
    for offset in 0...(piece.count - Self.window) {
      let window = bytes.u64le(piece.start + offset)
      let bucket = Self.hash(window, shift)
      let count = Int(starts[bucket + 1] - starts[bucket])
      guard count > 0, count < least else { continue }
      // Others may have the same hash.
      let found = near(wanted + offset, in: bucket).filter { file.span.u64le($0) == window }
      guard !found.isEmpty else { continue }
      least = count
      best = found.map { $0 - offset }
      if count == 1 { break }
    }
    return best
  }

  /// The positions of a bucket that are next to one, those after it first.
  private func near(_ target: Int, in bucket: Int) -> [Int] {
    let (first, end) = (Int(starts[bucket]), Int(starts[bucket + 1]))
    var (low, high) = (first, end)
    while low < high {
      let middle = (low + high) / 2
      if Int(positions[middle]) < target { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    for index in low..<min(end, low + Self.mostLooked) { found.append(Int(positions[index])) }
    for index in stride(from: low - 1, through: max(first, low - Self.mostLooked), by: -1) {
      found.append(Int(positions[index]))
    }
    return found
  }
}

/// A file that was sent, to compare transfers with.
package final class ExpectedFile: Sendable {
  /// Octets of the largest one.
  package static let limit = 64_000_000

  /// As the user named it.
  package let name: String
  package let bytes: [UInt8]
  let index: ContentIndex

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    index = ContentIndex(bytes.span)
  }
}
