import Comparison

extension ParsedArguments {
  /// What is read beside captures.
  var otherInputs: [Argument] {
    [Option.budget, .mergeLog, .keys, .keysFrom, .expect, .layout].flatMap { values(of: $0) }
  }

  /// Options that do nothing without a budget.
  func checkBudgetOptions(_ options: [Option]) throws(CommandFailure) {
    guard !isSet(.budget) else { return }
    for option in options where isSet(option) {
      throw CommandFailure("'\(option.spelling)' does nothing without --budget")
    }
  }
}
