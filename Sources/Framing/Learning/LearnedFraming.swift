/// A framing that was found in the values of a stream, with what speaks for it.
public struct LearnedFraming: Hashable, Sendable {
  public var layout: FramingLayout
  /// The logarithm to base 10 of the chance that random octets in values of these lengths fit
  /// the layout, or one of the others that were tried.
  public var odds: Double
  /// What the learner looked at.
  public var values: Int
  public var octets: Int
  public var messages: Int
  /// What stands where, in the order of the octets.
  public var parts: [FramingPart]

  /// All parts in one line: "octet 0: constant 0xAA; octets 1-2: length u16le ...".
  public var header: String { parts.map(\.description).joined(separator: "; ") }
}

/// What some octets of each value, or of each message, hold.
public struct FramingPart: Hashable, Sendable, CustomStringConvertible {
  public enum Scope: String, Hashable, Sendable {
    case value, message
  }

  public enum Content: String, Hashable, Sendable {
    case constant, length, counter, flags, remaining, index, total, checksum, data
  }

  public var scope: Scope
  /// From the start; below 0, from the end.
  public var offset: Int
  /// `nil` where it is all up to the next part.
  public var count: Int?
  public var content: Content
  public var text: String

  public var description: String { "\(location): \(text)" }

  /// `octets 0-1 of each value`.
  public var location: String {
    let of = scope == .value ? " of each value" : ""
    guard let count else { return "octet \(offset) and after" + of }
    if offset < 0 {
      let before = -offset - count
      let last = count == 1 ? "last octet" : "last \(count) octets"
      return (before == 0 ? last : "\(last) before the end octets") + of
    }
    return (count == 1 ? "octet \(offset)" : "octets \(offset)-\(offset + count - 1)") + of
  }
}
