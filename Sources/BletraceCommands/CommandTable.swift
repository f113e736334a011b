import CaptureFiles
import Report
import Tracking

/// Which way a record goes.
let directions = [
  "rx: from the controller to this host.", "tx: from this host to the controller.",
  "In a sniffed capture, rx: from the peripheral to the central; tx: from the central to the "
    + "peripheral.",
]

/// That programs may rely on the JSON.
let stableJSON =
  "The JSON is stable: keys may be added; one is renamed or removed only under a new schema number"

/// Every command, once; see `Option` for what is made from the table.
enum Command: String, CaseIterable, Sendable {
  case analyze
  case decode
  case messages
  case export
  case shrink
  case live
  case interfaces
  case extcap
  case diff
  case align
  case budget
  case rules
  case schema
  case config
  case mcp
  case completions
  case help
  case man

  /// The commands that the help lists.
  static let listed = allCases.filter { !$0.definition.isForDevelopers }

  /// The commands with a manual page of their own.
  static let withPage: [Command] = [
    .analyze, .decode, .messages, .export, .shrink, .live, .interfaces, .extcap, .diff, .align,
    .budget, .rules,
    .schema, .config, .mcp, .completions,
  ]
}

/// What a command takes beside options.
struct OperandDefinition: Sendable {
  /// `FILE`, as in the help.
  var name: String
  /// How many there may be.
  var count: ClosedRange<Int>
  /// What the help shows where the name and the count do not say enough.
  var spelling: String? = nil

  /// `FILE ...`, `[COMMAND]`
  var synopsis: String {
    if let spelling { return spelling }
    let word = count.upperBound > 1 ? "\(name)..." : name
    return count.lowerBound == 0 ? "[\(word)]" : word
  }
}

struct Example: Sendable {
  var command: String
  /// What it does, as a sentence.
  var meaning: String
}

/// What there is to know about a command.
struct CommandDefinition: Sendable {
  var operand: OperandDefinition?
  /// One sentence without its full stop.
  var summary: String
  /// Paragraphs of sentences. A sentence after four spaces is a command, on a line of its own; one
  /// after a hyphen and a space is an item of a list.
  var description: [[String]]
  /// Options that mean something else here than elsewhere.
  var variants: [Option: OptionDefinition] = [:]
  var examples: [Example] = []
  /// Left out of the lists of commands.
  var isForDevelopers = false
}

extension String {
  /// The command that a sentence of a description is.
  var asCommand: String? { hasPrefix("    ") ? String(dropFirst(4)) : nil }
  /// The item of a list that a sentence of a description is.
  var asItem: String? { hasPrefix("- ") ? String(dropFirst(2)) : nil }
}

extension Command {
  /// An option as this command takes it.
  func definition(of option: Option) -> OptionDefinition {
    if let variant = definition.variants[option] { return variant }
    switch option {
    case .framing where self != .analyze: return Option.briefFraming
    case .keys where self != .analyze: return Option.briefKeys
    default: return option.definition
    }
  }

  var definition: CommandDefinition {
    switch self {
    case .analyze: Self.analyzeDefinition
    case .decode: Self.decodeDefinition
    case .messages: Self.messagesDefinition
    case .export: Self.exportDefinition
    case .shrink: Self.shrinkDefinition
    case .live: Self.liveDefinition
    case .interfaces: Self.interfacesDefinition
    case .extcap: Self.extcapDefinition
    case .diff: Self.diffDefinition
    case .align: Self.alignDefinition
    case .budget: Self.budgetDefinition
    case .config: Self.configDefinition
    case .mcp: Self.mcpDefinition
    case .rules:
      CommandDefinition(
        operand: OperandDefinition(name: "RULE", count: 0...1),
        summary: "List what bletrace looks for, or explain one rule",
        description: [
          [
            "Lists the rules that analyze applies: the name of each, the highest severity of its "
              + "findings, and what it finds.",
            "With RULE, explains the limit of that rule, the reason for the limit, and when the "
              + "rule reports nothing.",
            "The JSON lists the limits of each rule as numbers too, and its traits; bletrace schema "
              + "--rules prints the schema of a rule.",
          ],
          [
            "error: data or the connection was "
              + "lost.", "warning: time was lost, or there is a risk.", "info: context.",
          ],
        ],
        examples: [
          Example(
            command: "bletrace rules notification-gap", meaning: "Explain one rule."),
          Example(
            command: "bletrace analyze --rule notification-gap --fail-on warning capture.pklg",
            meaning: "Let a check fail if a transfer paused for too long."),
        ])
    case .schema:
      CommandDefinition(
        summary: "Print the JSON Schema of the JSON report",
        description: [
          [
            "Prints the JSON Schema (draft 2020-12) of the output of bletrace analyze --format "
              + "json.",
            "Keys may be added to the report in later versions.",
            "A key is renamed or removed only under a new schema number, which each report names "
              + "in its first key.",
            "With --rows it prints the JSON Schema of a row of bletrace analyze --format ndjson, and "
              + "with --rules that of a rule in bletrace rules --format json.",
          ]
        ],
        examples: [
          Example(command: "bletrace schema > report.schema.json", meaning: "Keep the schema."),
          Example(
            command: "bletrace schema --rows > rows.schema.json",
            meaning: "Keep the columns of the tables."),
        ])
    case .completions:
      CommandDefinition(
        operand: OperandDefinition(name: "SHELL", count: 1...1),
        summary: "Print a script that completes bletrace's command lines in a shell",
        description: [
          [
            "Prints a script for the SHELL, which is bash, zsh or fish.",
            "With it, the Tab key completes commands, options, their values, the names of rules, "
              + "and files.",
          ],
          [
            "make install puts the scripts where the shells look for them.",
            "Bash needs the package bash-completion for that; without it, source the script in "
              + ".bashrc.",
          ],
        ],
        examples: [
          Example(
            command: "source <(bletrace completions bash)",
            meaning: "Try it in bash; in zsh, do the same with the script for zsh."),
          Example(
            command: "bletrace completions fish > ~/.config/fish/completions/bletrace.fish",
            meaning: "Install it for fish, if make install was not used."),
        ])
    case .help:
      CommandDefinition(
        operand: OperandDefinition(name: "COMMAND", count: 0...1),
        summary: "Explain the program, or one of its commands",
        description: [["Prints what COMMAND --help prints."]])
    case .man:
      CommandDefinition(
        operand: OperandDefinition(name: "DIR", count: 1...1),
        summary: "Write the manual pages into DIR",
        description: [
          [
            "For those who work on bletrace: the manual pages in man/ are made from the same table "
              + "as the help.",
            "After a change of the table, make man runs this command.",
          ]
        ],
        isForDevelopers: true)
    }
  }

  private static let analyzeDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...Int.max),
    summary: "Explain what happened in Bluetooth captures",
    description: [
      [
        "Reads each FILE and reports on the capture: which devices advertised, and with what "
          + "signal strength; each connection with its parameters, MTU, pairing and end; the "
          + "services and characteristics that were discovered; every transfer of data in chunks, "
          + "how long it took, and whether it is complete; silences between notifications; "
          + "requests that were never answered.",
        "Findings say what went wrong or took too long; bletrace rules lists the rules.",
        "The name - means standard input.",
      ],
      [
        "The text has at most 150 lines for each capture: the most important facts, the findings, "
          + "a line or two for each connection, and details as far as there is room.",
        "With --full it contains everything; with --connection NUMBER, everything on one "
          + "connection.",
      ],
      [
        "The format is recognized by content, not by name: "
          + Wording.list(CaptureFormat.allCases.compactMap(\.helpText), beforeLast: ", and ")
          + ".",
        "If the header of another capture is found where a record should begin, reading continues "
          + "with that capture.",
        "btsnooz is read from the text of a bug report, or from the output of dumpsys "
          + "bluetooth_manager: the first log of a text, below BTSNOOP_LOG_SUMMARY.",
        "btsnooz has only the first 14 bytes of each data packet, and cannot state a pause of more "
          + "than 71 minutes.",
        "A file that was cut short is read up to its end, and the report says so.",
      ],
      [
        "For a zip or tar archive, all captures in it are read, in the order of the archive: an "
          + "Android bug report and the .tar.gz of an iPhone's sysdiagnose are read directly, and "
          + "nothing is written to disk.",
        "ARCHIVE/ENTRY names one of them, such as bugreport.zip/FS/data/misc/bluetooth/logs/"
          + "btsnoop_hci.log.",
        "Captures in an archive are found by content; only a PacketLogger file needs a name that "
          + "ends in .pklg.",
        "If an archive has no capture, the archives in it are searched, at most three deep, and "
          + "then its text files (.txt) for a btsnooz log.",
        "A capture packed by gzip is read directly, in an archive too; bzip2, xz, zstd, 7z and rar "
          + "must be unpacked first.",
      ],
      [
        "A directory stands for the captures in it and in the directories in it, by name; here, "
          + "too, content decides.",
        "What else is in it is named on standard error, and has rows in the table errors; that "
          + "does not change the exit status.",
        "But a file that should be a capture, by its name or because it is empty, and cannot be "
          + "read, is an error.",
        "Hidden files are left out; symbolic links to directories are not followed, nor any in "
          + "the directories in it.",
        "The parts of a log (LOG.last and LOG; LOG.pcap and LOG.pcap1) are captures of their own, "
          + "the oldest first; bletrace export joins them.",
      ],
      [
        "A transfer is data whose end is known, by a marker (a value such as EOM) or by a protocol "
          + "such as MCUmgr SMP; its values are the chunks.",
        "A run is bulk data, that is many values in a row; the summary counts those that carry no "
          + "transfer.",
        "This host is the side on which the log was made; the peer is the other side.",
        "Frames are numbered as Wireshark numbers them.",
      ] + directions,
      [
        "The report divides a connection into phases, one after the other: scan (until the first "
          + "advertisement of the device), discover (its further advertisements), connect (from "
          + "the command to the connection), mtu, explore (requests about services and "
          + "characteristics), subscribe, pair, interact (values, reads and writes), idle (more "
          + "than 2 s without any of these), and close, or silent if the connection was lost."
      ],
      [
        "If one of several files cannot be read, a line on standard error says why, and the others "
          + "are analyzed."
      ],
    ],
    variants: [
      .format: analyzeFormat, .time: timelineClock, .comparedDevice: budgetDevice,
      .match: budgetMatch, .redact: analyzeRedact,
    ],
    examples: [
      Example(
        command: "bletrace analyze btsnoop_hci.log", meaning: "Explain a log taken from a phone."),
      Example(
        command: "bletrace analyze --format json -o report.json capture.pklg",
        meaning: "Keep the report for a program to read."),
      Example(
        command: "bletrace analyze --marker DONE --extract payloads capture.pcapng",
        meaning: "Save the payloads of an app that sends DONE after the last chunk."),
      Example(
        command: "bletrace analyze --framing FFF1=length:u16le,crc:16 capture.btsnoop",
        meaning: "Read messages that begin with a length and end with a CRC."),
      Example(
        command: "bletrace analyze --merge-air left.pcapng right.pcapng",
        meaning: "Explain what two sniffers heard of one session."),
      Example(
        command: "bletrace analyze bugreport.zip",
        meaning: "Explain the logs in an Android bug report."),
      Example(
        command: "adb shell dumpsys bluetooth_manager | bletrace analyze -",
        meaning: "Explain the log that Android keeps in memory while the HCI log is off."),
      Example(
        command: "zstdcat capture.btsnoop.zst | bletrace analyze -",
        meaning: "Explain the output of another program."),
    ])
}
