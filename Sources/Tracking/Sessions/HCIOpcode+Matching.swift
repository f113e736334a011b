import BluetoothProtocol

extension HCIOpcode {
  /// For `case .reset:`, written out: the general one asks the other module how to compare, for
  /// each case of each command.
  @inline(__always)
  static func ~= (pattern: HCIOpcode, opcode: HCIOpcode) -> Bool {
    pattern.rawValue == opcode.rawValue
  }
}
