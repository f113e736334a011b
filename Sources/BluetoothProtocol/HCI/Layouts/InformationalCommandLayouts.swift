extension HCICommandLayouts {
  /// Informational parameters.
  ///
  /// OGF 0x04. Core Vol 4, Part E, 7.4.
  static let informational: [HCICommandLayout] = [
    HCICommandLayout(
      0x1001, "Read Local Version Information", [],
      returns: [
        .status(), .code("HCI_Version", .coreVersion).brief, .hex("HCI_Subversion", octets: 2),
        .code("LMP_Version", .coreVersion).brief, .company("Company_Identifier").brief,
        .hex("LMP_Subversion", octets: 2),
      ]),
    HCICommandLayout(
      0x1002, "Read Local Supported Commands", [],
      returns: [.status(), .supportedCommands("Supported_Commands")]),
    HCICommandLayout(
      0x1003, "Read Local Supported Features", [],
      returns: [.status(), .bits("LMP_Features", octets: 8, .lmpFeatures)]),
    HCICommandLayout(
      0x1004, "Read Local Extended Features", [.u8("Page_Number").brief],
      returns: [
        .status(), .u8("Page_Number").brief, .u8("Max_Page_Number"),
        .hex("Extended_LMP_Features", octets: 8),
      ]),
    HCICommandLayout(
      0x1005, "Read Buffer Size", [],
      returns: [
        .status(), .u16("ACL_Data_Packet_Length", .octets).brief,
        .u8("Synchronous_Data_Packet_Length", .octets), .u16("Total_Num_ACL_Data_Packets").brief,
        .u16("Total_Num_Synchronous_Data_Packets"),
      ]),
    HCICommandLayout(
      0x1007, "Read Country Code", [],
      returns: [.status(), .code("Country_Code", .countryCode).role(.place).brief]),
    HCICommandLayout(0x1009, "Read BD_ADDR", [], returns: [.status(), .address()]),
    HCICommandLayout(
      0x100A, "Read Data Block Size", [],
      returns: [
        .status(), .u16("Max_ACL_Data_Packet_Length", .octets).brief,
        .u16("Data_Block_Length", .octets).brief, .u16("Total_Num_Data_Blocks").brief,
      ]),
    HCICommandLayout(
      0x100B, "Read Local Supported Codecs [v1]", [],
      returns: [
        .status(), .u8("Num_Supported_Standard_Codecs"),
        .list(
          "Standard Codecs", countedBy: "Num_Supported_Standard_Codecs",
          [.code("Standard_Codec_ID", .codingFormat).brief]),
        .u8("Num_Supported_Vendor_Specific_Codecs"),
        .list(
          "Vendor Specific Codecs", countedBy: "Num_Supported_Vendor_Specific_Codecs",
          [.company("Company_ID"), .hex("Vendor_Codec_ID", octets: 2)]),
      ]),
    HCICommandLayout(
      0x100C, "Read Local Simple Pairing Options", [],
      returns: [
        .status(), .bits("Simple_Pairing_Options", .simplePairingOptions).brief,
        .u8("Max_Encryption_Key_Size", .octets).brief,
      ]),
    HCICommandLayout(
      0x100D, "Read Local Supported Codecs [v2]", [],
      returns: [
        .status(), .u8("Num_Supported_Standard_Codecs"),
        .list(
          "Standard Codecs", countedBy: "Num_Supported_Standard_Codecs",
          [
            .code("Standard_Codec_ID", .codingFormat).brief,
            .bits("Standard_Codec_Transport", .codecTransport),
          ]), .u8("Num_Supported_Vendor_Specific_Codecs"),
        .list(
          "Vendor Specific Codecs", countedBy: "Num_Supported_Vendor_Specific_Codecs",
          [
            .company("Company_ID"), .hex("Vendor_Codec_ID", octets: 2),
            .bits("Vendor_Specific_Codec_Transport", .codecTransport),
          ]),
      ]),
    HCICommandLayout(
      0x100E, "Read Local Supported Codec Capabilities",
      [
        .codec("Codec_ID"), .code("Logical_Transport_Type", .codecTransport).brief,
        .code("Direction", .dataPathDirection).brief,
      ],
      returns: [
        .status(), .u8("Num_Codec_Capabilities").brief,
        .list(
          "Codec Capabilities", countedBy: "Num_Codec_Capabilities",
          [
            .u8("Codec_Capability_Length"),
            .bytes("Codec_Capability", countedBy: "Codec_Capability_Length"),
          ]),
      ]),
    HCICommandLayout(
      0x100F, "Read Local Supported Controller Delay",
      [
        .codec("Codec_ID"), .code("Logical_Transport_Type", .codecTransport).brief,
        .code("Direction", .dataPathDirection).brief, .u8("Codec_Configuration_Length"),
        .bytes("Codec_Configuration", countedBy: "Codec_Configuration_Length"),
      ],
      returns: [
        .status(), .time("Min_Controller_Delay", octets: 3, .microseconds).brief,
        .time("Max_Controller_Delay", octets: 3, .microseconds).brief,
      ]),
  ]
}
