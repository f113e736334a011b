/// One HCI command: its parameters, and those that come back in HCI_Command_Complete.
///
/// A command without `returns` is answered by HCI_Command_Status; what it asked for is reported by
/// an event of its own.
package struct HCICommandLayout: Sendable {
  package let opcode: HCIOpcode
  package let command: ParameterLayout
  package let returns: ParameterLayout?

  init(
    _ opcode: UInt16, _ name: StaticString, _ parameters: [Parameter], returns: [Parameter]? = nil
  ) {
    self.opcode = HCIOpcode(opcode)
    command = ParameterLayout(name, parameters)
    self.returns = returns.map { ParameterLayout(name, $0) }
  }

  /// The specification's name without `HCI_`, its underscores as spaces.
  package var name: String { command.name.description }
}

/// The commands of the specification, one family a file: `LEScanningCommandLayouts.swift` and so
/// on.
///
/// Core 6.0, Vol 4, Part E, 7.1 to 7.6 and 7.8; what later versions added, as far as public sources
/// say; and those that the specification has since removed (AMP, park state and older), as they
/// were. Names are those of the newest version, and this is the only list of them.
package enum HCICommandLayouts {
  /// Nil for the vendor's commands, and for those that are newer than these tables.
  package static func layout(_ opcode: HCIOpcode) -> HCICommandLayout? {
    indices[opcode.rawValue].map { all[$0] }
  }

  /// In the order of their families.
  package static let all: [HCICommandLayout] = [
    // It is no command: HCI_Command_Complete has it where it only says how many may be sent.
    [HCICommandLayout(0x0000, "No Operation", [], returns: [])],
    linkControl, pairing, synchronous, amp, linkPolicy, baseband, controller, coexistence,
    informational, status, testing, leController, leAdvertising, lePeriodicAdvertising,
    leScanning, leConnection, lePrivacy, leTest, leDirectionFinding, leIsochronous, lePower,
    leChannelSounding,
  ].flatMap { $0 }

  private static let indices = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($0.element.opcode.rawValue, $0.offset) })
}
