import Bytes

/// Octets of a payload that are sent by offset, until the receiver has acknowledged them: what is
/// sent again replaces what was sent before, up to there.
struct SentOctets: Sendable {
  /// Octets that were acknowledged and handed on.
  private(set) var settled = 0
  /// What follows them.
  private var waiting: [UInt8] = []
  /// The content of an octet is not known, or octets are missing: what follows is not contiguous.
  private(set) var isBroken = false
  /// The end of what was sent, contiguous or not.
  private(set) var sentEnd = 0

  /// More than this is not kept: the receiver may not acknowledge at all.
  static let most = 1 << 16

  init(from offset: Int = 0) {
    settled = offset
    sentEnd = offset
  }

  var heldOctets: Int { waiting.capacity }
  /// The end of what is contiguous.
  var end: Int { settled + waiting.count }

  /// - Returns: whether some of it had been sent before.
  mutating func put(_ range: ByteRange, at offset: Int, in bytes: Span<UInt8>) -> Bool {
    let end = offset + range.originalCount
    let isAgain = offset < sentEnd && range.originalCount > 0
    sentEnd = max(sentEnd, end)
    guard !isBroken else { return isAgain }
    guard offset <= self.end, !range.isCut else {
      isBroken = true
      return isAgain
    }
    // What was acknowledged stays as it is.
    let skipped = max(0, settled - offset)
    guard skipped < range.count else { return isAgain }
    let start = offset + skipped - settled
    waiting.removeLast(waiting.count - start)
    waiting.append(
      ByteRange(start: range.start + skipped, end: range.end), of: bytes)
    return isAgain
  }

  /// The receiver has all before `offset`.
  ///
  /// - Returns: what can be handed on.
  mutating func settle(upTo offset: Int) -> [UInt8] {
    let count = min(max(0, offset - settled), waiting.count)
    guard count > 0 else { return [] }
    let octets = Array(waiting[..<count])
    waiting.removeFirst(count)
    settled += count
    return octets
  }

  /// What is not acknowledged and too much to be kept.
  mutating func settleExcess() -> [UInt8] {
    waiting.count > Self.most ? settle(upTo: end - Self.most / 2) : []
  }
}
