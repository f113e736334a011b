extension Command {
  static let configDefinition = CommandDefinition(
    summary: "Show the settings from configuration files",
    description: [
      [
        "Prints each setting that is in force, and in a comment the file and line that it is from.",
        "The output could itself be used as a configuration file.",
      ],
      [
        "A configuration file has one setting on each line, as key = value; empty lines and lines "
          + "that begin with # are ignored.",
        "Each key is an option without its first dashes: "
          + Option.configurable.map(\.key).joined(separator: ", ") + ".",
        "A key whose option may be given several times can be set on several lines.",
      ],
      [
        "Two files are read if they exist: ~/.config/bletrace (in $XDG_CONFIG_HOME if that is set), "
          + "then the nearest .bletrace from the working directory up to the folder "
          + "that has .git; without such a folder, only that of the working directory is read.",
        "If both set a value that can be given only once, that of the working tree counts; "
          + "the command line overrides both.",
        "Markers, transfers, framings, names and tolerances of both files and of the command line "
          + "add up; rule and no-rule of the command line replace those of the files.",
        "A setting that a command does not take is ignored by it; one that no command understands "
          + "is an error.",
      ],
      [
        "Whoever may write to a working tree may also loosen a check by its .bletrace, such as with "
          + "no-rule or tolerance.",
        "diff, --fail-on, --budget, --expect and --redact therefore print on standard error, as one "
          + "line, what that file sets.",
        "In CI use --config none, or name the file.",
        "With --redact, markers of configuration files do not count.",
      ],
    ],
    examples: [
      Example(command: "bletrace config", meaning: "Show what is in force."),
      Example(
        command: "bletrace analyze --config none capture.btsnoop",
        meaning: "Analyze as if there were no configuration file."),
    ])
}
