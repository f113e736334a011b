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
        "No clock has to be right: no packet arrives before it is sent, so the fastest packets in "
          + "both directions limit the offset and the drift of the two clocks.",
        "The report states the offset with its error bound; if a clock was set meanwhile, the "
          + "offset is stated for each part.",
      ],
      [
        "For each connection that is in both captures, the report states for each direction how "
          + "many PDUs arrived, how long they took, which were lost, and for each gap of the "
          + "receiver what caused it.",
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
        meaning: "Find out on which side data was lost."),
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
      "The html is one file without scripts that needs no network: the text, and plots of the "
        + "latency, the lost PDUs, and the offset of the clocks.",
      stableJSON + "; its schema is "
        + "bletrace-align/1.",
    ]
    return definition
  }()
}
