// The commands that compare captures with each other, and with limits.

extension Command {
  /// What the two sides are comes before what is looked for.
  static let leadingDiffOptions: [Option] = [
    .format, .output, .base, .new, .comparedDevice, .match, .budget, .kept,
  ]

  static let diffFormat = OptionDefinition(
    valueName: "FORMAT", choices: ["text", "json", "html", "markdown", "junit", "github", "sarif"],
    summary: "Print text, json, html, markdown, junit, github or sarif",
    details: [
      "The text is for people and may change from version to version.",
      stableJSON + ", which is its first key.",
      "Markdown is a table for a pull request.",
      "JUnit is XML that Jenkins and GitLab show as tests: each measure is one test. It fails if "
        + "the measure got worse, and is skipped if the difference may be chance, or the match is "
        + "a guess.",
      "With github, each kind of regression is an annotation in GitHub Actions.",
      "SARIF 2.1.0 is for code scanning: the findings of the new side, and whether each is new; "
        + "its lines are frames.",
      "With exit status 2, each format contains an error that says what is wrong, even after a "
        + "wrong option; text has it only in the file that -o names.",
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
    summary: "Match the device of a limit or of --device by BASIS: address, name, services or any",
    details: [
      "Each BASIS includes those before it in this list: name means the address or the name.",
      "With services, a connection is also matched if its device offers a service or "
        + "characteristic that the named device has in any of the captures; those that nearly "
        + "every device has do not count.",
      "With any, a connection is also matched if neither the name nor a service of its device is "
        + "known, unless the two used different attribute handles.",
      "If a limit is not met, the output says if the match was weaker than by name.",
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
      stableJSON + "; bletrace schema prints "
        + "its JSON Schema.",
      "ndjson is for DuckDB, Spark and similar programs: rows of flat tables, one JSON object per "
        + "line, each with its table and the SHA-256 of its capture; bletrace schema --rows prints "
        + "their columns.",
      "With ndjson, up to a million captures are read on all processors, and their rows come in "
        + "the order of the files.",
      "A file that cannot be read is then a row of the table errors, and the exit status is 2.",
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
      "A test fails if the rule found an error, or what --fail-on names; it is skipped for "
        + "warnings that do not count.",
      "With github, each kind of finding is an annotation in GitHub Actions: an error, a warning "
        + "or a notice, depending on its severity.",
      "SARIF 2.1.0 is for code scanning; its lines are frames.",
      "With exit status 2, each format except CSV contains an error that says what is wrong, even "
        + "after a wrong option; in the JSON it is in the key errors, and unread names what could "
        + "not be read.",
      "Text has it only in the file that -o names.",
      "For CSV that file is empty after a wrong option.",
    ],
    defaultValue: "text")

  static let diffDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 0...2, spelling: "BASE NEW"),
    summary: "Report what got worse, or better, between captures",
    description: [
      [
        "Compares NEW with BASE.",
        "Each is a capture, a report of analyze --format json, or a directory, which stands for "
          + "the captures in it and in the directories in it, or for their reports if it contains "
          + "no capture.",
        "A capture may be packed by gzip, or be in a zip or tar archive; ARCHIVE/ENTRY names one "
          + "of several.",
        "With --base and --new, each side may consist of several, such as the captures of five "
          + "test runs.",
        "If a file in a directory should be a capture, by its name or because it is empty, and "
          + "cannot be read, the command fails; other files are skipped, and named on standard "
          + "error.",
        "The name - means standard input.",
      ],
      [
        "Connections are matched by the peer's address or name, or by its services; transfers and "
          + "streams by service, characteristic and marker, then by their order.",
        "Attribute handles are used only if the capture does not show the attributes.",
        "Devices with different names are different devices, even if they have the same services, "
          + "unless --match services or --match any is given.",
        "diff compares the link's parameters, the time of each phase, transfers and notifications, "
          + "ATT latency and errors, stalls, signal strength, how connections ended, the findings, "
          + "and the services and characteristics themselves.",
        "Attributes whose handle changed are listed if the device has the same fixed address on "
          + "both sides.",
        "A service or characteristic is reported as removed only if the new side searched for it, "
          + "and did not find it; otherwise it is unknown.",
        "If the capture lost records, nothing is reported as removed.",
        "Values are reported as missing only if the client subscribed and wrote as before.",
      ],
      [
        "The output says which connections were matched and how: address, name, services, "
          + "attribute handles, or only their order.",
        "It also says which connections exist on one side only.",
        "A regression counts only if the match was by address or name; --match changes that.",
        "If the devices were matched by something else, what is worse is listed under \"Worse, if "
          + "it is the same device\", and does not count.",
        "The number of connections and the time to connect are never a regression; a budget can "
          + "limit both.",
        "A finding about the capture itself, for example that it ends in the middle of a record, "
          + "is never a regression either.",
        "If a device worked before, and now each attempt to connect to it fails, that is a "
          + "regression.",
        "Times and errors are compared only for similar numbers of requests: a discovery of more "
          + "attributes takes longer.",
      ],
      [
        "A difference counts if it exceeds the tolerance of the measure; MEASURES in "
          + "bletrace-diff(1) lists both.",
        "With several captures per side, the medians are compared; for counts, the means.",
        "With five captures per side or more, such a difference counts only if the Mann-Whitney "
          + "test also gives p <= 0.008; for times and rates, the 95 % bootstrap interval must also "
          + "lie beyond half the tolerance.",
        "With four or fewer, that p cannot be reached: a difference counts only if the ranges of "
          + "the two sides do not overlap.",
        "Times and rates must then also differ by a multiple of their tolerance: six times with "
          + "one capture per side, three times with two, twice with three, one and a half times "
          + "with four.",
        "With four captures per side or fewer, the numbers of stalls and gaps, and findings about "
          + "them, do not count.",
        "A link that is lost, an error, an incomplete transfer, or a device that cannot be connected "
          + "counts in a single capture of the new side, if no capture of the base shows the same.",
        "Another fault that no capture of the base shows also counts if Fisher's exact test, "
          + "one-sided, gives a probability of at most 2.5 %: for example a warning in four captures "
          + "of five.",
        "Every other difference is listed under \"May be chance\", and is not a regression.",
        "In JSON its verdict is unclear.",
        "What is listed under \"Different\" changed, but is neither better nor worse.",
        "The verdict unsure means: worse, if the device is the same on both sides, but the match of "
          + "the devices is a guess.",
      ],
      [
        "If no connection of one side matches one of the other, nothing was compared: the exit "
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
        meaning: "Compare several captures per side, for Jenkins or GitLab."),
      Example(
        command: "bletrace diff --budget limits.budget good.json today.pklg",
        meaning: "Compare with a report that was kept, and check a budget."),
      Example(
        command: "bletrace diff --device BCS base.pklg new.pklg",
        meaning: "Compare one device only."),
      Example(
        command: "bletrace diff --match services base.pklg new.pklg",
        meaning: "Count regressions even if a device is recognized only by its services."),
    ])

  static let budgetDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 2...Int.max, spelling: "init FILE..."),
    summary: "Write a budget: limits that good captures meet",
    description: [
      [
        "Reads good captures (or JSON reports, or directories of either), and writes a budget, "
          + "which is a file of limits that these captures meet.",
        "It allows times to grow by 25 % plus 30 ms, and rates to fall by 25 %; faults that did "
          + "not occur must not occur, and the MTU must not shrink.",
        "The file is meant to be edited.",
        "analyze --budget, live --budget and diff --budget check captures against it.",
      ],
      [
        "A budget has one limit per line; text after a # is a comment.",
        "A limit is a measure, an operator (>=, <=, ==, !=, > or <) and a number, or yes or no.",
        "A time needs its unit: us, ms or s.",
        "A rate may have a unit: B/s (the default), kB/s or MB/s, in powers of ten.",
        "Yes-or-no measures are compared with yes or no.",
      ],
      [
        "Every connection, stream or transfer that a limit is about has to meet it.",
        "notifications[2A37].gaps is about the notifications and indications of one "
          + "characteristic, notifications.gaps about those of all characteristics; writes and "
          + "transfer take a UUID in the same way.",
        "device[\"BCS\"].mtu is about the connections with the device of that name or address.",
        "If the capture has nothing that a limit is about, the limit is not met.",
      ],
    ],
    variants: [.output: budgetOutput],
    examples: [
      Example(
        command: "bletrace budget init -o limits.budget good.btsnoop", meaning: "Make a budget."),
      Example(
        command: "bletrace analyze --budget limits.budget today.btsnoop",
        meaning: "Check a capture against it."),
    ])

  /// The `-o` of budget, which does not replace a file that someone has edited.
  private static let budgetOutput: OptionDefinition = {
    var definition = Option.output.definition
    definition.details = [
      "An existing file is replaced only with --force.",
      "The file appears when it is complete.",
    ]
    return definition
  }()
}
