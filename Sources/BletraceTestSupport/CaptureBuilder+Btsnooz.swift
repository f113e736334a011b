import CaptureFiles
import Foundation

/// btsnooz, as Android writes it. It knows no losses, no clock that steps back, and no pause over
/// 71 minutes.
extension CaptureBuilder {
  /// The text that `dumpsys bluetooth_manager` prints, or the part of it that matters.
  ///
  /// - Parameters:
  ///   - version: 1 or 2. The first does not say how long packets were.
  ///   - aclOctets: what is kept of each ACL packet; Android keeps 14 octets.
  package func btsnoozText(version: UInt8 = 2, aclOctets: Int = .max) -> [UInt8] {
    let last = entries.last?.time ?? 0
    let records = btsnoozRecords(version: version, aclOctets: aclOctets)
    return Btsnooz.text(Btsnooz.packed(records, version: version, last: last))
  }

  /// After a header of btsnoop, without anything that says the time of day.
  package func btsnoozBody(version: UInt8 = 2, aclOctets: Int = .max) -> [UInt8] {
    CaptureBuilder().btsnoop() + btsnoozRecords(version: version, aclOctets: aclOctets)
  }

  package func btsnoozRecords(version: UInt8 = 2, aclOctets: Int = .max) -> [UInt8] {
    var writer = ByteWriter(.little)
    var before: Int64?
    for entry in entries {
      guard let type = entry.btsnoozType else { continue }
      let kept = entry.kind == .acl ? Array(entry.bytes.prefix(aclOctets)) : entry.bytes
      writer.put(UInt16(kept.count + 1))
      if version == 2 { writer.put(UInt16(entry.originalLength + 1)) }
      writer.put(UInt32(truncatingIfNeeded: before.map { entry.time - $0 } ?? 0))
      writer.put([type] + kept)
      before = entry.time
    }
    return writer.bytes
  }

  /// Whether btsnooz can show the times between all the records.
  package var isGoodForBtsnooz: Bool {
    zip(entries, entries.dropFirst()).allSatisfy {
      (0...Int64(UInt32.max)).contains($1.time - $0.time)
    }
  }
}

/// The layers in which a log stands in text, one by one, so that each can be damaged.
package enum Btsnooz {
  package static let beginLine = "--- BEGIN:BTSNOOP_LOG_SUMMARY (11111 bytes in) ---\n"
  package static let endLine = "--- END:BTSNOOP_LOG_SUMMARY ---\n"

  /// A zlib stream that compresses nothing, so that any octet of it can be found.
  package static func stored(_ octets: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + deflated(octets) + adler32(octets)
  }

  /// The checksum at the end of a zlib stream.
  package static func adler32(_ octets: [UInt8]) -> [UInt8] {
    var (low, high) = (1 as UInt32, 0 as UInt32)
    for octet in octets {
      low = (low + UInt32(octet)) % 65_521
      high = (high + low) % 65_521
    }
    var writer = ByteWriter(.big)
    writer.put(high << 16 | low)
    return writer.bytes
  }

  /// The preamble, and the stream.
  package static func packed(
    _ records: [UInt8], version: UInt8 = 2, last: Int64 = 1_700_000_000_000_000
  ) -> [UInt8] {
    preamble(version: version, last: last) + stored(records)
  }

  /// - Parameter last: the time of the last record, in microseconds since 1970.
  package static func preamble(version: UInt8 = 2, last: Int64) -> [UInt8] {
    var writer = ByteWriter(.little)
    writer.put(version)
    writer.put(last)
    return writer.bytes
  }

  /// In base64, in lines of 128 characters as Android writes them, with the lines around them.
  package static func text(_ packed: [UInt8]) -> [UInt8] {
    Array("Bluetooth Status\n  enabled: true\n\(beginLine)".utf8) + base64(packed)
      + Array((endLine + "\nBluetooth never crashed!\n").utf8)
  }

  package static func base64(_ packed: [UInt8]) -> [UInt8] {
    let characters = Array(Data(packed).base64EncodedString().utf8)
    return stride(from: 0, to: characters.count, by: 128).flatMap {
      characters[$0..<min($0 + 128, characters.count)] + [0x0A]
    }
  }
}
