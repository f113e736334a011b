extension Command {
  static let messagesDefinition = CommandDefinition(
    operand: OperandDefinition(name: "CAPTURE", count: 1...2, spelling: "CAPTURE"),
    summary: "List the messages of protocols that no one published, and send them again",
    description: [
      [
        "Apps talk to batteries, lamps or scales in messages of their own: a start octet, a length, "
          + "a command, a checksum.",
        "bletrace finds such a layout if at least 95 % of the messages fit it, in both directions, "
          + "and a coincidence is very unlikely; --framing gives one by hand.",
        "For each layout the table lists the kinds of messages: the octets that all of them have, "
          + ".. for octets that vary, how many there were and how often, and which kind answers "
          + "them.",
        "Octets that vary are described: counters, times, flags, numbers that change slowly.",
      ],
      [
        "--timeline lists all messages in order, requests and answers; --merge-log puts the lines "
          + "of an app's log between them.",
        "--diff compares the captures of two actions, such as on and off: which messages only one "
          + "of them has, and which octets of the others differ; counters and checksums do not "
          + "count.",
      ],
      [
        "--script bleak writes a Python script that connects to the device, subscribes, sends the "
          + "requests of the capture with lengths, counters and checksums computed, and prints the "
          + "answers.",
        "--dissector wireshark writes a dissector in Lua, for Wireshark and tshark.",
        "If a capture has several layouts, --number chooses one; without it, that with the most "
          + "requests is taken.",
        "A script contains octets, numbers and UUIDs of the capture, but no names or texts.",
      ],
      [
        "--write-layout FILE keeps layouts and kinds in a file, one fact on each line, in which you "
          + "give names to messages and fields.",
        "With --layout FILE, or layout = FILE in .bletrace, all commands use it. Its lines are:",
        "- layout = NAME: begins another layout, if there are several.",
        "- characteristic = UUID, or a value handle such as 0x0012: what carries the messages.",
        "- framing = ITEM: an item of a layout as in --framing, such as framing = length:u8@3.",
        "- message = NAME: OCTETS, such as message = state: DD 03 .. .. +20; .. varies, and +N is "
          + "for up to N more octets.",
        "- field = MESSAGE: NAME TYPE@OFFSET [*FACTOR] [UNIT], such as field = state: voltage "
          + "u16be@4 *0.01 V.",
        "TYPE is u8, i8, u16le, i32be and so on up to 64 bits, text:N, or octets:N; offsets count "
          + "from the first octet of the message.",
        "A line that begins with # is a comment.",
      ],
      [
        "With --redact, every octet of a message is replaced, except start and end octets, lengths "
          + "and counters; checksums are those of the new octets."
      ],
    ],
    variants: [
      .timeline: messagesTimeline, .redact: messagesRedact, .full: messagesFull,
    ],
    examples: [
      Example(command: "bletrace messages btsnoop_hci.log", meaning: "List the kinds of messages."),
      Example(
        command: "bletrace messages --timeline --merge-log app.log btsnoop_hci.log",
        meaning: "Show what the app did beside what it sent."),
      Example(
        command: "bletrace messages --diff on.pcapng off.pcapng",
        meaning: "Find the octets that switch a lamp."),
      Example(
        command: "bletrace messages --script bleak -o battery.py btsnoop_hci.log",
        meaning: "Write a script that sends the requests again."),
      Example(
        command: "bletrace messages --dissector wireshark -o battery.lua btsnoop_hci.log",
        meaning: "Write a dissector for Wireshark."),
    ])

  private static let messagesTimeline = OptionDefinition(
    commands: [.messages],
    summary: "List all messages in order",
    details: [
      "A line has the time, the frame in which the message ended, its way (-> to the device, <- "
        + "from it), its kind, for an answer the time since the request, the fields, and the "
        + "octets.",
      "At most the first 100,000 messages are printed.",
    ])

  private static let messagesRedact = OptionDefinition(
    commands: [.messages],
    summary: "Replace the octets of messages, except starts, ends, lengths and counters",
    details: [
      "Octets that are equal in all messages of a kind stay equal, and so do equal messages; each "
        + "time the replacements are different.",
      "Names of files and the names that a layout file gives are left out.",
    ])

  private static let messagesFull = OptionDefinition(
    commands: [.messages],
    summary: "List all kinds of messages, not only the first 12 of each layout")
}
