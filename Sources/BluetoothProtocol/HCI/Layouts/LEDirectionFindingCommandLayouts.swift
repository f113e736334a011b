extension HCICommandLayouts {
  /// LE Controller commands about the Constant Tone Extension (CTE).
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.80 to 7.8.87.
  static let leDirectionFinding: [HCICommandLayout] = [
    HCICommandLayout(
      0x2051, "LE Set Connectionless CTE Transmit Parameters",
      [
        .u8("Advertising_Handle").brief, .time("CTE_Length", octets: 1, .eightMicroseconds).brief,
        .code("CTE_Type", .cteType).brief, .u8("CTE_Count"),
      ] + switchingPattern, returns: [.status()]),
    HCICommandLayout(
      0x2052, "LE Set Connectionless CTE Transmit Enable",
      [.u8("Advertising_Handle").brief, .code("CTE_Enable", .disabledEnabled).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2053, "LE Set Connectionless IQ Sampling Enable",
      [
        .hex("Sync_Handle", octets: 2).brief, .code("Sampling_Enable", .disabledEnabled).brief,
        .code("Slot_Durations", .slotDurations), .u8("Max_Sampled_CTEs", special: .allCTEs),
      ] + switchingPattern, returns: [.status(), .hex("Sync_Handle", octets: 2).brief]),
    HCICommandLayout(
      0x2054, "LE Set Connection CTE Receive Parameters",
      [
        .handle(), .code("Sampling_Enable", .disabledEnabled).brief,
        .code("Slot_Durations", .slotDurations),
      ] + switchingPattern, returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2055, "LE Set Connection CTE Transmit Parameters",
      [.handle(), .bits("CTE_Types", .cteTypes).brief] + switchingPattern,
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2056, "LE Connection CTE Request Enable",
      [
        .handle(), .code("Enable", .disabledEnabled).brief,
        .u16("CTE_Request_Interval", special: .once0),
        .time("Requested_CTE_Length", octets: 1, .eightMicroseconds),
        .code("Requested_CTE_Type", .cteType),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2057, "LE Connection CTE Response Enable",
      [.handle(), .code("Enable", .disabledEnabled).brief], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2058, "LE Read Antenna Information", [],
      returns: [
        .status(), .bits("Supported_Switching_Sampling_Rates", .switchingSamplingRates),
        .u8("Num_Antennae").brief, .u8("Max_Switching_Pattern_Length").brief,
        .time("Max_CTE_Length", octets: 1, .eightMicroseconds).brief,
      ]),
  ]
}
