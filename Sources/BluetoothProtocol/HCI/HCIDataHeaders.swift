import Bytes

/// HCI Synchronous Data packet: audio of a SCO or eSCO connection.
///
///     octet   0..1                                        2             3..<3 + length
///             handle (12 bits), Packet_Status_Flag (2)    data length   data
///
/// Core Vol 4, Part E, 5.4.3.
package struct HCISynchronousData: Hashable, Sendable {
  package var handle: ConnectionHandle
  package var packetStatus: UInt8
  package var data: ByteRange

  package init(_ packet: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.sco, packet)
    let word = try cursor.u16le(in: bytes)
    handle = ConnectionHandle(word)
    packetStatus = UInt8(word >> 12 & 3)
    data = try cursor.range(Int(try cursor.u8(in: bytes)))
  }
}

/// HCI ISO Data packet: an isochronous SDU, or a fragment of one.
///
///     octet   0..1                                    2..3                4..<4 + length
///             handle (12 bits), PB_Flag (2), TS (1)   data length (14)    data
///     data    0..3                       4..5                     6..7
///             Time_Stamp, if TS is set   sequence number          SDU length (12), status (2)
///
/// Core Vol 4, Part E, 5.4.5. The time stamp and what is after it only come with the first
/// fragment (PB 0b00) and with a complete SDU (0b10).
package struct HCIISOData: Hashable, Sendable {
  package var handle: ConnectionHandle
  package var boundary: UInt8
  package var hasTimeStamp: Bool
  package var load: ByteRange
  package var timeStamp: UInt32?
  package var sequenceNumber: UInt16?
  package var sduLength: UInt16?
  package var packetStatus: UInt8?
  package var data: ByteRange

  package init(_ packet: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.iso, packet)
    let word = try cursor.u16le(in: bytes)
    handle = ConnectionHandle(word)
    boundary = UInt8(word >> 12 & 3)
    hasTimeStamp = word & 0x4000 != 0
    load = try cursor.range(Int(try cursor.u16le(in: bytes) & 0x3FFF))
    var inner = ByteCursor(.iso, load)
    if boundary == 0b00 || boundary == 0b10 {
      timeStamp = hasTimeStamp ? try inner.u32le(in: bytes) : nil
      sequenceNumber = try inner.u16le(in: bytes)
      let length = try inner.u16le(in: bytes)
      sduLength = length & 0x0FFF
      packetStatus = UInt8(length >> 14)
    }
    data = inner.rest
  }
}
