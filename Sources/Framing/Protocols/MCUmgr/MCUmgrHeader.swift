import Bytes

/// The header of an MCUmgr SMP frame. All integers have their most significant octet first.
///
///     octet   0             1       2..3     4..5    6          7         8..<end
///             op, version   flags   length   group   sequence   command   CBOR
///
/// The operation has bits 0 to 2, the version bits 3 and 4. Zephyr, "SMP Protocol Specification",
/// "Frame: The envelope". The length counts the octets after the header. A frame may be spread over
/// several values of the characteristic.
public struct MCUmgrHeader: Hashable, Sendable {
  public enum Operation: UInt8, Hashable, Sendable, CaseIterable {
    case read, readResponse, write, writeResponse

    public var isResponse: Bool { self == .readResponse || self == .writeResponse }
  }

  public static let octets = 8

  public var operation: Operation
  /// 0 is the first version of the protocol, 1 the second.
  public var version: UInt8
  public var flags: UInt8
  /// Octets after the header.
  public var length: UInt16
  public var group: UInt16
  public var sequence: UInt8
  public var command: UInt8

  /// `nil` where the first octet holds an operation that there is not, or uses reserved bits.
  public init?(_ range: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, range)
    let start = try cursor.skip(Self.octets)
    let first = bytes[start]
    guard first >> 5 == 0, let operation = Operation(rawValue: first & 0b111) else { return nil }
    self.operation = operation
    version = first >> 3 & 0b11
    flags = bytes[start + 1]
    length = bytes.u16be(start + 2)
    group = bytes.u16be(start + 4)
    sequence = bytes[start + 6]
    command = bytes[start + 7]
  }

  /// The command that it is, as a fault names it.
  var subject: FramingSubject { .request(MCUmgrNames.command(group: group, command: command)) }

  /// Whether a frame may begin with an octet: it shows an operation, and reserved bits that are 0.
  public static func mayBegin(_ octet: UInt8) -> Bool { octet & 0b1110_0100 == 0 }

  /// Whether this is the header of the next frame, or of the same sent again. That all of this
  /// agrees by chance happens once in 2^48 values.
  public func follows(_ last: MCUmgrHeader) -> Bool {
    operation == last.operation && version == last.version && flags == 0 && group == last.group
      && command == last.command && sequence &- last.sequence <= 1
  }
}
