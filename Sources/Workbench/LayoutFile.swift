import BluetoothProtocol
import Framing
import Report

/// A file that keeps what is known about the messages of devices: layouts, and the names of
/// messages and of the fields in them. One fact a line, as `key = value`.
///
///     layout = battery
///     characteristic = FFF1
///     framing = start:DD
///     framing = length:u8@3/payload
///     message = state: DD 03 00 1B .. .. +20
///     field = state: voltage u16be@4 *0.01 V
package struct LayoutFile: Hashable, Sendable {
  /// A characteristic by its UUID, or by the handle of its value.
  package enum Place: Hashable, Sendable {
    case uuid(BluetoothUUID)
    case handle(UInt16)
  }

  /// One layout with all that belongs to it.
  package struct Section: Hashable, Sendable {
    package var name = ""
    package var places: [Place] = []
    package var framing: FramingLayout
    package var kinds: [NamedKind] = []
  }

  package private(set) var sections: [Section] = []

  static let mostSections = 64
  static let mostKinds = 256
  static let mostFields = 64
  static let mostName = 48
  /// Octets of a pattern, and those that a message may be longer.
  static let mostPattern = 1024
  static let mostMore = 1 << 20

  /// The names of all kinds.
  package var names: [NamedKind] {
    sections.flatMap { section in
      section.kinds.map { kind in
        var kind = kind
        kind.places = section.places
        return kind
      }
    }
  }

  package init() {}

  package init(_ lines: [[UInt8]]) throws(LayoutFileError) {
    var reader = LayoutFileReader()
    for (index, line) in lines.enumerated() {
      do throws(LayoutLineError) {
        try reader.read(line, number: index + 1)
      } catch {
        throw LayoutFileError(line: error.line ?? index + 1, message: error.message)
      }
    }
    do throws(LayoutLineError) {
      sections = try reader.finish()
    } catch {
      throw LayoutFileError(line: error.line ?? max(1, lines.count), message: error.message)
    }
  }
}

/// What is wrong with a layout file, and in which line.
package struct LayoutFileError: Error, Hashable {
  package var line: Int
  package var message: String
}

/// The same, of the line that is read unless it names another one.
private struct LayoutLineError: Error {
  var message: String
  var line: Int?

  init(_ message: String, line: Int? = nil) { (self.message, self.line) = (message, line) }
}

private struct LayoutFileReader {
  private var sections: [LayoutFile.Section] = []
  private var open: Draft?

  private struct Draft {
    var name = ""
    var places: [LayoutFile.Place] = []
    var items: [String] = []
    var firstItem: Int?
    var firstLine: Int
    var kinds: [NamedKind] = []
  }

  private static let keys = "layout, characteristic, framing, message, field"

  mutating func read(_ line: [UInt8], number: Int) throws(LayoutLineError) {
    let text = String(decoding: line, as: UTF8.self).trimmed
    guard !text.isEmpty, !text.hasPrefix("#") else { return }
    guard let equals = text.firstIndex(of: "=") else {
      throw LayoutLineError("expected key = value, such as framing = length:u8@3")
    }
    let key = String(text[..<equals]).trimmed
    let value = String(text[text.index(after: equals)...]).trimmed
    guard !value.isEmpty else { throw LayoutLineError("'\(key)' has no value") }
    if open == nil { open = Draft(firstLine: number) }
    switch key {
    case "layout":
      try close()
      open = Draft(name: try name(value), firstLine: number)
    case "characteristic":
      let found = try place(value)
      open?.places.append(found)
    case "framing":
      do throws(FramingSpecError) {
        try FramingSpec.check(value[...])
      } catch {
        throw LayoutLineError(error.description)
      }
      if open?.firstItem == nil { open?.firstItem = number }
      open?.items.append(value)
    case "message": try readMessage(value)
    case "field": try readField(value)
    default: throw LayoutLineError("unknown key '\(key)'; the keys are \(Self.keys)")
    }
  }

  mutating func finish() throws(LayoutLineError) -> [LayoutFile.Section] {
    try close()
    return sections
  }

  private mutating func close() throws(LayoutLineError) {
    guard let draft = open else { return }
    open = nil
    // Only comments stood before the first layout.
    if draft.items.isEmpty, draft.places.isEmpty, draft.kinds.isEmpty, draft.name.isEmpty { return }
    guard let first = draft.firstItem else {
      throw LayoutLineError(
        "this layout has no line framing = ITEM, such as framing = length:u8@3",
        line: draft.firstLine)
    }
    guard !draft.places.isEmpty else {
      throw LayoutLineError(
        "this layout has no line characteristic = UUID", line: draft.firstLine)
    }
    guard sections.count < LayoutFile.mostSections else {
      throw LayoutLineError("there are more than \(LayoutFile.mostSections) layouts")
    }
    let spec: FramingSpec
    do throws(FramingSpecError) {
      spec = try FramingSpec(draft.items.joined(separator: ","))
    } catch {
      throw LayoutLineError(error.description, line: first)
    }
    guard case .layout(let framing) = spec else {
      throw LayoutLineError("a layout cannot be none", line: first)
    }
    sections.append(
      LayoutFile.Section(
        name: draft.name, places: draft.places, framing: framing, kinds: draft.kinds))
  }

  // MARK: Values

  private func name(_ text: String) throws(LayoutLineError) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isPlain, (1...LayoutFile.mostName).contains(text.utf8.count) else {
      throw LayoutLineError("a name has 1 to \(LayoutFile.mostName) bytes")
    }
    return text
  }

  private func place(_ text: String) throws(LayoutLineError) -> LayoutFile.Place {
    if text.hasPrefix("0x"), text.utf8.count <= 6,
      let handle = UInt16(text.dropFirst(2), radix: 16),
      handle > 0
    {
      return .handle(handle)
    }
    guard let uuid = BluetoothUUID(parsing: text) else {
      throw LayoutLineError(
        "'\(text)' is neither a UUID, such as FFF1, nor a handle, such as 0x0012")
    }
    return .uuid(uuid)
  }

  /// `state: DD 03 .. .. +20`
  private mutating func readMessage(_ value: String) throws(LayoutLineError) {
    let (name, rest) = try halves(value)
    guard open?.kinds.contains(where: { $0.name == name }) != true else {
      throw LayoutLineError("there is a message '\(name)' already")
    }
    guard open?.kinds.count ?? 0 < LayoutFile.mostKinds else {
      throw LayoutLineError("there are more than \(LayoutFile.mostKinds) messages")
    }
    var octets: [UInt8?] = []
    var more = 0
    for word in rest.split(separator: " ") {
      guard more == 0 else { throw LayoutLineError("+N stands at the end of a message") }
      if word == ".." {
        octets.append(nil)
      } else if word.hasPrefix("+"), let number = Int(word.dropFirst()),
        (1...LayoutFile.mostMore).contains(number)
      {
        more = number
      } else if let found = Report.octets(hex: word), !found.isEmpty {
        octets += found.map { $0 }
      } else {
        throw LayoutLineError(
          "'\(word)': expected octets in hexadecimal, .. for one that varies, or +N for up to N more"
        )
      }
    }
    guard (1...LayoutFile.mostPattern).contains(octets.count) else {
      throw LayoutLineError("a message has 1 to \(LayoutFile.mostPattern) octets before +N")
    }
    let pattern = KindPattern(octets: octets, least: octets.count, most: octets.count + more)
    open?.kinds.append(NamedKind(name: name, pattern: pattern))
  }

  /// `state: voltage u16be@4 *0.01 V`
  private mutating func readField(_ value: String) throws(LayoutLineError) {
    let (kind, rest) = try halves(value)
    guard let index = open?.kinds.firstIndex(where: { $0.name == kind }) else {
      throw LayoutLineError("there is no line message = \(kind): ... before this one")
    }
    var words = rest.split(separator: " ").map { String($0) }
    guard words.count >= 2 else {
      throw LayoutLineError("expected NAME TYPE@OFFSET, such as voltage u16be@4")
    }
    let name = try name(words.removeFirst())
    var field = try FieldParts(words.removeFirst()).field(name)
    if let first = words.first, first.hasPrefix("*") {
      guard let factor = Double(first.dropFirst()), factor.isFinite, factor != 0 else {
        throw LayoutLineError("'\(first)': expected a factor such as *0.01")
      }
      field.factor = factor
      words.removeFirst()
    }
    if let unit = words.first {
      guard words.count == 1, unit.utf8.count <= 8 else {
        throw LayoutLineError("expected a unit of at most 8 bytes at the end, not '\(unit)'")
      }
      field.unit = unit
    }
    guard field.offset + field.octets <= open?.kinds[index].pattern.most ?? 0 else {
      throw LayoutLineError("the field ends after the message does")
    }
    guard open?.kinds[index].fields.count ?? 0 < LayoutFile.mostFields else {
      throw LayoutLineError("a message has at most \(LayoutFile.mostFields) fields")
    }
    open?.kinds[index].fields.append(field)
  }

  private func halves(_ value: String) throws(LayoutLineError) -> (name: String, rest: String) {
    guard let colon = value.firstIndex(of: ":") else {
      throw LayoutLineError("expected a name and a colon first")
    }
    return (
      try name(String(value[..<colon]).trimmed),
      String(value[value.index(after: colon)...]).trimmed
    )
  }
}

/// `u16be@4`, `text:8@2`.
private struct FieldParts {
  let text: String

  init(_ text: String) { self.text = text }

  func field(_ name: String) throws(LayoutLineError) -> MessageFieldName {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, let offset = Int(halves[1]),
      (0...LayoutFile.mostPattern).contains(offset), let (octets, type) = type(halves[0])
    else {
      throw LayoutLineError(
        "'\(text)': expected TYPE@OFFSET; TYPE is u8, i8, u16le, u16be and so on up to 64 bits, "
          + "text:N or octets:N")
    }
    return MessageFieldName(name: name, offset: offset, octets: octets, type: type)
  }

  private func type(_ text: Substring) -> (Int, MessageFieldName.FieldType)? {
    for (word, type) in [("text:", MessageFieldName.FieldType.text), ("octets:", .octets)]
    where text.hasPrefix(word) {
      guard let count = Int(text.dropFirst(word.utf8.count)),
        (1...LayoutFile.mostPattern).contains(count)
      else { return nil }
      return (count, type)
    }
    guard let first = text.first, first == "u" || first == "i" else { return nil }
    let digits = text.dropFirst().prefix { $0.isNumber }
    let order = text.dropFirst(1 + digits.count)
    guard let bits = Int(digits), bits % 8 == 0, (8...64).contains(bits) else { return nil }
    switch (bits, order) {
    case (8, ""): return (1, .number(isSigned: first == "i", isBigEndian: false))
    case (9..., "le"): return (bits / 8, .number(isSigned: first == "i", isBigEndian: false))
    case (9..., "be"): return (bits / 8, .number(isSigned: first == "i", isBigEndian: true))
    default: return nil
    }
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    let blanks: Set<Character> = [" ", "\t", "\r"]
    guard let first = firstIndex(where: { !blanks.contains($0) }),
      let last = lastIndex(where: { !blanks.contains($0) })
    else { return "" }
    return String(self[first...last])
  }
}
