import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Tracking

/// A record and what was found in it: its fields, and those of the PDU that it completed, which may
/// be in bytes of their own.
struct PacketFields {
  private(set) var layer = PacketLayer.unknown
  /// Who made the controller of the record that is described next, if that is known.
  var manufacturer: UInt16?
  /// Fields in the record's bytes.
  var frame: FieldList
  /// Fields of a PDU that was put together from several packets, or decrypted.
  var pdu: FieldList
  /// Whether the summary is of `pdu`.
  private(set) var summaryIsOfPDU = false
  /// Where the group that the summary is of starts in its list.
  private(set) var summary = 0
  /// The packet of a sniffer.
  private(set) var air: AirPacket?

  /// - Parameter isBrief: only what a line is made of is wanted.
  init(isBrief: Bool) {
    frame = FieldList(isBrief: isBrief)
    pdu = FieldList(isBrief: isBrief)
  }

  /// What the packet is called.
  var title: String {
    let list = summaryIsOfPDU ? pdu : frame
    return summary < list.count ? list[summary].name.description : ""
  }

  /// - Parameter pdus: what the record completed; not changed, and not copied either.
  mutating func describe(
    _ record: CapturedRecord, _ pdus: inout PDUCollector, in bytes: Span<UInt8>, copies: Span<UInt8>
  ) {
    frame.removeAll(at: record.bytes.start)
    pdu.removeAll()
    summary = 0
    summaryIsOfPDU = false
    air = nil
    switch record.kind {
    case .command:
      layer = .command
      describeCommand(record.bytes, manufacturer: manufacturer, in: bytes, into: &frame)
    case .event:
      layer = .event
      describeEvent(record.bytes, manufacturer: manufacturer, in: bytes, into: &frame)
    case .acl:
      layer = .acl
      describeData(record, &pdus, in: bytes, copies: copies)
    case .sco:
      layer = .sco
      describeSCO(record.bytes, in: bytes, into: &frame)
    case .iso:
      layer = .iso
      describeISO(record.bytes, in: bytes, into: &frame)
    case .air:
      describeAirPacket(record, pdus.last, pdus.encrypted, in: bytes, copies: copies)
    case .newIndex, .deleteIndex, .openIndex, .closeIndex, .indexInfo, .vendorDiagnostic,
      .systemNote, .userLogging, .controlOpen, .controlClose, .controlCommand, .controlEvent:
      layer = .monitor
      describeMonitorRecord(opcode: record.detail, record.bytes, in: bytes, into: &frame)
    case .loggerNote:
      layer = .note
      let group = frame.beginGroup("PacketLogger note")
      frame.add("Note", .text, record.bytes, brief: true)
      frame.endGroup(group)
    case .unrecognized:
      layer = .unknown
      let group = frame.beginGroup("Unrecognized record")
      frame.add(
        "Type", .hex(UInt64(record.detail), digits: 2),
        ByteRange(start: record.bytes.start, end: record.bytes.start), brief: true)
      frame.add("Data", .bytes, record.bytes)
      frame.endGroup(group)
    }
  }

  private mutating func describeAirPacket(
    _ record: CapturedRecord, _ last: LinkPDU?, _ encrypted: EncryptedPDU?,
    in bytes: Span<UInt8>, copies: Span<UInt8>
  ) {
    let framing = AirFraming(record)
    air = try? AirPacket(record.bytes, framing, in: bytes)
    layer = air?.isAdvertising ?? false ? .advertising : .ll
    // For a line the highest layer is enough.
    if last == nil || !frame.isBrief {
      summary = describeAir(
        record.bytes, framing, isEncrypted: encrypted != nil, in: bytes, into: &frame)
    }
    if let encrypted, let counter = encrypted.counter {
      return describeDecrypted(encrypted, last, counter: counter, copies: copies)
    }
    guard let last else { return }
    if last.isReassembled {
      summaryIsOfPDU = true
      summary = 0
      layer = Self.describePDU(last, in: copies, into: &pdu)
      return
    }
    if !frame.isBrief {
      let header = last.payload.start - L2CAPBasicHeader.octets
      L2CAPBasicHeader(at: header, in: bytes).describe(at: header, into: &frame)
    }
    summary = frame.count
    layer = Self.describePDU(last, in: bytes, into: &frame)
  }

  /// - Parameter copies: begins with what was decrypted.
  private mutating func describeDecrypted(
    _ encrypted: EncryptedPDU, _ last: LinkPDU?, counter: UInt64, copies: Span<UInt8>
  ) {
    summaryIsOfPDU = true
    summary = 0
    let whole = ByteRange(start: 0, end: encrypted.octets)
    if let last {
      if !last.isReassembled, !pdu.isBrief {
        L2CAPBasicHeader(at: 0, in: copies).describe(at: 0, into: &pdu)
        summary = pdu.count
      }
      layer = Self.describePDU(last, in: copies, into: &pdu)
    } else {
      LinkLayer.describeDecrypted(
        whole, isControl: encrypted.isControl, isSecret: encrypted.mayHoldKey, in: copies,
        into: &pdu)
    }
    pdu.addPart(
      "Decrypted with packet counter", .unsigned(counter, .none),
      ByteRange(start: whole.end, end: whole.end), brief: true)
  }

  private mutating func describeData(
    _ record: CapturedRecord, _ pdus: inout PDUCollector, in bytes: Span<UInt8>, copies: Span<UInt8>
  ) {
    // For a line the highest layer is enough.
    let all = !frame.isBrief
    guard let last = pdus.last else {
      // A fragment, or what no PDU could be made of.
      describeACL(record.bytes, in: bytes, into: &frame)
      describeRest(of: record, in: bytes)
      return
    }
    if all || last.isReassembled { describeACL(record.bytes, in: bytes, into: &frame) }
    if all, let first = pdus.first, !first.isReassembled {
      let header = first.payload.start - L2CAPBasicHeader.octets
      L2CAPBasicHeader(at: header, in: bytes).describe(at: header, into: &frame)
    } else if all {
      describeRest(of: record, in: bytes)
    }
    if last.isReassembled {
      // The K-frame with which an SDU ended.
      if all, pdus.count > 1, let first = pdus.first, !first.isReassembled {
        _ = Self.describePDU(first, in: bytes, into: &frame)
      }
      summaryIsOfPDU = true
      summary = 0
      layer = Self.describePDU(last, in: copies, into: &pdu)
      return
    }
    summary = frame.count
    layer = Self.describePDU(last, in: bytes, into: &frame)
    if all {
      // What follows the PDU within the packet belongs to no field.
      frame.addLeftOver(
        record.bytes, behind: last.payload.start - record.bytes.start + last.payload.originalCount)
    }
  }

  /// The data of an ACL packet that is no whole PDU.
  private mutating func describeRest(of record: CapturedRecord, in bytes: Span<UInt8>) {
    let start = record.bytes.start + 4
    guard start <= record.bytes.end, record.bytes.count >= 4 else { return }
    guard let acl = try? HCIACLData(record.bytes, in: bytes) else { return }
    frame.move(to: start)
    if acl.handle.isVendorLog {
      return frame.add("Log of the controller's vendor", .bytes, acl.data, brief: true)
    }
    var data = acl.data
    if acl.boundary != .continuing, data.count >= L2CAPBasicHeader.octets {
      L2CAPBasicHeader(at: start, in: bytes).describe(at: start, into: &frame)
      data = ByteRange(
        start: start + L2CAPBasicHeader.octets, end: data.end,
        originalCount: data.originalCount - L2CAPBasicHeader.octets)
    }
    if data.originalCount > 0 { frame.add("Fragment", .bytes, data) }
  }

  private static func describePDU(
    _ pdu: LinkPDU, in bytes: Span<UInt8>, into list: inout FieldList
  ) -> PacketLayer {
    if pdu.isATT {
      describeATT(pdu.payload, in: bytes, into: &list)
      return .att
    }
    switch pdu.channel {
    case .smp, .smpBREDR:
      describeSMP(pdu.payload, in: bytes, into: &list)
      return .smp
    case .signallingLE, .signallingBREDR:
      describeSignalling(pdu.payload, in: bytes, into: &list)
      return .signalling
    default:
      describeFrame(pdu, in: bytes, into: &list)
      return .l2cap
    }
  }

  /// A frame whose payload is not looked into.
  private static func describeFrame(
    _ pdu: LinkPDU, in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    list.move(to: pdu.payload.start)
    var payload = pdu.payload
    // What is known of a frame from elsewhere is in none of its octets.
    let nowhere = ByteRange(start: payload.start, end: payload.start)
    let group: Int
    switch pdu.kind {
    case .pdu:
      group = list.beginGroup("L2CAP PDU")
      list.addPart("Channel", .channel(pdu.channel), nowhere, brief: true)
    case .kFrame(let startsSDU):
      group = list.beginGroup("K-frame")
      list.addPart("Channel", .channel(pdu.channel), nowhere, brief: true)
      if startsSDU, payload.count >= 2 {
        list.add(
          "L2CAP SDU Length", .unsigned(UInt64(bytes.u16le(payload.start)), .octets), octets: 2,
          brief: true)
        payload = ByteRange(
          start: payload.start + 2, end: payload.end, originalCount: payload.originalCount - 2)
      }
    case .sdu(let spsm):
      group = list.beginGroup("SDU")
      list.addPart("SPSM", .hex(UInt64(spsm), digits: 4), nowhere, brief: true)
      list.addPart("Channel", .channel(pdu.channel), nowhere, brief: true)
    }
    list.add("Information Payload", .bytes, payload, brief: true)
    list.endGroup(group)
  }
}
