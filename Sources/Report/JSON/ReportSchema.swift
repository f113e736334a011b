import Text

/// The JSON Schema (draft 2020-12) of the report, made from the same list of keys as the report.
///
/// The published form lets an object have keys that it does not name: more may be added within
/// version 1, and a reader that validates with the schema of an older bletrace must not reject the
/// report of a newer one. The closed form names every key there is; our own tests use it, so that
/// a key can neither be misspelt nor forgotten. Every key named is required in both: an absent
/// fact is `null`, its key is there.
package enum ReportSchema {
  /// The published form.
  package static var json: [UInt8] { render(closed: false) }

  package static func render(closed: Bool) -> [UInt8] {
    var schema = SchemaWriter(isClosed: closed)
    schema.writeDocument(
      ReportV1.schema, id: "urn:bletrace:report:1", title: "bletrace report, version 1",
      description:
        "Times (_us) are integer microseconds, those of events from the capture's first HCI packet. "
        + "Frames count records from 1. rx is controller to host, tx is host to controller. "
        + "An absent fact is null or an empty list. More keys may be added.")
    return schema.json.bytes
  }
}

/// The type of one value of the report.
package indirect enum SchemaNode: Sendable {
  package struct Field: Sendable {
    var key: String
    var node: SchemaNode
    var description: String?
  }

  case integer, number, string, boolean
  case constant(String)
  case words([String])
  case object(name: String, fields: [Field])
  case array(SchemaNode)
  /// An object with keys from the capture.
  case map(SchemaNode)
  /// An object that may have any of these keys, and others.
  case keyed([Field])
  case either(SchemaNode, SchemaNode)
  case nullable(SchemaNode)
  case any
}

/// Notes keys and types instead of values.
package struct SchemaFields: FieldVisiting {
  var fields: [SchemaNode.Field] = []

  @inline(never)
  package mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value) {
    fields.append(.init(key: key.description, node: Value.schema))
  }

  @inline(never)
  package mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int) {
    fields.append(.init(key: key.description, node: .nullable(.number)))
  }

  @inline(never)
  package mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int) {
    fields.append(.init(key: key.description, node: .array(.nullable(.number))))
  }

  @inline(never)
  package mutating func constant(_ key: StaticString, _ value: String) {
    fields.append(.init(key: key.description, node: .constant(value)))
  }
}

/// What the name of a key says about its value, beyond the type.
private func constraint(forKey key: String) -> (keyword: StaticString, value: String)? {
  switch key {
  case "address": ("pattern", "^[0-9A-F]{2}(:[0-9A-F]{2}){5}$")
  case "uuid", "service_uuids":
    // 16, 32 or 128 bits.
    ("pattern", "^[0-9A-F]{4}([0-9A-F]{4}((-[0-9A-F]{4}){3}-[0-9A-F]{12})?)?$")
  case "sha256", "payload_sha256": ("pattern", "^[0-9a-f]{64}$")
  default: nil
  }
}

struct SchemaWriter: ~Copyable {
  let isClosed: Bool
  var json = JSONWriter()

  init(isClosed: Bool) {
    self.isClosed = isClosed
  }

  mutating func writeDocument(
    _ root: SchemaNode, id: String, title: String, description: String
  ) {
    guard case .object(let name, let fields) = root else { return }
    json.beginObject()
    json.constant("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.constant("$id", id)
    json.constant("title", title)
    json.constant("description", description)
    writeKeywords(fields, of: name)
    json.key("$defs")
    json.beginObject()
    var definitions: [(name: String, fields: [SchemaNode.Field])] = []
    for field in fields { collect(field.node, into: &definitions) }
    for definition in definitions.sorted(by: { $0.name < $1.name }) {
      json.key(named: definition.name)
      json.beginObject()
      writeKeywords(definition.fields, of: definition.name)
      json.endObject()
    }
    json.endObject()
    json.endObject()
    json.finish()
  }

  /// Each kind of object once, however often it occurs.
  private func collect(
    _ node: SchemaNode,
    into definitions: inout [(name: String, fields: [SchemaNode.Field])]
  ) {
    switch node {
    case .object(let name, let fields):
      if definitions.contains(where: { $0.name == name }) { return }
      definitions.append((name, fields))
      for field in fields { collect(field.node, into: &definitions) }
    case .array(let node), .map(let node), .nullable(let node):
      collect(node, into: &definitions)
    case .integer, .number, .string, .boolean, .constant, .words, .keyed, .either, .any:
      break
    }
  }

  private mutating func writeKeywords(_ fields: [SchemaNode.Field], of object: String) {
    json.constant("type", "object")
    json.key("properties")
    json.beginObject()
    for field in fields {
      json.key(named: field.key)
      Self.write(
        field.node, key: field.key,
        description: ReportDescriptions.of(ReportKey(object: object, name: field.key)), to: &json)
    }
    json.endObject()
    json.field("required", fields.map(\.key))
    if isClosed { json.field("additionalProperties", false) }
  }

  /// Writes the type of one value, and what it means.
  static func write(
    _ node: SchemaNode, key: String, isNullable: Bool = false, description: String? = nil,
    to json: inout JSONWriter
  ) {
    switch node {
    case .nullable(let node):
      write(node, key: key, isNullable: true, description: description, to: &json)
      return
    case .object(let name, _) where isNullable:
      json.beginObject()
      if let description { json.field("description", description) }
      json.key("anyOf")
      json.beginArray()
      write(.object(name: name, fields: []), key: key, to: &json)
      json.beginObject()
      json.constant("type", "null")
      json.endObject()
      json.endArray()
      json.endObject()
      return
    default:
      break
    }
    json.beginObject()
    if let description { json.field("description", description) }
    switch node {
    case .integer:
      writeType("integer", isNullable, to: &json)
      if key == "frame" || key == "frames" || key.endsWith("_frame") { json.field("minimum", 1) }
    case .number: writeType("number", isNullable, to: &json)
    case .boolean: writeType("boolean", isNullable, to: &json)
    case .string:
      writeType("string", isNullable, to: &json)
      if let (keyword, value) = constraint(forKey: key) { json.constant(keyword, value) }
    case .constant(let value): json.constant("const", value)
    case .words(let words):
      json.field("enum", words.map { Optional($0) } + (isNullable ? [nil] : []))
    case .object(let name, _): json.constant("$ref", "#/$defs/\(name)")
    case .array(let element):
      writeType("array", isNullable, to: &json)
      json.key("items")
      write(element, key: key, to: &json)
    case .map(let value):
      writeType("object", isNullable, to: &json)
      json.key("additionalProperties")
      write(value, key: key, to: &json)
    case .keyed(let fields):
      json.constant("type", "object")
      json.key("properties")
      json.beginObject()
      for field in fields {
        json.key(named: field.key)
        write(field.node, key: field.key, description: field.description, to: &json)
      }
      json.endObject()
    case .either(let one, let other):
      json.key("anyOf")
      json.beginArray()
      write(one, key: key, isNullable: isNullable, to: &json)
      write(other, key: key, isNullable: isNullable, to: &json)
      json.endArray()
    case .nullable, .any: break
    }
    json.endObject()
  }

  private static func writeType(_ type: String, _ isNullable: Bool, to json: inout JSONWriter) {
    if isNullable {
      json.field("type", [type, "null"])
    } else {
      json.constant("type", type)
    }
  }
}
