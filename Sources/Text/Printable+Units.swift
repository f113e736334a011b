extension Printable {
  /// The text with a no-break space between a number and its unit, between `handle` and its
  /// number, and inside the name of a part of the specification: the lines of a page break
  /// elsewhere.
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
    let last = octets[..<index]
    if next.starts(with: "Vol ".utf8) { return last.suffix(4).elementsEqual("Core".utf8) }
    if last.suffix(4).elementsEqual(" Vol".utf8) { return true }
    if last.suffix(5).elementsEqual(" Part".utf8) {
      return next.dropFirst().first == UInt8(ascii: ",")
    }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octets[index - 1]) else { return false }
    // No unit is longer than six octets; a longer word is none.
    let word = next.prefix(7).prefix { !" ,.;:)]".utf8.contains($0) }
    return units.contains { word.elementsEqual($0.utf8) }
  }

  private static let units = [
    "s", "ms", "µs", "%", "dB", "dBm", "dB/s", "B", "kB", "MB", "MiB", "B/s", "kB/s", "MB/s",
    "byte", "bytes", "octet", "octets", "min", "kHz",
  ]
}
