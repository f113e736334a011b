import CaptureFiles

/// How a story is written as ESP-IDF's BLE log.
package struct ESPLogForm: Sendable {
  /// From version 7 on, times are in us, and the frames of all sources are counted together.
  package var version: UInt8 = 8
  package var isSum = false
  /// Whether the indicator says that the host received a packet.
  package var marksDirection = true
  /// When the first record was, since the board started.
  package var start: UInt32 = 12_345
  /// Further frames, after each packet.
  package var others: [(source: UInt8, payload: [UInt8])] = []

  package init() {}

  package func frame(_ source: UInt8, _ sequence: UInt32, _ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(.little)
    writer.put(UInt16(payload.count))
    writer.put(UInt32(source) | sequence << 8)
    writer.put(payload)
    let octets = writer.bytes
    var checksum: UInt32 = 0
    for (index, octet) in octets.enumerated() {
      if isSum { checksum &+= UInt32(octet) } else { checksum ^= UInt32(octet) << (index % 4 * 8) }
    }
    writer.put(checksum)
    return writer.bytes
  }

  package func time(_ microseconds: Int64) -> [UInt8] {
    let units = version < 7 ? microseconds / 1000 : microseconds
    let ticks = start &+ UInt32(truncatingIfNeeded: units)
    return (0..<4).map { UInt8(ticks >> ($0 * 8) & 0xFF) }
  }

  /// The frame that shows the version: INFO, or a snapshot.
  package func version(_ sequence: UInt32, at microseconds: Int64) -> [UInt8] {
    let snapshot: [UInt8] = [8, 1, 0, 7, version] + [UInt8](repeating: 0, count: 129)
    return frame(0, sequence, time(microseconds) + (version < 7 ? [3, version] : snapshot))
  }
}

extension CaptureBuilder {
  /// ESP-IDF's BLE log. Packets that were cut are left out. What the drop counter grows by is left
  /// out of the sequence numbers.
  package func espressif(_ form: ESPLogForm = ESPLogForm()) -> [UInt8] {
    let first = entries.first?.time ?? 0
    var (sequence, others): (UInt32, UInt32) = (0, 0)
    var drops: UInt32 = 0
    var bytes = form.version(0, at: 0)
    for entry in entries where entry.isHCI && entry.originalLength == entry.bytes.count {
      if entry.drops > drops, sequence > 0 { sequence += entry.drops - drops }
      drops = entry.drops
      let isReceived = form.marksDirection && entry.direction == .rx
      let payload =
        form.time(entry.time - first) + [entry.h4Indicator | (isReceived ? 0x80 : 0)] + entry.bytes
      bytes += form.frame(6, sequence, payload)
      sequence += 1
      for other in form.others {
        // The console and the log itself have sequences of their own.
        let isCounted = form.version >= 7 && (1...7).contains(other.source & 0x7F)
        bytes += form.frame(other.source, isCounted ? sequence : others, other.payload)
        if isCounted { sequence += 1 } else { others += 1 }
      }
    }
    return bytes
  }
}
