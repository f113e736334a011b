import SystemLibraries

/// Reads what `JSONRenderer` wrote.
package enum JSONReportReader {
  /// Longer texts are refused: a report in memory takes several times its length.
  package static let byteLimit = 256 << 20

  /// - Throws: one line about what is wrong, to be put behind the file's name.
  package static func read(_ bytes: [UInt8]) throws(ReportReadingError) -> ReportV1 {
    let tree: JSONTree
    do {
      tree = try parseJSON(bytes.span)
    } catch {
      throw ReportReadingError(
        "is no JSON: it cannot be read at line \(error.line), column \(error.column)")
    }
    try checkSchema(of: tree)
    do {
      return try ReportV1.read(tree)
    } catch {
      throw ReportReadingError("is no whole report: \(error.path) is not \(error.wanted)")
    }
  }

  /// Whether a file that begins so is meant to be JSON. No capture begins with an object's brace and
  /// a key.
  package static func looksLikeJSON(_ beginning: [UInt8]) -> Bool {
    let visible = beginning.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return visible.first == UInt8(ascii: "{")
      && (visible.count == 1 || visible[1] == UInt8(ascii: "\"") || visible[1] == UInt8(ascii: "}"))
  }

  private static func checkSchema(of tree: JSONTree) throws(ReportReadingError) {
    let name = ReportV1.schemaName
    let family = name.prefix { $0 != "/" } + "/"
    guard case .object(let members) = tree,
      case .string(let schema)? = members.first(where: { $0.key == "schema" })?.value,
      schema.hasPrefix(family)
    else {
      throw ReportReadingError("is JSON, but no report of bletrace analyze --format json")
    }
    guard schema == name else {
      throw ReportReadingError(
        "is a report of schema \(schema.prefix(64)); this bletrace reads \(name), so make it anew "
          + "from its capture")
    }
  }
}

/// Why a text is no report that can be read, as the end of a sentence about it.
package struct ReportReadingError: Error, Hashable {
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// A value that is not what stands there in a report.
struct ReadingFault: Error {
  /// `captures[0].mtu`
  var path = ""
  /// `an object`
  var wanted: String

  init(wanted: String) {
    self.wanted = wanted
  }

  func inside(_ key: String) -> ReadingFault {
    var fault = self
    fault.path = key + (path.isEmpty || path.hasPrefix("[") ? "" : ".") + path
    return fault
  }
}

/// Sets the values of an object from its members. A key that is missing, as an older bletrace did
/// not write it, leaves the default; a key that is not known is passed over.
private struct ReportReader: FieldVisitor {
  private let members: [JSONTree.Member]
  /// Where the next key is expected: they come in the same order nearly always.
  private var next = 0
  private(set) var fault: ReadingFault?

  init(_ members: [JSONTree.Member]) {
    self.members = members
  }

  mutating func field<Value: ReportValue>(_ key: String, _ value: inout Value) {
    guard fault == nil, let json = take(key) else { return }
    do throws(ReadingFault) {
      value = try Value.read(json)
    } catch {
      fault = error.inside(key)
    }
  }

  mutating func number(_ key: String, _ value: inout Double?, decimals: Int) {
    guard fault == nil, let json = take(key) else { return }
    do throws(ReadingFault) {
      value = try json.fraction()
    } catch {
      fault = error.inside(key)
    }
  }

  mutating func numbers(_ key: String, _ value: inout [Double?], decimals: Int) {
    guard fault == nil, let json = take(key) else { return }
    do throws(ReadingFault) {
      value = try json.elements { (json) throws(ReadingFault) in try json.fraction() }
    } catch {
      fault = error.inside(key)
    }
  }

  mutating func constant(_ key: String, _ value: String) {}

  private mutating func take(_ key: String) -> JSONTree? {
    if next < members.count, members[next].key == key {
      next += 1
      return members[next - 1].value
    }
    guard let place = members.firstIndex(where: { $0.key == key }) else { return nil }
    next = place + 1
    return members[place].value
  }
}

extension JSONTree {
  fileprivate func fraction() throws(ReadingFault) -> Double? {
    switch self {
    case .null: nil
    case .integer(let value): Double(value)
    case .real(let value): value
    default: throw ReadingFault(wanted: "a number")
    }
  }

  fileprivate func elements<Element>(
    _ read: (JSONTree) throws(ReadingFault) -> Element
  ) throws(ReadingFault) -> [Element] {
    guard case .array(let values) = self else { throw ReadingFault(wanted: "a list") }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for index in values.indices {
      do throws(ReadingFault) {
        elements.append(try read(values[index]))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    return elements
  }
}

// MARK: - The values

extension ReportObject {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Self {
    guard case .object(let members) = json else { throw ReadingFault(wanted: "an object") }
    var reader = ReportReader(members)
    var object = blank
    object.describe(to: &reader)
    if let fault = reader.fault { throw fault }
    return object
  }
}

extension Int {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Int {
    guard case .integer(let value) = json else { throw ReadingFault(wanted: "a whole number") }
    return value
  }
}

extension Bool {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Bool {
    guard case .bool(let value) = json else { throw ReadingFault(wanted: "true or false") }
    return value
  }
}

extension String {
  static func read(_ json: JSONTree) throws(ReadingFault) -> String {
    guard case .string(let value) = json else { throw ReadingFault(wanted: "a text") }
    return value
  }
}

extension Optional where Wrapped: ReportValue {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Wrapped? {
    if case .null = json { return nil }
    return try Wrapped.read(json)
  }
}

extension Array where Element: ReportValue {
  static func read(_ json: JSONTree) throws(ReadingFault) -> [Element] {
    try json.elements { (json) throws(ReadingFault) in try Element.read(json) }
  }
}

extension ReportV1.KeyedList where Value: ReportValue {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Self {
    guard case .object(let members) = json else { throw ReadingFault(wanted: "an object") }
    var list = Self()
    for member in members {
      do throws(ReadingFault) {
        list.append(member.key, try Value.read(member.value))
      } catch {
        throw error.inside(member.key)
      }
    }
    return list
  }
}

extension ReportV1.Evidence {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Self {
    switch json {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .string(let value): .string(value)
    case .array: .list(try [Self].read(json))
    case .object: throw ReadingFault(wanted: "a plain value or a list")
    }
  }
}

extension ReportWord {
  static func read(_ json: JSONTree) throws(ReadingFault) -> Self {
    guard case .string(let word) = json, let value = Self(rawValue: word) else {
      throw ReadingFault(
        wanted: "one of " + allCases.map(\.rawValue).joined(separator: ", "))
    }
    return value
  }
}
