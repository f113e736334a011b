/// Where bytes go: a file descriptor, or an array in tests.
package protocol ByteSink: AnyObject, Sendable {
  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8]) throws(WriteFailure)
}

/// Why bytes could not be written.
package enum WriteFailure: Error, Hashable {
  /// Whoever read the output has seen enough.
  case closedPipe
  case system(SystemError)
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
  /// Whether an interruption ends a live capture in good order. It is one for the whole process.
  package var watchesSignals = false

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

  /// Says `message` on standard error, as one line. Nothing can be done where that fails.
  func complain(_ message: String) {
    try? errors.write("bletrace: \(message.printable)\n")
  }
}

/// The environment variables that have a say.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  case noColor = "NO_COLOR"
  case term = "TERM"
  case columns = "COLUMNS"
  case localeAll = "LC_ALL"
  case localeCharacters = "LC_CTYPE"
  case language = "LANG"

  /// What the manual says about it.
  var meaning: String {
    switch self {
    case .noColor: "If set to anything but nothing, no colour unless --color always asks for it."
    case .term: "No colour and no progress line if this is dumb."
    case .columns: "Width of the text report on a terminal that does not tell its own."
    case .localeAll, .localeCharacters, .language:
      "The first of LC_ALL, LC_CTYPE and LANG that is set decides what a terminal is sent: UTF-8 "
        + "where it names UTF-8, else plain ASCII."
    }
  }
}
