import Bytes

/// An ATT PDU as fields: the opcode, then what the PDU's struct decoded.
package func describeATT(_ pdu: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList) {
  list.move(to: pdu.start)
  var cursor = ByteCursor(.att, pdu)
  let depth = list.depth
  do throws(DecodeIssue) {
    let opcode = ATTOpcode(try cursor.u8(in: bytes))
    let group = list.beginGroup(opcode.title)
    list.add(
      "Attribute Opcode", .hex(UInt64(opcode.rawValue), digits: 2), octets: 1,
      brief: opcode.role == .unrecognized)
    try opcode.describe(cursor.rest, in: bytes, into: &list)
    list.endGroup(group)
  } catch {
    list.add(error)
    list.close(to: depth)
  }
}

extension ATTOpcode {
  /// The specification's name of the PDU.
  package var title: StaticString {
    switch self {
    case .errorResponse: "Error Response"
    case .exchangeMTURequest: "Exchange MTU Request"
    case .exchangeMTUResponse: "Exchange MTU Response"
    case .findInformationRequest: "Find Information Request"
    case .findInformationResponse: "Find Information Response"
    case .findByTypeValueRequest: "Find By Type Value Request"
    case .findByTypeValueResponse: "Find By Type Value Response"
    case .readByTypeRequest: "Read By Type Request"
    case .readByTypeResponse: "Read By Type Response"
    case .readRequest: "Read Request"
    case .readResponse: "Read Response"
    case .readBlobRequest: "Read Blob Request"
    case .readBlobResponse: "Read Blob Response"
    case .readMultipleRequest: "Read Multiple Request"
    case .readMultipleResponse: "Read Multiple Response"
    case .readByGroupTypeRequest: "Read By Group Type Request"
    case .readByGroupTypeResponse: "Read By Group Type Response"
    case .writeRequest: "Write Request"
    case .writeResponse: "Write Response"
    case .prepareWriteRequest: "Prepare Write Request"
    case .prepareWriteResponse: "Prepare Write Response"
    case .executeWriteRequest: "Execute Write Request"
    case .executeWriteResponse: "Execute Write Response"
    case .handleValueNotification: "Handle Value Notification"
    case .handleValueIndication: "Handle Value Indication"
    case .handleValueConfirmation: "Handle Value Confirmation"
    case .readMultipleVariableRequest: "Read Multiple Variable Request"
    case .readMultipleVariableResponse: "Read Multiple Variable Response"
    case .multipleHandleValueNotification: "Multiple Handle Value Notification"
    case .writeCommand: "Write Command"
    case .signedWriteCommand: "Signed Write Command"
    default: "Reserved ATT opcode"
    }
  }

  fileprivate func describe(
    _ body: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    switch self {
    case .handleValueNotification, .handleValueIndication:
      try ATTHandleValue(body, in: bytes).describe(into: &list)
    case .multipleHandleValueNotification:
      var values = ATTMultipleHandleValueNotification(body)
      while !list.isFull, let one = try values.next(in: bytes) {
        list.describe(one.handle, withLength: one.value)
      }
    case .writeRequest, .writeCommand:
      try ATTWrite(body, in: bytes).describe(into: &list)
    case .signedWriteCommand:
      let write = try ATTSignedWriteCommand(body, in: bytes)
      ATTWrite(handle: write.handle, value: write.value).describe(into: &list)
      let rest = ByteRange(
        start: list.position, end: body.end,
        originalCount: body.originalCount - 2 - write.value.originalCount)
      list.add("Authentication Signature", .bytes, rest)
    case .errorResponse:
      try ATTErrorResponse(body, in: bytes).describe(into: &list)
      list.addLeftOver(body, behind: 4)
    case .exchangeMTURequest:
      let mtu = try ATTExchangeMTU(body, in: bytes).receiveMTU
      list.add("Client Rx MTU", .unsigned(UInt64(mtu), .none), octets: 2, brief: true)
      list.addLeftOver(body, behind: 2)
    case .exchangeMTUResponse:
      let mtu = try ATTExchangeMTU(body, in: bytes).receiveMTU
      list.add("Server Rx MTU", .unsigned(UInt64(mtu), .none), octets: 2, brief: true)
      list.addLeftOver(body, behind: 2)
    case .executeWriteRequest:
      _ = try ATTExecuteWriteRequest(body, in: bytes)
      list.add(
        "Flags", .code(UInt64(bytes[body.start]), digits: 2, executeFlags), octets: 1, brief: true)
      list.addLeftOver(body, behind: 1)
    case .prepareWriteRequest, .prepareWriteResponse:
      try ATTPrepareWrite(body, in: bytes).describe(into: &list)
    case .writeResponse, .executeWriteResponse, .handleValueConfirmation:
      list.addLeftOver(body)
    default:
      try describeReading(body, in: bytes, into: &list)
    }
  }

  private func describeReading(
    _ body: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    switch self {
    case .readRequest:
      let handle = try ATTReadRequest(body, in: bytes).handle
      list.add("Attribute Handle", .attributeHandle(handle.rawValue), octets: 2, brief: true)
      list.addLeftOver(body, behind: 2)
    case .readBlobRequest:
      let request = try ATTReadBlobRequest(body, in: bytes)
      list.add(
        "Attribute Handle", .attributeHandle(request.handle.rawValue), octets: 2, brief: true)
      list.add("Value Offset", .unsigned(UInt64(request.offset), .none), octets: 2, brief: true)
      list.addLeftOver(body, behind: 4)
    case .readResponse:
      list.add("Attribute Value", .attributeValue, body, brief: true)
    case .readBlobResponse:
      list.add("Part Attribute Value", .attributeValue, body, brief: true)
    case .readMultipleResponse:
      list.add("Set Of Values", .bytes, body, brief: true)
    case .readMultipleRequest, .readMultipleVariableRequest:
      let handles = try ATTReadMultipleRequest(body, in: bytes).handles
      handles.describe(into: &list) { (entry, list) in
        list.add(
          "Attribute Handle", .attributeHandle(bytes.u16le(entry.start)), octets: 2, brief: true)
      }
    case .readMultipleVariableResponse:
      try describeLengthValueTuples(body, in: bytes, into: &list)
    case .findInformationRequest:
      let request = try ATTFindInformationRequest(body, in: bytes)
      list.describe(from: request.first, to: request.last)
      list.addLeftOver(body, behind: 4)
    case .findInformationResponse:
      try ATTFindInformationResponse(body, in: bytes).describe(in: bytes, into: &list)
    case .findByTypeValueRequest:
      let request = try ATTFindByTypeValueRequest(body, in: bytes)
      list.describe(from: request.first, to: request.last)
      list.add(
        "Attribute Type", .uuid(BluetoothUUID(uuid16: request.type)), octets: 2, brief: true)
      list.describe(uuidOrValue: request.value, in: bytes)
    case .findByTypeValueResponse:
      let entries = try ATTFindByTypeValueResponse(body, in: bytes).entries
      entries.describe(into: &list) { (entry, list) in
        list.describeGroup(at: entry.start, in: bytes, brief: true)
      }
    case .readByTypeRequest, .readByGroupTypeRequest:
      let request = try ATTReadByTypeRequest(body, in: bytes)
      list.describe(from: request.first, to: request.last)
      let octets = body.originalCount - 4 <= 2 ? 2 : 16
      list.add("Attribute Type", .uuid(request.type), octets: octets, brief: true)
      list.addLeftOver(body, behind: 4 + octets)
    case .readByTypeResponse:
      let entries = try ATTReadByTypeResponse(body, in: bytes).entries
      list.add("Length", .unsigned(UInt64(entries.octets), .octets), octets: 1)
      entries.describe(into: &list) { (entry, list) in
        list.add(
          "Attribute Handle", .attributeHandle(bytes.u16le(entry.start)), octets: 2, brief: true)
        list.add(
          "Attribute Value", .attributeValue, ByteRange(start: entry.start + 2, end: entry.end))
      }
    case .readByGroupTypeResponse:
      let entries = try ATTReadByGroupTypeResponse(body, in: bytes).entries
      list.add("Length", .unsigned(UInt64(entries.octets), .octets), octets: 1)
      guard entries.octets >= 4 else { return list.addLeftOver(entries.range) }
      entries.describe(into: &list) { (entry, list) in
        list.describeGroup(at: entry.start, in: bytes, brief: false)
        list.describe(uuidOrValue: ByteRange(start: entry.start + 4, end: entry.end), in: bytes)
      }
    default:
      list.addLeftOver(body)
    }
  }

  /// ATT_READ_MULTIPLE_VARIABLE_RSP: lengths, each in front of its value. A length may be more than
  /// what the PDU had room for. Core Vol 3, Part F, 3.4.4.12.
  private func describeLengthValueTuples(
    _ body: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    while cursor.rest.originalCount > 0, !list.isFull {
      let length = try cursor.u16le(in: bytes)
      list.add("Value Length", .unsigned(UInt64(length), .octets), octets: 2)
      let held = min(Int(length), cursor.rest.originalCount)
      list.add("Attribute Value", .bytes, try cursor.range(held), brief: true)
    }
  }
}

private let executeFlags: CodeNames = [
  "Cancel all prepared writes", "Immediately write all pending prepared values",
]

// MARK: - What the structs say of themselves

extension ATTHandleValue {
  func describe(into list: inout FieldList) {
    list.add("Attribute Handle", .attributeHandle(handle.rawValue), octets: 2, brief: true)
    list.add("Attribute Value", .attributeValue, value, brief: true)
  }
}

extension ATTWrite {
  init(handle: ATTHandle, value: ByteRange) {
    self.handle = handle
    self.value = value
  }

  func describe(into list: inout FieldList) {
    list.add("Attribute Handle", .attributeHandle(handle.rawValue), octets: 2, brief: true)
    list.add("Attribute Value", .attributeValue, value, brief: true)
  }
}

extension ATTPrepareWrite {
  func describe(into list: inout FieldList) {
    list.add("Attribute Handle", .attributeHandle(handle.rawValue), octets: 2, brief: true)
    list.add("Value Offset", .unsigned(UInt64(offset), .none), octets: 2, brief: true)
    list.add("Part Attribute Value", .bytes, value, brief: true)
  }
}

extension ATTErrorResponse {
  func describe(into list: inout FieldList) {
    list.add(
      "Request Opcode In Error", .code(UInt64(request.rawValue), digits: 2, .attOpcode), octets: 1,
      brief: true)
    list.add(
      "Attribute Handle In Error", .attributeHandle(handle.rawValue), octets: 2, brief: true)
    list.add("Error Code", .code(UInt64(error), digits: 2, .attError), octets: 1, brief: true)
  }
}

extension ATTFindInformationResponse {
  func describe(in bytes: Span<UInt8>, into list: inout FieldList) {
    // The struct takes any format but 1 for long UUIDs; a reserved one is shown as it is.
    let format = bytes[entries.range.start - 1]
    list.add("Format", .code(UInt64(format), digits: 2, formats), octets: 1)
    guard format == 1 || format == 2 else { return list.addLeftOver(entries.range) }
    entries.describe(into: &list) { (entry, list) in
      list.add(
        "Attribute Handle", .attributeHandle(bytes.u16le(entry.start)), octets: 2, brief: true)
      let uuid = BluetoothUUID(at: entry.start + 2, octets: uuidOctets, in: bytes)
      list.add("Attribute Type", .uuid(uuid), octets: uuidOctets, brief: true)
    }
  }
}

private let formats: CodeNames = [1: "Handles and 16-bit UUIDs", 2: "Handles and 128-bit UUIDs"]

extension CodeNames {
  static let attOpcode = CodeNames(octets: { octet in
    let opcode = ATTOpcode(octet)
    return opcode.role == .unrecognized ? nil : opcode.title.description
  })
}

extension ATTEntryList {
  /// Each whole entry, then what is left after them.
  fileprivate func describe(
    into list: inout FieldList, _ body: (ByteRange, inout FieldList) -> Void
  ) {
    for index in 0..<count where !list.isFull { body(entry(index), &list) }
    let used = count * octets
    let rest = ByteRange(
      start: range.start + used, end: range.end, originalCount: range.originalCount - used)
    // The capture ends here, not the packet: what is missing is no left over.
    if range.isCut {
      list.add(
        DecodeIssue(
          layer: .att, offset: rest.start, needed: rest.originalCount, available: rest.count,
          limit: .capture))
    } else {
      list.addLeftOver(rest)
    }
  }
}

extension BluetoothUUID {
  /// - Precondition: 2, 4 or 16 octets stand there.
  init(at offset: Int, octets: Int, in bytes: Span<UInt8>) {
    switch octets {
    case 2: self.init(uuid16: bytes.u16le(offset))
    case 4: self.init(uuid32: bytes.u32le(offset))
    default: self.init(high: bytes.u64le(offset + 8), low: bytes.u64le(offset))
    }
  }
}

extension FieldList {
  fileprivate mutating func describe(from first: ATTHandle, to last: ATTHandle) {
    add("Starting Handle", .attributeHandle(first.rawValue), octets: 2, brief: true)
    add("Ending Handle", .attributeHandle(last.rawValue), octets: 2, brief: true)
  }

  fileprivate mutating func describeGroup(at offset: Int, in bytes: Span<UInt8>, brief: Bool) {
    add("Attribute Handle", .attributeHandle(bytes.u16le(offset)), octets: 2, brief: true)
    add("End Group Handle", .attributeHandle(bytes.u16le(offset + 2)), octets: 2, brief: brief)
  }

  fileprivate mutating func describe(_ handle: ATTHandle, withLength value: ByteRange) {
    add("Attribute Handle", .attributeHandle(handle.rawValue), octets: 2, brief: true)
    add("Value Length", .unsigned(UInt64(value.originalCount), .octets), octets: 2)
    add("Attribute Value", .attributeValue, value, brief: true)
  }

  /// A value that is the UUID of a service where it has the length of one.
  fileprivate mutating func describe(uuidOrValue value: ByteRange, in bytes: Span<UInt8>) {
    if !value.isCut, value.count == 2 || value.count == 16 {
      let uuid = BluetoothUUID(at: value.start, octets: value.count, in: bytes)
      add("Attribute Value", .uuid(uuid), value, brief: true, role: .attributeValue)
    } else {
      add("Attribute Value", .bytes, value, brief: true)
    }
  }
}
