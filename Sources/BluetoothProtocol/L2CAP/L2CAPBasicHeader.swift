import TraceBytes

/// The basic L2CAP header, in front of every PDU (B-frame).
///
///     octet   0..1          2..3         4..<end
///             PDU length    channel ID   information payload
///
/// Core Vol 3, Part A, 3.1. The length counts the payload alone.
package struct L2CAPBasicHeader: Hashable, Sendable {
  package static let octets = 4

  package var payloadLength: Int
  package var channel: L2CAPChannelID

  /// - Precondition: four octets stand at `offset`.
  @inlinable package init(at offset: Int, in bytes: Span<UInt8>) {
    payloadLength = Int(bytes.u16le(offset))
    channel = L2CAPChannelID(bytes.u16le(offset + 2))
  }
}

/// L2CAP channel identifier. Core Vol 3, Part A, 2.1.
package struct L2CAPChannelID: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable package init(_ rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable package static var signallingBREDR: Self { Self(0x0001) }
  @inlinable package static var connectionless: Self { Self(0x0002) }
  @inlinable package static var att: Self { Self(0x0004) }
  @inlinable package static var signallingLE: Self { Self(0x0005) }
  @inlinable package static var smp: Self { Self(0x0006) }
  @inlinable package static var smpBREDR: Self { Self(0x0007) }

  /// Channels that are set up on demand; on LE 0x0040 to 0x007F.
  package var isDynamic: Bool { rawValue >= 0x0040 }
}
