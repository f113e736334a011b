import TraceBytes

/// An HCI Command packet as fields: its opcode and its parameters.
///
/// - Parameter manufacturer: Who made the Controller, if that is known: the commands of OGF 0x3F
///   are theirs.
package func describeHCICommand(
  _ packet: ByteRange, manufacturer: UInt16? = nil, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  list.move(to: packet.start)
  var cursor = ByteCursor(.hci, packet)
  let depth = list.depth
  do throws(DecodeIssue) {
    let opcode = HCIOpcode(try cursor.u16le(in: bytes))
    let layout = HCICommandLayouts.layout(opcode)?.command
    let group = list.beginGroup(layout?.name ?? opcode.nameOfUnknown)
    list.add("Command_Opcode", .opcode(opcode), octets: 2, brief: layout == nil)
    if opcode.isVendorSpecific { list.addManufacturer(manufacturer) }
    let parameters = try list.addLength("Parameter_Total_Length", &cursor, in: bytes)
    list.addParameters(parameters, layout, in: bytes)
    list.endGroup(group)
    list.addLeftOver(cursor.rest)
  } catch {
    list.close(to: depth)
    list.add(error)
  }
}

/// An HCI Event packet as fields: its code, that of the LE event in it, and its parameters; for
/// HCI_Command_Complete the return parameters of the command.
///
/// - Parameter manufacturer: Who made the Controller, if that is known: vendor events are theirs.
package func describeHCIEvent(
  _ packet: ByteRange, manufacturer: UInt16? = nil, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  list.move(to: packet.start)
  var cursor = ByteCursor(.hci, packet)
  let depth = list.depth
  do throws(DecodeIssue) {
    let code = HCIEventCode(try cursor.u8(in: bytes))
    let layout = HCIEventLayouts.layout(code)
    let group = list.beginGroup(layout?.name ?? "Reserved event")
    list.add("Event_Code", .hex(UInt64(code.rawValue), digits: 2), octets: 1, brief: layout == nil)
    let parameters = try list.addLength("Parameter_Total_Length", &cursor, in: bytes)
    switch code {
    case .leMeta: try list.addLEMeta(parameters, in: bytes)
    case .commandComplete: try list.addCommandComplete(parameters, in: bytes)
    case .vendorSpecific:
      list.addManufacturer(manufacturer)
      list.addParameters(parameters, AndroidQualityReport.layout(parameters, in: bytes), in: bytes)
    default: list.addParameters(parameters, layout, in: bytes)
    }
    list.endGroup(group)
    list.addLeftOver(cursor.rest)
  } catch {
    list.close(to: depth)
    list.add(error)
  }
}

extension HCIOpcode {
  fileprivate var nameOfUnknown: StaticString {
    isVendorSpecific ? "Vendor Specific command" : "Reserved command"
  }
}

extension FieldList {
  /// Adds a length of one octet, and returns what it counts, or as much of it as there is. What is
  /// missing then shows when its fields are read.
  fileprivate mutating func addLength(
    _ name: StaticString, _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> ByteRange {
    let length = Int(try cursor.u8(in: bytes))
    add(name, .unsigned(UInt64(length), .octets), octets: 1)
    return try cursor.range(min(length, cursor.rest.originalCount))
  }

  fileprivate mutating func addParameters(
    _ parameters: ByteRange, _ layout: ParameterLayout?, in bytes: Span<UInt8>
  ) {
    if let layout {
      ParameterDecoder.decode(layout, parameters, in: bytes, into: &self)
    } else if parameters.originalCount > 0 {
      add("Parameters", .bytes, parameters)
    }
  }

  fileprivate mutating func addLEMeta(
    _ parameters: ByteRange, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let event = try LEMetaEvent(parameters, in: bytes)
    let layout = LEMetaLayouts.layout(event.subevent)
    let group = beginGroup(layout?.name ?? "Reserved LE event")
    add(
      "Subevent_Code", .hex(UInt64(event.subevent.rawValue), digits: 2), octets: 1,
      brief: layout == nil)
    addParameters(event.parameters, layout, in: bytes)
    endGroup(group)
  }

  fileprivate mutating func addCommandComplete(
    _ parameters: ByteRange, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let event = try CommandComplete(parameters, in: bytes)
    add("Num_HCI_Command_Packets", .unsigned(UInt64(event.numHCICommandPackets), .none), octets: 1)
    add("Command_Opcode", .opcode(event.opcode), octets: 2, brief: true)
    guard event.returnParameters.originalCount > 0 else { return }
    let command = HCICommandLayouts.layout(event.opcode)
    let group = beginGroup("Return parameters")
    addParameters(event.returnParameters, command?.layoutOfReturns, in: bytes)
    endGroup(group)
  }

  /// Says whose commands and events these are; it stands in no octets of the packet.
  fileprivate mutating func addManufacturer(_ manufacturer: UInt16?) {
    guard let manufacturer else { return }
    addPart(
      "Manufacturer", .company(manufacturer), ByteRange(start: position, end: position),
      brief: true)
  }
}

extension HCICommandLayout {
  /// A Controller may refuse, with HCI_Command_Complete, a command that is otherwise answered by
  /// HCI_Command_Status: then there is a status alone.
  fileprivate var layoutOfReturns: ParameterLayout { returns ?? statusAlone }
}

private let statusAlone = ParameterLayout("Status", [.status()])
