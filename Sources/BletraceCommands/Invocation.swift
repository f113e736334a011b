import Archives

/// Where bytes go: a file descriptor, or an array in tests.
package protocol ByteSink: AnyObject, Sendable {
  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8]) throws(WriteFailure)
}

/// Why bytes could not be written.
package enum WriteFailure: Error, Hashable {
  /// The reader of the output closed it.
  case closedPipe
  /// The output took nothing for a while, and the program has to end.
  case notRead
  case system(SystemError)

  static let notReadWords = "the reader does not read; the rest was not written"
}

extension ByteSink {
  func write(_ text: String) throws(WriteFailure) {
    try write(Array(text.utf8))
  }
}

/// What is known about the terminals that a run talks to.
package struct TerminalFacts: Hashable, Sendable {
  package var inputIsTerminal = false
  package var outputIsTerminal = false
  package var errorIsTerminal = false
  /// Width of the terminal on standard output, where it says so.
  package var columns: Int?

  package init() {}
}

/// One call of the program: all that a run takes from outside, so that tests can make it up.
package struct Invocation: Sendable {
  /// The words after the program's name.
  package var arguments: [Argument]
  /// The file descriptor that `-` reads.
  package var standardInput: Int32
  package var output: any ByteSink
  package var errors: any ByteSink
  /// The variables in `EnvironmentVariable`, as far as they are set.
  package var environment: [EnvironmentVariable: String]
  package var terminals: TerminalFacts
  /// The configuration files that are read if they exist; what a later one says counts more.
  package var configurationFiles: [Argument] = []
  /// Whether signals and privileges are this run's to change: the whole process shares them.
  package var ownsProcess = false
  /// What a packed file may unpack to, as the option says.
  var unpackLimit = UnpackLimit.standard
  /// Where files are read from, and nowhere else; nil for anywhere.
  var openFolders: OpenedFolders?

  package init(
    arguments: [Argument], standardInput: Int32, output: any ByteSink, errors: any ByteSink,
    environment: [EnvironmentVariable: String] = [:], terminals: TerminalFacts = TerminalFacts()
  ) {
    self.arguments = arguments
    self.standardInput = standardInput
    self.output = output
    self.errors = errors
    self.environment = environment
    self.terminals = terminals
  }

  /// Octets of a line on standard error.
  static let longestComplaint = 500

  /// Says `message` on standard error, as one line; of a long one the beginning, which says what it
  /// is about, and the end, which says why. Nothing can be done where that fails.
  func complain(_ message: String) {
    try? errors.write("bletrace: \(message.printable.cut(to: Self.longestComplaint - 11))\n")
  }
}

extension String {
  /// The text, or both ends of it with a mark between them, in so many octets. No character is cut.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let octets = Array(utf8)
    let mark = Array("\u{2026}".utf8)
    let room = max(0, limit - mark.count)
    let beginning = octets.wholeCharacters(upTo: room - room / 2)
    let end = octets.suffix(room / 2).drop { $0 & 0xC0 == 0x80 }
    return String(decoding: beginning + mark + end, as: UTF8.self)
  }
}

/// The environment variables that are read.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  case noColor = "NO_COLOR"
  case term = "TERM"
  case columns = "COLUMNS"
  case localeAll = "LC_ALL"
  case localeCharacters = "LC_CTYPE"
  case language = "LANG"
  case configurationHome = "XDG_CONFIG_HOME"
  case home = "HOME"

  /// What the manual says about it.
  var meaning: String {
    switch self {
    case .noColor:
      "If it is set and not empty, the text has no colour, unless --color always asks for it."
    case .term: "If it is dumb, there is no colour and no progress line."
    case .columns: "The width of the text report on a terminal that does not report its own."
    case .localeAll, .localeCharacters, .language:
      "The first of LC_ALL, LC_CTYPE and LANG that is set decides which characters a terminal "
        + "gets: UTF-8 if it names UTF-8, else plain ASCII."
    case .configurationHome:
      "The folder of the user's configuration file, bletrace, in place of ~/.config."
    case .home: "The folder that has .config/bletrace, if XDG_CONFIG_HOME is not set."
    }
  }
}
