/// The octets by which an app says that a transfer is complete.
package struct TransferMarker: Hashable, Sendable {
  package let bytes: [UInt8]
  /// As the user wrote it.
  package let name: String

  package static let longest = 64

  /// `EOM` ends the text of Apple's transfer sample and what grew out of it; the other two end the
  /// pictures and texts of an app in the same manner.
  package static let known = ["EOM", "PIC_END", "TEXT_END"].compactMap(TransferMarker.init)

  /// `TEXT`, or `hex:` and an even number of hexadecimal digits; `nil` for anything else, for an
  /// empty marker, and for one of more than 64 octets.
  package init?(argument: String) {
    name = argument
    let text = Array(argument.utf8)
    let prefix = Array("hex:".utf8)
    if text.starts(with: prefix) {
      let digits = text[prefix.count...]
      guard digits.count % 2 == 0 else { return nil }
      var octets: [UInt8] = []
      for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
        guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else {
          return nil
        }
        octets.append(high << 4 | low)
      }
      bytes = octets
    } else {
      bytes = text
    }
    guard (1...Self.longest).contains(bytes.count) else { return nil }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
