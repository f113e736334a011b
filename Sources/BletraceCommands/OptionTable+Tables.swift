import Report

extension Option {
  var tableDefinition: OptionDefinition {
    OptionDefinition(
      commands: [.analyze],
      valueName: "TABLE", choices: CSVTable.all.map(\.name),
      summary:
        "With --format csv, print TABLE: values, rssi, transfers, or another table of ndjson",
      details: [
        "values has a row for each value that was notified, indicated, written or read, with its "
          + "bytes in hexadecimal digits; rssi has one for each reading of signal strength, of "
          + "advertisers, connections and quality reports; both are written while the capture is "
          + "read.",
        "The other tables are those of ndjson, without its table errors: "
          + CSVTable.all.dropFirst(2).map(\.name).joined(separator: ", ") + ".",
        "The first row names the columns; the first column is the file.",
        "time is in UTC (ISO 8601), and empty if the capture has no time of day; columns that end "
          + "in _us are in microseconds, and time_us counts from the first packet.",
        "The form is that of RFC 4180: UTF-8, commas, lines that end with CR LF.",
        "A text that begins with =, +, - or @ has an apostrophe before it, so that a spreadsheet "
          + "does not treat it as a formula; characters that cannot be seen are shown by their "
          + "code, such as \\x1B.",
        "A spreadsheet reads bytes with decimal digits only, such as 0102, as a number, unless "
          + "the column value is imported as text.",
      ],
      defaultValue: "values")
  }
}

extension Option {
  var mergeLogDefinition: OptionDefinition {
    OptionDefinition(
      commands: [.analyze, .messages],
      valueName: "FILE",
      summary: "Put the lines of FILE, a log with times, between the events of the timeline",
      details: [
        "Without --timeline, the timeline is that of packets.",
        "This is for the text report only.",
        "The times of logcat (threadtime, also with -v year, zone, usec, UTC or epoch), log show, "
          + "nRF Connect, and journalctl (-o short, short-precise, short-iso, short-iso-precise, "
          + "short-unix or json) are recognized.",
        "Lines between the first and the last packet are shown; the others are counted.",
        "A line without a time stays with the previous line.",
        "A time without a zone is taken as UTC, and one without a year or a date as the nearest "
          + "to the capture; the report says so.",
        "The first 1,000 bytes of a line are kept, and the first 100,000 lines for a capture; "
          + "characters that act on a terminal are shown by their code.",
      ])
  }

  var logOffsetDefinition: OptionDefinition {
    OptionDefinition(
      commands: [.analyze, .messages],
      valueName: "TIME",
      summary: "Add TIME, such as -2h, +90s, -250ms or -05:30, to the times of the log",
      details: [
        "If the log is in local time, UTC+2, and the capture in UTC, use -2h."
      ])
  }
}

extension Command {
  /// The `--time` of the report.
  static let timelineClock = OptionDefinition(
    valueName: "CLOCK", choices: ["relative", "absolute"],
    summary: "Show the times of the timeline relative to the first packet, or absolute",
    details: [
      "absolute is in UTC, as far as the capture shows; if it has only the time between records, "
        + "times stay relative.",
      "absolute is for the text report only; an HTML report has a button for it.",
    ],
    defaultValue: "relative")
}
