import LiveCapture

/// The options that only `live` has.
extension Option {
  var liveDefinition: OptionDefinition? {
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
    case .tty:
      OptionDefinition(
        valueName: "DEVICE[,BAUD]",
        summary: "Read Zephyr's monitor from the serial line DEVICE, at BAUD bits a second",
        details: [
          "The firmware needs CONFIG_BT_DEBUG_MONITOR_UART; BAUD is the current-speed of its UART.",
          "The line is set to 8 data bits, no parity, 1 stop bit, no flow control.",
          "Octets that are no record are skipped and counted.",
          "The monitor counts time from the start of the board; the first record, and the first one "
            + "after a reset, has the time of this computer's clock.",
          "If the line is unplugged, bletrace waits for it to return, unless --exit-on-unplug is given.",
        ],
        defaultValue: "a BAUD of \(SerialLine.usualSpeed)")
    case .connect:
      OptionDefinition(
        valueName: "HOST:PORT",
        summary: "Read a capture from PORT of HOST over TCP, and connect again when it ends",
        details: [
          "It may be btsnoop, pcap, pcapng, PacketLogger, hcidump's own format or Zephyr's monitor; "
            + "an IPv6 address needs brackets.",
          "Connecting may take 10 seconds; the first attempt has to succeed.",
          "There is no limit to the time that a connection may be silent.",
          "When it ends, bletrace connects again, after a pause of half a second that doubles up to 5 "
            + "seconds; the capture goes on, and so do the numbers of its records.",
          "When nothing has come for 60 seconds since it ended, the capture ends, with status 2.",
        ])
    case .write:
      OptionDefinition(
        valueName: "FILE",
        summary: "Record to FILE: in the btsnoop format, or as pcapng or pcap if its name ends so",
        details: [
          "The records are those of the Linux monitor: btsnoop with datalink 2001, which btmon and "
            + "Wireshark read, or pcapng or pcap with link type 254 if FILE ends in .pcapng or .pcap.",
          "btsnoop and pcapng also say where records were lost.",
          "Each record is written within a quarter of a second, so that FILE is a capture whatever "
            + "ends the program.",
          "If the disk is full, FILE ends with a whole record, and the capture ends.",
          "If another program removes, renames, replaces or changes FILE, the capture ends with an "
            + "error.",
          "A file that is there already is left alone, and is an error.",
          "FILE is readable for its owner only (mode 0600): it holds keys, names and values.",
        ])
    case .sync:
      OptionDefinition(
        valueName: "SECONDS",
        summary: "Send the recording to the disk every SECONDS; off leaves it to the system",
        details: [
          "A loss of power costs at most the records of the last SECONDS, and those that the disk was "
            + "still busy with.",
          "A kill of the program costs at most a quarter of a second in any case.",
          "A thread of its own waits for the disk; the records do not.",
          "At 10,000 records a second it cost no processor time that could be measured.",
        ],
        defaultValue: "1")
    case .rotate:
      OptionDefinition(
        valueName: "SIZE,TIME",
        summary:
          "Begin another file of --write after SIZE, such as 10MB, or TIME, such as 10min, or both",
        details: [
          "Either may be left out; with both, what is reached first counts.",
          "No file is longer than SIZE, unless a single record is.",
          "TIME counts from the first record of a file, on the clock of the records: the first record "
            + "after it begins the next file.",
          "The further files have a number before their suffix: walk.btsnoop, walk.2.btsnoop, "
            + "walk.3.btsnoop.",
          "Each file is a capture of its own, which may start in the middle of a connection.",
          "A device or a named pipe cannot be rotated.",
          "Where a file of such a name is there already it is left alone, and the capture ends; the "
            + "second name is looked at before the capture begins.",
          "kB, MB and GB are powers of ten.",
        ])
    case .keep:
      OptionDefinition(
        valueName: "FILES",
        summary: "Keep only the newest FILES of --rotate, and remove older ones",
        details: [
          "The numbers go on: after the seventh file with --keep 5 there are walk.3.btsnoop to "
            + "walk.7.btsnoop.",
          "Only files that this run made are removed, and only while they have the name that it gave "
            + "them.",
        ])
    case .report:
      OptionDefinition(
        valueName: "FILE",
        summary: "Write the report at the end to FILE instead of standard output",
        details: [
          "It is JSON if FILE ends in .json, text if it ends in .txt, else as --format says.",
          "A named pipe that no program reads yet is waited for; not, though, where a signal such as "
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
        summary: "End the capture when the controller (of all: the last one) or the serial line is "
          + "unplugged",
        details: ["Without this option the capture goes on, and waits for it to come back."])
    default: nil
    }
  }
}
