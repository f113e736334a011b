import Bytes

/// An HCI Command packet as fields.
///
/// - Parameter manufacturer: Who made the Controller, if that is known: its own commands are
///   theirs.
package func describeCommand(
  _ packet: ByteRange, manufacturer: UInt16? = nil, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  describe(packet, in: bytes, into: &list) { (list) throws(DecodeIssue) in
    let command: HCICommandPacket
    var shortage: DecodeIssue?
    do throws(DecodeIssue) {
      command = try HCICommandPacket(packet, in: bytes)
    } catch {
      shortage = error
      let rest = try packet.rest(3, error)
      command = HCICommandPacket(
        opcode: HCIOpcode(bytes.u16le(packet.start)), parameters: rest)
    }
    let layout = HCILayouts.command(command.opcode)
    let title: StaticString =
      command.opcode.isVendorSpecific ? "Vendor command" : "Unknown HCI command"
    let group = list.beginGroup(layout?.name ?? title)
    list.add("Command_Opcode", .opcode(command.opcode), octets: 2, brief: layout == nil)
    if command.opcode.isVendorSpecific { list.addManufacturer(manufacturer) }
    list.add(
      "Parameter_Total_Length", .unsigned(UInt64(bytes[packet.start + 2]), .octets), octets: 1)
    describe(command.parameters, layout, in: bytes, into: &list)
    if let shortage { list.addOnce(shortage) }
    list.endGroup(group)
    list.addLeftOver(packet, behind: 3 + command.parameters.originalCount)
  }
}

/// An HCI Event packet as fields.
///
/// - Parameter manufacturer: Who made the Controller, if that is known: its own events are theirs.
package func describeEvent(
  _ packet: ByteRange, manufacturer: UInt16? = nil, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  describe(packet, in: bytes, into: &list) { (list) throws(DecodeIssue) in
    let event: HCIEventPacket
    var shortage: DecodeIssue?
    do throws(DecodeIssue) {
      event = try HCIEventPacket(packet, in: bytes)
    } catch {
      shortage = error
      let rest = try packet.rest(2, error)
      event = HCIEventPacket(code: HCIEventCode(bytes[packet.start]), parameters: rest)
    }
    let parameters = event.parameters
    let layout = HCILayouts.event(event.code)
    let start = list.position
    let length = UInt64(bytes[packet.start + 1])
    func header(_ title: StaticString, isKnown: Bool) -> Int {
      list.move(to: start)
      let group = list.beginGroup(title)
      list.add(
        "Event_Code", .code(UInt64(event.code.rawValue), digits: 2, .event), octets: 1,
        brief: !isKnown)
      if event.code == .vendorSpecific { list.addManufacturer(manufacturer) }
      list.add("Parameter_Total_Length", .unsigned(length, .octets), octets: 1)
      return group
    }
    let group: Int
    switch event.code {
    case .leMeta:
      guard parameters.count > 0 else {
        group = header("LE Meta", isKnown: true)
        _ = try LEMetaEvent(parameters, in: bytes)
        break
      }
      let meta = try LEMetaEvent(parameters, in: bytes)
      let layout = HCILayouts.leEvent(meta.subevent)
      group = header(layout?.name ?? "LE Meta", isKnown: true)
      list.add(
        "Subevent_Code", .code(UInt64(meta.subevent.rawValue), digits: 2, .leSubevent), octets: 1,
        brief: layout == nil)
      describe(meta.parameters, layout, in: bytes, into: &list)
    case .commandComplete:
      group = header("Command Complete", isKnown: true)
      let complete = try CommandComplete(parameters, in: bytes)
      list.add(
        "Num_HCI_Command_Packets", .unsigned(UInt64(complete.numHCICommandPackets), .none),
        octets: 1)
      list.add("Command_Opcode", .opcode(complete.opcode), octets: 2, brief: true)
      describe(
        complete.returnParameters, HCILayouts.returnParameters(complete.opcode), in: bytes,
        into: &list)
    case .vendorSpecific:
      if let layout = AndroidQualityReport.layout(of: parameters, in: bytes) {
        group = header(layout.name, isKnown: true)
        describe(parameters, layout, in: bytes, into: &list)
      } else {
        group = header("Vendor Specific event", isKnown: true)
        list.add("Event_Parameters", .bytes, parameters, brief: true)
      }
    default:
      group = header(layout?.name ?? "Unknown HCI event", isKnown: layout != nil)
      describe(parameters, layout, in: bytes, into: &list)
    }
    if let shortage { list.addOnce(shortage) }
    list.endGroup(group)
    list.addLeftOver(packet, behind: 2 + parameters.originalCount)
  }
}

/// The header of an HCI ACL Data packet as fields.
package func describeACL(_ packet: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList) {
  describe(packet, in: bytes, into: &list) { (list) throws(DecodeIssue) in
    var cursor = ByteCursor(.acl, packet)
    let start = try cursor.skip(4)
    let group = list.beginGroup("HCI ACL Data")
    let word = bytes.u16le(start)
    list.addWord(
      ConnectionHandle(word), of: word, flags: "Packet_Boundary_Flag", aclBoundaries)
    list.add(
      "Data_Total_Length", .unsigned(UInt64(bytes.u16le(start + 2)), .octets), octets: 2,
      brief: true)
    list.endGroup(group)
    _ = try HCIACLData(packet, in: bytes)
  }
}

/// An HCI Synchronous Data packet as fields.
package func describeSCO(_ packet: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList) {
  describe(packet, in: bytes, into: &list) { (list) throws(DecodeIssue) in
    let sco = try HCISynchronousData(packet, in: bytes)
    let group = list.beginGroup("HCI Synchronous Data")
    list.addWord(
      sco.handle, of: bytes.u16le(packet.start), flags: "Packet_Status_Flag", scoStatuses)
    list.add(
      "Data_Total_Length", .unsigned(UInt64(sco.data.originalCount), .octets), octets: 1,
      brief: true)
    list.add("Data", .bytes, sco.data)
    list.endGroup(group)
    list.addLeftOver(packet, behind: 3 + sco.data.originalCount)
  }
}

/// An HCI ISO Data packet as fields.
package func describeISO(_ packet: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList) {
  describe(packet, in: bytes, into: &list) { (list) throws(DecodeIssue) in
    let iso = try HCIISOData(packet, in: bytes)
    let group = list.beginGroup("HCI ISO Data")
    let word = bytes.u16le(packet.start)
    list.addWord(
      iso.handle, of: word, flags: "PB_Flag", isoBoundaries)
    list.addBits("TS_Flag", .code(UInt64(word >> 14 & 1), digits: 1, .noYes))
    list.add(
      "Data_Total_Length", .unsigned(UInt64(iso.load.originalCount), .octets), octets: 2,
      brief: true)
    if let time = iso.timeStamp {
      list.add("Time_Stamp", .unsigned(UInt64(time), .microseconds), octets: 4)
    }
    if let number = iso.sequenceNumber, let length = iso.sduLength, let status = iso.packetStatus {
      list.add("Packet_Sequence_Number", .unsigned(UInt64(number), .none), octets: 2, brief: true)
      list.add("ISO_SDU_Length", .unsigned(UInt64(length), .octets), octets: 2, brief: true)
      list.addBits("Packet_Status_Flag", .code(UInt64(status), digits: 1, isoStatuses))
    }
    list.add("ISO_SDU", .bytes, iso.data)
    list.endGroup(group)
    list.addLeftOver(packet, behind: 4 + iso.load.originalCount)
  }
}

private let aclBoundaries: CodeNames = [
  "First non-automatically-flushable packet", "Continuing fragment",
  "First automatically flushable packet", "Complete L2CAP PDU",
]

private let scoStatuses: CodeNames = [
  "Correctly received data", "Possibly invalid data", "No data received", "Data partially lost",
]

private let isoBoundaries: CodeNames = [
  "First fragment", "Continuation fragment", "Complete SDU", "Last fragment",
]

private let isoStatuses: CodeNames = ["Valid data", "Possibly invalid data", "Lost data"]

extension FieldList {
  /// Whose command or event this is: what the code before it means to this Controller.
  fileprivate mutating func addManufacturer(_ manufacturer: UInt16?) {
    guard let manufacturer, !isEmpty else { return }
    addPart("Manufacturer", .company(manufacturer), self[count - 1].range, brief: true)
  }

  /// The first two octets of a data packet: the handle, and flags above it.
  fileprivate mutating func addWord(
    _ handle: ConnectionHandle, of word: UInt16, flags: StaticString, _ names: CodeNames
  ) {
    add("Connection_Handle", .connectionHandle(handle.rawValue), octets: 2, brief: true)
    addBits(flags, .code(UInt64(word >> 12 & 3), digits: 1, names))
  }

  /// Bits of the two octets before.
  fileprivate mutating func addBits(_ name: StaticString, _ value: FieldValue) {
    addPart(name, value, ByteRange(start: position - 2, end: position))
  }
}

extension ByteRange {
  /// What a packet that is shorter than its length says has after its header.
  fileprivate func rest(_ header: Int, _ issue: DecodeIssue) throws(DecodeIssue) -> ByteRange {
    guard count >= header else { throw issue }
    return ByteRange(
      start: start + header, end: end, originalCount: max(originalCount - header, count - header))
  }
}

extension FieldList {
  /// Says what is missing, unless that was said for one of the fields already.
  fileprivate mutating func addOnce(_ issue: DecodeIssue) {
    if !isEmpty, case .missing = self[count - 1].value { return }
    add(issue)
  }
}

/// Describes a packet as far as it goes, and says where it ends early.
private func describe(
  _ packet: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList,
  _ body: (inout FieldList) throws(DecodeIssue) -> Void
) {
  list.move(to: packet.start)
  let depth = list.depth
  do throws(DecodeIssue) {
    try body(&list)
  } catch {
    list.add(error)
    list.close(to: depth)
  }
}

/// Parameters by their layout, or as octets where there is none.
private func describe(
  _ parameters: ByteRange, _ layout: ParameterLayout?, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  if let layout {
    ParameterDecoder.decode(layout, parameters, in: bytes, into: &list)
  } else if parameters.originalCount > 0 {
    list.add("Parameters", .bytes, parameters, brief: true)
  }
}

extension CodeNames {
  package static let event = CodeNames(names: HCIEventLayouts.all.mapValues(\.name))
  package static let leSubevent = CodeNames(names: LEMetaLayouts.all.mapValues(\.name))
}
