/// Reads one line of a budget:
///
///     line     = [ rule ] [ "#" comment ]
///     rule     = [ "device" "[" text "]" "." ] measure relation value
///     measure  = word *( "." word ), with "[" UUID "]" behind notifications, writes or transfer
///     relation = ">=" | "<=" | "==" | "!=" | ">" | "<"
///     value    = number [ blanks unit ] | "yes" | "no"
///     unit     = "us" | "ms" | "s" of times, which need one | "B/s" | "kB/s" | "MB/s" of rates
///     text     = '"' *( character | '\"' | '\\' ) '"' | characters up to "]"
struct BudgetLineParser {
  /// Scalars, as a mark makes one `Character` of itself and the quote, bracket or dot before it.
  private let characters: [Unicode.Scalar]
  private let number: Int
  private var index = 0
  /// A time that has no unit.
  private var unitless: Double?

  init(_ line: Substring, number: Int) {
    characters = Array(line.unicodeScalars)
    self.number = number
  }

  mutating func rule() throws(BudgetError) -> BudgetRule? {
    skipBlanks()
    guard let first = next, first != "#" else { return nil }
    let start = index
    var device: String?
    var name = word()
    if name == "device" {
      device = try bracketed("a name in brackets, as in device[\"BCS\"].mtu")
      guard take(".") else {
        throw fault("needs a dot after device[...], as in device[\"BCS\"].mtu")
      }
      name = word()
    }
    let measure = try measure(beginning: name)
    skipBlanks()
    let relation = try relation()
    skipBlanks()
    let valueStart = index
    let limit = try limit(of: measure)
    let end = index
    skipBlanks()
    guard next == nil || next == "#" else {
      throw fault("has text after its value; a comment begins with #")
    }
    if let unitless {
      let mended =
        text(from: start, to: valueStart) + BudgetWriter.duration(unitless)
      throw BudgetError(
        line: number,
        "a time needs a unit (us, ms or s); earlier versions took microseconds: "
          + "\(mended)", isUnitless: true)
    }
    return BudgetRule(
      line: number, text: text(from: start, to: end), device: device, measure: measure,
      relation: relation, limit: limit)
  }

  // MARK: Parts

  private mutating func measure(beginning first: String) throws(BudgetError) -> BudgetMeasure {
    guard !first.isEmpty else { throw fault("must begin with a measure") }
    var scope = BudgetMeasure.Scope(rawValue: first)
    if scope == .capture || scope == .connection { scope = nil }
    var uuid: String?
    if scope != nil, next == "[" {
      let text = try bracketed("a UUID in brackets, as in notifications[2A37].gaps")
      guard let valid = Self.uuid(text) else {
        throw fault(
          "has '\(text)' for a UUID, which is written as 2A37 or with 32 digits in groups")
      }
      uuid = valid
    }
    var parts = scope == nil ? [first] : []
    while take(".") { parts.append(word()) }
    let name = parts.joined(separator: ".")
    let scopes = scope.map { [$0] } ?? [.capture, .connection]
    for scope in scopes where BudgetMeasure.known(in: scope).contains(where: { $0.name == name }) {
      return BudgetMeasure(scope: scope, uuid: uuid, name: name)
    }
    let written = scope.map { name.isEmpty ? $0.rawValue : "\($0.rawValue).\(name)" } ?? name
    throw fault(
      "names '\(written)', which is not a measure; 'bletrace help budget' lists the "
        + "measures")
  }

  /// 16, 32 or 128 bits, in upper case.
  static func uuid(_ text: String) -> String? {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map(\.count)
    let isUUID =
      [[4], [8], [8, 4, 4, 4, 12]].contains(groups)
      && text.unicodeScalars.allSatisfy { $0 == "-" || $0.isHexDigit }
    return isUUID ? text.uppercased() : nil
  }

  private mutating func relation() throws(BudgetError) -> BudgetRule.Relation {
    for relation in BudgetRule.Relation.allCases where take(relation.rawValue) { return relation }
    throw fault("needs one of >=, <=, ==, !=, > and < after its measure")
  }

  private mutating func limit(of measure: BudgetMeasure) throws(BudgetError) -> Double {
    let text = value()
    switch measure.unit {
    case .yesOrNo:
      if text == "yes" { return 1 }
      if text == "no" { return 0 }
      throw fault("the value must be yes or no")
    case .microseconds:
      if let limit = try number(text, [("us", 1), ("ms", 1e3), ("s", 1e6)]) { return limit }
      let plain = try decimal(text)
      // What it meant before times had to have a unit.
      unitless = plain
      return plain
    case .bytesPerSecond:
      let units: [(String, Double)] = [("kB/s", 1e3), ("MB/s", 1e6), ("B/s", 1)]
      if let limit = try number(text, units) { return limit }
      return try decimal(text)
    default:
      return try decimal(text)
    }
  }

  /// A number with its unit right after it or after blanks; `nil` without a unit.
  private mutating func number(
    _ text: String, _ units: [(suffix: String, factor: Double)]
  ) throws(BudgetError) -> Double? {
    for unit in units where text.endsWith(unit.suffix) {
      return try decimal(text.dropLastScalars(unit.suffix.unicodeScalars.count)) * unit.factor
    }
    let before = index
    skipBlanks()
    let word = value()
    for unit in units where word.utf8.elementsEqual(unit.suffix.description.utf8) {
      return try decimal(text) * unit.factor
    }
    index = before
    return nil
  }

  private func decimal(_ text: String) throws(BudgetError) -> Double {
    let dot = UInt8(ascii: ".")
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard text.utf8.count - digits.count <= 1, digits.count <= 24, let first = digits.first,
      first != dot, digits.last != dot, digits.count(where: { $0 == dot }) <= 1,
      digits.allSatisfy({ $0 == dot || (0x30...0x39).contains($0) }), let value = Double(text)
    else {
      throw fault(
        text.isEmpty
          ? "missing value" : "'\(text)' is not a value for this measure")
    }
    return value
  }

  // MARK: Characters

  private func text(from start: Int, to end: Int) -> String {
    String(String.UnicodeScalarView(characters[start..<end]))
  }

  private var next: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  private mutating func skipBlanks() {
    while let character = next, character == " " || character == "\t" { index += 1 }
  }

  private mutating func word() -> String {
    let start = index
    while let character = next, character.isASCII,
      character.properties.isAlphabetic || "0"..."9" ~= character || character == "_"
    { index += 1 }
    return text(from: start, to: index)
  }

  private mutating func value() -> String {
    let start = index
    while let character = next, ![" ", "\t", "#"].contains(character) { index += 1 }
    return text(from: start, to: index)
  }

  private mutating func take(_ text: String) -> Bool {
    guard characters[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  private mutating func bracketed(_ what: String) throws(BudgetError) -> String {
    guard take("[") else { throw fault("needs \(what)") }
    var text = ""
    let isQuoted = take("\"")
    while let character = next {
      index += 1
      if isQuoted, character == "\\", let escaped = next {
        text.unicodeScalars.append(escaped)
        index += 1
      } else if isQuoted, character == "\"" {
        guard take("]") else { throw fault("needs a ] after the closing quote") }
        return text
      } else if !isQuoted, character == "]" {
        return text
      } else {
        text.unicodeScalars.append(character)
      }
    }
    throw fault("has no closing bracket ]")
  }

  private func fault(_ message: String) -> BudgetError { BudgetError(line: number, message) }
}
