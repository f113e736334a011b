import Reports

/// The options that only `live` has.
extension Option {
  var liveDefinition: OptionDefinition {
    switch self {
    case .interface:
      OptionDefinition(
        valueName: "NAME",
        summary: "Capture the controller NAME, such as hci0, or any for all of them",
        details: [
          "bletrace interfaces lists the controllers.",
          "With any, controllers that are plugged in later are captured too.",
        ],
        defaultValue: "any")
    case .follow:
      OptionDefinition(
        valueName: "FILE",
        summary: "Read FILE, which another program writes, and go on as it grows",
        details: [
          "FILE is read from its beginning.",
          "It need not be there yet.",
          "Where it is replaced by a new file of the same name, the old one is read to its end and "
            + "then the new one; where it is emptied, it is read from its start again; in both cases "
            + "the capture goes on, and so do the numbers of its records.",
        ])
    case .write:
      OptionDefinition(
        valueName: "FILE",
        summary: "Record to FILE meanwhile, in the btsnoop format, or as pcap if it ends in .pcap",
        details: [
          "The records are those of the Linux monitor: btsnoop with datalink 2001, which btmon and "
            + "Wireshark read, or pcap with link type 254.",
          "They are written within a second, so that FILE is a capture whatever ends the program.",
          "Where the disk is full FILE ends with a whole record, and the capture ends as well.",
          "A file that is there already is left alone, and is an error.",
        ])
    case .rotate:
      OptionDefinition(
        valueName: "SIZE",
        summary:
          "Begin another file when the one of --write would be longer than SIZE, such as 10MB",
        details: [
          "The further ones have a number before their suffix: walk.btsnoop, walk.2.btsnoop, "
            + "walk.3.btsnoop.",
          "A device or a named pipe cannot be rotated.",
          "Where a file of such a name is there already it is left alone, and the capture ends; the "
            + "second name is looked at before the capture begins.",
          "kB, MB and GB are powers of ten.",
        ])
    case .report:
      OptionDefinition(
        valueName: "FILE",
        summary: "Write the report at the end to FILE instead of standard output",
        details: [
          "It is JSON if FILE ends in .json, text if it ends in .txt, else as --format says.",
          "A named pipe that nobody reads yet is waited for; not, though, where a signal such as "
            + "Control-C ends the capture or comes meanwhile.",
        ])
    case .duration:
      OptionDefinition(
        valueName: "TIME",
        summary: "End the capture after TIME, such as 90s, 5min or 2h",
        details: ["A number without a unit is in seconds."])
    case .count:
      OptionDefinition(valueName: "RECORDS", summary: "End the capture after so many RECORDS")
    case .until:
      OptionDefinition(
        valueName: "EVENT",
        summary: "End the capture when EVENT has happened, such as 'transfer complete'",
        details: [
          "EVENT is the name of an event as in the list of events, or warning or error for a finding of "
            + "that severity or worse.",
          "Hyphens may stand for the blanks.",
          "Where the capture ends in another way before that, the exit status is 1.",
        ])
    case .exitOnUnplug:
      OptionDefinition(
        summary: "End the capture when the controller is unplugged, or of all the last one",
        details: ["Without this option the capture goes on, and waits for it to come back."])
    default: preconditionFailure("not an option of live alone")
    }
  }
}
