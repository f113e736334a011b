#if !FUZZING
  import Foundation

  /// Without libFuzzer only the program's own commands are there.
  @main
  struct FuzzMain {
    static func main() {
      let words = Array(CommandLine.arguments.dropFirst())
      exit(FuzzCommands.run(words) ?? FuzzCommands.complain(FuzzCommands.usage))
    }
  }
#endif
