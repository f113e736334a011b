import Text

/// Writes the columns of a row: the keys of an object, and those of the objects in it behind the
/// key of the object that holds them, as in `mtu_effective`. Lists and maps are left out; those
/// that are worth it have tables of their own.
package struct RowWriter: ~Copyable, FieldVisiting {
  private var json: JSONWriter
  /// The keys of the objects that are open, each with an underscore after it.
  private var prefix = ""
  /// Where the rows of one table are wanted as comma-separated values.
  private let comma: (table: RowTable, file: String)?
  private var csv = CSVWriter()
  /// Whether the row is of that table.
  private var isWanted = false

  /// Rows of one table as comma-separated values, which begin with the name of the file.
  @inline(never)
  package init(csv table: RowTable, file: String) {
    comma = (table, file)
    json = JSONWriter(layout: .compact)
  }

  /// - Parameter take: is handed the rows in pieces.
  package init(handingTo take: (([UInt8]) -> Void)? = nil) {
    comma = nil
    json = JSONWriter(layout: .compact, handingTo: take)
  }

  /// What was written and not handed over yet.
  package var bytes: [UInt8] { comma == nil ? json.bytes : csv.bytes }

  /// - Parameter capture: the SHA-256 of the octets of the capture; nil where they were not read.
  @inline(never)
  mutating func begin(_ table: RowTable, of capture: String?) {
    if let comma {
      isWanted = comma.table == table
      if isWanted { csv.cell(comma.file) }
      return
    }
    json.beginObject()
    json.key("table")
    json.string(word: table.rawValue)
    json.field("capture", capture)
  }

  @inline(never)
  mutating func end() {
    if comma != nil {
      if isWanted { csv.endRow() }
      return
    }
    json.endObject()
    json.finish()
  }

  @inline(never)
  package mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value) {
    value.addColumns(prefix + key.description, to: &self)
  }

  @inline(never)
  mutating func field<Value: ReportValue>(_ key: StaticString, _ value: Value) {
    var value = value
    field(key, &value)
  }

  @inline(never)
  package mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int) {
    if comma != nil {
      guard isWanted, let value else { return addEmpty() }
      var number = JSONWriter(layout: .compact)
      number.double(value, decimals: decimals)
      return add(number.bytes)
    }
    json.key(named: prefix + key.description)
    if let value { json.double(value, decimals: decimals) } else { json.null() }
  }

  @inline(never)
  package mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int) {}

  @inline(never)
  package mutating func constant(_ key: StaticString, _ value: String) {
    if comma != nil {
      if isWanted { csv.cell(value) }
      return
    }
    json.key(named: prefix + key.description)
    json.string(value)
  }

  @inline(never)
  private mutating func addEmpty() {
    if isWanted { csv.empty() }
  }

  /// A value of JSON as a cell: a number, a word of our own, or nothing.
  @inline(never)
  private mutating func add(_ value: [UInt8]) {
    let isWord = value.count >= 2 && value[0] == UInt8(ascii: "\"")
    let text = String(decoding: isWord ? value[1..<value.count - 1] : value[...], as: UTF8.self)
    if isWord { return csv.cell(text) }
    if text == "null" { addEmpty() } else { csv.cell(word: text) }
  }

  // MARK: What values add

  @inline(never)
  mutating func add(_ name: String, _ value: inout some ReportValue) {
    if comma != nil {
      guard isWanted else { return }
      if let text = value as? String { return csv.cell(text) }
      var one = JSONWriter(layout: .compact)
      value.write(to: &one)
      return add(one.bytes)
    }
    json.key(named: name)
    value.write(to: &json)
  }

  @inline(never)
  mutating func add(_ object: inout some ReportObject, named name: String) {
    let outer = prefix
    prefix = name + "_"
    object.describe(to: &self)
    prefix = outer
  }

  /// The columns of an object that is absent.
  @inline(never)
  mutating func addNulls(_ name: String, _ node: SchemaNode) {
    if comma != nil {
      for column in RowColumn.of(node, named: name, keys: []) where !column.isOfSketch {
        addEmpty()
      }
      return
    }
    for column in RowColumn.of(node, named: name, keys: []) {
      json.key(named: column.name)
      json.null()
    }
  }

  @inline(never)
  mutating func add(_ sketch: ReportV1.Sketch?, named name: String) {
    if comma != nil { return }
    json.key(named: name + RowColumn.sketchKeys)
    write(sketch?.keys)
    json.key(named: name + RowColumn.sketchCounts)
    write(sketch?.counts)
  }

  /// A list; in a cell of a spreadsheet its text in JSON.
  mutating func add(_ numbers: [Int], named name: String) {
    if comma == nil {
      json.key(named: name)
      return write(numbers)
    }
    if isWanted { csv.cell("[" + numbers.map(String.init).joined(separator: ",") + "]") }
  }

  @inline(never)
  private mutating func write(_ numbers: [Int]?) {
    guard let numbers else { return json.null() }
    json.beginArray()
    for number in numbers { json.int(number) }
    json.endArray()
  }

  /// A value as a text in JSON, for what has no columns of its own.
  @inline(never)
  mutating func add(_ key: StaticString, asText value: inout some ReportValue) {
    var text = JSONWriter(layout: .compact)
    value.write(to: &text)
    field(key, String(decoding: text.bytes, as: UTF8.self))
  }
}

// MARK: - Which values are columns

extension ReportValue {
  package mutating func addColumns(_ name: String, to row: inout RowWriter) {
    row.add(name, &self)
  }
}

extension ReportObject {
  package mutating func addColumns(_ name: String, to row: inout RowWriter) {
    row.add(&self, named: name)
  }
}

extension Optional where Wrapped: ReportValue {
  package mutating func addColumns(_ name: String, to row: inout RowWriter) {
    if self?.addColumns(name, to: &row) == nil { row.addNulls(name, Wrapped.schema) }
  }
}

extension Array where Element: ReportValue {
  package func addColumns(_ name: String, to row: inout RowWriter) {}
}

extension ReportV1.KeyedList where Value: ReportValue {
  package func addColumns(_ name: String, to row: inout RowWriter) {}
}

extension ReportV1.Evidence {
  package func addColumns(_ name: String, to row: inout RowWriter) {}
}

extension ReportV1.Summary {
  /// Its numbers, and the sketch that they can be merged by.
  package mutating func addColumns(_ name: String, to row: inout RowWriter) {
    row.add(&self, named: name)
    row.add(sketch, named: name)
  }
}
