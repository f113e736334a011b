extension HCICommandLayouts {
  /// Link Control commands of Alternate MAC/PHY Controllers, which Core 5.3 removed.
  ///
  /// OGF 0x01. Core 5.2, Vol 4, Part E, 7.1.37 to 7.1.44.
  static let amp: [HCICommandLayout] = [
    HCICommandLayout(
      0x0435, "Create Physical Link",
      [
        .u8("Physical_Link_Handle"), .u8("Dedicated_AMP_Key_Length"),
        .code("Dedicated_AMP_Key_Type", .linkKeyType),
        .secretRest("Dedicated_AMP_Key"),
      ]),
    HCICommandLayout(
      0x0436, "Accept Physical Link",
      [
        .u8("Physical_Link_Handle"), .u8("Dedicated_AMP_Key_Length"),
        .code("Dedicated_AMP_Key_Type", .linkKeyType),
        .secretRest("Dedicated_AMP_Key"),
      ]),
    HCICommandLayout(
      0x0437, "Disconnect Physical Link",
      [.u8("Physical_Link_Handle"), .code("Reason", .status).brief]),
    HCICommandLayout(
      0x0438, "Create Logical Link",
      [
        .u8("Physical_Link_Handle"), .bytes("Tx_Flow_Spec", 16).role(.capability(16)),
        .bytes("Rx_Flow_Spec", 16).role(.capability(16)),
      ]),
    HCICommandLayout(
      0x0439, "Accept Logical Link",
      [
        .u8("Physical_Link_Handle"), .bytes("Tx_Flow_Spec", 16).role(.capability(16)),
        .bytes("Rx_Flow_Spec", 16).role(.capability(16)),
      ]),
    HCICommandLayout(0x043A, "Disconnect Logical Link", [.handle("Logical_Link_Handle")]),
    HCICommandLayout(
      0x043B, "Logical Link Cancel", [.u8("Physical_Link_Handle"), .u8("Tx_Flow_Spec_ID")],
      returns: [.status(), .u8("Physical_Link_Handle"), .u8("Tx_Flow_Spec_ID")]),
    HCICommandLayout(
      0x043C, "Flow Spec Modify",
      [
        .handle("Handle"), .bytes("Tx_Flow_Spec", 16).role(.capability(16)),
        .bytes("Rx_Flow_Spec", 16).role(.capability(16)),
      ]),
  ]
}
