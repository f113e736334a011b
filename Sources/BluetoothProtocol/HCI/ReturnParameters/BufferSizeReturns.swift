import Bytes

/// How many packets a Controller can hold for the host, and how long each may be.
package struct ControllerBuffers: Hashable, Sendable {
  /// The longest data of one packet, in octets.
  package let bytes: UInt16
  package let count: UInt16

  package init(bytes: UInt16, count: UInt16) {
    self.bytes = bytes
    self.count = count
  }

  /// Nil where there are none of their own.
  init?(unlessZero bytes: UInt16, count: UInt16) {
    guard bytes != 0, count != 0 else { return nil }
    self.init(bytes: bytes, count: count)
  }
}

/// Return parameters of HCI_Read_Buffer_Size: the buffers for BR/EDR, and for LE too where LE has
/// none of its own.
///
///     octet   0         1...2              3               4...5             6...7
///             status    ACL length (LE)    SCO length      ACL count (LE)    SCO count (LE)
///
/// Core Vol 4, Part E, 7.4.5.
package struct ReadBufferSizeReturn: Hashable, Sendable {
  package let status: HCIStatus
  package let acl: ControllerBuffers?
  package let synchronous: ControllerBuffers?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      acl = nil
      synchronous = nil
      return
    }
    let aclLength = try cursor.u16le(in: bytes)
    let synchronousLength = try cursor.u8(in: bytes)
    acl = ControllerBuffers(unlessZero: aclLength, count: try cursor.u16le(in: bytes))
    synchronous = ControllerBuffers(
      unlessZero: UInt16(synchronousLength), count: try cursor.u16le(in: bytes))
  }
}

/// Return parameters of HCI_LE_Read_Buffer_Size: the buffers for LE.
///
///     octet   0         1...2                 3               4...5              6
///             status    LE ACL length (LE)    LE ACL count    ISO length (LE)    ISO count
///                                                             (both in version 2 only)
///
/// Core Vol 4, Part E, 7.8.2. A length or count of zero means that LE shares the buffers of BR/EDR.
package struct LEReadBufferSizeReturn: Hashable, Sendable {
  package enum Version: Hashable, Sendable {
    case v1, v2

    /// The version of the command with this opcode; nil if it is another command.
    package init?(_ opcode: HCIOpcode) {
      switch opcode {
      case .leReadBufferSizeV1: self = .v1
      case .leReadBufferSizeV2: self = .v2
      default: return nil
      }
    }
  }

  package let status: HCIStatus
  /// Nil where LE shares the buffers of BR/EDR.
  package let acl: ControllerBuffers?
  package let isochronous: ControllerBuffers?

  package init(
    _ parameters: ByteRange, version: Version, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      acl = nil
      isochronous = nil
      return
    }
    let length = try cursor.u16le(in: bytes)
    acl = ControllerBuffers(unlessZero: length, count: UInt16(try cursor.u8(in: bytes)))
    guard version == .v2 else {
      isochronous = nil
      return
    }
    let isochronousLength = try cursor.u16le(in: bytes)
    isochronous = ControllerBuffers(
      unlessZero: isochronousLength, count: UInt16(try cursor.u8(in: bytes)))
  }
}
