/// Text in UTF-16, which is what PowerShell writes into a file, as one octet a code unit: all that
/// is ASCII as it is, all else as a question mark.
///
/// Offsets in such a text are counted in code units.
final class UTF16Text: ByteSource {
  private let isBigEndian: Bool
  /// What was read of the source, and is not handed out yet.
  private var held: [UInt8]
  private let source: any ByteSource

  /// - Parameters:
  ///   - start: the octets of the source that were read already.
  ///   - source: gives the octets after those.
  ///
  /// Fails where it does not begin with a byte order mark.
  init?(_ start: ArraySlice<UInt8>, then source: any ByteSource) {
    switch Array(start.prefix(2)) {
    case [0xFF, 0xFE]: isBigEndian = false
    case [0xFE, 0xFF]: isBigEndian = true
    default: return nil
    }
    held = Array(start.dropFirst(2))
    self.source = source
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    while held.count < 2 {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let got = try source.read(into: &piece, at: 0, upTo: piece.count)
      // Half of the last one is no character.
      guard got > 0 else { return 0 }
      held += piece[..<got]
    }
    let units = min(count, held.count / 2)
    for unit in 0..<units {
      let (first, second) = (held[2 * unit], held[2 * unit + 1])
      let (high, low) = isBigEndian ? (first, second) : (second, first)
      buffer[offset + unit] = high == 0 && low < 0x80 ? low : UInt8(ascii: "?")
    }
    held.removeFirst(2 * units)
    return units
  }
}
