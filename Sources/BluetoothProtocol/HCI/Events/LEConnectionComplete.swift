import Bytes

/// HCI_LE_Connection_Complete and HCI_LE_Enhanced_Connection_Complete: an LE connection is made, or
/// could not be made.
///
///     octet   0         1...2          3       4            5...10
///             status    handle (LE)    role    peer type    peer address (LE)
///
///     then, not in the first of the three events:
///             6 octets local and 6 octets peer resolvable private address (LE)
///
///     then    2 octets         2 octets        2 octets        1 octet
///             interval (LE)    latency (LE)    timeout (LE)    Central_Clock_Accuracy
///
///     then, only in version 2 of the enhanced event:
///             1 octet advertising handle, 2 octets sync handle (LE)
///
/// Core Vol 4, Part E, 7.7.65.1 and 7.7.65.10. Unless the status is success, only the status means
/// anything.
package struct LEConnectionComplete: Hashable, Sendable {
  package enum Version: Hashable, Sendable {
    case plain, enhancedV1, enhancedV2

    /// The version that travels under this subevent code; nil if it is another event.
    package init?(_ subevent: LEMetaSubevent) {
      switch subevent {
      case .connectionComplete: self = .plain
      case .enhancedConnectionCompleteV1: self = .enhancedV1
      case .enhancedConnectionCompleteV2: self = .enhancedV2
      default: return nil
      }
    }
  }

  package let version: Version
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let role: ConnectionRole
  package let peerAddressType: AddressType
  package let peerAddress: DeviceAddress
  package let interval: ConnectionInterval
  /// How many connection events the peripheral may sleep through.
  package let latency: UInt16
  package let supervisionTimeout: SupervisionTimeout

  package init(
    _ parameters: ByteRange, version: Version, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    self.version = version
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    role = ConnectionRole(try cursor.u8(in: bytes))
    peerAddressType = AddressType(try cursor.u8(in: bytes))
    peerAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))

    // What is not asked for is read field by field, so that an issue names the one that is missing.
    if version != .plain {
      _ = try cursor.u48le(in: bytes)
      _ = try cursor.u48le(in: bytes)
    }
    interval = ConnectionInterval(try cursor.u16le(in: bytes))
    latency = try cursor.u16le(in: bytes)
    supervisionTimeout = SupervisionTimeout(try cursor.u16le(in: bytes))
    _ = try cursor.u8(in: bytes)
    if version == .enhancedV2 {
      _ = try cursor.u8(in: bytes)
      _ = try cursor.u16le(in: bytes)
    }
  }
}
