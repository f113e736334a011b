// Zsh shows what each word means, and knows by itself how options and their values are written.

func zshCompletions() -> String {
  """
  #compdef bletrace
  # What zsh offers after bletrace. Made by: bletrace completions zsh

  _bletrace_controllers() {
    local -a names
    names=(any ${(f)"$(\(controllersInShell))"})
    compadd -a names
  }

  \(wordFunctions())
  _bletrace() {
    local curcontext=$curcontext context state state_descr line ret=1
    typeset -A opt_args
    _arguments -C -S \\
  \(Command.commonOptions.map { "    " + zshOption($0) + " \\" }.joined(separator: "\n"))
      '1:command:_bletrace_commands' \\
      '*::argument:->argument' && ret=0
    [[ $state == argument ]] || return ret
    curcontext=${curcontext%:*}-$words[1]:
    case $words[1] in
  \(Command.listed.map(zshCase).joined(separator: "\n"))
    esac
    return ret
  }

  # Read by compinit as a function of its own, or by source.
  if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _bletrace "$@"
  else
    compdef _bletrace bletrace
  fi

  """
}

/// Lists that are needed more than once.
private let zshLists: [(name: String, noun: String, suggestion: Suggestion)] = [
  ("commands", "command", Command.help.suggestion),
  ("rules", "rule", Option.rule.suggestion ?? .unknown),
  ("events", "event", Option.until.suggestion ?? .unknown),
]

private func wordFunctions() -> String {
  zshLists.map { name, noun, suggestion in
    guard case .words(let words) = suggestion else { return "" }
    let lines = words.map { word in
      "    " + zshQuoted(word.word + (word.meaning.map { ":\($0)" } ?? ""))
    }
    return """
      _bletrace_\(name)() {
        local -a names
        names=(
      \(lines.joined(separator: "\n"))
        )
        _describe -t \(name) \(noun) names
      }

      """
  }.joined(separator: "\n")
}

private func zshCase(_ command: Command) -> String {
  var lines = command.allOptions.map(zshOption)
  if let operand = command.definition.operand {
    let action = zshAction(command.suggestion)
    let position = operand.count.upperBound > 1 ? "*" : "1"
    lines.append(zshQuoted("\(position):\(operand.name == "-" ? "input" : operand.name):\(action)"))
  }
  return "    (\(command.rawValue))\n      _arguments -S \\\n"
    + lines.map { "        " + $0 }.joined(separator: " \\\n") + " && ret=0\n      ;;"
}

/// One specification of `_arguments`: `'(-o --output)'{-o+,--output=}'[Write ...]:FILE:_files'`.
private func zshOption(_ option: Option) -> String {
  let definition = option.definition
  var text = "[\(zshEscaped(definition.summary))]"
  if let name = definition.valueName, let suggestion = option.suggestion {
    text += (definition.impliedValue == nil ? ":" : "::") + "\(name):" + zshAction(suggestion)
  }
  // `=-`: the value is a part of the word, or is not there.
  let equals = definition.valueName == nil ? "" : definition.impliedValue == nil ? "=" : "=-"
  let long = option.spelling + equals
  // The help and the version are asked for alone.
  let isAlone = Command.commonOptions.contains(option)
  let others = isAlone ? "(- : *)" : definition.isRepeatable ? "*" : ""
  guard let short = definition.short else { return zshQuoted(others + long + text) }
  let excluded = others.isEmpty ? "(-\(short) \(option.spelling))" : others
  return zshQuoted(excluded) + "{-\(short)\(equals.isEmpty ? "" : "+"),\(long)}" + zshQuoted(text)
}

private func zshAction(_ suggestion: Suggestion) -> String {
  if let list = zshLists.first(where: { $0.suggestion == suggestion }) {
    return "_bletrace_\(list.name)"
  }
  return switch suggestion {
  case .words(let words): "(\(words.map(\.word).joined(separator: " ")))"
  case .files: "_files"
  case .directories: "_files -/"
  case .controllers: "_bletrace_controllers"
  case .unknown: " "
  }
}

/// Inside the brackets of a specification.
private func zshEscaped(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.flatMap { #"[]:\"#.unicodeScalars.contains($0) ? ["\\", $0] : [$0] }))
}

private func zshQuoted(_ text: String) -> String {
  text.isEmpty ? "" : "'" + text.replacing("'", with: #"'\''"#) + "'"
}
