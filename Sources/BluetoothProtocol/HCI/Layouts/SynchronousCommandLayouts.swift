extension HCICommandLayouts {
  /// Link Control commands about synchronous (SCO and eSCO) connections.
  ///
  /// OGF 0x01. Core Vol 4, Part E, 7.1.
  static let synchronous: [HCICommandLayout] = [
    HCICommandLayout(
      0x0407, "Add SCO Connection", [.handle(), .bits("Packet_Type", octets: 2, .scoPacketTypes)]),
    HCICommandLayout(
      0x0428, "Setup Synchronous Connection",
      [
        .handle(), .u32("Transmit_Bandwidth", .octetsPerSecond, special: .doNotCare32),
        .u32("Receive_Bandwidth", .octetsPerSecond, special: .doNotCare32),
        .time("Max_Latency", .milliseconds, special: .doNotCare16), .voiceSetting("Voice_Setting"),
        .code("Retransmission_Effort", .retransmissionEffort),
        .bits("Packet_Type", octets: 2, .synchronousPacketTypes),
      ]),
    HCICommandLayout(
      0x0429, "Accept Synchronous Connection Request",
      [
        .address(), .u32("Transmit_Bandwidth", .octetsPerSecond, special: .doNotCare32),
        .u32("Receive_Bandwidth", .octetsPerSecond, special: .doNotCare32),
        .time("Max_Latency", .milliseconds, special: .doNotCare16), .voiceSetting("Voice_Setting"),
        .code("Retransmission_Effort", .retransmissionEffort),
        .bits("Packet_Type", octets: 2, .synchronousPacketTypes),
      ]),
    HCICommandLayout(
      0x042A, "Reject Synchronous Connection Request", [.address(), .code("Reason", .status).brief]),
    HCICommandLayout(
      0x043D, "Enhanced Setup Synchronous Connection", [.handle()] + enhancedSynchronous),
    HCICommandLayout(
      0x043E, "Enhanced Accept Synchronous Connection Request", [.address()] + enhancedSynchronous),
  ]
}

private let enhancedSynchronous: [Parameter] = [
  .u32("Transmit_Bandwidth", .octetsPerSecond, special: .doNotCare32),
  .u32("Receive_Bandwidth", .octetsPerSecond, special: .doNotCare32),
  .codec("Transmit_Coding_Format"), .codec("Receive_Coding_Format"),
  .u16("Transmit_Codec_Frame_Size"), .u16("Receive_Codec_Frame_Size"),
  .u32("Input_Bandwidth", .octetsPerSecond), .u32("Output_Bandwidth", .octetsPerSecond),
  .codec("Input_Coding_Format"), .codec("Output_Coding_Format"), .u16("Input_Coded_Data_Size"),
  .u16("Output_Coded_Data_Size"), .code("Input_PCM_Data_Format", .pcmDataFormat),
  .code("Output_PCM_Data_Format", .pcmDataFormat), .u8("Input_PCM_Sample_Payload_MSB_Position"),
  .u8("Output_PCM_Sample_Payload_MSB_Position"), .code("Input_Data_Path", .dataPathID),
  .code("Output_Data_Path", .dataPathID), .u8("Input_Transport_Unit_Size"),
  .u8("Output_Transport_Unit_Size"), .time("Max_Latency", .milliseconds, special: .doNotCare16),
  .bits("Packet_Type", octets: 2, .synchronousPacketTypes),
  .code("Retransmission_Effort", .retransmissionEffort),
]
