/// The commands that capture.
extension Command {
  static let liveDefinition = CommandDefinition(
    operand: OperandDefinition(name: "-", count: 0...1),
    summary: "Explain Bluetooth traffic while it happens",
    description: [
      [
        "Captures the traffic of this computer's Bluetooth controllers (Linux), or reads a capture "
          + "that another program is still writing, and reports what happens as it happens.",
        "At any moment it shows what analyze would report on the records so far.",
        "The operand - means standard input.",
        "If the sending program restarts and sends a new file header between two records, the "
          + "capture continues with the new one.",
        "If the old capture ends inside a record, the data that follow on standard input may be "
          + "misread; --connect notices where a connection ended, and reads the new capture "
          + "correctly.",
      ],
      [
        "The capture ends when its source ends, at Control-C, or as --duration, --count or --until "
          + "say.",
        "Then the whole report is printed, as analyze prints it.",
        "A second Control-C ends the program at once.",
      ],
      [
        "On a terminal it shows a screen that is kept up to date; the key ? explains its keys.",
        "Elsewhere it prints one line for each event: the time in seconds since the first record, "
          + "the frame, the connection, the event and its details.",
        "With --format json each line is an object with the keys event, frame, time_us, "
          + "controller, connection, text and facts; the last one has the event report, and the "
          + "report under the key report.",
      ],
      [
        "Events that later records could undo, such as a transfer without an end, are printed once "
          + "they are certain, or at the end.",
        "Findings are printed early, and may be amended or withdrawn.",
        "A file gives the same lines each time; a capture that comes through a pipe at full speed "
          + "may not.",
      ],
      [
        "Capturing from controllers needs the capability CAP_NET_RAW: run bletrace as root, or "
          + "allow it once:",
        "    sudo setcap cap_net_raw+ep \"$(command -v bletrace)\"",
        "Capturing does not work in a container.",
        "Once the device and the files are open, all capabilities are dropped, and no_new_privs is "
          + "set.",
        "Under sudo the capture continues as the user who ran sudo, and its files belong to that "
          + "user.",
        "If that user cannot write a later file, such as that of --report, bletrace keeps root's "
          + "capabilities for files.",
        "Records that the kernel could not keep are counted, and reported in a finding.",
        "A loss is shown before the first record after it, or later by at most the records that "
          + "the kernel accepted between two reads.",
      ],
      [
        "With CAP_NET_ADMIN too, the kernel keeps about 80 times as many records while bletrace is "
          + "slow:",
        "    sudo setcap cap_net_raw,cap_net_admin+ep \"$(command -v bletrace)\"",
        "Without it the limit is net.core.rmem_max; bletrace interfaces prints the limit in force.",
      ],
      [
        "For connections that exist at the start, bletrace asks the kernel for address, role and "
          + "handle.",
        "The answers are added to the capture as User Logging records, and the report says that "
          + "they came from the kernel, which does not know the type of the address.",
      ],
    ],
    examples: [
      Example(
        command: "bletrace live --iface hci0 --write session.btsnoop",
        meaning: "Watch a controller, and keep the records."),
      Example(
        command: "ssh board 'btmon -w /proc/self/fd/3 3>&1 >/dev/null' | bletrace live -",
        meaning: "Watch the controller of another computer."),
      Example(
        command: "bletrace live --tty /dev/ttyACM0,1000000",
        meaning: "Watch a board with Zephyr, whose monitor is on a serial line."),
      Example(
        command: "bletrace live --connect localhost:8872",
        meaning: "Watch a phone or a board that sends its capture over TCP."),
      Example(
        command: "bletrace live --until 'transfer complete' --duration 60s --fail-on warning",
        meaning: "Let a test wait for a transfer, and fail if something cost time."),
      Example(
        command: "bletrace live --follow btsnoop_hci.log --format json",
        meaning: "Give the events of a growing log to another program."),
    ])

  static let interfacesDefinition = CommandDefinition(
    summary: "List the Bluetooth controllers that can be captured",
    description: [
      [
        "Prints a line for each controller of this computer: its name, its address, its bus, and "
          + "whether it is up or down.",
        "The last line gives the receive buffer of a capture: forced, with CAP_NET_ADMIN, or "
          + "limited by net.core.rmem_max.",
        "If this user may not capture, it says how to allow it.",
        "With --format json the output is an object with the list interfaces, each with name, "
          + "index, address, bus and state, and with may_capture, receive_buffer_bytes and "
          + "receive_buffer_forced.",
      ]
    ],
    examples: [
      Example(command: "bletrace interfaces", meaning: "List the controllers.")
    ])
}
