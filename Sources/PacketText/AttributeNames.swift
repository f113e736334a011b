import BluetoothProtocol
import Reports
import Sessions
import TraceBytes

/// What attributes are called, once discovery has told their types.
struct AttributeNames {
  private let text: FieldText
  /// Bounded by the types that a capture's databases hold.
  private var names: [BluetoothUUID: [UInt8]] = [:]

  init(_ text: FieldText) { self.text = text }

  /// ` Heart Rate Measurement`, ` Client Characteristic Configuration of Heart Rate Measurement`;
  /// nothing where the type is not known.
  mutating func append(
    _ handle: ATTHandle, of database: borrowing GATTDatabase, to output: inout [UInt8]
  ) {
    guard let type = database.valueType(handle) else {
      guard let declared = database.declared(handle) else { return }
      output.append(text: " declaration of ")
      append(declared, to: &output)
      return
    }
    output.append(UInt8(ascii: " "))
    append(type, to: &output)
    if type.descriptorName != nil, let owner = database.owner(ofDescriptor: handle) {
      output.append(text: " of ")
      append(owner.uuid, to: &output)
    }
  }

  private mutating func append(_ type: BluetoothUUID, to output: inout [UInt8]) {
    if let known = names[type] {
      output.append(contentsOf: known)
      return
    }
    var name: [UInt8] = []
    if let known = type.attributeTypeName {
      text.append(name: known, to: &name)
    } else {
      append(unnamed: type, to: &name)
    }
    if names.count < 4096 { names[type] = name }
    output.append(contentsOf: name)
  }

  /// The first digits of a long UUID: enough to tell a few apart; discovery shows all of them.
  private func append(unnamed type: BluetoothUUID, to name: inout [UInt8]) {
    guard type.short32 == nil else { return text.append(type, to: &name) }
    name.append(hex: type.high >> 32, digits: 8)
    name.append(text: text.unicode ? "-…" : "-...")
  }
}
