import TraceBytes

/// HCI_Number_Of_Completed_Packets: buffers of the Controller are free again.
///
///     octet   0              1 + 4 i ... 2 + 4 i    3 + 4 i ... 4 + 4 i
///             Num_Handles    handle (LE)            completed packets (LE)
///
/// Core Vol 4, Part E, 7.7.19. It counts HCI ACL packets, that is fragments, sent to the peer or
/// flushed. Controllers gather several before they report. The decoder makes no array, as this is
/// the most frequent event of all.
public struct NumberOfCompletedPackets: Hashable, Sendable {
  /// How many pairs there are.
  public let count: Int
  public let pairs: ByteRange

  @inlinable public init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    count = Int(try cursor.u8(in: bytes))
    let start = try cursor.skip(4 &* count)
    pairs = ByteRange(start: start, end: cursor.position)
  }

  /// The handle of one pair, and how many packets were completed on it.
  ///
  /// - Precondition: `0 <= index < count`, and `bytes` is what the event was decoded from.
  @inlinable public func entry(
    _ index: Int, in bytes: Span<UInt8>
  ) -> (handle: ConnectionHandle, completed: UInt16) {
    precondition(index >= 0 && index < count)
    let offset = pairs.start &+ 4 &* index
    return (ConnectionHandle(bytes.u16le(offset)), bytes.u16le(offset &+ 2))
  }
}
