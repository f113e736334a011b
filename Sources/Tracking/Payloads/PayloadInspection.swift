import SystemLibraries
import Text

/// What a payload seems to be, and whether it holds together.
struct PayloadInspection: Hashable, Sendable {
  enum Kind: String, Sendable {
    case json, text, png, jpeg, gif, gzip, zip, pdf, binary
  }

  /// `nil` for an empty payload.
  var kind: Kind?
  /// `nil` where the kind cannot show it.
  var isIntact: Bool?

  init(_ payload: [UInt8]) {
    kind = Self.kind(of: payload)
    isIntact =
      switch kind {
      case .png: isWholePNG(payload.span)
      case .jpeg: payload.suffix(2) == [0xFF, 0xD9]
      case .gzip: isWholeGzip(payload.span)
      case .json: isWholeJSON(payload)
      case .text: String(validating: payload, as: UTF8.self) != nil
      default: nil
      }
  }

  private static let magics: [([UInt8], Kind)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x47, 0x49, 0x46, 0x38], .gif),
    ([0x1F, 0x8B, 0x08], .gzip),
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    ([0x25, 0x50, 0x44, 0x46, 0x2D], .pdf),
  ]

  private static func kind(of payload: [UInt8]) -> Kind? {
    if payload.isEmpty { return nil }
    if let magic = magics.first(where: { payload.starts(with: $0.0) }) { return magic.1 }
    guard isMostlyText(payload) else { return .binary }
    // An object or an array, after white space: what apps send as JSON.
    let start = payload.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    let opens = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    return opens && looksLikeJSON(payload) ? .json : .text
  }

  /// JSON whole, or with JSON's own punctuation in the place where a cut or a doubled piece would
  /// not have changed it.
  private static func looksLikeJSON(_ payload: [UInt8]) -> Bool {
    isWholeJSON(payload)
      || (payload.contains(UInt8(ascii: "\"")) && payload.contains(UInt8(ascii: ":")))
  }

  /// Text has no control characters but white space, and where it is not valid UTF-8 that is the
  /// work of a few octets: a cut or doubled piece breaks one or two characters.
  private static func isMostlyText(_ payload: [UInt8]) -> Bool {
    let bytes = payload.span
    var isASCII = true
    for index in bytes.indices {
      let octet = bytes[index]
      if octet >= 0x80 {
        isASCII = false
      } else if octet < 0x20 ? octet != 0x09 && octet != 0x0A && octet != 0x0D : octet == 0x7F {
        return false
      }
    }
    if isASCII { return true }
    let repaired = String(decoding: payload, as: UTF8.self)
    let broken = repaired.unicodeScalars.count { $0 == "\u{FFFD}" }
    return broken * 20 <= payload.count
  }
}

/// Whether the octets are a PNG from its signature to its IEND chunk, with right checksums.
private func isWholePNG(_ bytes: Span<UInt8>) -> Bool {
  var offset = 8
  while offset + 12 <= bytes.count {
    let length = Int(bytes.u32be(offset))
    let end = offset + 12 + length
    guard end <= bytes.count else { return false }
    let checked = bytes.extracting((offset + 4)..<(offset + 8 + length))
    guard crc32(of: checked) == bytes.u32be(offset + 8 + length) else { return false }
    let isEnd = bytes.u32be(offset + 4) == 0x4945_4E44
    if isEnd { return end == bytes.count }
    offset = end
  }
  return false
}
