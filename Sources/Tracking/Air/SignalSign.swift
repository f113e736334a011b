/// Whether a sniffer writes the strength of signals as the field wants it, in dBm, or leaves out
/// the sign: then -45 dBm stands there as 45.
///
/// No receiver says more than 20 dBm. Core Vol 4, Part E, 7.5.4.
struct SignalSign: Sendable {
  private var isWritten = false
  /// A value was heard that only makes sense without its sign, and none that has one.
  private(set) var isLeftOut = false

  private static let most: Int8 = 20

  /// - Returns: the strength that is meant; nil where that is not known.
  mutating func read(_ value: Int8) -> Int8? {
    if value <= 0 {
      isWritten = true
      isLeftOut = false
      return value
    }
    if isWritten { return value <= Self.most ? value : nil }
    if value > Self.most { isLeftOut = true }
    return isLeftOut ? -value : nil
  }
}
