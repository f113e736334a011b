extension HCICommandLayouts {
  /// LE Controller commands about resolvable private addresses.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let lePrivacy: [HCICommandLayout] = [
    HCICommandLayout(
      0x2027, "LE Add Device To Resolving List",
      [
        .code("Peer_Identity_Address_Type", .identityAddressType),
        .address("Peer_Identity_Address"), .secret("Peer_IRK", 16), .secret("Local_IRK", 16),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2028, "LE Remove Device From Resolving List",
      [
        .code("Peer_Identity_Address_Type", .identityAddressType),
        .address("Peer_Identity_Address"),
      ], returns: [.status()]),
    HCICommandLayout(0x2029, "LE Clear Resolving List", [], returns: [.status()]),
    HCICommandLayout(
      0x202A, "LE Read Resolving List Size", [],
      returns: [.status(), .u8("Resolving_List_Size").brief]),
    HCICommandLayout(
      0x202B, "LE Read Peer Resolvable Address",
      [
        .code("Peer_Identity_Address_Type", .identityAddressType),
        .address("Peer_Identity_Address"),
      ], returns: [.status(), .address("Peer_Resolvable_Address")]),
    HCICommandLayout(
      0x202C, "LE Read Local Resolvable Address",
      [
        .code("Peer_Identity_Address_Type", .identityAddressType),
        .address("Peer_Identity_Address"),
      ], returns: [.status(), .address("Local_Resolvable_Address")]),
    HCICommandLayout(
      0x202D, "LE Set Address Resolution Enable",
      [.code("Address_Resolution_Enable", .disabledEnabled).brief], returns: [.status()]),
    HCICommandLayout(
      0x202E, "LE Set Resolvable Private Address Timeout [v1]",
      [.u16("RPA_Timeout", .seconds).brief], returns: [.status()]),
    HCICommandLayout(
      0x204E, "LE Set Privacy Mode",
      [
        .code("Peer_Identity_Address_Type", .identityAddressType),
        .address("Peer_Identity_Address"), .code("Privacy_Mode", .privacyMode).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x209E, "LE Set Resolvable Private Address Timeout [v2]",
      [.u16("RPA_Timeout_Min", .seconds).brief, .u16("RPA_Timeout_Max", .seconds).brief],
      returns: [.status()]),
  ]
}
