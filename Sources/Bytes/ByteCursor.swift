/// Walks a `ByteRange` field by field; every read is checked against the range first.
///
/// `@frozen` and `@inlinable` throughout: the hot path reads through it from other modules.
@frozen public struct ByteCursor {
  @usableFromInline let layer: Layer
  @usableFromInline var next: Int
  @usableFromInline let end: Int
  /// Octets that follow `position` in the packet, whether the capture holds them or not.
  @usableFromInline var originalRemaining: Int

  @inlinable @inline(__always)
  public init(_ layer: Layer, _ range: ByteRange) {
    self.layer = layer
    next = range.start
    end = range.end
    originalRemaining = range.originalCount
  }

  /// Where the next field starts.
  @inlinable public var position: Int { next }

  /// Octets that can still be read.
  @inlinable public var remaining: Int { end &- next }

  /// What was not read yet, cut or not.
  @inlinable @inline(__always)
  public var rest: ByteRange {
    ByteRange(start: position, end: end, originalCount: max(originalRemaining, 0))
  }

  @usableFromInline @inline(never)
  func issue(needed: Int) -> DecodeIssue {
    DecodeIssue(
      layer: layer, offset: position, needed: needed, available: remaining,
      limit: originalRemaining >= needed ? .capture : .packet)
  }

  /// Moves on by `count` octets and returns where they started.
  @inlinable @inline(__always)
  public mutating func skip(_ count: Int) throws(DecodeIssue) -> Int {
    guard count <= remaining else { throw issue(needed: count) }
    let start = next
    next &+= count
    originalRemaining &-= count
    return start
  }

  @inlinable @inline(__always)
  public mutating func u8(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt8 {
    bytes[try skip(1)]
  }

  @inlinable @inline(__always)
  public mutating func i8(in bytes: Span<UInt8>) throws(DecodeIssue) -> Int8 {
    Int8(bitPattern: bytes[try skip(1)])
  }

  @inlinable @inline(__always)
  public mutating func u16le(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt16 {
    bytes.u16le(try skip(2))
  }

  @inlinable @inline(__always)
  public mutating func u24le(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt32 {
    let start = try skip(3)
    return UInt32(bytes.u16le(start)) | UInt32(bytes[start + 2]) << 16
  }

  @inlinable @inline(__always)
  public mutating func u32le(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt32 {
    bytes.u32le(try skip(4))
  }

  @inlinable @inline(__always)
  public mutating func u48le(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt64 {
    bytes.u48le(try skip(6))
  }

  @inlinable @inline(__always)
  public mutating func u64le(in bytes: Span<UInt8>) throws(DecodeIssue) -> UInt64 {
    bytes.u64le(try skip(8))
  }

  /// The next `count` octets as a range. Where the capture was cut inside them the range is cut;
  /// where the packet itself is shorter, that is an issue.
  @inlinable @inline(__always)
  public mutating func range(_ count: Int) throws(DecodeIssue) -> ByteRange {
    guard count <= originalRemaining else { throw issue(needed: count) }
    let held = min(count, remaining)
    let range = ByteRange(start: position, end: position &+ held, originalCount: count)
    next &+= held
    originalRemaining &-= count
    return range
  }
}
