import Bytes

/// The commands of a signalling channel as fields: one on LE, perhaps several on BR/EDR.
package func describeSignalling(
  _ pdu: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  list.move(to: pdu.start)
  var cursor = ByteCursor(.signalling, pdu)
  let depth = list.depth
  do throws(DecodeIssue) {
    repeat {
      let start = cursor.position
      let command = try L2CAPSignallingCommand(&cursor, in: bytes)
      list.move(to: start)
      let layout = L2CAPLayouts.layout(command.code)
      let group = list.beginGroup(layout?.name ?? "Reserved signalling command")
      list.add(
        "Code", .hex(UInt64(command.code.rawValue), digits: 2), octets: 1, brief: layout == nil)
      list.add("Identifier", .unsigned(UInt64(command.identifier), .none), octets: 1)
      list.add(
        "Data Length", .unsigned(UInt64(command.data.originalCount), .octets), octets: 2)
      if let layout {
        ParameterDecoder.decode(layout, command.data, .signalling, in: bytes, into: &list)
      } else {
        list.addLeftOver(command.data)
      }
      list.endGroup(group)
    } while cursor.rest.originalCount > 0 && !list.isFull
  } catch {
    list.add(error)
    list.close(to: depth)
  }
}

/// The signalling commands. Core Vol 3, Part A, 4; those of AMP (0x0C to 0x11), which are gone from
/// it, as they were in Core 5.2. Analysis reads some of them by structs (L2CAPSignalling.swift,
/// L2CAPCreditBased.swift).
package enum L2CAPLayouts {
  package static func layout(_ code: L2CAPSignallingCode) -> ParameterLayout? {
    layouts[code.rawValue]
  }

  package static let codes: [UInt8] = layouts.keys.sorted()

  private static let layouts: [UInt8: ParameterLayout] = connecting.merging(creditBased) { a, _ in a
  }

  private static let connecting: [UInt8: ParameterLayout] = [
    0x01: ParameterLayout(
      "Command Reject Response",
      [.code("Reason", octets: 2, rejectReasons).brief, .rest("Reason Data").role(.capability(4))]),
    0x02: ParameterLayout(
      "Connection Request", [.hex("PSM", octets: 2).brief, .channel("Source CID")]),
    0x03: ParameterLayout("Connection Response", connectionResponse),
    0x04: ParameterLayout(
      "Configuration Request", [.channel("Destination CID"), flags, options]),
    0x05: ParameterLayout(
      "Configuration Response",
      [
        .channel("Source CID"), flags, .code("Result", octets: 2, configurationResults).brief,
        options,
      ]),
    0x06: ParameterLayout(
      "Disconnection Request", [.channel("Destination CID"), .channel("Source CID")]),
    0x07: ParameterLayout(
      "Disconnection Response", [.channel("Destination CID"), .channel("Source CID")]),
    0x08: ParameterLayout("Echo Request", [.rest("Echo Data")]),
    0x09: ParameterLayout("Echo Response", [.rest("Echo Data")]),
    0x0A: ParameterLayout(
      "Information Request",
      [.code("Info Type", octets: 2, informationTypes).role(.informationType).brief]),
    0x0B: ParameterLayout(
      "Information Response",
      [
        .code("Info Type", octets: 2, informationTypes).role(.informationType).brief,
        .code("Result", octets: 2, ["Success", "Not supported"]).brief,
        .rest("Info").role(.information),
      ]),
    0x0C: ParameterLayout(
      "Create Channel Request",
      [.hex("PSM", octets: 2).brief, .channel("Source CID"), .u8("Controller ID")]),
    0x0D: ParameterLayout("Create Channel Response", connectionResponse),
    0x0E: ParameterLayout(
      "Move Channel Request", [.channel("Initiator CID"), .u8("Dest Controller ID")]),
    0x0F: ParameterLayout(
      "Move Channel Response",
      [
        .channel("Initiator CID"),
        .code(
          "Result", octets: 2,
          [
            "Success", "Pending", "Refused - Controller ID not supported",
            "Refused - new Controller ID is same as old Controller ID",
            "Refused - Configuration not supported", "Refused - Move Channel collision",
            "Refused - Channel not allowed to be moved",
          ]
        ).brief,
      ]),
    0x10: ParameterLayout(
      "Move Channel Confirmation Request",
      [.channel("Initiator CID"), .code("Result", octets: 2, ["Success", "Failure"]).brief]),
    0x11: ParameterLayout("Move Channel Confirmation Response", [.channel("Initiator CID")]),
  ]

  private static let creditBased: [UInt8: ParameterLayout] = [
    0x12: ParameterLayout(
      "Connection Parameter Update Request",
      [
        .time("Interval Min", .slotPairs).brief, .time("Interval Max", .slotPairs).brief,
        .u16("Latency").brief, .time("Timeout", .hundredths).brief,
      ]),
    0x13: ParameterLayout(
      "Connection Parameter Update Response",
      [
        .code(
          "Result", octets: 2, ["Connection Parameters accepted", "Connection Parameters rejected"]
        ).brief
      ]),
    0x14: ParameterLayout(
      "LE Credit Based Connection Request",
      [
        .hex("SPSM", octets: 2).brief, .channel("Source CID"), .u16("MTU", .octets).brief,
        .u16("MPS", .octets).brief, .u16("Initial Credits").brief,
      ]),
    0x15: ParameterLayout(
      "LE Credit Based Connection Response",
      [
        .channel("Destination CID"), .u16("MTU", .octets).brief, .u16("MPS", .octets).brief,
        .u16("Initial Credits").brief, .code("Result", octets: 2, leResults).brief,
      ]),
    0x16: ParameterLayout(
      "Flow Control Credit Indication", [.channel("CID"), .u16("Credits").brief]),
    0x17: ParameterLayout(
      "Credit Based Connection Request",
      [
        .hex("SPSM", octets: 2).brief, .u16("MTU", .octets).brief, .u16("MPS", .octets).brief,
        .u16("Initial Credits").brief, .list(untilEnd: "Source CID", [.channel("Source CID")]),
      ]),
    0x18: ParameterLayout(
      "Credit Based Connection Response",
      [
        .u16("MTU", .octets).brief, .u16("MPS", .octets).brief, .u16("Initial Credits").brief,
        .code("Result", octets: 2, enhancedResults).brief,
        .list(untilEnd: "Destination CID", [.channel("Destination CID")]),
      ]),
    0x19: ParameterLayout(
      "Credit Based Reconfigure Request",
      [
        .u16("MTU", .octets).brief, .u16("MPS", .octets).brief,
        .list(untilEnd: "Destination CID", [.channel("Destination CID")]),
      ]),
    0x1A: ParameterLayout(
      "Credit Based Reconfigure Response",
      [
        .code(
          "Result", octets: 2,
          [
            "Reconfiguration successful",
            "Reconfiguration failed - reduction in size of MTU not allowed",
            "Reconfiguration failed - reduction in size of MPS not allowed for several channels",
            "Reconfiguration failed - one or more Destination CIDs invalid",
            "Reconfiguration failed - other unacceptable parameters",
          ]
        ).brief
      ]),
  ]

  private static let flags = Parameter.bits("Flags", octets: 2, ["Continuation"])

  /// Core Vol 3, Part A, 5.
  private static let options = Parameter.list(
    untilEnd: "Configuration Option",
    [
      .split(
        "Option", octets: 1,
        [
          .init(
            "Option Type", bit: 0, width: 7,
            [
              1: "Maximum Transmission Unit", 2: "Flush Timeout", 3: "Quality of Service",
              4: "Retransmission and Flow Control", 5: "Frame Check Sequence",
              6: "Extended Flow Specification", 7: "Extended Window Size",
            ], role: .optionType),
          .init("Hint", bit: 7, .noYes),
        ]),
      .u8("Option Length", .octets),
      .bytes("Option Data", countedBy: "Option Length").role(.optionData),
    ])

  private static let connectionResponse: [Parameter] = [
    .channel("Destination CID"), .channel("Source CID"),
    .code(
      "Result", octets: 2,
      [
        0: "Connection successful", 1: "Connection pending",
        2: "Connection refused - PSM not supported", 3: "Connection refused - security block",
        4: "Connection refused - no resources available",
        6: "Connection refused - invalid Source CID",
        7: "Connection refused - Source CID already allocated",
      ]
    ).brief,
    .code(
      "Status", octets: 2,
      ["No further information available", "Authentication pending", "Authorization pending"]),
  ]

  private static let rejectReasons: CodeNames = [
    "Command not understood", "Signaling MTU exceeded", "Invalid CID in request",
  ]

  private static let configurationResults: CodeNames = [
    "Success", "Failure - unacceptable parameters", "Failure - rejected",
    "Failure - unknown options", "Pending", "Failure - flow spec rejected",
  ]

  private static let informationTypes: CodeNames = [
    1: "Connectionless MTU", 2: "Extended Features Supported",
    3: "Fixed Channels Supported over BR/EDR",
  ]

  /// Core Vol 3, Part A, 4.23.
  private static let leResults: CodeNames = [
    0x0: "Connection successful", 0x2: "Connection refused - SPSM not supported",
    0x4: "Connection refused - no resources available",
    0x5: "Connection refused - insufficient authentication",
    0x6: "Connection refused - insufficient authorization",
    0x7: "Connection refused - encryption key size too short",
    0x8: "Connection refused - insufficient encryption",
    0x9: "Connection refused - invalid Source CID",
    0xA: "Connection refused - Source CID already allocated",
    0xB: "Connection refused - unacceptable parameters",
  ]

  /// Core Vol 3, Part A, 4.26.
  private static let enhancedResults: CodeNames = [
    0x0: "All connections successful", 0x2: "All connections refused - SPSM not supported",
    0x4: "Some connections refused - insufficient resources available",
    0x5: "All connections refused - insufficient authentication",
    0x6: "All connections refused - insufficient authorization",
    0x7: "All connections refused - encryption key size too short",
    0x8: "All connections refused - insufficient encryption",
    0x9: "Some connections refused - invalid Source CID",
    0xA: "Some connections refused - Source CID already allocated",
    0xB: "All connections refused - unacceptable parameters",
    0xC: "All connections refused - invalid parameters",
    0xD: "All connections pending - no further information available",
    0xE: "All connections pending - authentication pending",
    0xF: "All connections pending - authorization pending",
  ]
}

extension CodeNames {
  /// Channels with a fixed meaning. Core Vol 3, Part A, 2.1, tables 2.1 to 2.4.
  package static let fixedChannels: CodeNames = [
    0x0001: "L2CAP Signaling channel", 0x0002: "Connectionless channel",
    0x0004: "Attribute Protocol",
    0x0005: "LE L2CAP Signaling channel", 0x0006: "Security Manager Protocol",
    0x0007: "BR/EDR Security Manager",
  ]
}
