extension LEMetaLayouts {
  /// Events of periodic advertising.
  ///
  /// Core Vol 4, Part E, 7.7.65.
  static let lePeriodicAdvertising: [UInt8: ParameterLayout] = [
    0x0E: ParameterLayout(
      "LE Periodic Advertising Sync Established [v1]",
      [.status(), .hex("Sync_Handle", octets: 2).brief] + advertiser),
    0x0F: ParameterLayout(
      "LE Periodic Advertising Report [v1]",
      [
        .hex("Sync_Handle", octets: 2).brief, .i8("TX_Power", .dBm, special: .notAvailable127),
        .i8("RSSI", .dBm, special: .notAvailable127).brief, .code("CTE_Type", .cteType),
        .code("Data_Status", .dataStatus).brief, .u8("Data_Length"),
        .advertisingData("Data", .counted("Data_Length")),
      ]),
    0x10: ParameterLayout(
      "LE Periodic Advertising Sync Lost", [.hex("Sync_Handle", octets: 2).brief]),
    0x18: ParameterLayout(
      "LE Periodic Advertising Sync Transfer Received [v1]",
      [
        .status(), .handle(), .hex("Service_Data", octets: 2).role(.appData),
        .hex("Sync_Handle", octets: 2).brief,
      ]
        + advertiser),
    0x22: ParameterLayout(
      "LE BIGInfo Advertising Report",
      [
        .hex("Sync_Handle", octets: 2).brief, .u8("Num_BIS").brief, .u8("NSE"),
        .time("ISO_Interval", .slotPairs).brief, .u8("BN"), .u8("PTO"), .u8("IRC"),
        .u16("Max_PDU", .octets), .time("SDU_Interval", octets: 3, .microseconds),
        .u16("Max_SDU", .octets), .code("PHY", .phy).brief, .code("Framing", .framing),
        .code("Encryption", .noYes).brief,
      ]),
    0x24: ParameterLayout(
      "LE Periodic Advertising Sync Established [v2]",
      [.status(), .hex("Sync_Handle", octets: 2).brief] + advertiser + responses),
    0x25: ParameterLayout(
      "LE Periodic Advertising Report [v2]",
      [
        .hex("Sync_Handle", octets: 2).brief, .i8("TX_Power", .dBm, special: .notAvailable127),
        .i8("RSSI", .dBm, special: .notAvailable127).brief, .code("CTE_Type", .cteType),
        .u16("Periodic_Event_Counter"), .u8("Subevent"), .code("Data_Status", .dataStatus).brief,
        .u8("Data_Length"), .advertisingData("Data", .counted("Data_Length")),
      ]),
    0x26: ParameterLayout(
      "LE Periodic Advertising Sync Transfer Received [v2]",
      [
        .status(), .handle(), .hex("Service_Data", octets: 2).role(.appData),
        .hex("Sync_Handle", octets: 2).brief,
      ]
        + advertiser + responses),
    0x27: ParameterLayout(
      "LE Periodic Advertising Subevent Data Request",
      [
        .u8("Advertising_Handle").brief, .u8("Subevent_Start").brief,
        .u8("Subevent_Data_Count").brief,
      ]),
    0x28: ParameterLayout(
      "LE Periodic Advertising Response Report",
      [
        .u8("Advertising_Handle").brief, .u8("Subevent").brief,
        .code("Tx_Status", .responseTXStatus), .u8("Num_Responses"),
        .list(
          "Responses", countedBy: "Num_Responses",
          [
            .i8("TX_Power", .dBm, special: .notAvailable127),
            .i8("RSSI", .dBm, special: .notAvailable127).brief, .code("CTE_Type", .cteType),
            .u8("Response_Slot").brief, .code("Data_Status", .dataStatus), .u8("Data_Length"),
            .advertisingData("Data", .counted("Data_Length")),
          ]),
      ]),
  ]
}

private let advertiser: [Parameter] = [
  .u8("Advertising_SID"), .code("Advertiser_Address_Type", .addressType),
  .address("Advertiser_Address"), .code("Advertiser_PHY", .phy).brief,
  .time("Periodic_Advertising_Interval", .slotPairs).brief,
  .code("Advertiser_Clock_Accuracy", .clockAccuracy),
]

private let responses: [Parameter] = [
  .u8("Num_Subevents"), .time("Subevent_Interval", octets: 1, .slotPairs),
  .time("Response_Slot_Delay", octets: 1, .slotPairs),
  .time("Response_Slot_Spacing", octets: 1, .frames),
]
