import BluetoothProtocol
import Bytes

/// A sniffed packet as fields: the sniffer's header, the access address, and the PDU.
///
/// - Parameter isEncrypted: whether the PDU is, and was not decrypted by the sniffer.
/// - Returns: the index of the PDU's group.
package func describeAir(
  _ record: ByteRange, _ framing: AirFraming, isEncrypted: Bool = false, in bytes: Span<UInt8>,
  into list: inout FieldList
) -> Int {
  list.move(to: record.start)
  let packet: AirPacket
  do throws(DecodeIssue) {
    packet = try AirPacket(record, framing, in: bytes)
  } catch {
    let group = list.beginGroup("LE packet")
    list.add("Octets", .bytes, record)
    list.endGroup(group)
    list.add(error)
    return group
  }
  if !list.isBrief {
    describeHeader(record, framing, packet, in: bytes, into: &list)
    list.move(to: packet.start)
    let group = list.beginGroup("Link Layer packet")
    list.add("Access Address", .hex(UInt64(packet.accessAddress), digits: 8), octets: 4)
    if packet.pdu.start > packet.start + 4 {
      list.add(
        "Coding Indicator", .unsigned(UInt64(bytes[packet.start + 4] & 3), .none), octets: 1)
    }
    list.endGroup(group)
  }
  list.move(to: packet.pdu.start)
  let index = list.count
  var pdu = PDUFields(packet: packet, isEncrypted: isEncrypted)
  do throws(DecodeIssue) {
    if packet.isAdvertising {
      try pdu.describeAdvertising(in: bytes, into: &list)
    } else if packet.isIsochronous {
      try pdu.describeIsochronous(in: bytes, into: &list)
    } else {
      try pdu.describeData(in: bytes, into: &list)
    }
  } catch {
    if list.count == index {
      let group = list.beginGroup("LE packet")
      list.add("Octets", .bytes, packet.pdu)
      list.endGroup(group)
    }
    list.add(error)
  }
  return min(index, max(0, list.count - 1))
}

private func describeHeader(
  _ record: ByteRange, _ framing: AirFraming, _ packet: AirPacket, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  let header = ByteRange(start: record.start, end: packet.start)
  let layout =
    switch framing {
    case .bare: nil as ParameterLayout?
    case .radioHeader: SnifferHeaders.radio
    case .nordic: bytes[record.start + 3] < 2 ? SnifferHeaders.nordic1 : SnifferHeaders.nordic
    case .ppi: SnifferHeaders.ppi
    }
  guard let layout else { return }
  let group = list.beginGroup(layout.name)
  ParameterDecoder.decode(layout, header, .linkLayer, in: bytes, into: &list)
  list.endGroup(group, header)
}

/// What sniffers put before the access address; see `AirPacket`.
private enum SnifferHeaders {
  static let radio = ParameterLayout(
    "Radio header",
    [
      .u8("RF_Channel"), .i8("Signal_Power", .dBm), .i8("Noise_Power", .dBm),
      .u8("Access_Address_Offenses"), .hex("Reference_Access_Address", octets: 4),
      .hex("Flags", octets: 2),
    ])
  static let nordic = ParameterLayout(
    "Nordic sniffer header", [.u8("Board"), .u16("Payload_Length", .octets)] + afterLengths)
  static let nordic1 = ParameterLayout(
    "Nordic sniffer header",
    [.u8("Board"), .u8("Header_Length", .octets), .u8("Payload_Length", .octets)] + afterLengths)
  static let ppi = ParameterLayout(
    "PPI header",
    [
      .u8("Version"), .hex("Flags", octets: 1), .u16("Header_Length", .octets),
      .u32("Data_Link_Type"), .rest("Fields"),
    ])

  private static let afterLengths: [Parameter] = [
    .u8("Protocol_Version"), .u16("Packet_Counter"),
    .code("Packet_Type", [2: "Advertising", 6: "Data"]), .u8("BLE_Header_Length", .octets),
    .hex("Flags", octets: 1), .u8("Channel"), .u8("RSSI_below_0_dBm"), .u16("Event_Counter"),
    .u32("Timestamp", .microseconds), .rest("Further fields"),
  ]
}

/// What a PDU held that was decrypted, as far as that is no L2CAP PDU.
///
/// - Parameter isSecret: whether it may hold a part of a key.
package func describeDecrypted(
  _ payload: ByteRange, isControl: Bool, isSecret: Bool, in bytes: Span<UInt8>,
  into list: inout FieldList
) {
  list.move(to: payload.start)
  let layout = isControl ? LLControlLayouts.layout(bytes[payload.start]) : nil
  let group = list.beginGroup(layout?.name ?? (isControl ? "LL Control PDU" : "LL Data PDU"))
  if isControl {
    describeControl(payload, in: bytes, into: &list)
  } else {
    list.add("Payload", isSecret ? .secret : .bytes, payload)
  }
  list.endGroup(group)
}

/// Opcode and CtrData of a control PDU, which has one octet at least.
private func describeControl(
  _ payload: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  let opcode = bytes[payload.start]
  let layout = LLControlLayouts.layout(opcode)
  list.add(
    "Opcode", .code(UInt64(opcode), digits: 2, LLControlLayouts.names), octets: 1,
    brief: layout == nil)
  let parameters = ByteRange(
    start: payload.start + 1, end: payload.end, originalCount: payload.originalCount - 1)
  if let layout {
    ParameterDecoder.decode(layout, parameters, .linkLayer, in: bytes, into: &list)
  } else {
    list.add("CtrData", .bytes, parameters)
  }
}

private struct PDUFields {
  let packet: AirPacket
  let isEncrypted: Bool

  mutating func describeAdvertising(
    in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    let pdu = packet.pdu
    let advertising = try LLAdvertisingPDU(pdu, in: bytes)
    let first = bytes[pdu.start]
    let isSecondary = packet.isOnSecondaryChannel
    let layout = LLAdvertisingLayouts.layout(first & 0x0F, isSecondary: isSecondary)
    let title = layout?.name ?? extendedName(first & 0x0F, isSecondary)
    let group = list.beginGroup(title)
    let octet = ByteRange(start: pdu.start, end: pdu.start + 1)
    list.add("PDU Type", .hex(UInt64(first & 0x0F), digits: 1), octets: 1, brief: false)
    list.addPart("ChSel", .unsigned(UInt64(first >> 5 & 1), .none), octet)
    list.addPart("TxAdd", .code(UInt64(first >> 6 & 1), digits: 1, .publicRandom), octet)
    list.addPart("RxAdd", .code(UInt64(first >> 7), digits: 1, .publicRandom), octet)
    list.move(to: pdu.start + 1)
    list.add(
      "Payload Length", .unsigned(UInt64(advertising.payload.originalCount), .octets), octets: 1)
    if let layout {
      ParameterDecoder.decode(layout, advertising.payload, .linkLayer, in: bytes, into: &list)
    } else if first & 0x0F == 7 || first & 0x0F == 8 {
      do throws(DecodeIssue) {
        try LLExtendedHeader.describe(advertising.payload, in: bytes, into: &list)
      } catch {
        // As of a packet whose CRC is wrong, which follows.
        list.add(error)
      }
    } else if first & 0x0F == 9 {
      do throws(DecodeIssue) {
        try LLExtendedHeader.describeDecision(advertising.payload, in: bytes, into: &list)
      } catch {
        list.add(error)
      }
    } else {
      list.add("Payload", .bytes, advertising.payload, brief: true)
    }
    describeCRC(after: advertising.payload, in: bytes, into: &list)
    list.endGroup(group)
  }

  /// The PDUs with the Common Extended Advertising Payload Format. Core Vol 6, Part B, 2.3.4.
  private func extendedName(_ type: UInt8, _ isSecondary: Bool) -> StaticString {
    switch (type, isSecondary, packet.auxiliaryType) {
    case (7, false, _): "ADV_EXT_IND"
    case (7, true, .chain): "AUX_CHAIN_IND"
    case (7, true, .sync): "AUX_SYNC_IND"
    case (7, true, .scanResponse): "AUX_SCAN_RSP"
    case (7, true, _): "AUX_ADV_IND"
    case (8, _, _): "AUX_CONNECT_RSP"
    case (9, _, _): "ADV_DECISION_IND"
    default: "Reserved advertising PDU"
    }
  }

  /// Core Vol 6, Part B, 2.6.
  func describeIsochronous(
    in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    let pdu = packet.pdu
    let header = try LLStreamHeader(pdu, in: bytes)
    let isBroadcast = packet.sender == .unknown
    let group = list.beginGroup(
      isBroadcast ? "BIS PDU" : header.isNull ? "CIS Null PDU" : "CIS PDU")
    let first = bytes[pdu.start]
    let octet = ByteRange(start: pdu.start, end: pdu.start + 1)
    list.add("LLID", .code(UInt64(first & 3), digits: 1, streamLLIDs), octets: 1)
    if isBroadcast {
      list.addPart("CSSN", .unsigned(UInt64(first >> 2 & 7), .none), octet)
      list.addPart("CSTF", .unsigned(UInt64(first >> 5 & 1), .none), octet)
    } else {
      list.addPart("NESN", .unsigned(UInt64(first >> 2 & 1), .none), octet, brief: true)
      list.addPart("SN", .unsigned(UInt64(first >> 3 & 1), .none), octet, brief: true)
      list.addPart("CIE", .unsigned(UInt64(first >> 4 & 1), .none), octet)
      list.addPart("NPI", .unsigned(UInt64(first >> 6 & 1), .none), octet)
    }
    list.move(to: pdu.start + 1)
    list.add(
      "Payload Length", .unsigned(UInt64(header.payload.originalCount), .octets), octets: 1,
      brief: true)
    if header.payload.originalCount > 0 { list.add("Payload", .bytes, header.payload) }
    describeCRC(after: header.payload, in: bytes, into: &list)
    list.endGroup(group)
  }

  mutating func describeData(
    in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    let pdu = packet.pdu
    let header: LLDataHeader
    do throws(DecodeIssue) {
      header = try LLDataHeader(pdu, in: bytes)
    } catch {
      // As of a packet whose CRC is wrong: its header says how it fails.
      return describeUnreadable(error, in: bytes, into: &list)
    }
    let opcode: UInt8? =
      header.llid == .control && !header.payload.isEmpty && !isEncrypted
      ? bytes[header.payload.start] : nil
    let layout = opcode.flatMap { LLControlLayouts.layout($0) }
    let group = list.beginGroup(title(header, layout, isControl: opcode != nil))
    describeDataHeader(
      lengthIsBrief: opcode == nil && !header.isEmpty, in: bytes, into: &list)
    if header.payload.start > pdu.start + 2 {
      list.add("CTEInfo", .hex(UInt64(bytes[pdu.start + 2]), digits: 2), octets: 1)
    }
    if opcode != nil {
      describeControl(header.payload, in: bytes, into: &list)
    } else if isEncrypted {
      describeEncrypted(header.payload, into: &list)
    } else if header.payload.originalCount > 0 {
      list.add("Payload", .bytes, header.payload)
    }
    describeCRC(after: header.payload, in: bytes, into: &list)
    list.endGroup(group)
  }

  /// What only the key opens, and the MIC after it: a sniffer that tried its key may have taken
  /// that off, and did where fewer octets are left than both have.
  private func describeEncrypted(_ payload: ByteRange, into list: inout FieldList) {
    let mic = packet.isDecrypted || payload.originalCount <= 4 ? 0 : 4
    let end = min(payload.end, payload.start + payload.originalCount - mic)
    list.add(
      "Encrypted payload", .bytes,
      ByteRange(
        start: payload.start, end: end, originalCount: payload.originalCount - mic))
    guard mic > 0 else { return }
    list.add("MIC", .bytes, ByteRange(start: end, end: payload.end, originalCount: mic))
  }

  private func describeDataHeader(
    lengthIsBrief: Bool, in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    let start = packet.pdu.start
    let first = bytes[start]
    let octet = ByteRange(start: start, end: start + 1)
    list.add("LLID", .code(UInt64(first & 3), digits: 1, llids), octets: 1)
    list.addPart("NESN", .unsigned(UInt64(first >> 2 & 1), .none), octet, brief: true)
    list.addPart("SN", .unsigned(UInt64(first >> 3 & 1), .none), octet, brief: true)
    list.addPart("MD", .unsigned(UInt64(first >> 4 & 1), .none), octet)
    list.addPart("CP", .unsigned(UInt64(first >> 5 & 1), .none), octet)
    list.move(to: start + 1)
    list.add(
      "Payload Length", .unsigned(UInt64(bytes[start + 1]), .octets), octets: 1,
      brief: lengthIsBrief)
  }

  /// A data PDU that ends before its header says.
  private func describeUnreadable(
    _ issue: DecodeIssue, in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    let pdu = packet.pdu
    let group = list.beginGroup("LL Data PDU")
    var rest = pdu
    if pdu.count >= 2 {
      describeDataHeader(lengthIsBrief: true, in: bytes, into: &list)
      rest = ByteRange(
        start: pdu.start + 2, end: pdu.end, originalCount: pdu.originalCount - 2)
    }
    list.add("Octets", .bytes, rest)
    describeCRC(after: pdu, in: bytes, into: &list)
    list.endGroup(group)
    list.add(issue)
  }

  private func title(
    _ header: LLDataHeader, _ layout: ParameterLayout?, isControl: Bool
  ) -> StaticString {
    if let layout { return layout.name }
    if isEncrypted { return header.llid == .control ? "Encrypted LL Control PDU" : "Encrypted PDU" }
    if isControl { return "LL Control PDU" }
    return header.isEmpty ? "Empty PDU" : "LL Data PDU"
  }

  private func describeCRC(
    after payload: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    guard !payload.isCut, payload.end <= packet.pdu.end else { return }
    list.move(to: payload.end)
    guard payload.end + 3 <= packet.end else {
      list.add(
        "CRC", .bytes, ByteRange(start: payload.end, end: packet.end, originalCount: 3))
      return
    }
    // A record may be longer than its packet says it is.
    defer { list.addLeftOver(ByteRange(start: payload.end + 3, end: packet.end)) }
    let crc =
      UInt64(bytes[payload.end]) | UInt64(bytes[payload.end + 1]) << 8
      | UInt64(bytes[payload.end + 2]) << 16
    list.add("CRC", .hex(crc, digits: 6), octets: 3)
    let range = ByteRange(start: payload.end, end: payload.end + 3)
    switch packet.crc {
    case .unknown: break
    case .good: list.addPart("CRC state", .code(0, digits: 1, crcStates), range)
    case .bad: list.addPart("CRC state", .code(1, digits: 1, crcStates), range, brief: true)
    }
  }
}

extension CodeNames {
  fileprivate static let publicRandom: CodeNames = ["Public", "Random"]
}

private let llids: CodeNames = [
  "Reserved", "Continuation or empty", "Start or complete", "Control",
]
private let streamLLIDs: CodeNames = [
  "Unframed, end or complete", "Unframed, start or continuation", "Framed", "Control",
]
private let crcStates: CodeNames = ["Good", "Wrong"]

extension AirPacket {
  /// Advertising on one of the channels 0 to 36.
  package var isOnSecondaryChannel: Bool {
    auxiliaryType != nil || channel.map { $0 < 37 } ?? false
  }
}
