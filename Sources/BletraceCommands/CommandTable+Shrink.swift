import CaptureFiles

extension Command {
  static let shrinkDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...1),
    summary: "Write the fewest packets of a capture that still show a finding",
    description: [
      [
        "Leaves packets out of FILE as long as analyze still has a finding of the same rule and "
          + "severity, and writes the rest to the file that -o names.",
        "The result is small enough for a bug report or a test.",
      ],
      [
        "Halves are left out first, then quarters, down to single packets; the result is the same "
          + "on every run.",
        "After \(grouped(ShrinkCommand.mostRuns)) analyses it stops, and writes what is left then.",
      ],
      [
        "The finding that is left may rest on other packets than before, and have another cause "
          + "than the one looked for: read its message.",
        "Times stay, so the packets are as far apart as in FILE.",
      ],
      [
        "The output is readable for its owner only (mode 0600): it holds keys, names and values.",
        "bletrace export --redact makes a file that others may see.",
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
    defaultValue: "what the suffix of the output says")
}
