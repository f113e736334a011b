import Bytes

/// HCI ACL Data packet: a piece of an L2CAP PDU on one connection.
///
///     octet   0..1                              2..3                4..<end
///             handle (12 bits), PB (2), BC (2)  data total length   data
///
/// Core Vol 4, Part E, 5.4.2.
public struct HCIACLData: Hashable, Sendable {
  /// Packet_Boundary_Flag.
  public enum Boundary: UInt8, Hashable, Sendable {
    /// First, not automatically flushable: host to controller.
    case firstNonFlushable = 0
    case continuing = 1
    /// First, automatically flushable; on LE links, controller to host only.
    case firstFlushable = 2
    /// A complete PDU, automatically flushable.
    case complete = 3

    /// - Parameter word: the first two octets of the packet: handle and flags.
    @inlinable @inline(__always)
    public init(_ word: UInt16) {
      self =
        switch word >> 12 & 3 {
        case 0: .firstNonFlushable
        case 1: .continuing
        case 2: .firstFlushable
        default: .complete
        }
    }
  }

  public var handle: ConnectionHandle
  public var boundary: Boundary
  public var data: ByteRange

  /// What another transport carried, as if in such a packet.
  public init(handle: ConnectionHandle, boundary: Boundary, data: ByteRange) {
    self.handle = handle
    self.boundary = boundary
    self.data = data
  }

  @inlinable @inline(__always)
  public init(_ packet: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.acl, packet)
    let start = try cursor.skip(4)
    let word = bytes.u16le(start)
    handle = ConnectionHandle(word & 0x0FFF)
    boundary = Boundary(word)
    data = try cursor.range(Int(bytes.u16le(start + 2)))
  }
}
