import BluetoothProtocol
import Bytes

/// The Common Extended Advertising Payload: a header whose fields are there as its flags say, and
/// the data after it.
///
///     octet   0                                   1               2..
///             header length (6), AdvMode (2)      flags of what   the fields, in the order of the
///                                                 is there        flags; then ACAD; then AdvData
///
/// Core Vol 6, Part B, 2.3.4.
package struct LLExtendedHeader: Sendable {
  package var advertiser: DeviceAddress?
  package var txPower: Int8?
  /// A periodic train that is announced.
  package var sync: LLSyncInfo?
  /// AD structures for the Link Layer itself: ACAD.
  package var controlData: ByteRange = .empty
  package var data: ByteRange = .empty

  package init(_ payload: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    let first = try cursor.u8(in: bytes)
    var header = ByteCursor(.linkLayer, try cursor.range(Int(first & 0x3F)))
    data = cursor.rest
    guard first & 0x3F > 0 else { return }
    try readFields(&header, in: bytes)
    controlData = header.rest
  }

  /// Reads the header of ADV_DECISION_IND, which has no length; what follows its fields is for the
  /// receiver's controller.
  package init(ofDecision payload: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    _ = try cursor.skip(1)
    try readFields(&cursor, in: bytes)
  }

  /// The flags, and the fields that they say are there.
  private mutating func readFields(
    _ header: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let flags = try header.u8(in: bytes)
    if flags & 0x01 != 0 {
      advertiser = DeviceAddress(littleEndian48: try header.u48le(in: bytes))
    }
    // TargetA, CTEInfo, ADI.
    if flags & 0x02 != 0 { _ = try header.skip(6) }
    if flags & 0x04 != 0 { _ = try header.skip(1) }
    if flags & 0x08 != 0 { _ = try header.skip(2) }
    if flags & 0x10 != 0 { _ = try header.skip(3) }
    if flags & 0x20 != 0 { sync = try LLSyncInfo(&header, in: bytes) }
    if flags & 0x40 != 0 { txPower = try header.i8(in: bytes) }
  }

  static func describe(
    _ payload: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    let first = try cursor.u8(in: bytes)
    let octet = ByteRange(start: payload.start, end: payload.start + 1)
    list.add(
      "Extended Header Length", .unsigned(UInt64(first & 0x3F), .octets), octets: 1)
    list.addPart("AdvMode", .code(UInt64(first >> 6), digits: 1, modes), octet, brief: true)
    list.move(to: cursor.position)
    let header = try cursor.range(Int(first & 0x3F))
    if !header.isEmpty {
      let flags = bytes[header.start]
      list.add("Extended Header Flags", .bits(UInt64(flags), digits: 2, parts), octets: 1)
      let rest = describeFields(
        flags,
        ByteRange(
          start: header.start + 1, end: header.end, originalCount: header.originalCount - 1),
        in: bytes, into: &list)
      list.move(to: rest.start)
      if rest.originalCount > 0 {
        let group = list.beginGroup("ACAD")
        describeAdvertisingData(rest, in: bytes, into: &list)
        list.endGroup(group)
      }
    }
    if cursor.rest.originalCount > 0 {
      describeAdvertisingData(cursor.rest, in: bytes, into: &list)
    }
    list.move(to: payload.end)
  }

  private static let modes: CodeNames = [
    "Non-connectable and non-scannable", "Connectable", "Scannable",
  ]
  private static let parts: CodeNames = [
    "AdvA", "TargetA", "CTEInfo", "AdvDataInfo", "AuxPtr", "SyncInfo", "TxPower",
  ]
  /// ADV_DECISION_IND: in place of the length of the header are the kinds of decision data, which
  /// follow the fields. Core 6.0, Vol 6, Part B, 2.3.1 and 2.3.4.
  static func describeDecision(
    _ payload: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    let first = try cursor.u8(in: bytes)
    let octet = ByteRange(start: payload.start, end: payload.start + 1)
    list.add("Decision Type Flags", .bits(UInt64(first & 0x3F), digits: 2, decisions), octets: 1)
    list.addPart("AdvMode", .code(UInt64(first >> 6), digits: 1, modes), octet, brief: true)
    let flags = try cursor.u8(in: bytes)
    list.add("Extended Header Flags", .bits(UInt64(flags), digits: 2, parts), octets: 1)
    var rest = describeFields(flags, cursor.rest, in: bytes, into: &list)
    list.move(to: rest.start)
    if first & 1 != 0, rest.originalCount >= tagOctets {
      let end = min(rest.end, rest.start + tagOctets)
      list.add(
        "Resolvable Tag", .bytes,
        ByteRange(start: rest.start, end: end, originalCount: tagOctets))
      rest = ByteRange(
        start: end, end: rest.end, originalCount: rest.originalCount - tagOctets)
    }
    if rest.originalCount > 0 { list.add("Arbitrary Data", .bytes, rest) }
    list.move(to: payload.end)
  }

  /// - Returns: what follows the fields.
  private static func describeFields(
    _ flags: UInt8, _ fields: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) -> ByteRange {
    var rest = fields
    for (bit, layout) in layouts.enumerated() where flags & 1 << bit != 0 {
      let octets = min(lengths[bit], rest.originalCount)
      let field = ByteRange(
        start: rest.start, end: min(rest.end, rest.start + octets), originalCount: octets)
      ParameterDecoder.decode(layout, field, .linkLayer, in: bytes, into: &list)
      rest = ByteRange(
        start: field.end, end: rest.end, originalCount: rest.originalCount - octets)
    }
    return rest
  }

  private static let tagOctets = 6
  private static let decisions: CodeNames = ["Resolvable Tag"]
  /// Octets of the fields, in the order of their flags.
  private static let lengths = [6, 6, 1, 2, 3, 18, 1]
  private static let layouts: [ParameterLayout] = [
    ParameterLayout("AdvA", [.address("AdvA")]),
    ParameterLayout("TargetA", [.address("TargetA")]),
    ParameterLayout("CTEInfo", [.hex("CTEInfo", octets: 1)]),
    ParameterLayout(
      "AdvDataInfo",
      [
        .split(
          "AdvDataInfo", octets: 2,
          [
            Parameter.Part("DID", bit: 0, width: 12),
            Parameter.Part("SID", bit: 12, width: 4),
          ])
      ]),
    ParameterLayout(
      "AuxPtr",
      [
        .split(
          "AuxPtr", octets: 3,
          [
            Parameter.Part("Channel Index", bit: 0, width: 6), Parameter.Part("CA", bit: 6),
            Parameter.Part("Offset Units", bit: 7),
            Parameter.Part("AUX Offset", bit: 8, width: 13),
            Parameter.Part("AUX PHY", bit: 21, width: 3, ["LE 1M", "LE 2M", "LE Coded"]),
          ])
      ]),
    ParameterLayout(
      "SyncInfo",
      [
        .hex("Sync Packet Offset", octets: 2), .time("Interval", .slotPairs),
        .hex("ChM and SCA", octets: 5), .hex("AA", octets: 4), .hex("CRCInit", octets: 3),
        .u16("Event Counter"),
      ]),
    ParameterLayout("TxPower", [.i8("TxPower", .dBm)]),
  ]
}
