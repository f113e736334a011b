import CaptureFiles
import LiveCapture
import Report

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
        summary: "Read FILE, which another program writes, and continue as it grows",
        details: [
          "FILE is read from its beginning.",
          "It need not exist yet.",
          "If it is replaced by a new file of the same name, the old one is read to its end and "
            + "then the new one.",
          "If it is truncated, it is read from its start again.",
          "In both cases the capture and the numbering of its records continue.",
        ])
    case .tty:
      OptionDefinition(
        valueName: "DEVICE[,BAUD]",
        summary:
          "Read Zephyr's monitor, or a log as text, from the serial line DEVICE, at BAUD bits per second",
        details: [
          "Zephyr's firmware needs CONFIG_BT_DEBUG_MONITOR_UART; BAUD is the current-speed of its "
            + "UART.",
          "A log as text is \(CaptureFormat.text.helpText ?? ""); other lines may be between.",
          "The line is set to 8 data bits, no parity, 1 stop bit, no flow control.",
          "Bytes that form no record are skipped and counted.",
          "The monitor counts time from the start of the board; the first record, and the first "
            + "after each reset of the board, gets the time of this computer.",
          "Each packet of a log without times gets the time of this computer, too.",
          "If the line is unplugged, bletrace waits until it is back, unless --exit-on-unplug is "
            + "given.",
        ],
        defaultValue: "a BAUD of \(SerialLine.usualSpeed)")
    case .connect:
      OptionDefinition(
        valueName: "HOST:PORT",
        summary: "Read a capture from PORT of HOST over TCP, and connect again when it ends",
        details: [
          "It may be "
            + Wording.list(CaptureFormat.allCases.compactMap(\.streamText), beforeLast: " or ")
            + "; an IPv6 address needs brackets.",
          "An attempt to connect may take 10 seconds; the first attempt has to succeed.",
          "There is no timeout for a silent TCP connection.",
          "When the TCP connection ends, bletrace connects again, after a pause of half a second "
            + "that doubles up to 5 seconds; the capture and the numbering of its records "
            + "continue.",
          "If no new TCP connection delivers data within 60 seconds, the command ends with exit "
            + "status 2.",
        ])
    case .write:
      OptionDefinition(
        valueName: "FILE",
        summary:
          "Record to FILE, as pcapng or pcap if its name ends in .pcapng or .pcap, else as btsnoop",
        details: [
          "The records are those of the Linux monitor: btsnoop has datalink 2001, which btmon and "
            + "Wireshark read; pcapng and pcap have link type 254.",
          "btsnoop and pcapng also store where records were lost.",
          "Each record is written within 0.25 s; FILE is a valid capture even if the program is "
            + "killed.",
          "If the disk is full, the capture ends, and FILE ends with a complete record.",
          "If another program removes, renames, replaces or changes FILE, the capture ends with an "
            + "error.",
          "If FILE exists, it is not changed, and the command fails.",
          "FILE is readable by its owner only (mode 0600), because it contains keys, names and "
            + "values.",
        ])
    case .sync:
      OptionDefinition(
        valueName: "SECONDS",
        summary: "Force the recording to the disk every SECONDS; with off, the system decides",
        details: [
          "If the power fails, at most the records of the last SECONDS are lost, and those that "
            + "the disk was still writing.",
          "If the program is killed, at most the last 0.25 s are lost, whatever SECONDS is.",
          "A separate thread waits for the disk, so that capturing does not wait for it.",
          "At 10,000 records per second this took no measurable processor time.",
        ],
        defaultValue: "1")
    case .rotate:
      OptionDefinition(
        valueName: "SIZE,TIME",
        summary:
          "Start another file of --write after SIZE, such as 10MB, or TIME, such as 10min, or both",
        details: [
          "Either may be left out; with both, the one that is reached first counts.",
          "No file is longer than SIZE, unless a single record is longer.",
          "TIME counts from the first record of a file, by the times of the records: the first "
            + "record after TIME begins the next file.",
          "The next files have a number before the suffix: walk.btsnoop, walk.2.btsnoop, "
            + "walk.3.btsnoop.",
          "Each file is a complete capture, which may start in the middle of a connection.",
          "A device or a named pipe cannot be rotated.",
          "If a file of such a name exists, it is not changed, and the capture ends; the second "
            + "name is checked before the capture begins.",
          "kB, MB and GB are powers of ten.",
        ])
    case .keep:
      OptionDefinition(
        valueName: "NUMBER",
        summary: "Keep only the NUMBER newest files of --rotate, and remove older ones",
        details: [
          "The numbers continue: after the seventh file with --keep 5 there are walk.3.btsnoop to "
            + "walk.7.btsnoop.",
          "Only files that this command made are removed, and only if they still have the same "
            + "name.",
        ])
    case .report:
      OptionDefinition(
        valueName: "FILE",
        summary: "Write the report at the end to FILE instead of standard output",
        details: [
          "It is JSON if FILE ends in .json, text if it ends in .txt, else as --format says.",
          "FILE is readable by its owner only (mode 0600), also if it replaces a file that others "
            + "could read; junit and the like have the usual permissions.",
          "If it is a named pipe, bletrace waits until a program reads it, but not after a signal "
            + "such as Control-C.",
        ])
    case .duration:
      OptionDefinition(
        valueName: "TIME",
        summary: "End the capture after TIME, such as 90s, 5min or 2h",
        details: ["The units are us, ms, s, min, h and d."])
    case .count:
      OptionDefinition(
        valueName: "RECORDS", summary: "End the capture after this number of RECORDS")
    case .until:
      OptionDefinition(
        valueName: "EVENT",
        summary: "End the capture when EVENT has happened, such as 'transfer complete'",
        details: [
          "EVENT is the name of an event as in the list of events, or warning or error for a "
            + "finding with at least that severity.",
          "transfer-complete is accepted too.",
          "If the capture ends before that, the exit status is 1.",
        ])
    case .exitOnUnplug:
      OptionDefinition(
        summary:
          "End the capture when the controller (with any: the last one) or the serial line is "
          + "unplugged",
        details: [
          "Without this option the capture continues, and bletrace waits until the device "
            + "is back."
        ])
    default: nil
    }
  }
}
