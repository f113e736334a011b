extension HCICommandLayouts {
  /// LE Controller commands about isochronous streams.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.96 to 7.8.116.
  static let leIsochronous: [HCICommandLayout] = [
    HCICommandLayout(
      0x2061, "LE Read ISO TX Sync", [.handle()],
      returns: [
        .status(), .handle(), .u16("Packet_Sequence_Number").brief,
        .u32("TX_Time_Stamp", .microseconds), .time("Time_Offset", octets: 3, .microseconds),
      ]),
    HCICommandLayout(
      0x2062, "LE Set CIG Parameters",
      [
        .u8("CIG_ID").brief, .time("SDU_Interval_C_To_P", octets: 3, .microseconds).brief,
        .time("SDU_Interval_P_To_C", octets: 3, .microseconds).brief,
        .code("Worst_Case_SCA", .clockAccuracyRange), .code("Packing", .packing),
        .code("Framing", .framing), .time("Max_Transport_Latency_C_To_P", .milliseconds),
        .time("Max_Transport_Latency_P_To_C", .milliseconds), .u8("CIS_Count").brief,
        .list(
          "CISes", countedBy: "CIS_Count",
          [
            .u8("CIS_ID").brief, .u16("Max_SDU_C_To_P", .octets), .u16("Max_SDU_P_To_C", .octets),
            .bits("PHY_C_To_P", .phyBits), .bits("PHY_P_To_C", .phyBits), .u8("RTN_C_To_P"),
            .u8("RTN_P_To_C"),
          ]),
      ],
      returns: [
        .status(), .u8("CIG_ID").brief, .u8("CIS_Count"),
        .list("CISes", countedBy: "CIS_Count", [.handle()]),
      ]),
    HCICommandLayout(
      0x2063, "LE Set CIG Parameters Test",
      [
        .u8("CIG_ID").brief, .time("SDU_Interval_C_To_P", octets: 3, .microseconds).brief,
        .time("SDU_Interval_P_To_C", octets: 3, .microseconds).brief, .u8("FT_C_To_P"),
        .u8("FT_P_To_C"), .time("ISO_Interval", .slotPairs).brief,
        .code("Worst_Case_SCA", .clockAccuracyRange), .code("Packing", .packing),
        .code("Framing", .framing), .u8("CIS_Count").brief,
        .list(
          "CISes", countedBy: "CIS_Count",
          [
            .u8("CIS_ID").brief, .u8("NSE"), .u16("Max_SDU_C_To_P", .octets),
            .u16("Max_SDU_P_To_C", .octets), .u16("Max_PDU_C_To_P", .octets),
            .u16("Max_PDU_P_To_C", .octets), .bits("PHY_C_To_P", .phyBits),
            .bits("PHY_P_To_C", .phyBits), .u8("BN_C_To_P"), .u8("BN_P_To_C"),
          ]),
      ],
      returns: [
        .status(), .u8("CIG_ID").brief, .u8("CIS_Count"),
        .list("CISes", countedBy: "CIS_Count", [.handle()]),
      ]),
    HCICommandLayout(
      0x2064, "LE Create CIS",
      [
        .u8("CIS_Count"),
        .list(
          "CISes", countedBy: "CIS_Count",
          [.handle("CIS_Connection_Handle"), .handle("ACL_Connection_Handle")]),
      ]),
    HCICommandLayout(
      0x2065, "LE Remove CIG", [.u8("CIG_ID").brief], returns: [.status(), .u8("CIG_ID").brief]),
    HCICommandLayout(0x2066, "LE Accept CIS Request", [.handle()]),
    HCICommandLayout(
      0x2067, "LE Reject CIS Request", [.handle(), .code("Reason", .status).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2068, "LE Create BIG",
      [
        .u8("BIG_Handle").brief, .u8("Advertising_Handle").brief, .u8("Num_BIS").brief,
        .time("SDU_Interval", octets: 3, .microseconds).brief, .u16("Max_SDU", .octets),
        .time("Max_Transport_Latency", .milliseconds), .u8("RTN"), .bits("PHY", .phyBits),
        .code("Packing", .packing), .code("Framing", .framing), .code("Encryption", .noYes),
        .secret("Broadcast_Code", 16),
      ]),
    HCICommandLayout(
      0x2069, "LE Create BIG Test",
      [
        .u8("BIG_Handle").brief, .u8("Advertising_Handle").brief, .u8("Num_BIS").brief,
        .time("SDU_Interval", octets: 3, .microseconds).brief, .time("ISO_Interval", .slotPairs),
        .u8("NSE"), .u16("Max_SDU", .octets), .u16("Max_PDU", .octets), .bits("PHY", .phyBits),
        .code("Packing", .packing), .code("Framing", .framing), .u8("BN"), .u8("IRC"), .u8("PTO"),
        .code("Encryption", .noYes), .secret("Broadcast_Code", 16),
      ]),
    HCICommandLayout(
      0x206A, "LE Terminate BIG", [.u8("BIG_Handle").brief, .code("Reason", .status).brief]),
    HCICommandLayout(
      0x206B, "LE BIG Create Sync",
      [
        .u8("BIG_Handle").brief, .hex("Sync_Handle", octets: 2).brief, .code("Encryption", .noYes),
        .secret("Broadcast_Code", 16), .u8("MSE"), .time("BIG_Sync_Timeout", .hundredths).brief,
        .u8("Num_BIS"), .list("BISes", countedBy: "Num_BIS", [.u8("BIS").brief]),
      ]),
    HCICommandLayout(
      0x206C, "LE BIG Terminate Sync", [.u8("BIG_Handle").brief],
      returns: [.status(), .u8("BIG_Handle").brief]),
    HCICommandLayout(
      0x206E, "LE Setup ISO Data Path",
      [
        .handle(), .code("Data_Path_Direction", .dataPathDirection).brief,
        .code("Data_Path_ID", .dataPathID).brief, .codec("Codec_ID"),
        .time("Controller_Delay", octets: 3, .microseconds), .u8("Codec_Configuration_Length"),
        .bytes("Codec_Configuration", countedBy: "Codec_Configuration_Length"),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x206F, "LE Remove ISO Data Path",
      [.handle(), .bits("Data_Path_Direction", .dataPathDirections).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2070, "LE ISO Transmit Test", [.handle(), .code("Payload_Type", .isoTestPayload).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2071, "LE ISO Receive Test", [.handle(), .code("Payload_Type", .isoTestPayload).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2072, "LE ISO Read Test Counters", [.handle()],
      returns: [.status(), .handle()] + isoTestCounters),
    HCICommandLayout(
      0x2073, "LE ISO Test End", [.handle()], returns: [.status(), .handle()] + isoTestCounters),
    HCICommandLayout(
      0x2075, "LE Read ISO Link Quality", [.handle()],
      returns: [
        .status(), .handle(), .u32("TX_UnACKed_Packets").brief, .u32("TX_Flushed_Packets").brief,
        .u32("TX_Last_Subevent_Packets"), .u32("Retransmitted_Packets").brief,
        .u32("CRC_Error_Packets").brief, .u32("RX_Unreceived_Packets").brief,
        .u32("Duplicate_Packets"),
      ]),
  ]
}

private let isoTestCounters: [Parameter] = [
  .u32("Received_SDU_Count").brief, .u32("Missed_SDU_Count").brief, .u32("Failed_SDU_Count").brief,
]
