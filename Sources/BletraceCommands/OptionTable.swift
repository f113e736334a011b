/// Every option, once, in the order of the help. The parser, the help, the manual pages and the
/// completions of a shell are all made from `definition`.
enum Option: String, CaseIterable, Sendable {
  case verbose
  case bytes
  case interface = "iface"
  case follow
  case tty
  case connect
  case format
  case table
  case write
  case sync
  case rotate
  case keep
  case report
  case duration
  case count
  case until
  case exitOnUnplug = "exit-on-unplug"
  case output
  case finding
  case findings
  case redact
  case map
  /// The `--keep` of export, which takes kinds.
  case keepOriginal = "keep-original"
  case full
  case wireshark
  case difference = "diff"
  case script
  case dissector
  case writeLayout = "write-layout"
  case number
  /// The `--connection` of the report.
  case reportConnection = "report-connection"
  case base
  case new
  /// The `--device` of diff, which takes a name too.
  case comparedDevice = "compared-device"
  case match
  case marker
  case transfer
  case framing
  case layout
  case expect
  case gapThreshold = "gap-threshold"
  case keys
  case keysFrom = "keys-from"
  case crackTK = "crack-tk"
  case mergeAir = "merge-air"
  case timeline
  case mergeLog = "merge-log"
  case logOffset = "log-offset"
  case rssiGate = "rssi-gate"
  case extract
  case rule
  case noRule = "no-rule"
  case failOn = "fail-on"
  case budget
  case kept
  case force
  case rows
  case rules
  case time
  case frames
  case connection
  case handle
  case layer
  /// The `--transfer` of decode, which takes a number.
  case transferNumber = "transfer-number"
  case device
  case from
  case to
  case name
  case tolerance
  case config
  case unpackLimit = "unpack-limit"
  case width
  case color
  case quiet
  case extcapInterfaces = "extcap-interfaces"
  case extcapInterface = "extcap-interface"
  case extcapDLTs = "extcap-dlts"
  case extcapConfig = "extcap-config"
  case extcapVersion = "extcap-version"
  case extcapFilter = "extcap-capture-filter"
  case capture
  case fifo
  case file
  case help
  case version

  /// `--gap-threshold`
  var spelling: String {
    switch self {
    case .keepOriginal: Option.keep.spelling
    case .transferNumber: Option.transfer.spelling
    case .comparedDevice: Option.device.spelling
    case .reportConnection: Option.connection.spelling
    default: "--\(rawValue)"
    }
  }
}

/// What there is to know about an option.
struct OptionDefinition: Sendable {
  /// The commands that take it; none where all do.
  var commands: [Command] = []
  /// `o` of `-o`.
  var short: Character?
  /// The word for the value in the help, `FILE`; a flag has none.
  var valueName: String?
  /// The only values it takes, where there are only some.
  var choices: [String] = []
  /// What it means where no value is given. A value is then set off by `=`; as a word of its own
  /// it is taken only if it is one of `choices`.
  var impliedValue: String?
  /// One sentence without its full stop, for the help.
  var summary: String
  /// More sentences, for the manual page.
  var details: [String] = []
  /// What is used where the option is not given, in words.
  var defaultValue: String?
  /// Whether each further one adds to those before; of others the last one counts.
  var isRepeatable = false
  /// Takes all words up to the next option.
  var takesSeveral = false
}

extension Option {
  var definition: OptionDefinition {
    switch self {
    case .format:
      OptionDefinition(
        commands: [
          .analyze, .decode, .messages, .export, .shrink, .live, .interfaces, .diff, .align, .rules,
        ],
        valueName: "FORMAT", choices: ["text", "json"],
        summary: "Print text for people, or json for programs",
        details: [
          "The text is for people and may change from version to version.",
          stableJSON + ".",
        ],
        defaultValue: "text")
    case .table: tableDefinition
    case .mergeLog: mergeLogDefinition
    case .logOffset: logOffsetDefinition
    case .output:
      OptionDefinition(
        commands: [.analyze, .decode, .messages, .export, .shrink, .diff, .align, .budget],
        short: "o", valueName: "FILE",
        summary: "Write the output to FILE instead of standard output",
        details: [
          "The output is first written to a temporary file in the same directory, which gets the "
            + "name FILE when it is complete.",
          "An existing file of that name is replaced then, unless it is a capture or one of the "
            + "input files.",
          "An interrupted command may leave a file whose name starts with .bletrace-.",
          "FILE is readable by its owner only (mode 0600), also if it replaces a file that others "
            + "could read; redacted output, and github, junit, markdown and sarif, have the usual "
            + "permissions of a new file, or those of the file that they replace.",
          "A device or named pipe is written to directly.",
          "If FILE is a symbolic link, its target is replaced; if the link is broken, the command "
            + "fails.",
        ])
    case .full:
      OptionDefinition(
        commands: [.analyze, .messages, .live],
        summary: "Print the complete text report",
        details: [
          "Without this option the text has at most 150 lines for each capture, and says what it "
            + "leaves out; a timeline is always printed in full.",
          "A table has at most 4,096 rows; the JSON has all.",
        ])
    case .wireshark:
      OptionDefinition(
        commands: [.analyze],
        summary: "Print the command that opens Wireshark at each finding",
        details: [
          "The command goes to the first frame of the finding, and shows the connection of the "
            + "finding; without a connection, its frames.",
          "It is quoted for bash and zsh, and never broken into several lines.",
          "A capture that is packed, in an archive or from a pipe has none.",
          "The option changes the text report only.",
        ])
    case .reportConnection:
      OptionDefinition(
        commands: [.analyze, .live],
        valueName: "NUMBER",
        summary: "Print the complete text report on connection NUMBER, and nothing on others",
        details: [
          "The report numbers the connections of each capture.",
          "If a capture has no such connection, the command fails.",
        ])
    case .gapThreshold:
      OptionDefinition(
        commands: [.analyze, .shrink, .live, .diff, .budget],
        valueName: "TIME",
        summary:
          "Report each silence between notifications longer than TIME, such as 250ms or 1.5s",
        details: [
          "The units are us, ms and s.", "The option applies to every characteristic.",
        ],
        defaultValue: "100 ms, 4 times the median time between values, or 4 connection intervals, "
          + "whichever is longest")
    case .timeline:
      OptionDefinition(
        commands: [.analyze, .messages, .live],
        valueName: "WORDS", choices: ["packets", "corebluetooth"], impliedValue: "packets",
        summary:
          "List what happened, in order, as packets, or as calls of Core Bluetooth delegates "
          + "(corebluetooth)",
        details: [
          "Without WORDS, the list names packets.",
          "With corebluetooth, the list names the calls of Core Bluetooth's delegates on this "
            + "host, as far as the packets show them.",
          "Four or more consecutive values of one characteristic share one line.",
          "At most the first 100,000 events of a capture are printed.",
        ])
    case .rssiGate:
      OptionDefinition(
        commands: [.analyze, .live],
        valueName: "LOW..HIGH",
        summary:
          "Report when devices were in this window of signal strength, such as -32..-15, in dBm",
        details: [
          "An app that connects by proximity connects while the signal is within such a window.",
          "For each device that was connected, the report gives the advertising report with which "
            + "it entered the window, the time in the window, and the time until the connection.",
          "Both ends belong to the window.",
        ])
    case .extract:
      OptionDefinition(
        commands: [.analyze],
        valueName: "DIR",
        summary: "Write the payload of each transfer to a separate file in DIR",
        details: [
          "DIR is created if it does not exist.",
          "The names, such as capture1-connection2-transfer3.png, are made of the number of the "
            + "capture on the command line, the numbers of the connection and of the transfer, and "
            + "the type of the payload; nothing in a capture changes these names.",
          "An incomplete transfer: capture1-connection2-transfer3-incomplete.png.",
          "Data without a marker is written too if --transfer names its characteristic, to files "
            + "such as capture1-connection2-run3.bin.",
          "The files are readable by their owner only (mode 0600).",
          "If a file exists, it is not changed, and the command "
            + "fails.", "An interrupted command may leave files whose names start with .bletrace-.",
        ])
    case .rule:
      OptionDefinition(
        commands: [.analyze, .live, .diff, .budget],
        valueName: "RULE",
        summary: "Apply only the rule RULE",
        details: ["bletrace rules lists the rules."],
        isRepeatable: true)
    case .noRule:
      OptionDefinition(
        commands: [.analyze, .live, .diff, .budget],
        valueName: "RULE",
        summary: "Do not apply RULE",
        details: ["It is not applied even if --rule names it."],
        isRepeatable: true)
    case .failOn:
      OptionDefinition(
        commands: [.analyze, .live],
        valueName: "SEVERITY", choices: ["warning", "error"],
        summary: "Exit with status 1 if a finding has at least severity SEVERITY (warning or "
          + "error)",
        details: [
          "The report is always written.",
          "Only findings of the rules chosen by --rule and --no-rule count.",
          "Without this option, findings do not change the exit status.",
        ])
    case .base:
      OptionDefinition(
        commands: [.diff],
        valueName: "FILE",
        summary: "Use these FILEs, captures or JSON reports, as the base; the list ends at the "
          + "next option",
        details: ["With --base and --new, each side may have several files."],
        isRepeatable: true, takesSeveral: true)
    case .new:
      OptionDefinition(
        commands: [.diff],
        valueName: "FILE",
        summary: "Use these FILEs, captures or JSON reports, as the new side; the list ends at the "
          + "next option",
        isRepeatable: true, takesSeveral: true)
    case .budget:
      OptionDefinition(
        commands: [.analyze, .live, .diff],
        valueName: "FILE",
        summary: "Exit with status 1 if a capture does not meet the budget in FILE",
        details: [
          "A budget has one limit per line, such as mtu >= 185; bletrace help budget explains "
            + "them.",
          "If the capture has nothing that a limit is about, the limit is not met.",
        ])
    case .kept:
      OptionDefinition(
        commands: [.analyze, .diff],
        summary: "Also list the limits of the budget that are met",
        details: [
          "Without this option text, Markdown and HTML only count them; JUnit and JSON always list "
            + "them."
        ])
    case .force:
      OptionDefinition(
        commands: [.budget],
        summary: "Let -o replace an existing file",
        details: ["Without this option, an existing file is not changed, and the command fails."])
    case .rows:
      OptionDefinition(
        commands: [.schema],
        summary: "Print the columns of the rows of analyze --format ndjson instead",
        details: [
          "The JSON Schema of one row has one alternative (oneOf) for each table.",
          "Columns may be added; a column is renamed or removed only with a new schema name, which "
            + "each row of the table captures has.",
        ])
    case .rules:
      OptionDefinition(
        commands: [.schema],
        summary: "Print the JSON Schema of a rule in rules --format json instead",
        details: [
          "It has the limits of the rule, each with its key, value and unit, and its traits: what "
            + "sets its findings apart where captures are compared."
        ])
    case .comparedDevice:
      OptionDefinition(
        commands: [.analyze, .diff],
        valueName: "NAME|ADDRESS",
        summary: "Compare only connections with this device, by its name or address",
        details: [
          "If the device is in every capture of the base and missing in a new one, that is a "
            + "regression.",
          "If neither side has the device, the command fails.",
          "The budget is checked on these connections only.",
        ],
        isRepeatable: true)
    case .match:
      OptionDefinition(
        commands: [.analyze, .diff],
        valueName: "BASIS", choices: ["address", "name", "services", "any"],
        summary: "Count a regression only if the device was matched by BASIS: address, name, "
          + "services or any",
        details: [
          "Each BASIS includes those before it; name means: the same address or the same name.",
          "Two captures of one recording, such as before and after export --redact, have the same "
            + "frames and times: their connections are matched by these, if not by address or "
            + "name.",
          "Connections are always compared as far as they can be matched.",
          "A match on a weaker basis is a guess: what is worse there is listed under \"Worse, if "
            + "it is the same device\", and does not count.",
          "With services, both sides offer or use "
            + "the same services or characteristics.",
          "With any, connections are also matched by their order, if nothing is known about the "
            + "devices.",
        ],
        defaultValue: "name")
    case .unpackLimit:
      OptionDefinition(
        commands: [
          .analyze, .decode, .messages, .export, .shrink, .diff, .align, .budget, .mcp,
        ],
        valueName: "SIZE",
        summary:
          "Stop when the unpacked size exceeds SIZE (such as 2GB, or none) and 200 times the "
          + "packed size",
        details: [
          "With none there is no limit.",
          "The report then covers what was read, and the exit status is 2.",
          "This stops archive bombs; real captures stay far below that ratio.",
          "kB, MB and GB are powers of ten.",
        ],
        defaultValue: "256MB")
    case .width:
      OptionDefinition(
        commands: [.analyze, .messages, .live, .diff, .align],
        valueName: "COLUMNS",
        summary: "Make the text report COLUMNS wide, from 60 to 160",
        defaultValue: "the width of the terminal; 80 if the output is not a terminal")
    case .color:
      OptionDefinition(
        commands: [.analyze, .messages, .live, .diff, .align],
        valueName: "WHEN", choices: ["auto", "always", "never"],
        summary: "Colour the text report: auto, always or never",
        details: ["With auto it is coloured only on a terminal."],
        defaultValue: "auto")
    case .quiet:
      OptionDefinition(
        commands: [
          .analyze, .decode, .messages, .export, .shrink, .live, .diff, .align, .budget,
        ],
        short: "q",
        summary: "Show no progress, and write nothing but errors to standard error")
    case .help:
      OptionDefinition(short: "h", summary: "Print this help")
    case .version:
      OptionDefinition(short: "V", summary: "Print the version")
    default:
      inAnotherPart
    }
  }

  private var inAnotherPart: OptionDefinition {
    for (command, found) in [
      (Command.live, liveDefinition), (.decode, packetDefinition), (.export, exportDefinition),
      (.analyze, dataDefinition), (.analyze, keysDefinition), (.config, configurationDefinition),
      (.shrink, shrinkDefinition), (.extcap, extcapDefinition), (.messages, messagesDefinition),
    ] {
      guard var definition = found else { continue }
      if definition.commands.isEmpty { definition.commands = [command] }
      return definition
    }
    preconditionFailure("\(spelling) has no definition")
  }
}

extension Command {
  /// The options that every command takes.
  static let commonOptions = byCommand[nil] ?? []

  /// The others that it takes.
  var options: [Option] { Self.byCommand[self] ?? [] }

  var allOptions: [Option] { options + Self.commonOptions }

  /// Without a command, those of every one.
  private static let byCommand: [Command?: [Option]] = {
    var options: [Command?: [Option]] = [.diff: leadingDiffOptions]
    for option in Option.allCases {
      let commands: [Command?] = option.definition.commands
      for command in commands.isEmpty ? [nil] : commands
      where options[command]?.contains(option) != true {
        options[command, default: []].append(option)
      }
    }
    return options
  }()
}
