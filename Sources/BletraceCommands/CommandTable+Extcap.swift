extension Command {
  static let extcapDefinition = CommandDefinition(
    summary: "Show captures with their findings in Wireshark's list of interfaces",
    description: [
      [
        "This command is run by Wireshark, not by its user.",
        "It reads a capture in any format that analyze reads, such as a bug report of a phone, and "
          + "gives it to Wireshark with each finding as a comment on its packets.",
      ],
      [
        "To install it, make a script in FOLDER, one of the extcap folders that Wireshark shows "
          + "under Help, About, Folders:",
        #"    printf '#!/bin/sh\nexec bletrace extcap "$@"\n' > FOLDER/bletrace"#,
        "    chmod +x FOLDER/bletrace",
        "The interface bletrace is then in Wireshark's list; its options name the capture.",
      ],
      ["It does not capture from controllers: bletrace live --write does."],
    ],
    examples: [
      Example(
        command: "tshark -i bletrace -o extcap.bletrace.file:btsnoop_hci.log -Y frame.comment",
        meaning: "Print the packets with findings in tshark.")
    ])
}
