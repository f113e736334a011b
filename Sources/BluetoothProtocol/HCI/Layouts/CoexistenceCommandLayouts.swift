extension HCICommandLayouts {
  /// Commands about coexistence with a mobile wireless system (MWS) in the same device.
  ///
  /// OGF 0x03 and 0x05. Core Vol 4, Part E, 7.3.81 to 7.3.86 and 7.5.11.
  static let coexistence: [HCICommandLayout] = [
    HCICommandLayout(
      0x0C6E, "Set MWS Channel Parameters",
      [
        .code("MWS_Channel_Enable", .disabledEnabled).brief,
        .u16("MWS_RX_Center_Frequency", .megahertz), .u16("MWS_TX_Center_Frequency", .megahertz),
        .u16("MWS_RX_Channel_Bandwidth", .kilohertz), .u16("MWS_TX_Channel_Bandwidth", .kilohertz),
        .code("MWS_Channel_Type", .mwsChannelType),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C6F, "Set External Frame Configuration",
      [
        .u16("MWS_Frame_Duration", .microseconds).brief,
        .i16("MWS_Frame_Sync_Assert_Offset", .microseconds),
        .u16("MWS_Frame_Sync_Assert_Jitter", .microseconds), .u8("MWS_Num_Periods"),
        .list(
          "Periods", countedBy: "MWS_Num_Periods",
          [.u16("Period_Duration", .microseconds), .code("Period_Type", .mwsPeriodType)]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C70, "Set MWS Signaling",
      [
        .i16("MWS_RX_Assert_Offset", .microseconds), .u16("MWS_RX_Assert_Jitter", .microseconds),
        .i16("MWS_RX_Deassert_Offset", .microseconds),
        .u16("MWS_RX_Deassert_Jitter", .microseconds), .i16("MWS_TX_Assert_Offset", .microseconds),
        .u16("MWS_TX_Assert_Jitter", .microseconds), .i16("MWS_TX_Deassert_Offset", .microseconds),
        .u16("MWS_TX_Deassert_Jitter", .microseconds),
        .i16("MWS_Pattern_Assert_Offset", .microseconds),
        .u16("MWS_Pattern_Assert_Jitter", .microseconds),
        .i16("MWS_Inactivity_Duration_Assert_Offset", .microseconds),
        .u16("MWS_Inactivity_Duration_Assert_Jitter", .microseconds),
        .i16("MWS_Scan_Frequency_Assert_Offset", .microseconds),
        .u16("MWS_Scan_Frequency_Assert_Jitter", .microseconds),
        .u16("MWS_Priority_Assert_Offset_Request", .microseconds),
      ],
      returns: [
        .status(), .i16("Bluetooth_RX_Priority_Assert_Offset", .microseconds),
        .u16("Bluetooth_RX_Priority_Assert_Jitter", .microseconds),
        .i16("Bluetooth_RX_Priority_Deassert_Offset", .microseconds),
        .u16("Bluetooth_RX_Priority_Deassert_Jitter", .microseconds),
        .i16("802_RX_Priority_Assert_Offset", .microseconds),
        .u16("802_RX_Priority_Assert_Jitter", .microseconds),
        .i16("802_RX_Priority_Deassert_Offset", .microseconds),
        .u16("802_RX_Priority_Deassert_Jitter", .microseconds),
        .i16("Bluetooth_TX_On_Assert_Offset", .microseconds),
        .u16("Bluetooth_TX_On_Assert_Jitter", .microseconds),
        .i16("Bluetooth_TX_On_Deassert_Offset", .microseconds),
        .u16("Bluetooth_TX_On_Deassert_Jitter", .microseconds),
        .i16("802_TX_On_Assert_Offset", .microseconds),
        .u16("802_TX_On_Assert_Jitter", .microseconds),
        .i16("802_TX_On_Deassert_Offset", .microseconds),
        .u16("802_TX_On_Deassert_Jitter", .microseconds),
      ]),
    HCICommandLayout(
      0x0C71, "Set MWS Transport Layer",
      [
        .code("Transport_Layer", .mwsTransportLayer).brief,
        .u32("To_MWS_Baud_Rate", .bitsPerSecond), .u32("From_MWS_Baud_Rate", .bitsPerSecond),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C72, "Set MWS Scan Frequency Table",
      [
        .u8("Num_Scan_Frequencies").brief,
        .list(
          "Scan Frequencies", countedBy: "Num_Scan_Frequencies",
          [.u16("Scan_Frequency_Low", .megahertz), .u16("Scan_Frequency_High", .megahertz)]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C73, "Set MWS Pattern Configuration",
      [
        .u8("MWS_Pattern_Index").brief, .u8("MWS_Pattern_Num_Intervals"),
        .list(
          "Intervals", countedBy: "MWS_Pattern_Num_Intervals",
          [
            .u16("MWS_Pattern_Interval_Duration", .microseconds),
            .code("MWS_Pattern_Interval_Type", .mwsPatternIntervalType),
          ]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x140C, "Get MWS Transport Layer Configuration", [],
      returns: [
        .status(), .u8("Num_Transports").brief,
        .list(
          "Transports", countedBy: "Num_Transports",
          [.code("Transport_Layer", .mwsTransportLayer), .u8("Num_Baud_Rates")]),
        .list(
          untilEnd: "Baud Rates",
          [.u32("To_MWS_Baud_Rate", .bitsPerSecond), .u32("From_MWS_Baud_Rate", .bitsPerSecond)]),
      ]),
  ]
}
