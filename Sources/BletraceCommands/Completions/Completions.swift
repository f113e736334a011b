import Findings
import Rendering
import Report

// What a shell may offer where a word of a command line is still to be typed. Like the help, it is
// made from the tables of commands and options, once for each shell in that shell's own language.

/// A shell for which there are completions.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// What makes its completions known.
  var completions: String {
    switch self {
    case .bash: bashCompletions()
    case .zsh: zshCompletions()
    case .fish: fishCompletions()
    }
  }
}

/// What can stand at a position.
enum Suggestion: Equatable {
  /// One of these; nothing in them means anything to a shell.
  case words([SuggestedWord])
  case files
  case directories
  /// A controller of this computer, or `any`.
  case controllers
  /// What only the user knows.
  case unknown
}

struct SuggestedWord: Equatable {
  var word: String
  /// One sentence without its full stop.
  var meaning: String?
}

extension Option {
  /// What can be its value; nil for a flag.
  var suggestion: Suggestion? {
    let definition = definition
    if !definition.choices.isEmpty {
      return .words(definition.choices.map { SuggestedWord(word: $0) })
    }
    switch self {
    case .rule, .noRule, .finding: return .words(ruleWords)
    case .interface: return .controllers
    case .until: return .words(conditionWords)
    default: break
    }
    switch definition.valueName {
    case nil: return nil
    case "FILE": return .files
    case "DIR": return .directories
    default: return .unknown
    }
  }
}

extension Command {
  /// What can be its operands.
  var suggestion: Suggestion {
    let operand = definition.operand
    switch operand?.name {
    case "FILE": return .files
    case "DIR": return .directories
    case "RULE": return .words(ruleWords)
    case "COMMAND":
      return .words(
        Command.listed.map { SuggestedWord(word: $0.rawValue, meaning: $0.definition.summary) })
    case "-":
      return .words([SuggestedWord(word: "-", meaning: "Standard input")])
    case "SHELL": return .words(Shell.allCases.map { SuggestedWord(word: $0.rawValue) })
    default: return .unknown
    }
  }
}

private let ruleWords = RuleCatalog.all.map {
  SuggestedWord(word: $0.name, meaning: withoutFullStop($0.summary))
}

/// What `--until` waits for, with hyphens for the blanks.
private let conditionWords =
  LiveEvent.Kind.allCases.map {
    SuggestedWord(
      word: String($0.rawValue.map { $0 == " " ? "-" : $0 }), meaning: withoutFullStop($0.meaning))
  }
  + [
    SuggestedWord(word: "warning", meaning: "A finding of that severity or worse"),
    SuggestedWord(word: "error", meaning: "A finding of that severity"),
  ]

private func withoutFullStop(_ sentence: String) -> String {
  sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}

/// The commands' own words, as the shells list the controllers of a Linux computer. Connections
/// have names there too, with a colon.
let controllersInShell = "ls /sys/class/bluetooth 2>/dev/null | grep -x 'hci[0-9]*'"
