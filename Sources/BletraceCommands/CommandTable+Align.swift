extension Command {
  static let alignDefinition = CommandDefinition(
    operand: OperandDefinition(name: "CAPTURE", count: 2...2, spelling: "A B"),
    summary: "Put two captures of one session next to each other: what was lost, and where",
    description: [
      [
        "A and B are captures of one session: the logs of the two hosts, or the log of one host "
          + "and the capture of a sniffer.",
        "The PDUs that are in both captures are found by their content and order; what a sniffer "
          + "received encrypted needs its key for that (--keys, --keys-from).",
        "No clock has to be right: what arrived cannot have arrived before it was sent, so the "
          + "fastest packets of both ways bound the offset of the two clocks, and their drift.",
        "The report states the offset with that bound; if a clock was set meanwhile, the offset is "
          + "stated for each part.",
      ],
      [
        "For each connection that is in both captures, the report states how many PDUs of each way "
          + "arrived, how long they were on the way, which of them were lost, and for each gap of "
          + "the receiver where it was made.",
        "A PDU that the sender's controller reported as completed was acknowledged by the other "
          + "controller, so it was not lost on the air.",
        "A PDU that was not completed when the connection ended was left in the sender's "
          + "controller, or not acknowledged.",
        "HCI does not show how often a packet was sent: the time in a controller and the time on "
          + "the air can be separated only if one of the captures is a sniffer's.",
        "Where the captures do not show it, the report says so, and why.",
      ],
      [
        "The exit status is 0 also if PDUs were lost, and 2 if the captures have no connection in "
          + "common."
      ],
    ],
    variants: [.format: alignFormat],
    examples: [
      Example(
        command: "bletrace align phone.btsnoop device.pklg",
        meaning: "Find out on which side data were lost."),
      Example(
        command: "bletrace align --format html -o report.html phone.btsnoop device.pklg",
        meaning: "The same as a page with plots."),
      Example(
        command: "bletrace align --format json phone.btsnoop sniffer.pcapng",
        meaning: "The same for a program, with the capture of a sniffer."),
    ])

  private static let alignFormat: OptionDefinition = {
    var definition = Option.format.definition
    definition.choices = ["text", "json", "html"]
    definition.summary = "Print text for people, json for programs, or html, a page with plots"
    definition.details = [
      "The text is for people and may change from version to version.",
      "The html is one file without scripts that needs no network: the text, and plots of the time "
        + "on the way, the lost PDUs with their places, and the offset of the clocks.",
      "The JSON is stable: keys may be added, none is renamed or removed; its schema is "
        + "bletrace-align/1.",
    ]
    return definition
  }()
}
