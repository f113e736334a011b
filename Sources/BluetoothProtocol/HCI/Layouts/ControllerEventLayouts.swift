extension HCIEventLayouts {
  /// Events about the Controller, its commands and its buffers.
  ///
  /// Core Vol 4, Part E, 7.7.
  static let controller: [UInt8: ParameterLayout] = [
    0x0D: ParameterLayout(
      "QoS Setup Complete",
      [
        .status(), .handle(), .u8("Unused"), .code("Service_Type", .serviceType).brief,
        .u32("Token_Rate", .octetsPerSecond), .u32("Peak_Bandwidth", .octetsPerSecond),
        .u32("Latency", .microseconds), .u32("Delay_Variation", .microseconds),
      ]),
    0x0E: ParameterLayout(
      "Command Complete", [.u8("Num_HCI_Command_Packets"), .opcode("Command_Opcode")]),
    0x0F: ParameterLayout(
      "Command Status", [.status(), .u8("Num_HCI_Command_Packets"), .opcode("Command_Opcode")]),
    0x10: ParameterLayout("Hardware Error", [.hex("Hardware_Code", octets: 1).brief]),
    0x13: ParameterLayout(
      "Number Of Completed Packets",
      [
        .u8("Num_Handles"),
        .list(
          "Handles", countedBy: "Num_Handles", [.handle(), .u16("Num_Completed_Packets").brief]),
      ]),
    0x19: ParameterLayout("Loopback Command", [.rest("HCI_Command_Packet")]),
    0x1A: ParameterLayout("Data Buffer Overflow", [.code("Link_Type", .overflowLinkType).brief]),
    0x1E: ParameterLayout("QoS Violation", [.handle("Handle")]),
    0x21: ParameterLayout(
      "Flow Specification Complete",
      [
        .status(), .handle(), .u8("Unused"), .code("Flow_Direction", .flowDirection).brief,
        .code("Service_Type", .serviceType).brief, .u32("Token_Rate", .octetsPerSecond),
        .u32("Token_Bucket_Size", .octets), .u32("Peak_Bandwidth", .octetsPerSecond),
        .u32("Access_Latency", .microseconds),
      ]),
    0x48: ParameterLayout(
      "Number Of Completed Data Blocks",
      [
        .u16("Total_Num_Data_Blocks").brief, .u8("Num_Handles"),
        .list(
          "Handles", countedBy: "Num_Handles",
          [.handle(), .u16("Num_Completed_Packets").brief, .u16("Num_Completed_Blocks").brief]),
      ]),
    0x4E: ParameterLayout(
      "Triggered Clock Capture",
      [
        .handle(), .code("Which_Clock", .whichClock).brief,
        .time("Clock", octets: 4, .halfSlots).brief, .time("Slot_Offset", .microseconds),
      ]),
  ]
}
