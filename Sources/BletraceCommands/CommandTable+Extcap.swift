extension Command {
  static let extcapDefinition = CommandDefinition(
    summary: "Show captures with their findings in Wireshark's list of interfaces",
    description: [
      [
        "Wireshark runs this command; you do not.",
        "The interface bletrace reads a capture in any format that analyze reads, such as a bug "
          + "report of a phone, and gives it to Wireshark with each finding as a comment on its "
          + "packets.",
        "The interface bletrace-live captures from all controllers of this computer, as bletrace "
          + "live --write does, without findings; it needs the same rights.",
      ],
      [
        "To install it, make a script in FOLDER, one of the extcap folders that Wireshark shows "
          + "under Help, About, Folders:",
        #"    printf '#!/bin/sh\nexec bletrace extcap "$@"\n' > FOLDER/bletrace"#,
        "    chmod +x FOLDER/bletrace",
        "Both interfaces are then in Wireshark's list; the options of bletrace name the capture.",
      ],
    ],
    examples: [
      Example(
        command: "tshark -i bletrace -o extcap.bletrace.file:btsnoop_hci.log -Y frame.comment",
        meaning: "Print the packets with findings in tshark."),
      Example(
        command: "tshark -i bletrace-live -Y btatt",
        meaning: "Print the ATT packets of this computer's controllers."),
    ])
}
