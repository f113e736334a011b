/// The options that configuration files are for, and the one that chooses such a file.
extension Option {
  var configurationDefinition: OptionDefinition? {
    switch self {
    case .name:
      OptionDefinition(
        commands: [.analyze, .shrink, .live, .diff, .budget],
        valueName: "ADDRESS|UUID=NAME",
        summary: "Use NAME for the device with this address, or the attributes with this UUID",
        details: [
          "An address is written as 66:0D:F3:0A:7B:1C, a UUID as for --transfer.",
          "The name replaces what the device says of itself, and diff matches devices by it.",
          "NAME has at most 64 bytes.",
        ],
        isRepeatable: true)
    case .tolerance:
      OptionDefinition(
        commands: [.diff],
        valueName: "MEASURE=AMOUNT",
        summary: "Let MEASURE differ by AMOUNT, such as transfer.duration_us=20%, before it counts",
        details: [
          "AMOUNT replaces the measure's own tolerance, and is a part of the base's value (20%), a "
            + "time (5ms), or a number in the measure's unit.",
          "The measures are listed below.",
        ],
        isRepeatable: true)
    case .config:
      OptionDefinition(
        commands: Command.allCases.filter { $0 == .config || Self.configuredCommands.contains($0) },
        valueName: "FILE",
        summary: "Read settings only from FILE; if FILE is none, read no file",
        details: [
          "Without this option, settings are read from ~/.config/bletrace and from .bletrace in the "
            + "working tree, if they exist; bletrace-config(1) explains them."
        ])
    default: nil
    }
  }

  private static let configuredCommands: [Command] = [
    .analyze, .decode, .messages, .export, .shrink, .live, .diff, .align, .budget,
  ]
}
