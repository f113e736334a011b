/// A moment, in microseconds since 1970-01-01T00:00:00Z; captures hold earlier ones too.
@frozen public struct TraceTime: Hashable, Comparable, Sendable {
  public let microseconds: Int64

  @inlinable public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  @inlinable public static func < (a: TraceTime, b: TraceTime) -> Bool {
    a.microseconds < b.microseconds
  }

  /// Microseconds from `earlier` to this moment; negative where the clock stepped back. Wraps, as
  /// the two come from a file and may be anything.
  @inlinable public func since(_ earlier: TraceTime) -> Int64 {
    microseconds &- earlier.microseconds
  }
}
