/// The options of `messages`, and the layout file that other commands read, too.
extension Option {
  var messagesDefinition: OptionDefinition? {
    switch self {
    case .layout:
      OptionDefinition(
        commands: [.analyze, .decode, .messages, .shrink, .live, .diff, .budget],
        valueName: "FILE",
        summary: "Use the layouts, and the names of messages and fields, in FILE",
        details: [
          "bletrace messages --write-layout makes such a file; bletrace-messages(1) explains its "
            + "lines.",
          "In .bletrace, a FILE without a leading / is in the folder of .bletrace.",
        ],
        isRepeatable: true)
    case .difference:
      OptionDefinition(
        summary: "Compare the messages of two captures: CAPTURE is then A B",
        details: [
          "Messages with the same octets, apart from counters and checksums, are the same."
        ])
    case .script:
      OptionDefinition(
        valueName: "LIBRARY", choices: ["bleak"],
        summary: "Write a Python script that sends the requests again, with the package bleak",
        details: ["The script prints its requests with --list, and sends them to an address."])
    case .dissector:
      OptionDefinition(
        valueName: "PROGRAM", choices: ["wireshark"],
        summary: "Write a dissector in Lua for wireshark",
        details: [
          "Use it as tshark -X lua_script:FILE -r CAPTURE -V, or copy it to Wireshark's folder of "
            + "personal plugins."
        ])
    case .writeLayout:
      OptionDefinition(
        valueName: "FILE",
        summary: "Also write the layouts and kinds of messages to FILE, to be given names there",
        details: [
          "FILE is readable by its owner only (mode 0600), unless --redact is given.",
          "If FILE exists, it is not changed, and the command fails.",
        ])
    case .number:
      OptionDefinition(
        valueName: "NUMBER",
        summary: "Use only layout NUMBER of the table")
    default: nil
    }
  }
}
