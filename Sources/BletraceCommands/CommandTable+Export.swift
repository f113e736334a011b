import CaptureFiles

extension Command {
  static let exportDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...1000),
    summary: "Write a capture, or a part of it, as btsnoop, pcap, pcapng or PacketLogger",
    description: [
      [
        "Reads each FILE, a capture in any format that analyze reads, and writes the packets to "
          + "the file that -o names.",
        "FILE may be packed by gzip, or be a zip or tar archive with one capture in it; "
          + "ARCHIVE/ENTRY names one of several.",
        "The name - means standard input.",
      ],
      [
        "The suffix of the output chooses the format: .btsnoop or .log, .pcap, .pcapng, .pklg "
          + "(PacketLogger); --format "
          + "chooses it for any other name.",
        "HCI packets are written as H4 (btsnoop 1002, link type 201); captures of the Linux "
          + "monitor keep its framing (btsnoop 2001, link type 254).",
        "Times, directions, original lengths and counts of dropped records are kept; what the "
          + "format cannot store is reported on standard error.",
        "If the input does not state a direction, it is inferred from the packet type, as in "
          + "analyze.",
      ],
      [
        "Several FILEs are joined in the order of their first packets, such as "
          + "btsnoop_hci.log.last and btsnoop_hci.log; frames and connections are numbered "
          + "continuously."
      ],
      [
        "With --frames, --connection, --device, --from or --to only the selected packets are "
          + "written, and those that explain them: the facts about the controllers; how each "
          + "connection began, with the last advertising before it; its features, parameters, MTU, "
          + "discovery, subscriptions, pairing and channels; the request of a selected response; "
          + "the other fragments of a selected PDU.",
        "Frames of the output are numbered from 1.",
      ],
      [
        "With --findings each finding of analyze is a comment on the packets that show it, so that "
          + "Wireshark shows the report next to the packets."
      ],
      [
        "With --redact the output can be given to others: addresses, names, keys, values, "
          + "manufacturer data, vendor logs and notes are replaced by others of the same length.",
        "Headers of framed transfers (MCUmgr SMP, Nordic DFU, Matter BTP) are kept; the data in "
          + "them is replaced, and a CRC or SHA-256 that was correct is calculated again.",
        "Of MCUmgr SMP, only the keys and integers of transfers and errors are kept.",
        "analyze --redact makes a report, in any format, from packets that are redacted in this "
          + "way.",
      ],
      stillShown, selfCheck,
      [
        "Without --redact the output is readable by its owner only (mode 0600), because it "
          + "contains keys, names and values.",
        "It appears when it is complete, and never replaces one of the FILEs.",
      ],
    ],
    variants: [.format: exportFormat, .output: captureOutput, .marker: exportMarker],
    examples: [
      Example(
        command: "bletrace export --connection 2 btsnoop_hci.log -o part.pcapng",
        meaning: "Cut out one connection, for Wireshark."),
      Example(
        command: "bletrace export btsnoop_hci.log btsnoop_hci.log.last -o whole.btsnoop",
        meaning: "Join the two parts of an Android log."),
      Example(
        command: "bletrace export sysdiagnose.tar.gz/bluetoothd.pklg -o log.pcap",
        meaning: "Convert a capture in an archive."),
      Example(
        command: "bletrace export --findings btsnoop_hci.log -o annotated.pcapng",
        meaning: "Show the findings in Wireshark."),
      Example(
        command: "bletrace export --redact btsnoop_hci.log -o share.btsnoop",
        meaning: "Make a file that you can give to others."),
    ])

  /// What the receiver of a redacted file can still find.
  private static let stillShown = [
    "A redacted file still shows:",
    "- the kind of each device: services, UUIDs of vendors, company identifiers, class of device "
      + "and Appearance;",
    "- the controller with its versions, features and supported commands, which often suggest a "
      + "model of phone;",
    "- when everything happened, signal strengths, channel maps (which may suggest Wi-Fi nearby), "
      + "clock offsets, and samples of direction finding;",
    "- the lengths of names and values, how often values are sent, and whether an address is "
      + "public or which type of random address it is;",
    "- which devices were met again, and how often a value occurs, because equal data stays equal;",
    "- the order of short values, such as a heart rate that changes in small steps: one known "
      + "value then reveals the others;",
    "- how many different bytes a value has, if these are fewer than four;",
    "- a write of two bytes from 00 00 to 03 00 to an attribute that discovery did not show, which "
      + "is treated as a subscription;",
    "- sizes, offsets, image numbers, versions and error codes of framed transfers; the size of a "
      + "firmware image may identify it;",
    "- a UUID that contains an address or a name;",
    "- a company identifier, unless the manufacturer data begins like an address in the capture.",
  ]

  /// What the search of a redacted file does not find.
  private static let selfCheck = [
    "The search of the output has limits: it looks for whole addresses, names of at least 6 bytes, "
      + "and other originals of at least 8 bytes with four different ones; of an original with "
      + "more than 24 bytes it looks for the first 24.",
    "It does not find a part of an address, other spellings such as UTF-16 or digits with dashes, "
      + "or data that is divided between packets.",
  ]

  private static let exportFormat = OptionDefinition(
    commands: [.export],
    valueName: "FORMAT", choices: CaptureFileWriter.Container.allCases.map(\.rawValue),
    summary: "Write btsnoop, pcap, pcapng or packetlogger, whatever the name of the output",
    defaultValue: "the format of the output's suffix")

  static let analyzeRedact = OptionDefinition(
    commands: [.analyze],
    summary: "Report on packets in which addresses, names, keys, values and other private data are "
      + "replaced",
    details: [
      "They are replaced in the same way as by export --redact, and the same things can be "
        + "inferred.",
      "The report calls the captures capture1, capture2 and so on, and is not searched for "
        + "originals.",
      "Payloads that --extract writes are those of the replaced values.",
    ])

  /// The `-o` of the commands that write a capture.
  static let captureOutput: OptionDefinition = {
    var definition = Option.output.definition
    definition.summary = "Write the capture to FILE (required)"
    return definition
  }()

  private static let exportMarker = OptionDefinition(
    commands: [.export],
    valueName: "MARKER",
    summary: "With --redact, do not replace MARKER, a text or bytes such as hex:454F4D, in values",
    details: ["EOM, PIC_END and TEXT_END are kept without this option."],
    isRepeatable: true)
}
