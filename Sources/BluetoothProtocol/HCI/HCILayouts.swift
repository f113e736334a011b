/// Where the layout of any HCI packet's parameters is found. The tables themselves stand beside the
/// decoders of the same group: Commands/, Events/ and ReturnParameters/.
package enum HCILayouts {
  /// The parameters of a command; nil for one that is not known.
  package static func command(_ opcode: HCIOpcode) -> ParameterLayout? {
    commands[opcode.rawValue]
  }

  /// What HCI_Command_Complete returns for a command, its status included.
  package static func returnParameters(_ opcode: HCIOpcode) -> ParameterLayout? {
    returns[opcode.rawValue]
  }

  /// The parameters of an event; nil for HCI_LE_Meta and HCI_Vendor_Specific, whose parameters
  /// depend on what stands in them.
  package static func event(_ code: HCIEventCode) -> ParameterLayout? {
    events[code.rawValue]
  }

  /// The parameters of an LE event, those behind the subevent code.
  package static func leEvent(_ subevent: LEMetaSubevent) -> ParameterLayout? {
    leEvents[subevent.rawValue]
  }

  private static let commands: [UInt16: ParameterLayout] = [:]
  private static let returns: [UInt16: ParameterLayout] = [:]
  private static let events: [UInt8: ParameterLayout] = [:]
  private static let leEvents: [UInt8: ParameterLayout] = [:]
}
