import Bytes

/// One AD structure.
public struct AdvertisingStructure: Hashable, Sendable {
  public let type: ADType
  public let value: ByteRange

  @inlinable public init(type: ADType, value: ByteRange) {
    self.type = type
    self.value = value
  }
}

/// Advertising, scan response or extended inquiry response data: a walk from structure to
/// structure.
///
///     octet   0         1       2..<1 + length
///             length    type    value
///
///     and the next structure follows. A length of zero is an early end; zeros fill the rest.
///
/// Core Vol 3, Part C, 11. Ask `next` for one structure after the other.
public struct AdvertisingData: Sendable {
  @usableFromInline var cursor: ByteCursor
  @usableFromInline var isAtEnd = false

  @inlinable public init(_ data: ByteRange) {
    cursor = ByteCursor(.gap, data)
  }

  /// The next structure, or nil at the end. A structure of which a part is missing is an issue,
  /// whether the data ends early or the capture was cut; after an issue there is nothing more to
  /// read.
  @inlinable public mutating func next(
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> AdvertisingStructure? {
    guard !isAtEnd else { return nil }
    isAtEnd = true
    guard cursor.rest.originalCount > 0 else { return nil }
    let length = Int(try cursor.u8(in: bytes))
    guard length > 0 else { return nil }
    let start = try cursor.skip(length)
    isAtEnd = false
    return AdvertisingStructure(
      type: ADType(bytes[start]),
      value: ByteRange(start: start &+ 1, end: start &+ length))
  }
}
