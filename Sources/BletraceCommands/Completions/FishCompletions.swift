// Fish has a line for each thing that it may offer, with a condition.

func fishCompletions() -> String {
  var lines = [
    """
    # What fish offers after bletrace. Made by: bletrace completions fish

    # The command comes first, or nothing does.
    function __bletrace_command
        set -l words (commandline -opc)
        test (count $words) -ge 2; and contains -- $words[2] $argv
    end

    function __bletrace_no_command
        test (count (commandline -opc)) -eq 1
    end

    function __bletrace_controllers
        echo any
        \(controllersInShell)
    end

    complete -c bletrace -f
    """
  ]
  for option in Command.commonOptions { lines.append(fishOption(option, "__bletrace_no_command")) }
  for command in Command.listed {
    lines.append(
      "complete -c bletrace -n __bletrace_no_command -a \(command.rawValue) -d "
        + fishQuoted(command.definition.summary))
  }
  for command in Command.listed {
    let condition = "'__bletrace_command \(command.rawValue)'"
    lines.append("\n# bletrace \(command.rawValue)")
    lines += fishSuggestions(command.suggestion, isOperand: true).map {
      "complete -c bletrace -n \(condition)\($0)"
    }
    lines += command.allOptions.map { fishOption($0, condition) }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func fishOption(_ option: Option, _ condition: String) -> String {
  let definition = option.definition
  var line = "complete -c bletrace -n \(condition) -l \(option.spelling.dropFirst(2))"
  if let short = definition.short { line += " -s \(short)" }
  line += " -d " + fishQuoted(definition.summary)
  guard let suggestion = option.suggestion else { return line }
  // A value that may be left out is a part of the word.
  if definition.impliedValue == nil { line += " -r" }
  return line + fishSuggestions(suggestion, isOperand: false).joined()
}

/// The ends of the lines that offer something; what has a meaning has a line of its own, unless it
/// is the value of an option.
private func fishSuggestions(_ suggestion: Suggestion, isOperand: Bool) -> [String] {
  switch suggestion {
  case .words(let words):
    guard isOperand else {
      return [" -f -a " + fishQuoted(words.map(\.word).joined(separator: " "))]
    }
    return words.map { word in
      " -a \(fishQuoted(word.word))" + (word.meaning.map { " -d " + fishQuoted($0) } ?? "")
    }
  case .files: return [" -F"]
  case .directories: return [" -f -a '(__fish_complete_directories)'"]
  case .controllers: return [" -f -a '(__bletrace_controllers)'"]
  case .unknown: return isOperand ? [] : [" -f"]
  }
}

private func fishQuoted(_ text: String) -> String {
  "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}
