/// A stretch of the bytes at hand: where it starts and ends, and how long it was on the air.
///
/// The two lengths differ where the logger cut the packet. Offsets count from the start of the
/// span that the range was made for; a range is never followed into another span.
@frozen public struct ByteRange: Hashable, Sendable {
  @usableFromInline let first: UInt32
  @usableFromInline let past: UInt32
  @usableFromInline let original: UInt32

  /// - Precondition: `0 <= start <= end`, and all three numbers fit in 32 bits. Only the order is
  ///   checked: reading through a range is checked against the span.
  @inlinable public init(start: Int, end: Int, originalCount: Int) {
    precondition(start <= end)
    first = UInt32(truncatingIfNeeded: start)
    past = UInt32(truncatingIfNeeded: end)
    original = UInt32(truncatingIfNeeded: originalCount)
  }

  @inlinable public init(start: Int, end: Int) {
    self.init(start: start, end: end, originalCount: end - start)
  }

  /// - Precondition: as for `init(start:end:originalCount:)`.
  @inlinable public init(start: Int, count: Int, originalCount: Int) {
    precondition(count >= 0)
    first = UInt32(truncatingIfNeeded: start)
    past = UInt32(truncatingIfNeeded: start &+ count)
    original = UInt32(truncatingIfNeeded: originalCount)
  }

  /// A range of nothing, for records that carry no bytes.
  public static let empty = ByteRange(start: 0, end: 0)

  @inlinable public var start: Int { Int(first) }
  @inlinable public var end: Int { Int(past) }

  /// Octets that the capture holds.
  @inlinable public var count: Int { Int(past &- first) }

  /// Octets that there were: never less than `count` unless the capture contradicts itself.
  @inlinable public var originalCount: Int { Int(original) }

  /// Whether the capture holds less than there was.
  @inlinable public var isCut: Bool { original > past &- first }

  @inlinable public var isEmpty: Bool { first == past }
}
