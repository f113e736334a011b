import BluetoothProtocol
import Text

/// An object of the report. Its properties are its keys: `Sources/Report/generate` makes `describe`
/// from them, and the JSON, its schema, its reader and its weight in memory all come from that.
///
/// Each property has its default where it is declared. The initialiser with all of them is the
/// compiler's, for this module and its tests; elsewhere an object is made with `init(_:)`.
package protocol ReportObject: ReportValue, Equatable, Sendable {
  /// All defaults.
  static var blank: Self { get }

  /// Whether it always holds objects or lists of its own.
  static var isCompound: Bool { get }

  /// Hands each key and its value to the visitor, which may look at the value or set it.
  mutating func describe(to visitor: inout some FieldVisitor)
}

/// Anything that can be the value of a key.
package protocol ReportValue {
  static var schema: SchemaNode { get }

  /// Of an object with such values, whose keys come from the capture.
  static var keyedSchema: SchemaNode { get }

  /// Writes the value where it is, as its description could set it: a copy of an object counts
  /// all that it refers to. Its lists are released once they are written, so that those it shares
  /// with another are never held twice.
  mutating func write(to json: inout JSONWriter)

  /// What it is in a row of a table: a column, or those of the values in it, or none.
  mutating func addColumns(_ name: String, to row: inout RowWriter)

  /// What `write` wrote, read back.
  static func read(_ json: JSONCursor) throws(ReadingFault) -> Self

  /// What it takes in memory beside itself.
  var heapOctets: Int { get }
}

extension ReportValue {
  package static var keyedSchema: SchemaNode { .map(schema) }
}

/// Receives the keys of an object, in their order.
///
/// `describe` is compiled for each of a hundred objects and each visitor. Those that only read,
/// weigh, list or write rows are therefore not inlined; reading, weight and schema are compiled
/// once for all objects. That halves the time that this module's release build takes.
package protocol FieldVisiting: ~Copyable {
  mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value)

  /// A fractional number, and how many decimals of it mean something.
  mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int)
  mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int)

  /// A key that has the same value in every report of this version.
  mutating func constant(_ key: StaticString, _ value: String)
}

/// One of them may own its text, and be no thing to copy.
package typealias FieldVisitor = FieldVisiting & ~Copyable

extension FieldVisiting where Self: ~Copyable {
  /// The same of a number that is never absent.
  package mutating func number(_ key: StaticString, _ value: inout Double, decimals: Int) {
    var optional: Double? = value
    number(key, &optional, decimals: decimals)
    value = optional ?? value
  }
}

extension JSONWriter: FieldVisiting {
  package mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value) {
    self.key(key)
    value.write(to: &self)
  }

  package mutating func field<Value: ReportValue>(_ key: StaticString, _ value: Value) {
    var value = value
    field(key, &value)
  }

  package mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int) {
    self.key(key)
    writeNumber(value, decimals: decimals)
  }

  package mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int) {
    self.key(key)
    beginArray()
    for number in value { writeNumber(number, decimals: decimals) }
    endArray()
  }

  package mutating func constant(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  private mutating func writeNumber(_ value: Double?, decimals: Int) {
    if let value { double(value, decimals: decimals) } else { null() }
  }
}

// MARK: - The values

extension ReportObject {
  package init() { self = .blank }

  /// `ReportV1.End { $0.frame = 1 }`: all that is not set has its default.
  package init(_ fill: (inout Self) -> Void) {
    self = .blank
    fill(&self)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package static var schema: SchemaNode {
    var fields = SchemaFields()
    var blank = blank
    blank.describe(to: &fields)
    return .object(name: String(describing: Self.self), fields: fields.fields)
  }

  package static var isCompound: Bool { false }

  package mutating func write(to json: inout JSONWriter) {
    json.beginObject(broken: Self.isCompound)
    describe(to: &json)
    json.endObject()
  }
}

extension Int: ReportValue {
  package static var schema: SchemaNode { .integer }
  package func write(to json: inout JSONWriter) { json.int(self) }
}

extension Bool: ReportValue {
  package static var schema: SchemaNode { .boolean }
  package func write(to json: inout JSONWriter) { json.bool(self) }
}

/// Its number.
extension HCIStatus: ReportValue {
  package static var schema: SchemaNode { .integer }
  package func write(to json: inout JSONWriter) { json.int(Int(rawValue)) }
}

/// Its name in the specification; empty for an opcode that is not assigned.
extension ATTOpcode: ReportValue {
  package var word: String { key ?? "" }

  package static var schema: SchemaNode { .string }
  package func write(to json: inout JSONWriter) { json.string(word: word) }
}

extension String: ReportValue {
  package static var schema: SchemaNode { .string }
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Optional: ReportValue where Wrapped: ReportValue {
  package static var schema: SchemaNode { .nullable(Wrapped.schema) }

  package mutating func write(to json: inout JSONWriter) {
    if self?.write(to: &json) == nil { json.null() }
  }
}

extension Array: ReportValue where Element: ReportValue {
  package static var schema: SchemaNode { .array(Element.schema) }

  package mutating func write(to json: inout JSONWriter) {
    json.beginArray()
    var elements: Self = []
    swap(&elements, &self)
    // By index: a loop would copy each element, and some are large.
    for index in elements.indices { elements[index].write(to: &json) }
    json.endArray()
  }
}

extension ReportV1.KeyedList: ReportValue where Value: ReportValue {
  package static var schema: SchemaNode { Value.keyedSchema }

  package mutating func write(to json: inout JSONWriter) {
    json.beginObject()
    for index in entries.indices {
      json.key(named: entries[index].key)
      entries[index].value.write(to: &json)
    }
    json.endObject()
  }
}

extension ReportV1.Evidence: ReportValue {
  package static var schema: SchemaNode { .any }
  package static var keyedSchema: SchemaNode { EvidenceKey.schema }

  package func write(to json: inout JSONWriter) {
    switch self {
    // A rule may have added up more than a report's numbers hold.
    case .int(let value): json.int(Int(reported: value))
    case .double(let value): json.double(value, decimals: 3)
    case .string(let value): json.string(value)
    case .bool(let value): json.bool(value)
    case .list(var values): values.write(to: &json)
    case .null: json.null()
    }
  }
}

/// The words of the contract.
package protocol ReportWord: ReportValue, EvidenceValue, CaseIterable, RawRepresentable, Sendable
where RawValue == String {}

extension ReportWord {
  package static var schema: SchemaNode { .words(allCases.map(\.rawValue)) }
  package func write(to json: inout JSONWriter) { json.string(word: rawValue) }
}
