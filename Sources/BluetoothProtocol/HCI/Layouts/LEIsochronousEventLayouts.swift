extension LEMetaLayouts {
  /// Events of isochronous streams.
  ///
  /// Core Vol 4, Part E, 7.7.65.25 to 7.7.65.30.
  static let leIsochronous: [UInt8: ParameterLayout] = [
    0x19: ParameterLayout("LE CIS Established [v1]", [.status(), .handle()] + cis),
    0x1A: ParameterLayout(
      "LE CIS Request",
      [
        .handle("ACL_Connection_Handle"), .handle("CIS_Connection_Handle"), .u8("CIG_ID").brief,
        .u8("CIS_ID").brief,
      ]),
    0x1B: ParameterLayout(
      "LE Create BIG Complete",
      [
        .status(), .u8("BIG_Handle").brief, .time("BIG_Sync_Delay", octets: 3, .microseconds),
        .time("Transport_Latency_BIG", octets: 3, .microseconds), .code("PHY", .phy).brief,
        .u8("NSE"), .u8("BN"), .u8("PTO"), .u8("IRC"), .u16("Max_PDU", .octets),
        .time("ISO_Interval", .slotPairs).brief, .u8("Num_BIS"),
        .list("BISes", countedBy: "Num_BIS", [.handle()]),
      ]),
    0x1C: ParameterLayout(
      "LE Terminate BIG Complete", [.u8("BIG_Handle").brief, .code("Reason", .status).brief]),
    0x1D: ParameterLayout(
      "LE BIG Sync Established",
      [
        .status(), .u8("BIG_Handle").brief,
        .time("Transport_Latency_BIG", octets: 3, .microseconds), .u8("NSE"), .u8("BN"), .u8("PTO"),
        .u8("IRC"), .u16("Max_PDU", .octets), .time("ISO_Interval", .slotPairs).brief,
        .u8("Num_BIS"), .list("BISes", countedBy: "Num_BIS", [.handle()]),
      ]),
    0x1E: ParameterLayout(
      "LE BIG Sync Lost", [.u8("BIG_Handle").brief, .code("Reason", .status).brief]),
    0x2A: ParameterLayout(
      "LE CIS Established [v2]",
      [.status(), .handle()] + cis + [
        .time("Sub_Interval", octets: 3, .microseconds), .u16("Max_SDU_C_To_P", .octets),
        .u16("Max_SDU_P_To_C", .octets), .time("SDU_Interval_C_To_P", octets: 3, .microseconds),
        .time("SDU_Interval_P_To_C", octets: 3, .microseconds), .code("Framing", .framing),
      ]),
  ]
}

private let cis: [Parameter] = [
  .time("CIG_Sync_Delay", octets: 3, .microseconds),
  .time("CIS_Sync_Delay", octets: 3, .microseconds),
  .time("Transport_Latency_C_To_P", octets: 3, .microseconds).brief,
  .time("Transport_Latency_P_To_C", octets: 3, .microseconds).brief,
  .code("PHY_C_To_P", .phy).brief, .code("PHY_P_To_C", .phy).brief, .u8("NSE"), .u8("BN_C_To_P"),
  .u8("BN_P_To_C"), .u8("FT_C_To_P"), .u8("FT_P_To_C"), .u16("Max_PDU_C_To_P", .octets),
  .u16("Max_PDU_P_To_C", .octets), .time("ISO_Interval", .slotPairs).brief,
]
