import Bytes

/// The layouts of Android's Bluetooth Quality Report, one for each kind of report.
///
/// Names as in Android's HCI requirements, "Bluetooth quality report".
extension AndroidQualityReport {
  /// The layout of a vendor event, if it is one of these reports; `nil` for what is too short for
  /// the kind that it names, and for kinds that are not known.
  package static func layout(
    of parameters: ByteRange, in bytes: Span<UInt8>
  ) -> ParameterLayout? {
    guard parameters.count >= 2, bytes[parameters.start] == subevent else { return nil }
    let id = bytes[parameters.start + 1]
    switch id {
    case 0x05: return parameters.count >= 4 ? rootInflammation : nil
    case 0x06: return parameters.count >= 82 ? energy : nil
    default: return linkQualityIDs.contains(id) && parameters.count >= 49 ? linkQuality : nil
    }
  }

  private static let name: StaticString = "Android Bluetooth Quality Report"
  private static let head: [Parameter] = [
    .hex("Sub_event", octets: 1), .code("Quality_Report_Id", reportIDs).brief,
  ]

  /// What newer versions add is left as octets.
  private static let linkQuality = ParameterLayout(
    name,
    head + [
      .code("Packet_Types", packetTypes), .handle(), .code("Connection_Role", .role),
      .i8("TX_Power_Level", .dBm), .i8("RSSI", .dBm).brief, .u8("SNR", .dB),
      .u8("Unused_AFH_Channel_Count"), .u8("AFH_Select_Unideal_Channel_Count"),
      .time("LSTO", .halfSlots), .time("Connection_Piconet_Clock", octets: 4, .halfSlots),
      .u32("Retransmission_Count").brief, .u32("No_RX_Count").brief, .u32("NAK_Count").brief,
      .time("Last_TX_ACK_Timestamp", octets: 4, .halfSlots), .u32("Flow_Off_Count").brief,
      .time("Last_Flow_On_Timestamp", octets: 4, .halfSlots),
      .u32("Buffer_Overflow_Bytes", .octets), .u32("Buffer_Underflow_Bytes", .octets),
      .rest("Parameters of the version and the vendor"),
    ])

  private static let rootInflammation = ParameterLayout(
    name,
    head + [
      .status("Error_Code"), .hex("Vendor_Specific_Error_Code", octets: 1).brief,
      .rest("Parameters of the vendor"),
    ])

  /// What the controller used since the last report, of current in mA.
  private static let energy = ParameterLayout(
    name,
    head + [
      .u16("Average_Current_Consumption").brief,
      .u32("Idle_Total_Time", .milliseconds).brief, .u32("Idle_State_Enter_Count"),
      .u32("Active_Total_Time", .milliseconds).brief, .u32("Active_State_Enter_Count"),
      .u32("BREDR_TX_Total_Time", .milliseconds), .u32("BREDR_TX_State_Enter_Count"),
      .i8("BREDR_TX_Average_Power_Level", .dBm),
      .u32("BREDR_RX_Total_Time", .milliseconds), .u32("BREDR_RX_State_Enter_Count"),
      .u32("LE_TX_Total_Time", .milliseconds), .u32("LE_TX_State_Enter_Count"),
      .i8("LE_TX_Average_Power_Level", .dBm),
      .u32("LE_RX_Total_Time", .milliseconds), .u32("LE_RX_State_Enter_Count"),
      .u32("Report_Time_Duration", .milliseconds), .u32("RX_Active_One_Chain_Time", .milliseconds),
      .u32("RX_Active_Two_Chain_Time", .milliseconds),
      .u32("TX_iPA_Active_One_Chain_Time", .milliseconds),
      .u32("TX_iPA_Active_Two_Chain_Time", .milliseconds),
      .u32("TX_ePA_Active_One_Chain_Time", .milliseconds),
      .u32("TX_ePA_Active_Two_Chain_Time", .milliseconds),
      .rest("Parameters of the version and the vendor"),
    ])

  private static let reportIDs: CodeNames = [
    0x01: "Quality monitoring mode", 0x02: "Approaching LSTO", 0x03: "A2DP audio choppy",
    0x04: "(e)SCO voice choppy", 0x05: "Root inflammation", 0x06: "Energy monitoring mode",
    0x07: "LE audio choppy", 0x08: "Connect failure",
  ]
  private static let packetTypes: CodeNames = [
    0x01: "ID", 0x02: "NULL", 0x03: "POLL", 0x04: "FHS", 0x05: "HV1", 0x06: "HV2", 0x07: "HV3",
    0x08: "DV", 0x09: "EV3", 0x0A: "EV4", 0x0B: "EV5", 0x0C: "2-EV3", 0x0D: "2-EV5",
    0x0E: "3-EV3", 0x0F: "3-EV5", 0x10: "DM1", 0x11: "DH1", 0x12: "DM3", 0x13: "DH3",
    0x14: "DM5", 0x15: "DH5", 0x16: "AUX1", 0x17: "2-DH1", 0x18: "2-DH3", 0x19: "2-DH5",
    0x1A: "3-DH1", 0x1B: "3-DH3", 0x1C: "3-DH5",
  ]
}
