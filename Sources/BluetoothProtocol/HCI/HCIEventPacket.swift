import Bytes

// What is on the path of every record is public and inlinable, not package: Swift 6.3 inlines into
// other modules only what is public, and here that is worth a factor of three.

/// HCI Event packet: the Controller informs the host of what happened.
///
///     octet   0       1         2..<2 + length
///             code    length    parameters
///
/// Core Vol 4, Part E, 5.4.4. Octets beyond `length` are not part of the packet.
public struct HCIEventPacket: Hashable, Sendable {
  public let code: HCIEventCode
  public let parameters: ByteRange

  init(code: HCIEventCode, parameters: ByteRange) {
    self.code = code
    self.parameters = parameters
  }

  @inlinable public init(_ packet: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, packet)
    code = HCIEventCode(try cursor.u8(in: bytes))
    let length = try cursor.u8(in: bytes)
    parameters = try cursor.range(Int(length))
  }
}

/// HCI_LE_Meta: the event in which all events of LE travel.
///
///     octet   0            1..<end
///             subevent     parameters of that event
///
/// Core Vol 4, Part E, 7.7.65. The decoders of LE events take `parameters`, so their octet 0 is
/// the one after the subevent code.
public struct LEMetaEvent: Hashable, Sendable {
  public let subevent: LEMetaSubevent
  public let parameters: ByteRange

  @inlinable public init(
    _ parameters: ByteRange, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    subevent = LEMetaSubevent(try cursor.u8(in: bytes))
    self.parameters = cursor.rest
  }
}
