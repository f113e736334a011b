extension HCIEventLayouts {
  /// Events about authentication, pairing and encryption.
  ///
  /// Core Vol 4, Part E, 7.7.
  static let security: [UInt8: ParameterLayout] = [
    0x06: ParameterLayout("Authentication Complete", [.status(), .handle()]),
    0x08: ParameterLayout(
      "Encryption Change [v1]",
      [.status(), .handle(), .code("Encryption_Enabled", .encryptionEnabled).brief]),
    0x09: ParameterLayout("Change Connection Link Key Complete", [.status(), .handle()]),
    0x0A: ParameterLayout(
      "Link Key Type Changed", [.status(), .handle(), .code("Key_Flag", .keyFlag).brief]),
    0x15: ParameterLayout(
      "Return Link Keys",
      [
        .u8("Num_Keys").brief,
        .list("Keys", countedBy: "Num_Keys", [.address(), .secret("Link_Key", 16)]),
      ]),
    0x16: ParameterLayout("PIN Code Request", [.address()]),
    0x17: ParameterLayout("Link Key Request", [.address()]),
    0x18: ParameterLayout(
      "Link Key Notification",
      [.address(), .secret("Link_Key", 16), .code("Key_Type", .linkKeyType).brief]),
    0x30: ParameterLayout("Encryption Key Refresh Complete", [.status(), .handle()]),
    0x31: ParameterLayout("IO Capability Request", [.address()]),
    0x32: ParameterLayout(
      "IO Capability Response",
      [
        .address(), .code("IO_Capability", .ioCapability).brief,
        .code("OOB_Data_Present", .oobDataPresent),
        .code("Authentication_Requirements", .authenticationRequirements).brief,
      ]),
    0x33: ParameterLayout(
      "User Confirmation Request", [.address(), .u32("Numeric_Value").role(.secret).brief]),
    0x34: ParameterLayout("User Passkey Request", [.address()]),
    0x35: ParameterLayout("Remote OOB Data Request", [.address()]),
    0x36: ParameterLayout("Simple Pairing Complete", [.status(), .address()]),
    0x3B: ParameterLayout(
      "User Passkey Notification", [.address(), .u32("Passkey").role(.secret).brief]),
    0x3C: ParameterLayout(
      "Keypress Notification",
      [.address(), .code("Notification_Type", .keypressNotification).brief]),
    0x59: ParameterLayout(
      "Encryption Change [v2]",
      [
        .status(), .handle(), .code("Encryption_Enabled", .encryptionEnabled).brief,
        .u8("Encryption_Key_Size", .octets).brief,
      ]),
  ]
}
