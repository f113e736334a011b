/// A layout that was found in one or several streams, with the messages that it gives.
public struct FoundMessages: Sendable {
  /// `nil` where nothing was found that the messages have in common.
  public var layout: FramingLayout?
  /// The streams that it explains, by their indexes in the search, and how each fits it.
  public var streams: [Int]
  public var fits: [LayoutFit]
  /// The logarithm to base 10 of the chance that messages fit it by accident.
  public var odds: Double
  /// Whether too many messages do not fit it: then it is the best guess only.
  public var isCandidate: Bool
  /// What escapes octets in them.
  public var escape: Escape?
  /// Whether the user gave the layout.
  public var isGiven = false

  public init(
    layout: FramingLayout?, streams: [Int], fits: [LayoutFit], odds: Double, isCandidate: Bool,
    isGiven: Bool = false
  ) {
    self.layout = layout
    self.streams = streams
    self.fits = fits
    self.odds = odds
    self.isCandidate = isCandidate
    self.isGiven = isGiven
  }

  public var messages: Int { fits.reduce(0) { $0 + $1.messages.count } }
  public var damaged: Int { fits.reduce(0) { $0 + $1.damaged } }

  /// Takes what other streams of the device have by the same layout.
  public mutating func add(_ other: FoundMessages) {
    streams += other.streams
    fits += other.fits
    odds = min(odds, other.odds)
  }
}

extension FramingLayout {
  /// What stands where in the values and in the messages.
  ///
  /// - Parameter messages: those that fit.
  public func parts(ofValues values: [[UInt8]], messages: [[UInt8]]) -> [FramingPart] {
    parts(
      of: values.filter { $0.count >= leastValue && $0.count >= chunkHeader }, [], whole: messages)
  }
}
