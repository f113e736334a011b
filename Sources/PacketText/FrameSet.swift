/// Frame numbers, a bit each.
package struct FrameSet: Sendable {
  private var words: [UInt64] = []
  package private(set) var count = 0

  package init() {}

  /// Past the largest frame.
  package var end: Int { words.count << 6 }

  package func contains(_ frame: Int) -> Bool {
    let word = frame >> 6
    return frame >= 0 && word < words.count && words[word] & bit(frame) != 0
  }

  package mutating func insert(_ frame: Int) {
    guard frame >= 0, !contains(frame) else { return }
    let word = frame >> 6
    while words.count <= word { words.append(0) }
    words[word] |= bit(frame)
    count += 1
  }

  private func bit(_ frame: Int) -> UInt64 { 1 << UInt64(frame & 63) }
}
