extension LEMetaLayouts {
  /// Events about LE connections.
  ///
  /// Core Vol 4, Part E, 7.7.65.
  static let leConnection: [UInt8: ParameterLayout] = [
    0x01: ParameterLayout(
      "LE Connection Complete", [.status(), .handle(), .code("Role", .role).brief] + connection),
    0x03: ParameterLayout("LE Connection Update Complete", [.status(), .handle()] + established),
    0x04: ParameterLayout(
      "LE Read Remote Features Page 0 Complete",
      [.status(), .handle(), .bits("LE_Features", octets: 8, .leFeatures)]),
    0x05: ParameterLayout(
      "LE Long Term Key Request",
      [
        .handle(), .hex("Random_Number", octets: 8).role(.secret),
        .hex("Encrypted_Diversifier", octets: 2).role(.secret),
      ]),
    0x06: ParameterLayout(
      "LE Remote Connection Parameter Request",
      [
        .handle(), .time("Interval_Min", .slotPairs).brief, .time("Interval_Max", .slotPairs).brief,
        .u16("Max_Latency").brief, .time("Timeout", .hundredths).brief,
      ]),
    0x07: ParameterLayout(
      "LE Data Length Change",
      [
        .handle(), .u16("Max_TX_Octets", .octets).brief, .time("Max_TX_Time", .microseconds).brief,
        .u16("Max_RX_Octets", .octets).brief, .time("Max_RX_Time", .microseconds).brief,
      ]),
    0x08: ParameterLayout(
      "LE Read Local P-256 Public Key Complete",
      [
        .status(), .bytes("Key_X_Coordinate", 32).role(.secret),
        .bytes("Key_Y_Coordinate", 32).role(.secret),
      ]),
    0x09: ParameterLayout("LE Generate DHKey Complete", [.status(), .secret("DH_Key", 32)]),
    0x0A: ParameterLayout(
      "LE Enhanced Connection Complete [v1]",
      [.status(), .handle(), .code("Role", .role).brief] + enhancedConnection),
    0x0C: ParameterLayout(
      "LE PHY Update Complete",
      [.status(), .handle(), .code("TX_PHY", .phy).brief, .code("RX_PHY", .phy).brief]),
    0x14: ParameterLayout(
      "LE Channel Selection Algorithm",
      [.handle(), .code("Channel_Selection_Algorithm", .channelSelectionAlgorithm).brief]),
    0x1F: ParameterLayout(
      "LE Request Peer SCA Complete",
      [.status(), .handle(), .code("Peer_Clock_Accuracy", .clockAccuracyRange).brief]),
    0x20: ParameterLayout(
      "LE Path Loss Threshold",
      [
        .handle(), .u8("Current_Path_Loss", .dB, special: .notAvailable255).brief,
        .code("Zone_Entered", .pathLossZone).brief,
      ]),
    0x21: ParameterLayout(
      "LE Transmit Power Reporting",
      [
        .status(), .handle(), .code("Reason", .powerReportingReason).brief,
        .code("PHY", .codedPHY).brief, .i8("TX_Power_Level", .dBm, special: .remoteTXPower).brief,
        .bits("TX_Power_Level_Flag", .powerLevelFlags),
        .i8("Delta", .dB, special: .notAvailable127),
      ]),
    0x23: ParameterLayout(
      "LE Subrate Change",
      [
        .status(), .handle(), .u16("Subrate_Factor").brief, .u16("Peripheral_Latency").brief,
        .u16("Continuation_Number"), .time("Supervision_Timeout", .hundredths).brief,
      ]),
    0x29: ParameterLayout(
      "LE Enhanced Connection Complete [v2]",
      [.status(), .handle(), .code("Role", .role).brief] + enhancedConnection + [
        .u8("Advertising_Handle", special: .none255), .u16("Sync_Handle", special: .noneFFFF),
      ]),
    0x2B: ParameterLayout(
      "LE Read All Remote Features Complete",
      [
        .status(), .handle(), .u8("Max_Remote_Page").brief, .u8("Max_Valid_Page"),
        .bytes("LE_Features", 248).role(.capability(248)),
      ]),
    0x35: ParameterLayout(
      "LE Frame Space Update Complete",
      [
        .status(), .handle(), .code("Initiator", .frameSpaceInitiator).brief,
        .time("Frame_Space", .microseconds).brief, .bits("PHYs", .phyBits),
        .bits("Spacing_Types", octets: 2, .spacingTypes),
      ]),
    0x37: ParameterLayout(
      "LE Connection Rate Change",
      [
        .status(), .handle(), .time("Connection_Interval", .frames).brief,
        .u16("Subrate_Factor").brief, .u16("Peripheral_Latency").brief, .u16("Continuation_Number"),
        .time("Supervision_Timeout", .hundredths).brief,
      ]),
  ]
}

private let connection: [Parameter] =
  [.code("Peer_Address_Type", .addressType), .address("Peer_Address")] + established + [
    .code("Central_Clock_Accuracy", .clockAccuracy)
  ]

private let enhancedConnection: [Parameter] =
  [
    .code("Peer_Address_Type", .addressType), .address("Peer_Address"),
    .address("Local_Resolvable_Private_Address"), .address("Peer_Resolvable_Private_Address"),
  ] + established + [.code("Central_Clock_Accuracy", .clockAccuracy)]

private let established: [Parameter] = [
  .time("Connection_Interval", .slotPairs).brief, .u16("Peripheral_Latency").brief,
  .time("Supervision_Timeout", .hundredths).brief,
]
