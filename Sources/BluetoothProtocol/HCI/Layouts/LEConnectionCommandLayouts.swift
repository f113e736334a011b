extension HCICommandLayouts {
  /// LE Controller commands about connections.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let leConnection: [HCICommandLayout] = [
    HCICommandLayout(
      0x200D, "LE Create Connection",
      [
        .time("LE_Scan_Interval", .slots), .time("LE_Scan_Window", .slots),
        .code("Initiator_Filter_Policy", .initiatorFilterPolicy),
        .code("Peer_Address_Type", .addressType), .address("Peer_Address"),
        .code("Own_Address_Type", .ownAddressType),
      ] + connectionParameters),
    HCICommandLayout(0x200E, "LE Create Connection Cancel", [], returns: [.status()]),
    HCICommandLayout(0x2013, "LE Connection Update", [.handle()] + connectionParameters),
    HCICommandLayout(
      0x2014, "LE Set Host Channel Classification", [.hex("Channel_Map", octets: 5).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2015, "LE Read Channel Map", [.handle()],
      returns: [.status(), .handle(), .hex("Channel_Map", octets: 5).brief]),
    HCICommandLayout(0x2016, "LE Read Remote Features Page 0", [.handle()]),
    HCICommandLayout(
      0x2019, "LE Enable Encryption",
      [
        .handle(), .hex("Random_Number", octets: 8).role(.secret),
        .hex("Encrypted_Diversifier", octets: 2).role(.secret),
        .secret("Long_Term_Key", 16),
      ]),
    HCICommandLayout(
      0x201A, "LE Long Term Key Request Reply", [.handle(), .secret("Long_Term_Key", 16)],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x201B, "LE Long Term Key Request Negative Reply", [.handle()],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2020, "LE Remote Connection Parameter Request Reply",
      [
        .handle(), .time("Interval_Min", .slotPairs).brief, .time("Interval_Max", .slotPairs).brief,
        .u16("Max_Latency").brief, .time("Timeout", .hundredths).brief,
        .time("Min_CE_Length", .slots), .time("Max_CE_Length", .slots),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2021, "LE Remote Connection Parameter Request Negative Reply",
      [.handle(), .code("Reason", .status).brief], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2022, "LE Set Data Length",
      [.handle(), .u16("TX_Octets", .octets).brief, .time("TX_Time", .microseconds).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2023, "LE Read Suggested Default Data Length", [],
      returns: [
        .status(), .u16("Suggested_Max_TX_Octets", .octets).brief,
        .time("Suggested_Max_TX_Time", .microseconds).brief,
      ]),
    HCICommandLayout(
      0x2024, "LE Write Suggested Default Data Length",
      [
        .u16("Suggested_Max_TX_Octets", .octets).brief,
        .time("Suggested_Max_TX_Time", .microseconds).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x202F, "LE Read Maximum Data Length", [],
      returns: [
        .status(), .u16("Supported_Max_TX_Octets", .octets).brief,
        .time("Supported_Max_TX_Time", .microseconds).brief,
        .u16("Supported_Max_RX_Octets", .octets).brief,
        .time("Supported_Max_RX_Time", .microseconds).brief,
      ]),
    HCICommandLayout(
      0x2030, "LE Read PHY", [.handle()],
      returns: [.status(), .handle(), .code("TX_PHY", .phy).brief, .code("RX_PHY", .phy).brief]),
    HCICommandLayout(
      0x2031, "LE Set Default PHY",
      [
        .bits("All_PHYs", .allPHYs), .bits("TX_PHYs", .phyBits).brief,
        .bits("RX_PHYs", .phyBits).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x2032, "LE Set PHY",
      [
        .handle(), .bits("All_PHYs", .allPHYs), .bits("TX_PHYs", .phyBits).brief,
        .bits("RX_PHYs", .phyBits).brief, .code("PHY_Options", octets: 2, .phyOptions),
      ]),
    HCICommandLayout(0x2043, "LE Extended Create Connection [v1]", extendedCreateConnection),
    HCICommandLayout(0x206D, "LE Request Peer SCA", [.handle()]),
    HCICommandLayout(0x207D, "LE Set Default Subrate", subrateParameters, returns: [.status()]),
    HCICommandLayout(0x207E, "LE Subrate Request", [.handle()] + subrateParameters),
    HCICommandLayout(
      0x2085, "LE Extended Create Connection [v2]",
      [.u8("Advertising_Handle", special: .none255).brief, .u8("Subevent", special: .none255)]
        + extendedCreateConnection),
    HCICommandLayout(0x2088, "LE Read All Remote Features", [.handle(), .u8("Pages_Requested")]),
    HCICommandLayout(
      0x209D, "LE Frame Space Update",
      [
        .handle(), .time("Frame_Space_Min", .microseconds).brief,
        .time("Frame_Space_Max", .microseconds).brief, .bits("PHYs", .phyBits).brief,
        .bits("Spacing_Types", octets: 2, .spacingTypes),
      ]),
    HCICommandLayout(0x20A1, "LE Connection Rate Request", [.handle()] + rateParameters),
    HCICommandLayout(
      0x20A2, "LE Set Default Rate Parameters", rateParameters, returns: [.status()]),
    HCICommandLayout(
      0x20A3, "LE Read Minimum Supported Connection Interval", [],
      returns: [
        .status(), .time("Minimum_Supported_Connection_Interval", octets: 1, .frames).brief,
        .u8("Num_Groups"),
        .list(
          "Groups", countedBy: "Num_Groups",
          [
            .time("Group_Min", .frames), .time("Group_Max", .frames),
            .time("Group_Stride", .frames),
          ]),
      ]),
  ]
}

private let connectionParameters: [Parameter] = [
  .time("Connection_Interval_Min", .slotPairs).brief,
  .time("Connection_Interval_Max", .slotPairs).brief, .u16("Max_Latency").brief,
  .time("Supervision_Timeout", .hundredths).brief, .time("Min_CE_Length", .slots),
  .time("Max_CE_Length", .slots),
]

private let extendedCreateConnection: [Parameter] = [
  .code("Initiator_Filter_Policy", .initiatorFilterPolicy),
  .code("Own_Address_Type", .ownAddressType), .code("Peer_Address_Type", .addressType),
  .address("Peer_Address"), .bits("Initiating_PHYs", .phyBits).brief,
  .list(
    "PHYs", perBitOf: "Initiating_PHYs",
    [.time("Scan_Interval", .slots), .time("Scan_Window", .slots)] + connectionParameters),
]

private let subrateParameters: [Parameter] = [
  .u16("Subrate_Min").brief, .u16("Subrate_Max").brief, .u16("Max_Latency").brief,
  .u16("Continuation_Number"), .time("Supervision_Timeout", .hundredths).brief,
]

private let rateParameters: [Parameter] = [
  .time("Connection_Interval_Min", .frames).brief, .time("Connection_Interval_Max", .frames).brief,
  .u16("Subrate_Min").brief, .u16("Subrate_Max").brief, .u16("Max_Latency").brief,
  .u16("Continuation_Number"), .time("Supervision_Timeout", .hundredths).brief,
  .time("Min_CE_Length", .frames), .time("Max_CE_Length", .frames),
]
