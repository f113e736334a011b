/// What speaks for a layout, in bits: how unlikely it is that messages fit it by chance.
enum LayoutEvidence {
  /// More messages say no more.
  static let most = 512

  /// - Parameters:
  ///   - fits: of the streams that it explains.
  ///   - hint: what the search knows of how values make up messages.
  static func bits(_ layout: FramingLayout, _ fits: [LayoutFit], hint: Double) -> Double {
    var right: [ArraySlice<UInt8>] = []
    var wrong = 0
    var wrongSizes: Set<Int> = []
    for fit in fits {
      right += fit.messages.lazy.filter { $0.flaw == nil }.prefix(most).map { $0.octets }
      wrong += min(most, fit.damaged)
      if fit.damaged > 0 {
        for message in fit.messages where message.flaw != nil {
          wrongSizes.insert(message.octets.count)
        }
      }
    }
    let distinct = layout.boundary == .end ? right.distinct() : right.once()
    guard distinct.count >= leastDistinct else { return distinct.isEmpty ? 0 : hint }
    if layout.checksum == nil, layout.length != nil { wrong = min(wrong, wrongSizes.count) }
    var certain = 0.0
    if let length = layout.length {
      let aligned = fits.flatMap { fit in
        fit.messages.lazy.filter { $0.flaw == nil && $0.isAligned }.prefix(most)
          .map { $0.octets }
      }
      certain += self.length(length, aligned.once())
    }
    if let checksum = layout.checksum {
      let bodies = distinct.map { $0.dropLast(layout.end.count) }
      certain += max(0, MessageFields.evidence(checksum, bodies) - checksumTrials)
      certain += neatness(checksum, layout)
    }
    if layout.boundary == .end { certain += text(distinct) }
    certain += counter(layout, fits)
    certain += max(marks(layout, distinct), frame(layout, distinct))
    let bits = max(hint, certain) - Chance.choices(wrong, of: distinct.count + wrong)
    return max(0, bits)
  }

  static let leastDistinct = 3

  /// log2 of the numbers, offsets and differences that are tried.
  private static let lengthTrials = 10.4
  /// log2 of the kinds, first octets, orders and ends.
  private static let checksumTrials = 10.8
  private static let counterTrials = 7.0

  /// Messages of one size are one coincidence, however many they are.
  private static func length(
    _ length: FramingLayout.Length, _ messages: [ArraySlice<UInt8>]
  ) -> Double {
    let sizes = Set(messages.map { $0.count }).count
    guard sizes >= 2 else { return 0 }
    let varying = MessageFields.varying(length.number, messages)
    return max(0, 8 * Double(sizes) * varying - lengthTrials)
  }

  private static func counter(_ layout: FramingLayout, _ fits: [LayoutFit]) -> Double {
    guard let number = layout.counter?.number else { return 0 }
    // A second octet is proposed only where it carries.
    let carries = number.width > 1 ? 8.0 : 0
    return fits.reduce(0) { sum, fit in
      guard fit.steps >= leastSteps, fit.jumps * 10 <= fit.steps else { return sum }
      let choices = Chance.choices(fit.jumps, of: fit.steps + fit.jumps)
      return sum + max(0, 8 * Double(min(fit.steps, most)) + carries - choices - counterTrials)
    }
  }

  static let leastSteps = 7

  /// Of equal explanations, the one whose sum begins where a field does.
  private static func neatness(_ checksum: FramingLayout.Checksum, _ layout: FramingLayout)
    -> Double
  {
    guard let number = layout.length?.number, checksum.headerOffset == nil else { return 0 }
    if checksum.from == number.end || checksum.from == number.offset { return 1 }
    return checksum.from > number.offset && checksum.from < number.end ? -2 : 0
  }

  /// A line of letters: 97 of 256 octets are some.
  private static func text(_ lines: [ArraySlice<UInt8>]) -> Double {
    lines.prefix(16).reduce(0) { $0 + 1.4 * Double($1.count) }
  }

  /// Octets that are the same in all messages are little evidence, as data have such octets too.
  private static func marks(_ layout: FramingLayout, _ messages: [ArraySlice<UInt8>]) -> Double {
    let count = min(4, layout.start.count) + min(2, layout.end.count)
    return min(8, Double(count) * 2)
  }

  /// One octet marks the beginning, another one the end, and both are such as marks are.
  private static func frame(_ layout: FramingLayout, _ messages: [ArraySlice<UInt8>]) -> Double {
    guard messages.count >= 6, let first = layout.start.first, let last = layout.end.last,
      isMark(first), isMark(last), messages[0].count >= 4
    else { return 0 }
    // Text that begins and ends with brackets has a format of its own.
    if (0x20...0x7D).contains(first), (0x20...0x7D).contains(last) { return 0 }
    return 5 * Double(min(8, messages.count))
  }

  static func isMark(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x55, 0x5A, 0x5B, 0x5D, 0x66, 0x68, 0x77, 0x7B, 0x7D, 0x7E, 0x16, 0x02, 0x03, 0x0A, 0x0D,
      0x24, 0x2A, 0x23, 0x3A:
      true
    case 0x81...0xFE: true
    default: false
    }
  }
}
