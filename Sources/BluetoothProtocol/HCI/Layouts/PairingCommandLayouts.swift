extension HCICommandLayouts {
  /// Link Control commands about authentication, pairing and encryption.
  ///
  /// OGF 0x01. Core Vol 4, Part E, 7.1.
  static let pairing: [HCICommandLayout] = [
    HCICommandLayout(
      0x040B, "Link Key Request Reply", [.address(), .secret("Link_Key", 16)],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x040C, "Link Key Request Negative Reply", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(
      0x040D, "PIN Code Request Reply",
      [.address(), .u8("PIN_Code_Length"), .secret("PIN_Code", 16)],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x040E, "PIN Code Request Negative Reply", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(0x0411, "Authentication Requested", [.handle()]),
    HCICommandLayout(
      0x0413, "Set Connection Encryption",
      [.handle(), .code("Encryption_Enable", .disabledEnabled).brief]),
    HCICommandLayout(0x0415, "Change Connection Link Key", [.handle()]),
    HCICommandLayout(0x0417, "Link Key Selection", [.code("Key_Flag", .keyFlag).brief]),
    HCICommandLayout(
      0x042B, "IO Capability Request Reply",
      [
        .address(), .code("IO_Capability", .ioCapability).brief,
        .code("OOB_Data_Present", .oobDataPresent),
        .code("Authentication_Requirements", .authenticationRequirements).brief,
      ], returns: [.status(), .address()]),
    HCICommandLayout(
      0x042C, "User Confirmation Request Reply", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(
      0x042D, "User Confirmation Request Negative Reply", [.address()],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x042E, "User Passkey Request Reply", [.address(), .u32("Numeric_Value").role(.secret)],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x042F, "User Passkey Request Negative Reply", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(
      0x0430, "Remote OOB Data Request Reply", [.address(), .secret("C", 16), .secret("R", 16)],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x0433, "Remote OOB Data Request Negative Reply", [.address()],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x0434, "IO Capability Request Negative Reply", [.address(), .code("Reason", .status).brief],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x0445, "Remote OOB Extended Data Request Reply",
      [
        .address(), .secret("C_192", 16), .secret("R_192", 16), .secret("C_256", 16),
        .secret("R_256", 16),
      ], returns: [.status(), .address()]),
  ]
}
