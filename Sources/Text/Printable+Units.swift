extension Printable {
  /// The text with a no-break space between a number and its unit or what it counts, between a
  /// name such as `handle` and its number, between an option and its value,
  /// and inside the name of a part of the specification: the lines of a page break elsewhere.
  ///
  /// Messages of findings have plain spaces, for the programs that read them.
  package static func keepingUnits(_ text: String) -> String {
    let octets = Array(text.utf8)
    let kept = octets.indices.filter { octets[$0] == UInt8(ascii: " ") && isKept($0, octets) }
    if kept.isEmpty { return text }
    var result: [UInt8] = []
    result.reserveCapacity(octets.count + kept.count)
    var start = 0
    for index in kept {
      result += octets[start..<index]
      result += [0xC2, 0xA0]
      start = index + 1
    }
    result += octets[start...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the space at an index is one that a line does not break at.
  private static func isKept(_ index: Int, _ octets: [UInt8]) -> Bool {
    guard index > 0 else { return false }
    // Only an option can be between most words.
    guard mayBeKept(octets[index - 1], index + 1 < octets.count ? octets[index + 1] : 0) else {
      return isOption(octets, before: index)
    }
    let next = octets[(index + 1)...]
    if next.starts(with: "0x".utf8) {
      return ["handle", "company"].contains { isLastWord($0, of: octets[..<index]) }
    }
    let last = octets[..<index]
    if next.starts(with: "Vol ".utf8) { return last.suffix(4).elementsEqual("Core".utf8) }
    if last.suffix(4).elementsEqual(" Vol".utf8) { return true }
    if last.suffix(5).elementsEqual(" Part".utf8) {
      return next.dropFirst().first == UInt8(ascii: ",")
    }
    if isOption(octets, before: index) { return true }
    if let first = next.first, isDigit(first) || first == UInt8(ascii: "-") {
      if named.contains(where: { isLastWord($0, of: last) }) { return true }
    }
    guard isDigit(octets[index - 1]) else { return false }
    // No unit is longer than 13 octets; a longer word is none.
    let word = next.prefix(14).prefix { !" ,.;:)]".utf8.contains($0) }
    return units.contains { word.elementsEqual($0.utf8) }
      || isNumber(last) && nouns.contains { word.elementsEqual($0.utf8) }
  }

  /// Whether the last word is a number: `12`, `4,096`, not `p50` or `#12`.
  private static func isNumber(_ last: ArraySlice<UInt8>) -> Bool {
    last.reversed().prefix { !" (\n".utf8.contains($0) }
      .allSatisfy { isDigit($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
  }

  /// Whether the octets beside a space allow any of what `isKept` looks for, but for an option.
  private static func mayBeKept(_ before: UInt8, _ after: UInt8) -> Bool {
    switch (before, after) {
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _), (UInt8(ascii: "l"), _),
      (UInt8(ascii: "t"), _), (_, UInt8(ascii: "0")...UInt8(ascii: "9")),
      (_, UInt8(ascii: "-")), (_, UInt8(ascii: "V")):
      true
    default: false
    }
  }

  /// Whether the word before an index is an option, `--format`, after which a value may stand.
  private static func isOption(_ octets: [UInt8], before index: Int) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let least = max(0, index - 24)
    var first = index
    while first > least, octets[first - 1] == UInt8(ascii: "-") || letters ~= octets[first - 1] {
      first -= 1
    }
    return index - first > 2 && (first == least || octets[first - 1] == UInt8(ascii: " "))
      && octets[first] == UInt8(ascii: "-") && octets[first + 1] == UInt8(ascii: "-")
  }

  /// What stands before its number.
  private static let named = [
    "MTU", "RSSI", "error", "connection", "Connection", "transfer", "Transfer", "status",
    "data length", "interval", "RR",
    // `MTU - 3 bytes`
    "MTU -",
    // `4 min 34 s`, `1 h 05 min`
    "min", "h",
  ]

  private static func isLastWord(_ word: String, of last: ArraySlice<UInt8>) -> Bool {
    guard last.suffix(word.utf8.count).elementsEqual(word.utf8) else { return false }
    guard let before = last.dropLast(word.utf8.count).last else { return true }
    return before == UInt8(ascii: " ") || before == UInt8(ascii: "(")
  }

  private static let units = [
    "s", "ms", "µs", "%", "dB", "dBm", "dB/s", "B", "kB", "MB", "MiB", "B/s", "kB/s", "MB/s",
    "byte", "bytes", "octet", "octets", "min", "h", "kHz", "bpm",
  ]

  /// What is counted.
  private static let nouns = [
    "times", "chunk", "chunks", "value", "values", "packet", "packets", "record", "records",
    "request", "requests", "notification",
    "notifications", "indication", "indications", "write", "writes", "attempt", "attempts",
    "connection", "connections", "frame", "frames", "event", "events", "stall", "stalls",
    "transfer", "transfers", "buffer", "buffers",
  ]
}
