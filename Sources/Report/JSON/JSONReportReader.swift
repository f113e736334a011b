import BluetoothProtocol
import Text

/// Reads what `JSONRenderer` wrote.
package enum JSONReportReader {
  /// - Parameter json: its room is what the report may take in memory.
  /// - Throws: one line about what is wrong, to be put after the file's name.
  package static func read(_ json: JSONCursor) throws(ReportReadingError) -> ReportV1 {
    let room = json.room
    do throws(ReadingFault) {
      guard try json.kind() == .object else {
        try json.skip()
        try json.end()
        throw ReadingFault(.schema(nil))
      }
      let report = try ReportV1.read(json)
      try json.end()
      return report
    } catch {
      throw ReportReadingError(message(about: error, room: room))
    }
  }

  /// The same of a report that is in memory.
  package static func read(_ bytes: [UInt8]) throws(ReportReadingError) -> ReportV1 {
    try read(JSONCursor(bytes, room: .max))
  }

  private static func message(about fault: ReadingFault, room: Int) -> String {
    let name = ReportV1.schemaName
    switch fault.why {
    case .syntax(let line, let column):
      return "is no JSON: it cannot be read at line \(line), column \(column)"
    case .wanted(let wanted): return "is no whole report: \(fault.path) is not \(wanted)"
    case .room:
      return "is a report that would take more than \(room / 1_000_000) MB of memory, and is not "
        + "read; compare the captures themselves, or fewer files at a time"
    case .text:
      return "is a report with more than \(JSONCursor.mostText / 1_000_000) MB of text in it, and "
        + "is not read; compare the captures themselves"
    case .schema(let schema?) where schema.hasPrefix(name.prefix { $0 != "/" } + "/"):
      return "is a report of schema \(schema.prefix(64)); this bletrace reads \(name), so make it "
        + "again from its capture"
    case .schema: return "is JSON, but no report of bletrace analyze --format json"
    }
  }

  /// Whether a file that begins so is meant to be JSON. No capture begins with an object's brace
  /// and a key.
  package static func looksLikeJSON(_ beginning: [UInt8]) -> Bool {
    let visible = beginning.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return visible.first == UInt8(ascii: "{")
      && (visible.count == 1 || visible[1] == UInt8(ascii: "\"") || visible[1] == UInt8(ascii: "}"))
  }
}

/// Why a text is no report that can be read, as the end of a sentence about it.
package struct ReportReadingError: Error, Hashable {
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Sets the values of an object from its members. A key that is missing, as an older bletrace did
/// not write it, leaves the default; a key that is not known is passed over.
///
/// An object's keys are gone through as often as it takes: once, where the members come in the same
/// order, as they nearly always do.
private struct ReportReader: FieldVisiting {
  private let json: JSONCursor
  /// The cursor is before the value of a member.
  private(set) var hasMember = false
  /// Members that were taken up so far.
  private(set) var taken = 0
  private(set) var fault: ReadingFault?
  /// Which key of the object it is in this pass, and which ones were there; no object has 128.
  private var index = 0
  private var seen: UInt128 = 0
  /// Positions of keys with a value that may be no other.
  private var constants: UInt128 = 0

  @inline(never)
  init(_ json: JSONCursor) {
    self.json = json
    advance()
  }

  @inline(never)
  mutating func startPass() { index = 0 }

  @inline(never)
  mutating func passOver() {
    do throws(ReadingFault) { try json.skip() } catch { fault = error }
    advance()
  }

  /// What makes the object what it is must be there; else nothing that is wrong with it matters.
  @inline(never)
  mutating func settle() throws(ReadingFault) {
    if let fault {
      if case .wanted = fault.why, constants & ~seen != 0 { throw ReadingFault(.schema(nil)) }
      throw fault
    }
    if constants & ~seen != 0 { throw ReadingFault(.schema(nil)) }
  }

  @inline(never)
  mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value) {
    guard take(key) else { return }
    do throws(ReadingFault) { value = try Value.read(json) } catch {
      fault = error.inside(key.description)
    }
    advance()
  }

  @inline(never)
  mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int) {
    var number = Fraction(value: value)
    field(key, &number)
    value = number.value
  }

  @inline(never)
  mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int) {
    var numbers = value.map { Fraction(value: $0) }
    field(key, &numbers)
    value = numbers.map(\.value)
  }

  @inline(never)
  mutating func constant(_ key: StaticString, _ value: String) {
    constants |= 1 << UInt128(index)
    guard take(key) else { return }
    do throws(ReadingFault) {
      guard try json.kind() == .string else { throw ReadingFault(.schema(nil)) }
      let found = try json.string()
      guard found == value else { throw ReadingFault(.schema(found)) }
    } catch {
      fault = error
    }
    advance()
  }

  /// Whether the member that comes next has this key.
  @inline(never)
  private mutating func take(_ key: StaticString) -> Bool {
    defer { index += 1 }
    guard hasMember, fault == nil, json.isAt(key) else { return false }
    let bit: UInt128 = 1 << UInt128(index)
    guard seen & bit == 0 else {
      // The same key twice.
      fault = json.fault()
      return false
    }
    seen |= bit
    taken += 1
    return true
  }

  @inline(never)
  private mutating func advance() {
    guard fault == nil else { return }
    do throws(ReadingFault) { hasMember = try json.nextMember() } catch { fault = error }
  }
}

/// A number that need not be whole, or that is not known.
private struct Fraction: ReportValue {
  var value: Double?

  static var schema: SchemaNode { .nullable(.number) }

  package var heapOctets: Int { 0 }

  func write(to json: inout JSONWriter) {}

  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Fraction {
    switch try json.kind() {
    case .null:
      try json.null()
      return Fraction(value: nil)
    case .number:
      let value =
        switch try json.number() {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
      return Fraction(value: try value.checked)
    default: throw ReadingFault(.wanted("a number"))
    }
  }
}

// MARK: - The values

extension ReportObject {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
    guard try json.kind() == .object else { throw ReadingFault(.wanted("an object")) }
    try json.enter()
    var reader = ReportReader(json)
    var object = blank
    repeat {
      let before = reader.taken
      reader.startPass()
      object.describe(to: &reader)
      if reader.taken == before, reader.hasMember { reader.passOver() }
    } while reader.hasMember && reader.fault == nil
    try reader.settle()
    return object
  }
}

extension Int {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Int {
    guard try json.kind() == .number, case .integer(let value) = try json.number() else {
      throw ReadingFault(.wanted("a whole number"))
    }
    return try value.checked
  }

  /// Where a number that someone wrote enters a report.
  fileprivate var checked: Int {
    get throws(ReadingFault) {
      guard magnitude <= Self.mostReported.magnitude else {
        throw ReadingFault(.wanted("a number between -2^53 and 2^53"))
      }
      return self
    }
  }
}

extension Double {
  fileprivate var checked: Double {
    get throws(ReadingFault) {
      guard magnitude < Self.mostReported else {
        throw ReadingFault(.wanted("a number between -10^18 and 10^18"))
      }
      return self
    }
  }
}

extension Bool {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Bool {
    guard try json.kind() == .bool else { throw ReadingFault(.wanted("true or false")) }
    return try json.bool()
  }
}

extension HCIStatus {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> HCIStatus {
    guard let number = UInt8(exactly: try Int.read(json)) else {
      throw ReadingFault(.wanted("a number from 0 to 255"))
    }
    return HCIStatus(number)
  }
}

extension ATTOpcode {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> ATTOpcode {
    ATTOpcode(key: try String.read(json))
  }
}

extension String {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> String {
    guard try json.kind() == .string else { throw ReadingFault(.wanted("a text")) }
    return try json.string()
  }
}

extension Optional where Wrapped: ReportValue {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Wrapped? {
    guard try json.kind() == .null else { return try Wrapped.read(json) }
    try json.null()
    return nil
  }
}

extension Array where Element: ReportValue {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> [Element] {
    guard try json.kind() == .array else { throw ReadingFault(.wanted("a list")) }
    try json.enter()
    var elements: [Element] = []
    while try json.nextElement() {
      if elements.count == elements.capacity {
        if elements.isEmpty { try json.take(32) }
        // By a quarter, where the language would take twice as much.
        let more = Swift.max(1, elements.count / 4)
        try json.take(more * MemoryLayout<Element>.stride)
        elements.reserveCapacity(elements.count + more)
      }
      do throws(ReadingFault) {
        elements.append(try Element.read(json))
      } catch {
        throw error.inside("[\(elements.count)]")
      }
    }
    return elements
  }
}

extension ReportV1.KeyedList where Value: ReportValue {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
    guard try json.kind() == .object else { throw ReadingFault(.wanted("an object")) }
    try json.enter()
    var list = Self()
    while try json.nextMember() {
      let key = try json.kept(json.key)
      try json.take(2 * MemoryLayout<Entry>.stride)
      do throws(ReadingFault) {
        list.append(key, try Value.read(json))
      } catch {
        throw error.inside(key)
      }
    }
    return list
  }
}

extension ReportV1.Evidence {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
    switch try json.kind() {
    case .null:
      try json.null()
      return .null
    case .bool: return .bool(try json.bool())
    case .number:
      switch try json.number() {
      case .integer(let value): return .int(try value.checked)
      case .real(let value): return .double(try value.checked)
      }
    case .string: return .string(try json.string())
    case .array: return .list(try [Self].read(json))
    case .object: throw ReadingFault(.wanted("a plain value or a list"))
    }
  }
}

extension ReportWord {
  package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
    guard try json.kind() == .string, let value = Self(rawValue: try json.string()) else {
      throw ReadingFault(.wanted("one of " + allCases.map(\.rawValue).joined(separator: ", ")))
    }
    return value
  }
}
