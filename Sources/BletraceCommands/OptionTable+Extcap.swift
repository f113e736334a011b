extension Option {
  /// Wireshark gives these: their names are those of extcap(4).
  var extcapDefinition: OptionDefinition? {
    switch self {
    case .extcapInterfaces:
      OptionDefinition(summary: "Print the interfaces that Wireshark lists")
    case .extcapInterface:
      OptionDefinition(
        valueName: "INTERFACE", summary: "Answer for INTERFACE: bletrace or bletrace-live")
    case .extcapDLTs: OptionDefinition(summary: "Print the link types of the interface")
    case .extcapConfig: OptionDefinition(summary: "Print the options of the interface")
    case .extcapVersion:
      OptionDefinition(
        valueName: "VERSION", summary: "Accept the version of Wireshark; it is ignored")
    case .extcapFilter:
      OptionDefinition(
        valueName: "FILTER", summary: "Accept a capture filter; it is ignored")
    case .capture:
      OptionDefinition(summary: "Write the packets of --file, or of the controllers, to --fifo")
    case .fifo:
      OptionDefinition(valueName: "PIPE", summary: "Write to PIPE, which Wireshark has made")
    case .file:
      OptionDefinition(
        valueName: "FILE", summary: "Read FILE, a capture in any format that analyze reads")
    default: nil
    }
  }
}
