extension HCIEventLayouts {
  /// Events about BR/EDR connections and about the end of any connection.
  ///
  /// Core Vol 4, Part E, 7.7.
  static let connection: [UInt8: ParameterLayout] = [
    0x03: ParameterLayout(
      "Connection Complete",
      [
        .status(), .handle(), .address(), .code("Link_Type", .linkType).brief,
        .code("Encryption_Enabled", .disabledEnabled),
      ]),
    0x04: ParameterLayout(
      "Connection Request",
      [.address(), .hex("Class_Of_Device", octets: 3), .code("Link_Type", .linkType).brief]),
    0x05: ParameterLayout(
      "Disconnection Complete", [.status(), .handle(), .code("Reason", .status).brief]),
    0x07: ParameterLayout(
      "Remote Name Request Complete", [.status(), .address(), .text("Remote_Name", 248).brief]),
    0x0B: ParameterLayout(
      "Read Remote Supported Features Complete",
      [.status(), .handle(), .bits("LMP_Features", octets: 8, .lmpFeatures)]),
    0x0C: ParameterLayout(
      "Read Remote Version Information Complete",
      [
        .status(), .handle(), .code("Version", .coreVersion).brief,
        .company("Company_Identifier").brief, .hex("Subversion", octets: 2),
      ]),
    0x11: ParameterLayout("Flush Occurred", [.handle("Handle")]),
    0x12: ParameterLayout("Role Change", [.status(), .address(), .code("New_Role", .role).brief]),
    0x14: ParameterLayout(
      "Mode Change",
      [
        .status(), .handle(), .code("Current_Mode", .linkMode).brief,
        .time("Interval", .slots).brief,
      ]),
    0x1B: ParameterLayout("Max Slots Change", [.handle(), .u8("LMP_Max_Slots").brief]),
    0x1C: ParameterLayout(
      "Read Clock Offset Complete", [.status(), .handle(), .hex("Clock_Offset", octets: 2).brief]),
    0x1D: ParameterLayout(
      "Connection Packet Type Changed",
      [.status(), .handle(), .bits("Packet_Type", octets: 2, .aclPacketTypes).brief]),
    // Withdrawn after version 1.1.
    0x1F: ParameterLayout(
      "Page Scan Mode Change", [.address(), .hex("Page_Scan_Mode", octets: 1)]),
    0x20: ParameterLayout(
      "Page Scan Repetition Mode Change",
      [.address(), .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode).brief]),
    0x23: ParameterLayout(
      "Read Remote Extended Features Complete",
      [
        .status(), .handle(), .u8("Page_Number").brief, .u8("Max_Page_Number"),
        .hex("Extended_LMP_Features", octets: 8),
      ]),
    0x2C: ParameterLayout(
      "Synchronous Connection Complete",
      [
        .status(), .handle(), .address(), .code("Link_Type", .linkType).brief,
        .time("Transmission_Interval", octets: 1, .slots),
        .time("Retransmission_Window", octets: 1, .slots), .u16("RX_Packet_Length", .octets),
        .u16("TX_Packet_Length", .octets), .code("Air_Mode", .airMode).brief,
      ]),
    0x2D: ParameterLayout(
      "Synchronous Connection Changed",
      [
        .status(), .handle(), .time("Transmission_Interval", octets: 1, .slots),
        .time("Retransmission_Window", octets: 1, .slots), .u16("RX_Packet_Length", .octets),
        .u16("TX_Packet_Length", .octets),
      ]),
    0x2E: ParameterLayout(
      "Sniff Subrating",
      [
        .status(), .handle(), .time("Max_TX_Latency", .slots).brief,
        .time("Max_RX_Latency", .slots).brief, .time("Min_Remote_Timeout", .slots),
        .time("Min_Local_Timeout", .slots),
      ]),
    0x38: ParameterLayout(
      "Link Supervision Timeout Changed",
      [.handle(), .time("Link_Supervision_Timeout", .slots, special: .noTimeout).brief]),
    0x39: ParameterLayout("Enhanced Flush Complete", [.handle("Handle")]),
    0x3D: ParameterLayout(
      "Remote Host Supported Features Notification",
      [.address(), .hex("Host_Supported_Features", octets: 8)]),
    0x57: ParameterLayout("Authenticated Payload Timeout Expired", [.handle()]),
    0x58: ParameterLayout(
      "SAM Status Change",
      [
        .handle(), .u8("Local_SAM_Index", special: .none255).brief,
        .u8("Local_SAM_TX_Availability"), .u8("Local_SAM_RX_Availability"),
        .u8("Remote_SAM_Index", special: .none255).brief, .u8("Remote_SAM_TX_Availability"),
        .u8("Remote_SAM_RX_Availability"),
      ]),
  ]
}
