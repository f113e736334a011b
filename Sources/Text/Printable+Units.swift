extension Printable {
  /// The text with a no-break space between a number and its unit, and between `handle` and its
  /// number: the lines of a page break elsewhere.
  ///
  /// Messages of findings have plain spaces, for the programs that read them.
  package static func keepingUnits(_ text: String) -> String {
    let octets = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(octets.count + 16)
    for (index, octet) in octets.enumerated() {
      if octet == UInt8(ascii: " "), isKept(index, octets) {
        result += [0xC2, 0xA0]
      } else {
        result.append(octet)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the space at an index is one that a line does not break at.
  private static func isKept(_ index: Int, _ octets: [UInt8]) -> Bool {
    guard index > 0 else { return false }
    let next = octets[(index + 1)...]
    if next.starts(with: "0x".utf8) {
      return octets[..<index].suffix(6).elementsEqual("handle".utf8)
    }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octets[index - 1]) else { return false }
    // No unit is longer than six octets.
    let word = next.prefix(7).prefix { !" ,.;:)]".utf8.contains($0) }
    return units.contains { word.elementsEqual($0.utf8) }
  }

  private static let units = [
    "s", "ms", "µs", "%", "dB", "dBm", "dB/s", "B", "kB", "MB", "MiB", "B/s", "kB/s", "MB/s",
    "octets",
  ]
}
