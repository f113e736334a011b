extension LEMetaLayouts {
  /// Events of direction finding.
  ///
  /// Core Vol 4, Part E, 7.7.65.21 to 7.7.65.23.
  static let leDirectionFinding: [UInt8: ParameterLayout] = [
    0x15: ParameterLayout(
      "LE Connectionless IQ Report",
      [.hex("Sync_Handle", octets: 2).brief, .u8("Channel_Index").brief] + iqHead + [
        .u16("Periodic_Event_Counter")
      ] + iqSamples),
    0x16: ParameterLayout(
      "LE Connection IQ Report",
      [.handle(), .code("RX_PHY", .phy).brief, .u8("Data_Channel_Index").brief] + iqHead + [
        .u16("Connection_Event_Counter")
      ] + iqSamples),
    0x17: ParameterLayout("LE CTE Request Failed", [.status(), .handle()]),
  ]
}

private let iqHead: [Parameter] = [
  .i16("RSSI", .tenthsOfDBm).brief, .u8("RSSI_Antenna_ID"), .code("CTE_Type", .cteType),
  .code("Slot_Durations", .slotDurations), .code("Packet_Status", .ctePacketStatus),
]

private let iqSamples: [Parameter] = [
  .u8("Sample_Count").brief,
  .list(
    "Samples", countedBy: "Sample_Count",
    [.i8("I_Sample", special: .noValidSample), .i8("Q_Sample", special: .noValidSample)]),
]
