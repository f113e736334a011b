import Bytes

/// HCI_Flush_Occurred: data for this connection was thrown away before it was sent.
///
///     octet   0...1
///             handle (LE)
///
/// Core Vol 4, Part E, 7.7.17.
package struct FlushOccurred: Hashable, Sendable {
  package let handle: ConnectionHandle

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
  }
}

/// HCI_Data_Buffer_Overflow: the host sent more packets than the Controller has buffers for.
///
///     octet   0
///             Link_Type: 0x00 synchronous, 0x01 ACL, 0x02 isochronous
///
/// Core Vol 4, Part E, 7.7.26.
package struct DataBufferOverflow: Hashable, Sendable {
  package enum Buffers: Hashable, Sendable {
    case synchronous
    case acl
    case isochronous
    case unrecognized(UInt8)

    package init(_ octet: UInt8) {
      switch octet {
      case 0x00: self = .synchronous
      case 0x01: self = .acl
      case 0x02: self = .isochronous
      default: self = .unrecognized(octet)
      }
    }
  }

  package let buffers: Buffers

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    buffers = Buffers(try cursor.u8(in: bytes))
  }
}

/// HCI_Hardware_Error: the Controller has failed in some way of its own.
///
///     octet   0
///             Hardware_Code, whose meaning the maker of the Controller knows
///
/// Core Vol 4, Part E, 7.7.16.
package struct HardwareError: Hashable, Sendable {
  package let hardwareCode: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    hardwareCode = try cursor.u8(in: bytes)
  }
}
