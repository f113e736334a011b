import CaptureFiles

/// What a story holds of link type 256 in the containers and framings that other sniffers write.
extension CaptureBuilder {
  /// PPI without fields, or with those octets.
  package func ppi(link: UInt32 = 251, fields: [UInt8] = [], order: ByteOrder = .little) -> [UInt8]
  {
    let length = UInt8(8 + fields.count)
    let header = [0, 0, length, 0] + (0..<4).map { UInt8(link >> ($0 * 8) & 0xFF) } + fields
    return rewritten(as: 192 - 128) { header + $0 }.pcap(192, order: order)
  }

  /// As libbtbb writes Ubertooth's: a link type for private use, and a field of its own.
  package static func fieldOfLE(mhz: UInt16 = 2402) -> [UInt8] {
    [0x36, 0x75, 12, 0, 0, UInt8(mhz & 0xFF), UInt8(mhz >> 8), 0, 1, 2, 3, 4, 0xC4, 0xC0, 0xC2, 9]
  }

  /// The datalink of BlueZ's simulator.
  package func simulator(mhz: UInt16 = 2402, preamble: UInt8 = 0xAA) -> [UInt8] {
    var bytes = BtsnoopWriter.header(datalink: 2002)
    for entry in rewritten(as: 0, { [preamble] + $0 }).entries {
      BtsnoopWriter.appendHeader(
        included: entry.bytes.count, original: entry.originalLength, flags: 1 << 16 | UInt32(mhz),
        drops: 0, time: entry.time, to: &bytes)
      bytes += entry.bytes
    }
    return bytes
  }

  /// - Parameter octets: of the record, given those from the access address on.
  private func rewritten(
    as detail: UInt8, _ octets: ([UInt8]) -> [UInt8]
  ) -> CaptureBuilder {
    var story = CaptureBuilder()
    for entry in entries where entry.kind == .air {
      story.time = entry.time
      story.add(.air, .unknown, octets(Array(entry.bytes.dropFirst(10))), detail: detail)
    }
    return story
  }
}
