import Bytes

/// The basic L2CAP header, in front of every PDU (B-frame).
///
///     octet   0..1          2..3         4..<end
///             PDU length    channel ID   information payload
///
/// Core Vol 3, Part A, 3.1. The length counts the payload alone.
public struct L2CAPBasicHeader: Hashable, Sendable {
  public static let octets = 4

  public var payloadLength: Int
  public var channel: L2CAPChannelID

  /// - Precondition: four octets stand at `offset`.
  @inlinable @inline(__always)
  public init(at offset: Int, in bytes: Span<UInt8>) {
    payloadLength = Int(bytes.u16le(offset))
    channel = L2CAPChannelID(bytes.u16le(offset + 2))
  }
}

/// L2CAP channel identifier. Core Vol 3, Part A, 2.1.
public struct L2CAPChannelID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable public init(_ rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable public static var signallingBREDR: Self { Self(0x0001) }
  @inlinable public static var connectionless: Self { Self(0x0002) }
  @inlinable public static var att: Self { Self(0x0004) }
  @inlinable public static var signallingLE: Self { Self(0x0005) }
  @inlinable public static var smp: Self { Self(0x0006) }
  @inlinable public static var smpBREDR: Self { Self(0x0007) }

  /// Channels that are set up on demand; on LE 0x0040 to 0x007F.
  public var isDynamic: Bool { rawValue >= 0x0040 }

  /// Set up on demand, and beyond what LE has: Core Vol 3, Part A, 2.1.
  public var isOfBREDRAlone: Bool { rawValue >= 0x0080 }
}
