/// Learns how the messages of one stream are framed: of one characteristic, in one direction.
///
///     var learner = FramingLearner()
///     for value in values { learner.add(value) }
///     if let framing = learner.propose() { print(framing.header) }
///
/// It looks at the first values of the stream only (`mostValues`, `mostOctets`). A framing is
/// proposed only when all messages fit it and the chance that they do so by accident is below
/// `mostOdds`, after the number of layouts that were tried. It is silent where a framing would
/// say nothing new: a counter in telemetry is no framing.
public struct FramingLearner: Sendable {
  public static let mostValues = StreamSample.mostValues
  public static let mostOctets = StreamSample.mostOctets
  /// The logarithm to base 10 of the highest chance with which a framing is proposed.
  public static let mostOdds = -9.0

  private var sample = StreamSample()

  public init() {}

  /// Values that were kept.
  public var values: Int { sample.count }

  /// Whether further values are ignored.
  public var isFull: Bool { sample.isFull }

  /// Octets that were kept.
  public var octets: Int { sample.octets }

  public mutating func add(_ value: [UInt8]) { _ = sample.add(value) }

  /// The layout that the values speak for most, or `nil`. Time is linear in what was kept.
  public func propose() -> LearnedFraming? {
    guard sample.count >= Self.leastValues else { return nil }
    let values = sample.values
    guard values.hasDistinct(4) else { return nil }
    var candidates = LayoutSearch(sample).candidates()
    candidates.sort { $0.bits > $1.bits }
    for candidate in candidates {
      let odds = Chance.log10(bits: candidate.bits)
      guard odds <= Self.mostOdds else { return nil }
      guard let messages = LayoutSearch.verify(candidate.layout, values) else { continue }
      return LearnedFraming(
        layout: candidate.layout, odds: odds, values: values.count, octets: sample.octets,
        messages: messages.count, parts: candidate.layout.parts(of: values, messages))
    }
    return nil
  }

  private static let leastValues = 6
}
