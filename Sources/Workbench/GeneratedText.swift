/// A program that is written line by line.
struct GeneratedText {
  private(set) var text = ""

  mutating func line(_ line: String = "", indent: Int = 0) {
    if !line.isEmpty { text += String(repeating: " ", count: indent) + line }
    text += "\n"
  }

  mutating func lines(_ lines: String, indent: Int = 0) {
    for one in lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line(String(decoding: one, as: UTF8.self), indent: indent)
    }
  }
}

/// A name from elsewhere as it stands in a program: letters, digits and few signs of ASCII, none of
/// which ends a text or a comment.
func plainName(_ name: String, most: Int = 48) -> String {
  var kept = String.UnicodeScalarView()
  for scalar in name.unicodeScalars.prefix(most) {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", " ", ".", "_": kept.append(scalar)
    // Two hyphens begin a comment of Lua.
    default: kept.append("_")
    }
  }
  return kept.isEmpty ? "_" : String(kept)
}

/// A name of the user's own as it stands in a layout file: on one line that shows what is in it,
/// and without a colon, which ends it.
///
/// - Parameter blank: what stands for a blank.
func plainLine(_ name: String, most: Int, blank: Unicode.Scalar = " ") -> String {
  var kept = String.UnicodeScalarView()
  var room = most
  for scalar in name.unicodeScalars {
    let scalar =
      scalar == " "
      ? blank : scalar == ":" || unshown.contains(scalar.properties.generalCategory) ? "_" : scalar
    room -= String(scalar).utf8.count
    if room < 0 { break }
    kept.append(scalar)
  }
  return kept.isEmpty ? "_" : String(kept)
}

private let unshown: Set<Unicode.GeneralCategory> = [
  .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
  .spaceSeparator,
]

extension MessageFieldName {
  /// The name, the place, the order, the factor and the unit, as programs have them in a list.
  var listed: String {
    let order =
      switch type {
      case .number(let isSigned, let isBigEndian):
        (isSigned ? "signed " : "") + (isBigEndian ? "big" : "little")
      case .text: "text"
      case .octets: "octets"
      }
    let factor = factor.map { "\($0)" } ?? "1"
    let unit = unit.map { " " + plainName($0, most: 8) } ?? ""
    return "\"\(plainName(name))\", \(offset), \(octets), \"\(order)\", \(factor), \"\(unit)\""
  }
}

/// A UUID as it stands in a program; `nil` where it is none.
func plainUUID(_ uuid: String?) -> String? {
  guard let uuid, [4, 8, 36].contains(uuid.utf8.count),
    uuid.utf8.allSatisfy({
      (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) || $0 == 0x2D
    })
  else { return nil }
  return uuid.lowercased()
}

/// `0x0012`
func hexNumber(_ number: some BinaryInteger, digits: Int = 4) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
