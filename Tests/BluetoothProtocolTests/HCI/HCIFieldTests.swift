import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

/// Whole packets as fields: what their codes, bits and units come to in words.
@Suite("HCI packets as fields")
struct HCIFieldTests {
  @Test func command() {
    expect(
      command:
        """
        41 20 0D   // LE Set Extended Scan Parameters, 13 octets
        01         // random device address
        02         // extended unfiltered
        05         // LE 1M and LE Coded
        01         // active, on LE 1M
        60 00      // every 60 ms
        30 00      // for 30 ms
        00         // passive, on LE Coded
        A0 00      // every 100 ms
        50 00      // for 50 ms
        """,
      [
        "LE Set Extended Scan Parameters",
        "  Command_Opcode: LE Set Extended Scan Parameters", "  Parameter_Total_Length: 13 octets",
        "  Own_Address_Type: Random Device Address",
        "  Scanning_Filter_Policy: Extended unfiltered", "  Scanning_PHYs: LE 1M + LE Coded",
        "  PHYs [0]", "    Scan_Type: Active", "    Scan_Interval: 60000000 ns",
        "    Scan_Window: 30000000 ns", "  PHYs [1]", "    Scan_Type: Passive",
        "    Scan_Interval: 100000000 ns", "    Scan_Window: 50000000 ns",
      ])
  }

  @Test func returnParameters() {
    expect(
      event:
        """
        0E 0A      // Command Complete, 10 octets
        01         // one more command may be sent
        01 10      // Read Local Version Information
        00         // success
        0B         // HCI 5.2
        34 12      // subversion
        0B         // LMP 5.2
        59 00      // Nordic Semiconductor ASA
        """,
      [
        "Command Complete", "  Event_Code: Command Complete", "  Parameter_Total_Length: 10 octets",
        "  Num_HCI_Command_Packets: 1", "  Command_Opcode: Read Local Version Information",
        "  Status: Success", "  HCI_Version: 5.2", "  HCI_Subversion: 0x1234",
        "  LMP_Version: 5.2", "  Company_Identifier: Nordic Semiconductor ASA",
        // LMP_Subversion, of which the packet says that it is there.
        "  Missing: 2 needed, 0 available",
      ])
  }

  /// Written from the octet tables of Android's HCI requirements.
  @Test("Android's reports: energy and faults have layouts of their own, others are octets")
  func qualityReports() {
    expect(
      event:
        """
        FF 52                         // vendor specific, 82 octets
        58 06 0A 00                   // energy monitoring, 10 mA
        E8 03 00 00 05 00 00 00       // idle: 1000 ms, 5 times
        F4 01 00 00 06 00 00 00       // active: 500 ms, 6 times
        01 00 00 00 02 00 00 00 04    // BR/EDR TX, 4 dBm
        03 00 00 00 04 00 00 00       // BR/EDR RX
        07 00 00 00 08 00 00 00 F8    // LE TX, -8 dBm
        09 00 00 00 0A 00 00 00       // LE RX
        DC 05 00 00                   // in 1500 ms
        01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00 06 00 00 00
        """,
      [
        "Android Bluetooth Quality Report", "  Event_Code: Vendor Specific",
        "  Parameter_Total_Length: 82 octets", "  Sub_event: 0x58",
        "  Quality_Report_Id: Energy monitoring mode", "  Average_Current_Consumption: 10",
        "  Idle_Total_Time: 1000 ms", "  Idle_State_Enter_Count: 5",
        "  Active_Total_Time: 500 ms", "  Active_State_Enter_Count: 6",
        "  BREDR_TX_Total_Time: 1 ms", "  BREDR_TX_State_Enter_Count: 2",
        "  BREDR_TX_Average_Power_Level: 4 dBm", "  BREDR_RX_Total_Time: 3 ms",
        "  BREDR_RX_State_Enter_Count: 4", "  LE_TX_Total_Time: 7 ms",
        "  LE_TX_State_Enter_Count: 8", "  LE_TX_Average_Power_Level: -8 dBm",
        "  LE_RX_Total_Time: 9 ms", "  LE_RX_State_Enter_Count: 10",
        "  Report_Time_Duration: 1500 ms", "  RX_Active_One_Chain_Time: 1 ms",
        "  RX_Active_Two_Chain_Time: 2 ms", "  TX_iPA_Active_One_Chain_Time: 3 ms",
        "  TX_iPA_Active_Two_Chain_Time: 4 ms", "  TX_ePA_Active_One_Chain_Time: 5 ms",
        "  TX_ePA_Active_Two_Chain_Time: 6 ms",
      ])
    expect(
      event: "FF 05 58 05 42 07 AA  // root inflammation",
      [
        "Android Bluetooth Quality Report", "  Event_Code: Vendor Specific",
        "  Parameter_Total_Length: 5 octets", "  Sub_event: 0x58",
        "  Quality_Report_Id: Root inflammation",
        "  Error_Code: Unknown Advertising Identifier", "  Vendor_Specific_Error_Code: 0x07",
        "  Parameters of the vendor: AA",
      ])
    for id in ["09", "06"] {
      expect(
        event: "FF 04 58 \(id) 01 02",
        [
          "Vendor Specific event", "  Event_Code: Vendor Specific",
          "  Parameter_Total_Length: 4 octets", "  Event_Parameters: 58\(id)0102",
        ])
    }
  }

  @Test func failureHasNoMoreParameters() {
    expect(
      event: "0E 04 01 05 14 02  // Read RSSI failed: unknown connection",
      [
        "Command Complete", "  Event_Code: Command Complete", "  Parameter_Total_Length: 4 octets",
        "  Num_HCI_Command_Packets: 1", "  Command_Opcode: Read RSSI",
        "  Status: Unknown Connection Identifier",
      ])
  }

  @Test("No Operation is no command, and returns nothing")
  func noOperation() {
    expect(
      event: "0E 03 01 00 00  // one more command may be sent",
      [
        "Command Complete", "  Event_Code: Command Complete", "  Parameter_Total_Length: 3 octets",
        "  Num_HCI_Command_Packets: 1", "  Command_Opcode: No Operation",
      ])
    expect(
      event: "0E 04 01 00 00 00  // an octet more",
      [
        "Command Complete", "  Event_Code: Command Complete", "  Parameter_Total_Length: 4 octets",
        "  Num_HCI_Command_Packets: 1", "  Command_Opcode: No Operation", "  Left over: 00",
      ])
  }

  @Test func leEvent() {
    expect(
      event:
        """
        3E 0A      // LE Meta, 10 octets
        03         // LE Connection Update Complete
        00         // success
        40 00      // handle 0x0040
        0C 00      // 15 ms
        1E 00      // latency 30
        58 02      // 6 s
        """,
      [
        "LE Connection Update Complete", "  Event_Code: LE Meta",
        "  Parameter_Total_Length: 10 octets", "  Subevent_Code: LE Connection Update Complete",
        "  Status: Success", "  Connection_Handle: 0x0040", "  Connection_Interval: 15000000 ns",
        "  Peripheral_Latency: 30", "  Supervision_Timeout: 6000000000 ns",
      ])
  }

  @Test func numbersThatAreNoNumbers() {
    expect(
      event:
        """
        3E 09      // LE Meta, 9 octets
        21         // LE Transmit Power Reporting
        00         // success
        40 00      // handle 0x0040
        01         // the remote changed its power
        04         // LE Coded, S=2
        7E         // which it does not manage
        02         // at maximum
        7F         // change not known
        """,
      [
        "LE Transmit Power Reporting", "  Event_Code: LE Meta",
        "  Parameter_Total_Length: 9 octets", "  Subevent_Code: LE Transmit Power Reporting",
        "  Status: Success", "  Connection_Handle: 0x0040",
        "  Reason: Remote transmit power changed", "  PHY: LE Coded, S=2",
        "  TX_Power_Level: Not managed", "  TX_Power_Level_Flag: At maximum",
        "  Delta: Not available",
      ])
  }

  @Test func reservedValuesAreShownAsSuch() {
    expect(
      command: "32 20 07 40 00 08 88 01 07 00  // LE Set PHY with reserved bits and code",
      [
        "LE Set PHY", "  Command_Opcode: LE Set PHY", "  Parameter_Total_Length: 7 octets",
        "  Connection_Handle: 0x0040", "  All_PHYs: reserved bit 3",
        "  TX_PHYs: reserved bit 3 + reserved bit 7", "  RX_PHYs: LE 1M",
        "  PHY_Options: reserved 0x0007",
      ])
  }

  @Test func unknownCodes() {
    expect(
      command: "FF 23 01 AA  // OGF 0x08, an OCF that is not assigned",
      [
        "Unknown HCI command", "  Command_Opcode: reserved 0x23FF",
        "  Parameter_Total_Length: 1 octets", "  Parameters: AA",
      ])
    expect(
      command: "53 FD 02 01 02  // OGF 0x3F",
      [
        "Vendor command", "  Command_Opcode: reserved 0xFD53",
        "  Parameter_Total_Length: 2 octets", "  Parameters: 0102",
      ])
    expect(
      event: "3E 02 FE 55  // an LE event that is not assigned",
      [
        "LE Meta", "  Event_Code: LE Meta", "  Parameter_Total_Length: 2 octets",
        "  Subevent_Code: reserved 0xFE", "  Parameters: 55",
      ])
  }

  @Test func whatIsThereDependsOnAnEarlierParameter() {
    expect(
      command: "05 0C 01 00  // clear all event filters",
      [
        "Set Event Filter", "  Command_Opcode: Set Event Filter",
        "  Parameter_Total_Length: 1 octets", "  Filter_Type: Clear All Filters",
      ])
    expect(
      command: "05 0C 08 01 02 1C 7B 0A F3 0D 66  // inquiry results of one device",
      [
        "Set Event Filter", "  Command_Opcode: Set Event Filter",
        "  Parameter_Total_Length: 8 octets", "  Filter_Type: Inquiry Result",
        "  Filter_Condition_Type: BD_ADDR", "  BD_ADDR: 66:0D:F3:0A:7B:1C",
      ])
    expect(
      command: "05 0C 03 02 00 03  // connections of all devices",
      [
        "Set Event Filter", "  Command_Opcode: Set Event Filter",
        "  Parameter_Total_Length: 3 octets", "  Filter_Type: Connection Setup",
        "  Filter_Condition_Type: All devices", "  Auto_Accept_Flag: Accept, with role switch",
      ])
  }

  @Test func supportedCommands() {
    let bits = "21 00 00 80 00 40" + String(repeating: " 00", count: 19) + " 03"
    expect(
      event: "0E 44 01 02 10 00" + " " + bits + String(repeating: " 00", count: 38),
      [
        "Command Complete", "  Event_Code: Command Complete", "  Parameter_Total_Length: 68 octets",
        "  Num_HCI_Command_Packets: 1", "  Command_Opcode: Read Local Supported Commands",
        "  Status: Success",
        "  Supported_Commands: 210000800040\(String(repeating: "00", count: 19))03 00*38",
        "    Command: Inquiry", "    Command: Disconnect", "    Reserved bit: 31",
        "    Command: Set Event Mask",
        "    Command: LE Set Event Mask", "    Command: LE Read Buffer Size [v1]",
      ])
  }

  @Test func supportedCommandsAreKnown() {
    let opcodes = SupportedCommands.opcodes.filter { $0 != 0 }
    #expect(opcodes.count == 371 && Set(opcodes).count == opcodes.count)
    #expect(opcodes.filter { HCIOpcode($0).name == nil } == [])
    // From the specification: octet 47, bit 2, and octet 10, bit 7.
    #expect(SupportedCommands.opcode(octet: 47, bit: 2)?.rawValue == 0x2087)
    #expect(SupportedCommands.opcode(octet: 10, bit: 7) == HCIOpcode(0x0C35))
    #expect(SupportedCommands.opcode(octet: 63, bit: 7) == nil)
  }

  @Test func vendorPacketsAreTheManufacturers() {
    var list = FieldList()
    let command = hex("53 FD 01 02  // OGF 0x3F")
    describeCommand(
      ByteRange(start: 0, end: command.count), manufacturer: 0x000F, in: command.span, into: &list)
    #expect(list["Manufacturer"]?.codeName == "Broadcom Corporation")
    let event = hex("FF 02 12 34  // Vendor Specific")
    list.removeAll()
    describeEvent(
      ByteRange(start: 0, end: event.count), manufacturer: 0x0059, in: event.span, into: &list)
    #expect(list["Manufacturer"]?.codeName == "Nordic Semiconductor ASA")
    // Commands and events of the specification are no company's.
    list.removeAll()
    let reset = hex("03 0C 00  // Reset")
    describeCommand(
      ByteRange(start: 0, end: reset.count), manufacturer: 0x000F, in: reset.span, into: &list)
    #expect(list["Manufacturer"] == nil)
  }

  @Test func eventMasks() {
    // Disconnection Complete is event 0x05, LE Meta 0x3E; LE Subrate Change is LE event 0x23.
    let set = CodeNames.eventMask
    #expect(set[4] == "Disconnection Complete" && set[61] == "LE Meta")
    #expect(set[13] == nil && set[14] == nil && set[18] == nil)
    #expect(CodeNames.eventMaskPage2[23] == "Authenticated Payload Timeout Expired")
    #expect(CodeNames.eventMaskPage2[25] == "Encryption Change [v2]")
    #expect(CodeNames.leEventMask[34] == "LE Subrate Change")
    #expect(CodeNames.leEventMask[52] == "LE Frame Space Update Complete")
  }

  private let qualityReport =
    """
    FF 31      // Vendor Specific, 49 octets
    58 02 01   // quality report: approaching LSTO, on ID packets
    40 00 00   // handle 0x0040, central
    F6 B5 0A   // TX power -10 dBm, RSSI -75 dBm, SNR 10 dB
    01 02      // 1 channel not used, 2 not ideal
    40 06      // LSTO 1600: 500 ms
    01 00 00 00  // piconet clock
    11 00 00 00  // 17 retransmissions
    12 00 00 00  // 18 times nothing received
    13 00 00 00  // 19 times not acknowledged
    02 00 00 00  // last TX ACK
    04 00 00 00  // flow off 4 times
    03 00 00 00  // last flow on
    05 00 00 00  // 5 octets over
    06 00 00 00  // 6 octets under
    """

  @Test func qualityReportAsFields() {
    expect(
      event: qualityReport,
      [
        "Android Bluetooth Quality Report", "  Event_Code: Vendor Specific",
        "  Parameter_Total_Length: 49 octets", "  Sub_event: 0x58",
        "  Quality_Report_Id: Approaching LSTO", "  Packet_Types: ID",
        "  Connection_Handle: 0x0040", "  Connection_Role: Central",
        "  TX_Power_Level: -10 dBm", "  RSSI: -75 dBm", "  SNR: 10 dB",
        "  Unused_AFH_Channel_Count: 1", "  AFH_Select_Unideal_Channel_Count: 2",
        "  LSTO: 500000000 ns", "  Connection_Piconet_Clock: 312500 ns",
        "  Retransmission_Count: 17", "  No_RX_Count: 18", "  NAK_Count: 19",
        "  Last_TX_ACK_Timestamp: 625000 ns", "  Flow_Off_Count: 4",
        "  Last_Flow_On_Timestamp: 937500 ns", "  Buffer_Overflow_Bytes: 5 octets",
        "  Buffer_Underflow_Bytes: 6 octets",
      ])
  }

  @Test func qualityReportAsStruct() {
    let octets = Array(hex(qualityReport).dropFirst(2))
    let range = ByteRange(start: 0, end: octets.count)
    guard let report = AndroidQualityReport(range, in: octets.span),
      let layout = AndroidQualityReport.layout(of: range, in: octets.span)
    else {
      Issue.record("not taken for a quality report")
      return
    }
    var list = FieldList()
    ParameterDecoder.decode(layout, range, in: octets.span, into: &list)
    let claims = [
      claim("Quality_Report_Id", report.id), claim("Connection_Handle", report.handle),
      claim("Connection_Role", report.role), claim("TX_Power_Level", report.txPower),
      claim("RSSI", report.rssi), claim("SNR", report.snr),
      claim("Retransmission_Count", report.retransmissions), claim("No_RX_Count", report.noRX),
      claim("NAK_Count", report.nak), claim("Flow_Off_Count", report.flowOff),
      claim("Buffer_Overflow_Bytes", report.overflowOctets),
      claim("Buffer_Underflow_Bytes", report.underflowOctets),
    ]
    #expect(claims.filter { !$0.holds(in: list) }.map(\.name) == [])
    #expect(report.supervisionTimeoutMicroseconds == 500_000)
  }
}

private func expect(
  command vector: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let octets = hex(vector)
  var list = FieldList()
  describeCommand(ByteRange(start: 0, end: octets.count), in: octets.span, into: &list)
  #expect(list.fields.map { line($0, octets) } == lines, sourceLocation: sourceLocation)
}

private func expect(
  event vector: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let octets = hex(vector)
  var list = FieldList()
  describeEvent(ByteRange(start: 0, end: octets.count), in: octets.span, into: &list)
  #expect(list.fields.map { line($0, octets) } == lines, sourceLocation: sourceLocation)
}

/// A field as a line, in words where it has words.
private func line(_ field: DecodedField, _ octets: [UInt8]) -> String {
  let margin = String(repeating: "  ", count: Int(field.depth))
  switch field.value {
  case .group: return "\(margin)\(field.name)"
  case .element(let index): return "\(margin)\(field.name) [\(index)]"
  default: return "\(margin)\(field.name): \(words(field, octets))"
  }
}

private func words(_ field: DecodedField, _ octets: [UInt8]) -> String {
  if case .bits(let bits, _, let names) = field.value {
    let set = (0..<64).filter { bits >> UInt64($0) & 1 == 1 }
    return set.map { names[UInt64($0)] ?? "reserved bit \($0)" }.joined(separator: " + ")
  }
  if let name = field.value.codeName { return name }
  switch field.value {
  case .code, .company, .opcode: return "reserved " + text(of: field, in: octets)
  default: return text(of: field, in: octets)
  }
}
