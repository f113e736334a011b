/// Base64 as in RFC 4648, section 4.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for octet in group { word = word << 8 | UInt32(octet) }
      word <<= UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        let isPadding = digit > group.count
        text.append(
          isPadding ? UInt8(ascii: "=") : digits[Int(word >> UInt32(18 - 6 * digit) & 63)])
      }
    }
    return text
  }
}
