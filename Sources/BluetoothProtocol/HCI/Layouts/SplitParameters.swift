/// Parameters that are several values in one number.
extension Parameter {
  /// Voice_Setting. Core Vol 4, Part E, 6.12.
  @inline(never)
  static func voiceSetting(_ name: StaticString) -> Parameter {
    .split(
      name, octets: 2,
      [
        Part("Air_Coding_Format", bit: 0, width: 2, ["CVSD", "u-law", "A-law", "Transparent"]),
        Part("Linear_PCM_Bit_Position", bit: 2, width: 3),
        Part("Input_Sample_Size", bit: 5, ["8 bits", "16 bits"]),
        Part(
          "Input_Data_Format", bit: 6, width: 2,
          ["1's complement", "2's complement", "Sign-magnitude", "Unsigned"]),
        Part("Input_Coding", bit: 8, width: 2, ["Linear", "u-law", "A-law"]),
      ])
  }

  /// Event_Type of HCI_LE_Extended_Advertising_Report. Core Vol 4, Part E, 7.7.65.13.
  @inline(never)
  static var extendedAdvertisingEventType: Parameter {
    .split(
      "Event_Type", octets: 2,
      [
        Part("Connectable advertising", bit: 0, .noYes),
        Part("Scannable advertising", bit: 1, .noYes),
        Part("Directed advertising", bit: 2, .noYes),
        Part("Scan response", bit: 3, .noYes),
        Part("Legacy advertising PDUs", bit: 4, .noYes),
        Part(
          "Data status", bit: 5, width: 2,
          ["Complete", "Incomplete, more to come", "Incomplete, truncated"]),
      ]
    ).brief
  }

  /// Abort_Reason of HCI_LE_CS_Subevent_Result. Core 6.0, Vol 4, Part E, 7.7.65.44.
  @inline(never)
  static var csAbortReason: Parameter {
    .split(
      "Abort_Reason", octets: 1,
      [
        Part("Procedure", bit: 0, width: 4, .csProcedureAbortReason),
        Part("Subevent", bit: 4, width: 4, .csSubeventAbortReason),
      ])
  }
}
