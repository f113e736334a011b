import BluetoothProtocol
import Text
import Tracking

/// What attributes are called, once discovery has shown their types.
struct AttributeNames {
  private let text: FieldText
  /// Bounded by the types that a capture's databases hold.
  private var names: [BluetoothUUID: [UInt8]] = [:]

  /// Names that were looked up, each with its attribute; emptied as soon as something is learned.
  private var known: [(attribute: AttributeKey, type: BluetoothUUID?, name: [UInt8])] = []
  private static let limit = 16

  struct AttributeKey: Equatable {
    var connection: Int
    var handle: ATTHandle
    var server: Side

    // Written out: what the compiler makes of it asks other modules how to compare.
    static func == (a: AttributeKey, b: AttributeKey) -> Bool {
      a.connection == b.connection && a.handle.rawValue == b.handle.rawValue
        && a.server.rawValue == b.server.rawValue
    }
  }

  init(_ text: FieldText) { self.text = text }

  mutating func forgetAttributes() {
    if !known.isEmpty { known.removeAll(keepingCapacity: true) }
  }

  /// The name of an attribute, with a space in front of it; nothing where it has none.
  mutating func append(
    _ attribute: AttributeKey, lookUp: (AttributeKey) -> KnownAttribute?,
    to output: inout TextBuffer
  ) {
    if let index = index(of: attribute) { return output.append(contentsOf: known[index].name) }
    output.append(contentsOf: keep(attribute, lookUp(attribute)).name)
  }

  /// The type that an attribute's value has; nil where it is not known.
  mutating func type(
    of attribute: AttributeKey, lookUp: (AttributeKey) -> KnownAttribute?
  ) -> BluetoothUUID? {
    if let index = index(of: attribute) { return known[index].type }
    return keep(attribute, lookUp(attribute)).type
  }

  private func index(of attribute: AttributeKey) -> Int? {
    for index in known.indices where known[index].attribute == attribute { return index }
    return nil
  }

  private mutating func keep(
    _ attribute: AttributeKey, _ found: KnownAttribute?
  ) -> (type: BluetoothUUID?, name: [UInt8]) {
    var name: [UInt8] = []
    if let found {
      var text = TextBuffer(capacity: 256)
      append(found, to: &text)
      name = text.bytes
    }
    if known.count < Self.limit { known.append((attribute, found?.type, name)) }
    return (found?.type, name)
  }

  /// ` Heart Rate Measurement`, ` Client Characteristic Configuration of Heart Rate Measurement`.
  private mutating func append(_ attribute: KnownAttribute, to output: inout TextBuffer) {
    output.append(UInt8(ascii: " "))
    switch attribute {
    case .value(let type): append(type, to: &output)
    case .descriptor(let type, let owner):
      append(type, to: &output)
      if let owner {
        output.append(text: " of ")
        append(owner, to: &output)
      }
    case .declaration(let declared):
      output.append(text: "declaration of ")
      append(declared, to: &output)
    }
  }

  private mutating func append(_ type: BluetoothUUID, to output: inout TextBuffer) {
    if let known = names[type] {
      output.append(contentsOf: known)
      return
    }
    let start = output.count
    if let known = type.attributeTypeName {
      text.append(name: known, to: &output)
    } else {
      append(unnamed: type, to: &output)
    }
    if names.count < 4096 { names[type] = output.bytes(from: start) }
  }

  /// In a line, of a long UUID the first and the last digits: makers number their characteristics
  /// at either end. Where there is room, all of them.
  private func append(unnamed type: BluetoothUUID, to name: inout TextBuffer) {
    guard text.isBrief, type.short32 == nil else { return text.append(type, to: &name) }
    name.append(hex: type.high >> 32, digits: 8)
    name.append(text: text.unicode ? "-…" : "-...")
    name.append(hex: type.low & 0xFFFF, digits: 4)
  }
}
