import Bytes

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

  /// The event of a packet that holds it whole and nothing else; nil for any other packet. After
  /// one look at its head it is known to be as long as it says.
  @inlinable @inline(__always)
  public init?(alone packet: ByteRange, in bytes: Span<UInt8>) {
    guard packet.count >= 7, !packet.isCut else { return nil }
    let head = bytes.u32le(packet.start)
    count = Int(truncatingIfNeeded: head >> 16 & 0xFF)
    guard head & 0xFF == 0x13, packet.count == 3 &+ 4 &* count,
      UInt8(truncatingIfNeeded: head >> 8) == packet.count &- 2
    else { return nil }
    pairs = ByteRange(start: packet.start &+ 3, end: packet.end)
  }

  /// The handle of one pair, and how many packets were completed on it.
  ///
  /// - Precondition: `0 <= index < count`, and `bytes` is what the event was decoded from.
  @inlinable public func entry(
    _ index: Int, in bytes: Span<UInt8>
  ) -> (handle: ConnectionHandle, completed: UInt16) {
    precondition(index >= 0 && index < count)
    let pair = bytes.u32le(pairs.start &+ 4 &* index)
    return (
      ConnectionHandle(UInt16(truncatingIfNeeded: pair)), UInt16(truncatingIfNeeded: pair >> 16)
    )
  }
}
