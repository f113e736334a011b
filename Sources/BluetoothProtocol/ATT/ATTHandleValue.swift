import Bytes

/// ATT_HANDLE_VALUE_NTF and ATT_HANDLE_VALUE_IND, which have one layout: the server pushes a value;
/// only the second is confirmed.
///
///     octet   0              1..2     3..<end
///             0x1B or 0x1D   handle   value, 0 to ATT_MTU - 3 octets
///
/// Core Vol 3, Part F, 3.4.7.1 and 3.4.7.2. An empty value is legal.
public struct ATTHandleValue: Hashable, Sendable {
  public var handle: ATTHandle
  public var value: ByteRange

  @inlinable @inline(__always)
  public init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
    value = cursor.rest
  }
}

/// ATT_MULTIPLE_HANDLE_VALUE_NTF: several notifications in one PDU.
///
///     octet   0      1..<end
///             0x23   entries: handle (2), length (2), value (length)
///
/// Core Vol 3, Part F, 3.4.7.4. The walk hands out an entry at a time.
public struct ATTMultipleHandleValueNotification: Sendable {
  @usableFromInline var cursor: ByteCursor

  @inlinable public init(_ body: ByteRange) { cursor = ByteCursor(.att, body) }

  public mutating func next(in bytes: Span<UInt8>) throws(DecodeIssue) -> ATTHandleValue? {
    guard cursor.remaining > 0 else { return nil }
    let handle = ATTHandle(try cursor.u16le(in: bytes))
    let octets = Int(try cursor.u16le(in: bytes))
    return ATTHandleValue(handle: handle, value: try cursor.range(octets))
  }
}

extension ATTHandleValue {
  init(handle: ATTHandle, value: ByteRange) {
    self.handle = handle
    self.value = value
  }
}
