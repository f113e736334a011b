extension HCIEventLayouts {
  /// Events of inquiry, and of connectionless peripheral broadcast.
  ///
  /// Core Vol 4, Part E, 7.7.
  static let inquiry: [UInt8: ParameterLayout] = [
    0x01: ParameterLayout("Inquiry Complete", [.status()]),
    0x02: ParameterLayout(
      "Inquiry Result",
      [
        .u8("Num_Responses").brief,
        .list(
          "Responses", countedBy: "Num_Responses",
          [
            .address(), .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode),
            .hex("Reserved", octets: 2), .hex("Class_Of_Device", octets: 3),
            .hex("Clock_Offset", octets: 2),
          ]),
      ]),
    0x22: ParameterLayout(
      "Inquiry Result with RSSI",
      [
        .u8("Num_Responses").brief,
        .list(
          "Responses", countedBy: "Num_Responses",
          [
            .address(), .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode),
            .hex("Reserved", octets: 1), .hex("Class_Of_Device", octets: 3),
            .hex("Clock_Offset", octets: 2), .i8("RSSI", .dBm).brief,
          ]),
      ]),
    0x2F: ParameterLayout(
      "Extended Inquiry Result",
      [
        .u8("Num_Responses"), .address(),
        .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode), .hex("Reserved", octets: 1),
        .hex("Class_Of_Device", octets: 3), .hex("Clock_Offset", octets: 2),
        .i8("RSSI", .dBm).brief, .advertisingData("Extended_Inquiry_Response", .fixed(240)),
      ]),
    0x4F: ParameterLayout("Synchronization Train Complete", [.status()]),
    0x50: ParameterLayout(
      "Synchronization Train Received",
      [
        .status(), .address(), .u32("Clock_Offset"),
        .bytes("AFH_Channel_Map", 10).role(.capability(10)), .u8("LT_ADDR"),
        .u32("Next_Broadcast_Instant"),
        .time("Connectionless_Peripheral_Broadcast_Interval", .slots).brief,
        .hex("Service_Data", octets: 1).role(.appData),
      ]),
    0x51: ParameterLayout(
      "Connectionless Peripheral Broadcast Receive",
      [
        .address(), .u8("LT_ADDR"), .u32("Clock"), .u32("Offset"),
        .code("RX_Status", .receptionStatus).brief, .code("Fragment", .fragment),
        .u8("Data_Length"), .bytes("Data", countedBy: "Data_Length"),
      ]),
    0x52: ParameterLayout(
      "Connectionless Peripheral Broadcast Timeout", [.address(), .u8("LT_ADDR")]),
    0x53: ParameterLayout("Truncated Page Complete", [.status(), .address()]),
    0x54: ParameterLayout("Peripheral Page Response Timeout", []),
    0x55: ParameterLayout(
      "Connectionless Peripheral Broadcast Channel Map Change",
      [.bytes("Channel_Map", 10).role(.capability(10))]),
    0x56: ParameterLayout(
      "Inquiry Response Notification", [.hex("LAP", octets: 3).brief, .i8("RSSI", .dBm).brief]),
  ]
}
