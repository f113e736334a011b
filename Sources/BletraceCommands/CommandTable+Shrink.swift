import CaptureFiles

extension Command {
  static let shrinkDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...1),
    summary: "Reduce a capture to the few packets that show a finding",
    description: [
      [
        "Removes packets as long as analyze still reports a finding of the same rule and severity, "
          + "and writes the remaining ones to the file that -o names.",
        "The result is small enough for a bug report or a test.",
      ],
      [
        "The packets of the finding are tried alone, then all packets of a kind are removed, then "
          + "halves, quarters, and so on down to single packets; the result is the same each time.",
        "After \(grouped(ShrinkCommand.mostRuns)) analyses it stops, and writes what is left; some "
          + "packets may then not be needed.",
      ],
      [
        "The remaining finding may have other packets and another cause than the original one: "
          + "read its message.",
        "If a finding rests on an amount, such as 10,000 bytes, the result is not small.",
        "Times are not changed.",
      ],
      [
        "The output is readable by its owner only (mode 0600), because it contains keys, names and "
          + "values.",
        "bletrace export --redact makes a file that you can give to others.",
      ],
    ],
    variants: [.format: shrinkFormat, .output: captureOutput],
    examples: [
      Example(
        command: "bletrace shrink btsnoop_hci.log --finding credit-stall -o small.btsnoop",
        meaning: "Keep the packets that show a stall.")
    ])

  private static let shrinkFormat = OptionDefinition(
    commands: [.shrink],
    valueName: "FORMAT", choices: CaptureFileWriter.Container.allCases.map(\.rawValue),
    summary: "Write btsnoop, pcap, pcapng or packetlogger, whatever the name of the output",
    defaultValue: "the format of the output's suffix")
}
