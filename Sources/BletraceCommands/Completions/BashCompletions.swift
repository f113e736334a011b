// Bash offers words without explanations. It is version 3.2 on a Mac, and no package of completion
// functions need be there.

func bashCompletions() -> String {
  let commands = Command.listed.map(\.rawValue)
  let common = Command.commonOptions.flatMap(\.spellings)
  let valued = Option.allCases.filter { $0.suggestion != nil }
  return """
    # What bash offers after bletrace. Made by: bletrace completions bash

    _bletrace() {
      local IFS=$' \\t\\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local option= attached= start= options= words= kind=words index
      COMPREPLY=()
      if ((COMP_CWORD < 2)); then
        compopt +o default 2>/dev/null
        COMPREPLY=($(compgen -W '\((commands + common).joined(separator: " "))' -- "$current"))
        return
      fi
      case ${COMP_WORDS[1]} in
    \(Command.listed.map(bashCase).joined(separator: "\n"))
        *) return ;;
      esac

      # Of --option=value bash makes three words, unless it is set up not to.
      if [[ $current == = ]]; then
        option=$previous current= attached=1
      elif [[ $previous == = ]]; then
        option=${COMP_WORDS[COMP_CWORD-2]} attached=1
      elif [[ $current == --*=* ]]; then
        option=${current%%=*} start=$option= current=${current#*=} attached=1
      else
        option=$previous
      fi
      for ((index = 2; index < COMP_CWORD; index++)); do
        # All that follows is operands.
        if [[ ${COMP_WORDS[index]} == -- ]]; then option= options=; fi
      done
      if [[ " $options " == *" $option "* ]]; then
        case $option in
    \(valued.map(bashCase).joined(separator: "\n"))
          *) option= ;;
        esac
      else
        option=
      fi

      if [[ -z $option ]]; then
        # An operand, or an option where one was begun or nothing else is known.
        if [[ $kind == files && $current != -* ]]; then return; fi
        if [[ $kind == directories && $current != -* ]]; then
          compopt -o dirnames +o default 2>/dev/null
          return
        fi
        words="$words $options" kind=words
      fi
      case $kind in
        files) return ;;
        directories)
          compopt -o dirnames +o default 2>/dev/null
          return ;;
        controllers) words="any $(\(controllersInShell))" ;;
      esac
      compopt +o default 2>/dev/null
      COMPREPLY=($(compgen -P "$start" -W "$words" -- "$current"))
    }

    complete -o default -F _bletrace bletrace

    """
}

extension Option {
  /// `-o`, `--output`
  fileprivate var spellings: [String] {
    (definition.short.map { ["-\($0)"] } ?? []) + [spelling]
  }
}

private func bashCase(_ command: Command) -> String {
  let options = command.allOptions.flatMap(\.spellings).joined(separator: " ")
  return "    \(command.rawValue)) options='\(options)' \(bashKind(command.suggestion)) ;;"
}

private func bashCase(_ option: Option) -> String {
  let names = option.spellings.joined(separator: "|")
  let kind = bashKind(option.suggestion ?? .unknown)
  guard option.definition.impliedValue != nil else { return "      \(names)) \(kind) ;;" }
  // The next word may be something else.
  return "      \(names)) if [[ $attached ]]; then \(kind); else option=; fi ;;"
}

private func bashKind(_ suggestion: Suggestion) -> String {
  switch suggestion {
  case .words(let words): "words='\(words.map(\.word).joined(separator: " "))' kind=words"
  case .files: "kind=files"
  case .directories: "kind=directories"
  case .controllers: "kind=controllers"
  case .unknown: "words= kind=words"
  }
}
