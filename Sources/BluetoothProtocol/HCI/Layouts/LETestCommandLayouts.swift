extension HCICommandLayouts {
  /// LE Controller commands for tests of the radio.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.28 to 7.8.30 and 7.8.50; the commands of the Unified Test
  /// Protocol (UTP), which came with Core 6.2, as other public decoders read them.
  static let leTest: [HCICommandLayout] = [
    HCICommandLayout(
      0x201D, "LE Receiver Test [v1]", [.u8("RX_Channel").brief], returns: [.status()]),
    HCICommandLayout(
      0x201E, "LE Transmitter Test [v1]",
      [
        .u8("TX_Channel").brief, .u8("Test_Data_Length", .octets).brief,
        .code("Packet_Payload", .testPayload).brief,
      ], returns: [.status()]),
    HCICommandLayout(0x201F, "LE Test End", [], returns: [.status(), .u16("Num_Packets").brief]),
    HCICommandLayout(
      0x2033, "LE Receiver Test [v2]",
      [
        .u8("RX_Channel").brief, .code("PHY", .phy).brief,
        .code("Modulation_Index", .modulationIndex),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2034, "LE Transmitter Test [v2]",
      [
        .u8("TX_Channel").brief, .u8("Test_Data_Length", .octets).brief,
        .code("Packet_Payload", .testPayload).brief, .code("PHY", .codedPHY).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x204F, "LE Receiver Test [v3]",
      [
        .u8("RX_Channel").brief, .code("PHY", .phy).brief,
        .code("Modulation_Index", .modulationIndex),
        .time("Expected_CTE_Length", octets: 1, .eightMicroseconds),
        .code("Expected_CTE_Type", .cteType), .code("Slot_Durations", .slotDurations),
      ] + switchingPattern, returns: [.status()]),
    HCICommandLayout(0x2050, "LE Transmitter Test [v3]", transmitterTest, returns: [.status()]),
    HCICommandLayout(
      0x207B, "LE Transmitter Test [v4]",
      transmitterTest + [.i8("TX_Power_Level", .dBm, special: .testTXPower).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x209F, "LE Enable UTP OTA Mode", [.code("Enable", .disabledEnabled).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x20A0, "LE UTP Send",
      [.u8("UTP_Data_Length"), .bytes("UTP_Data", countedBy: "UTP_Data_Length")],
      returns: [.status()]),
  ]
}

private let transmitterTest: [Parameter] =
  [
    .u8("TX_Channel").brief, .u8("Test_Data_Length", .octets).brief,
    .code("Packet_Payload", .testPayload).brief, .code("PHY", .codedPHY).brief,
    .time("CTE_Length", octets: 1, .eightMicroseconds), .code("CTE_Type", .cteType),
  ] + switchingPattern

let switchingPattern: [Parameter] = [
  .u8("Switching_Pattern_Length"),
  .list("Antenna IDs", countedBy: "Switching_Pattern_Length", [.u8("Antenna_ID")]),
]
