extension Command {
  static let decodeDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...1),
    summary: "Show the packets of a capture",
    description: [
      [
        "Prints one line for each record of FILE: its number, its time, the controller, the "
          + "direction, the connection, the layer, and the content of the packet in the words of "
          + "the specification.",
        "An attribute handle is shown with its name, if discovery found it before that record.",
        "The name - means standard input.",
        "FILE may be packed by gzip, or be a zip or tar archive with one capture in it; "
          + "ARCHIVE/ENTRY names one of several.",
      ],
      [
        "PDUs in fragments are shown with the packet that completed them.",
        "Connections have the same numbers as in the report of analyze.",
      ] + directions + ["The controller of a sniffed packet has no meaning."],
      [
        "Without an option that chooses packets, all are shown.",
        "With several such options, only packets that match all of them are shown.",
      ],
      [
        "With --format json each record is an object on a separate line.",
        "Its time is null if the capture has only the time between records.",
        "Its fields are a tree: the name of each, the offset of its first byte in the HCI packet, "
          + "how many bytes it has, its value, and its text.",
        "The fields of a PDU that was put together from several packets are separate, "
          + "under reassembled_fields, with offsets in that PDU.",
      ],
      [
        "If the capture states that packets were dropped, or if it is cut, damaged or cannot be "
          + "read any further, a line that begins with a dash says so.",
        "In JSON this is an object with the key note instead of frame.",
        "Its value is cut_short, dropped (with count and before_frame), or, with offset, damaged "
          + "or source_failed; the key text describes it.",
        "A capture that is cut or damaged is also reported on standard error.",
      ],
      [
        "Values are shown as the host sees them, even if they are encrypted on the air: the output "
          + "may contain private data.",
        "Sniffed packets are shown decrypted if there is a key (--keys, --keys-from): the line of "
          + "such a packet ends with its packet counter, and -v shows both forms; the line of one "
          + "that could not be decrypted says that it is encrypted.",
      ],
      [
        "The line of a packet of a sniffed connection ends with retransmitted if it had been sent "
          + "before, and with new or retransmitted if the frames do not say which of the two.",
        "In JSON the key verdict of such a packet is new, retransmitted or uncertain.",
      ],
    ],
    examples: [
      Example(
        command: "bletrace decode btsnoop_hci.log", meaning: "Show every packet on one line."),
      Example(
        command: "bletrace decode -v --frames '#120-#122,#130' capture.pklg",
        meaning: "Show the frames of a finding."),
      Example(
        command: "bletrace decode --connection 1 --layer att capture.pcapng",
        meaning: "Show what one connection reads, writes and notifies."),
    ])
}
