import Bytes

/// ATT_WRITE_REQ and ATT_WRITE_CMD, which have one layout; only the first is answered.
///
///     octet   0              1..2     3..<end
///             0x12 or 0x52   handle   value, 0 to ATT_MTU - 3 octets
///
/// Core Vol 3, Part F, 3.4.5.1 and 3.4.5.3.
public struct ATTWrite: Hashable, Sendable {
  public var handle: ATTHandle
  public var value: ByteRange

  @inlinable @inline(__always)
  public init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
    value = cursor.rest
  }
}

/// ATT_SIGNED_WRITE_CMD.
///
///     octet   0      1..2     3..<end-12   end-12..<end
///             0xD2   handle   value        authentication signature
///
/// Core Vol 3, Part F, 3.4.5.4. Where the capture cut the signature off, the value is what is left.
public struct ATTSignedWriteCommand: Hashable, Sendable {
  public var handle: ATTHandle
  public var value: ByteRange

  @inlinable public init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
    let signed = cursor.rest
    let octets = signed.originalCount - 12
    guard octets >= 0 else {
      throw DecodeIssue(
        layer: .att, offset: signed.start, needed: 12, available: signed.count, limit: .packet)
    }
    value = try cursor.range(octets)
  }
}

/// ATT_PREPARE_WRITE_REQ and _RSP: a part of a long value, kept by the server until it is executed;
/// the response repeats it.
///
///     octet   0              1..2     3..4     5..<end
///             0x16 or 0x17   handle   offset   part of the value
///
/// Core Vol 3, Part F, 3.4.6.1 and 3.4.6.2.
public struct ATTPrepareWrite: Hashable, Sendable {
  public var handle: ATTHandle
  public var offset: UInt16
  public var value: ByteRange

  @inlinable public init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
    offset = try cursor.u16le(in: bytes)
    value = cursor.rest
  }
}

/// ATT_EXECUTE_WRITE_REQ: 1 writes all that was prepared, 0 forgets it.
///
///     octet   0      1
///             0x18   flags
///
/// Core Vol 3, Part F, 3.4.6.3.
public struct ATTExecuteWriteRequest: Hashable, Sendable {
  public var writes: Bool

  @inlinable public init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    writes = try cursor.u8(in: bytes) == 1
  }
}
