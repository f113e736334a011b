extension HCICommandLayouts {
  /// LE Controller commands about the Controller as a whole.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let leController: [HCICommandLayout] = [
    HCICommandLayout(
      0x2001, "LE Set Event Mask", [.bits("LE_Event_Mask", octets: 8, .leEventMask)],
      returns: [.status()]),
    HCICommandLayout(
      0x2002, "LE Read Buffer Size [v1]", [],
      returns: [
        .status(), .u16("LE_ACL_Data_Packet_Length", .octets).brief,
        .u8("Total_Num_LE_ACL_Data_Packets").brief,
      ]),
    HCICommandLayout(
      0x2003, "LE Read Local Supported Features Page 0", [],
      returns: [.status(), .bits("LE_Features", octets: 8, .leFeatures)]),
    HCICommandLayout(
      0x2005, "LE Set Random Address", [.address("Random_Address")], returns: [.status()]),
    HCICommandLayout(
      0x2017, "LE Encrypt", [.secret("Key", 16), .secret("Plaintext_Data", 16)],
      returns: [.status(), .bytes("Encrypted_Data", 16).role(.secret)]),
    HCICommandLayout(
      0x2018, "LE Rand", [], returns: [.status(), .hex("Random_Number", octets: 8).role(.secret)]),
    HCICommandLayout(
      0x201C, "LE Read Supported States", [], returns: [.status(), .hex("LE_States", octets: 8)]),
    HCICommandLayout(0x2025, "LE Read Local P-256 Public Key", []),
    HCICommandLayout(
      0x2026, "LE Generate DHKey [v1]",
      [.bytes("Key_X_Coordinate", 32).role(.secret), .bytes("Key_Y_Coordinate", 32).role(.secret)]),
    HCICommandLayout(
      0x204B, "LE Read Transmit Power", [],
      returns: [.status(), .i8("Min_TX_Power", .dBm).brief, .i8("Max_TX_Power", .dBm).brief]),
    HCICommandLayout(
      0x204C, "LE Read RF Path Compensation", [],
      returns: [
        .status(), .i16("RF_TX_Path_Compensation_Value", .tenthsOfDB).brief,
        .i16("RF_RX_Path_Compensation_Value", .tenthsOfDB).brief,
      ]),
    HCICommandLayout(
      0x204D, "LE Write RF Path Compensation",
      [
        .i16("RF_TX_Path_Compensation_Value", .tenthsOfDB).brief,
        .i16("RF_RX_Path_Compensation_Value", .tenthsOfDB).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x205E, "LE Generate DHKey [v2]",
      [
        .bytes("Key_X_Coordinate", 32).role(.secret), .bytes("Key_Y_Coordinate", 32).role(.secret),
        .code("Key_Type", .dhKeyType),
      ]),
    HCICommandLayout(
      0x205F, "LE Modify Sleep Clock Accuracy", [.code("Action", .sleepClockAction).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2060, "LE Read Buffer Size [v2]", [],
      returns: [
        .status(), .u16("LE_ACL_Data_Packet_Length", .octets).brief,
        .u8("Total_Num_LE_ACL_Data_Packets").brief, .u16("ISO_Data_Packet_Length", .octets),
        .u8("Total_Num_ISO_Data_Packets"),
      ]),
    HCICommandLayout(
      0x2074, "LE Set Host Feature [v1]",
      [.code("Bit_Number", .leFeatures).brief, .code("Bit_Value", .disabledEnabled).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2087, "LE Read All Local Supported Features", [],
      returns: [
        .status(), .u8("Max_Page").brief, .bytes("LE_Features", 248).role(.capability(248)),
      ]),
    HCICommandLayout(
      0x2097, "LE Set Host Feature [v2]",
      [
        .code("Bit_Number", octets: 2, .leFeatures).brief,
        .code("Bit_Value", .disabledEnabled).brief,
      ], returns: [.status()]),
  ]
}
