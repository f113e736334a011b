/// Where the layout of any HCI packet's parameters is found. The tables themselves stand in
/// Layouts/, one family of commands or events a file.
package enum HCILayouts {
  /// The parameters of a command; nil for one that is not known.
  package static func command(_ opcode: HCIOpcode) -> ParameterLayout? {
    HCICommandLayouts.layout(opcode)?.command
  }

  /// What HCI_Command_Complete returns for a command, its status included; nil for a command that
  /// is not known.
  ///
  /// A Controller may refuse, with HCI_Command_Complete, a command that is otherwise answered by
  /// HCI_Command_Status: then there is a status alone.
  package static func returnParameters(_ opcode: HCIOpcode) -> ParameterLayout? {
    HCICommandLayouts.layout(opcode).map { $0.returns ?? statusAlone }
  }

  /// The parameters of an event; of HCI_LE_Meta and HCI_Vendor_Specific as octets, as they depend
  /// on what stands in them.
  package static func event(_ code: HCIEventCode) -> ParameterLayout? {
    events[Int(code.rawValue)]
  }

  /// The parameters of an LE event, those after the subevent code.
  package static func leEvent(_ subevent: LEMetaSubevent) -> ParameterLayout? {
    leEvents[Int(subevent.rawValue)]
  }

  // By code, as there are a million events in a capture.
  private static let events = (UInt8.min...UInt8.max).map {
    HCIEventLayouts.layout(HCIEventCode($0))
  }
  private static let leEvents = (UInt8.min...UInt8.max).map {
    LEMetaLayouts.layout(LEMetaSubevent($0))
  }

  private static let statusAlone = ParameterLayout("Status", [.status()])
}
