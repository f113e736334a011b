import Reports

/// The commands that capture.
extension Command {
  static let liveDefinition = CommandDefinition(
    operand: OperandDefinition(name: "-", count: 0...1),
    summary: "Explain Bluetooth traffic while it happens",
    description: [
      [
        "Captures the traffic of this computer's Bluetooth controllers (Linux), or reads a capture "
          + "that another program is still writing, and tells what happens as it happens.",
        "At any moment what is shown is what analyze would say of the records so far.",
        "The operand - stands for standard input.",
      ],
      [
        "The capture ends when its source does, with Control-C, or as --duration, --count or --until "
          + "say.",
        "Then the whole report is printed, as analyze prints it.",
        "A second Control-C ends the program at once.",
      ],
      [
        "On a terminal it shows a screen that is kept up to date; the key ? explains its keys.",
        "Elsewhere it tells one line an event: the time in seconds since the first record, the frame, the "
          + "connection, the event and what there is to say about it.",
        "With --format json each line is an object with the keys event, frame, time_us, controller, "
          + "connection, text and facts; the last one has the event report, and the report under "
          + "the key report.",
      ],
      [
        "A thing that more records may take back, such as a transfer without an end, is told once it "
          + "is certain, or at the end."
      ],
      [
        "Capturing from controllers needs the right CAP_NET_RAW: allow it once with sudo setcap "
          + "cap_net_raw+ep \"$(command -v bletrace)\", or run bletrace as root.",
        "It does not work in a container.",
        "Records that the kernel could not keep are counted, and lead to a finding.",
      ],
    ],
    options: [
      .interface, .follow, .format, .write, .rotate, .report, .duration, .count, .until,
      .exitOnUnplug, .marker, .transfer, .gapThreshold, .timeline, .rssiGate, .rule, .noRule,
      .failOn, .width, .color, .quiet,
    ],
    examples: [
      Example(
        command: "bletrace live --iface hci0 --write session.btsnoop",
        meaning: "Watch a controller, and keep the records."),
      Example(
        command: "ssh board btmon -w - | bletrace live -",
        meaning: "Watch the controller of another computer."),
      Example(
        command: "bletrace live --until 'transfer complete' --duration 60s --fail-on warning",
        meaning: "Let a test wait for a transfer, and fail if something cost time."),
      Example(
        command: "bletrace live --follow btsnoop_hci.log --format json",
        meaning: "Feed a program with what happens in a log that grows."),
    ])

  static let interfacesDefinition = CommandDefinition(
    summary: "List the Bluetooth controllers that can be captured",
    description: [
      [
        "Prints a line for each controller of this computer: its name, its address, the bus that it "
          + "is on, and whether it is up or down.",
        "Where this user may not capture, a further line says what to do about it.",
        "With --format json it is an object with the list interfaces, each with name, index, address, "
          + "bus and state, and with may_capture.",
      ]
    ],
    options: [.format],
    examples: [
      Example(command: "bletrace interfaces", meaning: "See what there is to capture.")
    ])
}
