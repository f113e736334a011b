// The commands that hold captures against each other, and against limits.

extension Command {
  /// What the two sides are comes before what is looked for.
  static let leadingDiffOptions: [Option] = [
    .format, .output, .base, .new, .comparedDevice, .match, .budget, .kept,
  ]

  static let diffFormat = OptionDefinition(
    valueName: "FORMAT", choices: ["text", "json", "markdown", "junit", "github", "sarif"],
    summary: "Print text, json, markdown, junit, github or sarif",
    details: [
      "The text is for people and may change from version to version.",
      "The JSON is a contract; its first key names its schema.",
      "Markdown is a table for a pull request.",
      "JUnit is XML that Jenkins and GitLab show as tests: each measure is one, fails where it got "
        + "worse, and is skipped where the difference may be chance, or the match is a guess.",
      "With github, each kind of regression is an annotation of a run of GitHub Actions.",
      "SARIF 2.1.0 is for code scanning: the findings of the new side, and whether each is new; "
        + "its lines are frames.",
      "With exit status 2, each form holds an error that says what is wrong, even after a wrong "
        + "option; text does so in the file that -o names.",
    ],
    defaultValue: "text")

  static let budgetDevice = OptionDefinition(
    valueName: "NAME|ADDRESS",
    summary: "Check the budget only on connections with this device, by its name or address",
    details: [
      "What is found about other devices does not count for the budget; the report and --fail-on "
        + "are about all.",
      "A device that no capture has is an error.",
    ],
    isRepeatable: true)

  static let budgetMatch = OptionDefinition(
    valueName: "BASIS", choices: ["address", "name", "services", "any"],
    summary: "By what a connection is taken for one with the device that the budget, or --device, "
      + "names",
    details: [
      "Each BASIS includes those before it: name means the address or the name.",
      "With services, so is each connection with a device that offers a service or "
        + "characteristic of that device, as it has it in any of the captures; those that nearly "
        + "every device has do not count.",
      "With any, so is each connection of which neither the name nor a service is known, unless "
        + "the two used other attribute handles.",
      "What was taken for the device by less than its name is said where a rule is broken.",
    ],
    defaultValue: "name")

  static let analyzeFormat = OptionDefinition(
    valueName: "FORMAT",
    choices: [
      "text", "json", "ndjson", "csv", "html", "perfetto", "markdown", "junit", "github", "sarif",
    ],
    summary: "Print text, json, ndjson, csv, html, perfetto, markdown, junit, github or sarif",
    details: [
      "The text is for people and may change from version to version.",
      "The JSON is a contract; bletrace schema prints the JSON Schema of a report.",
      "ndjson is for DuckDB, Spark and the like: rows of flat tables, one JSON object per line, each "
        + "with its table and the SHA-256 of its capture; bletrace schema --rows prints their "
        + "columns.",
      "With ndjson, up to a million captures are read on all processors, and their rows come in "
        + "the order of the files.",
      "A file that cannot be read is then a row of the table errors; the exit status is 2 only "
        + "if no capture could be read.",
      "csv is for spreadsheets: one table, which --table chooses.",
      "HTML is one file for a browser, of at most 3 MB: the findings, plots of data, packets in "
        + "flight and signal strength over time, and the frames of each finding; it needs no "
        + "network.",
      "Only the first 8 captures have plots; the frames are left out for a capture that can be "
        + "read only once, such as one from a pipe.",
      "perfetto is a trace that ui.perfetto.dev opens, in the JSON of Chrome's trace events: "
        + "connections, phases, transfers, runs, gaps and stalls as slices, rates, packets in "
        + "flight and signal strength as counters, requests with an arrow to their answers, and "
        + "findings as marks; of the first 8 captures.",
      "Markdown is a table of the findings, for a pull request.",
      "JUnit is XML that Jenkins and GitLab show as tests: each rule is one test for each capture.",
      "A test fails where the rule found an error, or what --fail-on names; it is skipped for "
        + "warnings that do not count.",
      "With github each kind of finding is an annotation of a run of GitHub Actions: an error, a "
        + "warning or a notice, as its severity is.",
      "SARIF 2.1.0 is for code scanning; its lines are frames.",
      "With exit status 2, each form holds an error that says what is wrong, even after a wrong "
        + "option; in the JSON it is in the key errors, and unread names what could not be read.",
      "Text does so in the file that -o names; CSV has no place for an error, and after a wrong "
        + "option that file is empty.",
    ],
    defaultValue: "text")

  static let diffDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 0...2, spelling: "BASE NEW"),
    summary: "Report what got worse, or better, between captures",
    description: [
      [
        "Compares NEW with BASE.",
        "Each is a capture, a report that analyze --format json wrote, or a directory: that means "
          + "the captures in it, or the reports if it holds no capture.",
        "A capture may be packed by gzip, or be in a zip or tar archive; ARCHIVE/ENTRY names one of "
          + "several.",
        "With --base and --new each side may be several of them, such as five runs of one test.",
        "A file in a directory is an error if it should be a capture, by its name or because it is "
          + "empty, and cannot be read; other files are skipped.",
        "The name - means standard input.",
      ],
      [
        "Connections are matched by the peer's address or name, or by what it offers; transfers and "
          + "streams by service, characteristic and marker, then by their order; never by "
          + "frames or times.",
        "Attribute handles are used only where the capture does not show what they stand for.",
        "Devices with different names are different, whatever they offer, unless --match services "
          + "or --match any is given.",
        "diff compares the link's parameters, the time of each phase, transfers and notifications, "
          + "ATT latency and errors, stalls, signal strength, how connections ended, the findings, "
          + "and the services and characteristics themselves.",
        "Handles that moved are listed where the device has the same fixed address on both sides.",
        "A service or characteristic is gone only where the new side searched for it, and did not "
          + "find it; otherwise it is unknown.",
        "Where the capture lost records, nothing is gone.",
        "Values are missing only where the client subscribed and wrote as before.",
      ],
      [
        "The output says which connections were matched and how: address, name, services, "
          + "attribute handles, or only their order.",
        "It also says which have no partner.",
        "A regression counts only if the match was by address or name; --match changes that.",
        "On other matches, what is worse is listed under \"Worse, if it is the same device\", and does "
          + "not count.",
        "How often and how fast a device was connected is never a regression; a budget can limit "
          + "both.",
        "What is found about the capture itself, such as that it ends in the middle of a record, is "
          + "never a regression either.",
        "If a device worked before, and now each attempt to connect to it fails, that is a "
          + "regression.",
        "Times and errors are compared only where both sides made about as many requests: a "
          + "discovery of more attributes takes longer.",
      ],
      [
        "A difference counts where it exceeds the measure's tolerance; bletrace-diff(1) lists both.",
        "With several captures per side, the medians are compared; of counts, the means.",
        "The difference counts where chance rarely causes it: the rank test of Mann and Whitney "
          + "gives a probability of at most 0.8 %, and for times and rates the 95 % interval, by "
          + "the bootstrap, lies beyond half the tolerance.",
        "With four captures per side or "
          + "fewer that probability cannot be reached, so five or more are better.",
        "With four or "
          + "fewer, a difference counts only where the ranges of both sides do not overlap.",
        "Times and rates must then also differ by a number of tolerances: six with one capture per "
          + "side, three with two, two with three, one and a half with four.",
        "Stalls, gaps and findings about them may occur by chance: with four captures per side or "
          + "fewer they do not count.",
        "A fault that none of the base shows counts from a probability of 2.5 % on, by Fisher's exact "
          + "test: a link that is lost in four captures of five, a device that cannot be connected to.",
        "Another difference is listed under \"May be chance\", and is not a regression.",
        "In JSON "
          + "its verdict is unclear; the verdict unsure means that it is worse if the device is "
          + "the same on both sides, but the devices were matched only by a guess.",
      ],
      [
        "If no connection of one side has a partner on the other, nothing was compared: the exit "
          + "status is then 2, never 0."
      ],
    ],
    variants: [.format: diffFormat],
    examples: [
      Example(
        command: "bletrace diff yesterday.btsnoop today.btsnoop",
        meaning: "Compare two captures."),
      Example(
        command: "bletrace diff --base good/ --new build/ --format junit -o diff.xml",
        meaning: "Compare several runs per side, for Jenkins or GitLab."),
      Example(
        command: "bletrace diff --budget limits.budget good.json today.pklg",
        meaning: "Compare with a report that was kept, and check a budget."),
      Example(
        command: "bletrace diff --device BCS base.pklg new.pklg",
        meaning: "Compare one device only."),
      Example(
        command: "bletrace diff --match services base.pklg new.pklg",
        meaning: "Count regressions also where a device is recognised only by its services."),
    ])

  static let budgetDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 2...Int.max, spelling: "init FILE..."),
    summary: "Write a budget: limits that good runs meet",
    description: [
      [
        "Reads good runs (captures, JSON reports, or directories of either), and writes a budget, "
          + "which is a file of rules that these runs meet.",
        "In it, times may grow by a quarter and "
          + "30 ms, rates may fall by a quarter, faults that did not occur must not occur, and the "
          + "MTU must not shrink.",
        "The file is meant to be edited.",
        "analyze --budget, live --budget and diff --budget check captures against it.",
      ],
      [
        "A budget has one rule per line; text after a # is a comment.",
        "A rule is a measure, one of >=, <=, ==, !=, > and <, and a number.",
        "A time needs its unit: us, ms or s.",
        "A rate may have one: B/s, kB/s or MB/s, in powers of ten.",
        "Yes-or-no measures are compared with yes or no.",
      ],
      [
        "A rule has to hold for every connection, stream or transfer that it is about.",
        "notifications[2A37].gaps is about the notifications and indications of one "
          + "characteristic, notifications.gaps about those of all characteristics; writes and "
          + "transfer take a UUID in the same way.",
        "device[\"BCS\"].mtu is about the connections with the device of that name or address.",
        "A rule about something that the capture does not have counts as broken.",
      ],
    ],
    examples: [
      Example(
        command: "bletrace budget init -o limits.budget good.btsnoop", meaning: "Make a budget."),
      Example(
        command: "bletrace analyze --budget limits.budget today.btsnoop",
        meaning: "Check a capture against it."),
    ])
}
