import Bytes

/// Service Changed, 0x2A05: the attributes from one handle to another are not what they were.
///
///     octet   0...1           2...3
///             start handle    end handle
///
/// Core Vol 3, Part G, 7.1.
package enum ServiceChanged: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let start = try it.number(.u16, bytes)
    try it.field(.u16, bytes) { "handles 0x\(hexDigits(start, 4)) to 0x\(hexDigits($0, 4))" }
  }
}

/// Database Hash, 0x2B2A: sixteen octets that change with the server's attributes.
///
/// Core Vol 3, Part G, 7.3.
package enum DatabaseHash: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    // Both halves or an issue about the whole.
    let start = try it.cursor.skip(16)
    let halves = [bytes.u64le(start), bytes.u64le(start + 8)]
    // The octets in the order in which they are sent.
    it.say(halves.map { hexDigits($0.byteSwapped, 16) }.joined().lowercased())
  }
}

/// Client Characteristic Configuration, the descriptor 0x2902: what the client subscribed to.
///
///     bit 0 notifications    bit 1 indications
///
/// Core Vol 3, Part G, 3.3.3.3.
package enum ClientCharacteristicConfiguration: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.u16, bytes) {
      ValueText.bits($0, [0: "notifications", 1: "indications"]) ?? "off"
    }
  }
}
