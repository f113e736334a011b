import Bytes

/// Service Changed, 0x2A05: the attributes from one handle to another are not what they were.
///
///     octet   0...1           2...3
///             start handle    end handle
///
/// Core Vol 3, Part G, 7.1.
package struct ServiceChanged: GATTValueFormat {
  package let start: UInt16
  package let end: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    start = try cursor.u16le(in: bytes)
    end = try cursor.u16le(in: bytes)
  }

  package var text: String { "handles 0x\(hexDigits(start, 4)) to 0x\(hexDigits(end, 4))" }
}

/// Database Hash, 0x2B2A: sixteen octets that change with the server's attributes.
///
/// Core Vol 3, Part G, 7.3.
package struct DatabaseHash: GATTValueFormat {
  package let low: UInt64
  package let high: UInt64

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    // Both halves or an issue about the whole.
    let start = try cursor.skip(16)
    low = bytes.u64le(start)
    high = bytes.u64le(start + 8)
  }

  /// The octets in the order in which they are sent.
  package var text: String {
    (hexDigits(low.byteSwapped, 16) + hexDigits(high.byteSwapped, 16)).lowercased()
  }
}

/// Client Characteristic Configuration, the descriptor 0x2902: what the client subscribed to.
///
///     bit 0 notifications    bit 1 indications
///
/// Core Vol 3, Part G, 3.3.3.3.
package struct ClientCharacteristicConfiguration: GATTValueFormat {
  package let bits: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    bits = try cursor.u16le(in: bytes)
  }

  package var text: String {
    ValueText.bits(bits, [0: "notifications", 1: "indications"]) ?? "off"
  }
}
