/// The commands that capture.
extension Command {
  static let liveDefinition = CommandDefinition(
    operand: OperandDefinition(name: "-", count: 0...1),
    summary: "Explain Bluetooth traffic while it happens",
    description: [
      [
        "Captures the traffic of this computer's Bluetooth controllers (Linux), or reads a capture "
          + "that another program is still writing, and reports events immediately.",
        "At any moment it shows what analyze would report on the records so far.",
        "The operand - means standard input.",
        "If the sending program restarts and sends a new file header between two records, the "
          + "capture continues with the new one.",
        "If the old capture ends inside a record, the following data on standard input may be "
          + "misread; --connect detects the end of a TCP connection, and reads the new capture "
          + "correctly.",
      ],
      [
        "The capture ends when its source ends, at Control-C, or when --duration, --count or "
          + "--until ends it.",
        "Then the complete report is printed, as analyze prints it.",
        "A second Control-C ends the program immediately.",
      ],
      [
        "On a terminal it shows a screen that is kept up to date; the key ? explains its keys.",
        "Elsewhere it prints one line for each event: the time in seconds since the first record, "
          + "the frame, the connection, the event and its details.",
        "With --format json each line is an object with the keys event, frame, time_us, "
          + "controller, connection, text and facts; in the last object the key event has the "
          + "value report, and the key report contains the report.",
      ],
      [
        "An event that later records may contradict, such as an incomplete transfer, is printed "
          + "only when it is certain, or at the end.",
        "Findings are printed early, and may be amended or withdrawn.",
        "A file gives the same lines each time; a capture that is read from a pipe at full speed "
          + "may not.",
      ],
      [
        "Capturing from controllers needs the capability CAP_NET_RAW: run bletrace as root, or "
          + "allow it once:",
        "    sudo setcap cap_net_raw+ep \"$(command -v bletrace)\"",
        "If bletrace is from a tarball, unpack that as /opt/bletrace: a program with capabilities "
          + "does not find libraries that are elsewhere.",
        "A container needs the network of the computer and the capability, given by the "
          + "computer's root: podman or docker run --network host --cap-add NET_RAW.",
        "When the device and the files are open, bletrace sets no_new_privs and drops all "
          + "capabilities, with the exception below.",
        "Under sudo the capture continues as the user who ran sudo, and its files belong to that "
          + "user.",
        "The exception: if a file that is opened later, such as that of --report, needs them, "
          + "bletrace keeps the file capabilities of root.",
        "Records that the kernel could not keep are counted, and reported in a finding.",
        "A loss is reported at the first record after it, or a few records later.",
        "At the end, records that wait in the kernel are still taken, for up to two seconds; the "
          + "rest is counted as lost.",
        "If the clock of the computer is set, the times of the capture continue as if it had not "
          + "been, and a User Logging record says when it was set and by how much.",
      ],
      [
        "With CAP_NET_ADMIN too, the kernel keeps about 80 times as many records while bletrace is "
          + "slow:",
        "    sudo setcap cap_net_raw,cap_net_admin+ep \"$(command -v bletrace)\"",
        "Without it the limit is net.core.rmem_max; bletrace interfaces prints the current limit.",
      ],
      [
        "For connections that exist at the start, bletrace asks the kernel for address, role and "
          + "handle.",
        "The answers are added to the capture as User Logging records, and the report says that "
          + "they are from the kernel, which does not know the type of the address.",
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
        meaning: "Let a test wait for a transfer, and fail if there is a warning."),
      Example(
        command: "bletrace live --follow btsnoop_hci.log --format json",
        meaning: "Print the events of a growing log as JSON, for another program."),
    ])

  static let interfacesDefinition = CommandDefinition(
    summary: "List the Bluetooth controllers that can be captured",
    description: [
      [
        "Prints a line for each controller of this computer: its name, its address, its bus, and "
          + "whether it is up or down.",
        "The last line gives the size of the receive buffer: set by bletrace (with CAP_NET_ADMIN), "
          + "or limited by net.core.rmem_max.",
        "Without permission to capture, the line says how to get it.",
        "With --format json the output is an object with the list interfaces, each with name, "
          + "index, address, bus and state, and with may_capture, receive_buffer_bytes and "
          + "receive_buffer_forced.",
      ]
    ],
    examples: [
      Example(command: "bletrace interfaces", meaning: "List the controllers.")
    ])
}
