/// All that `bletrace diff` has to say; the renderers turn it into bytes.
package struct DiffReport: Sendable {
  /// The version of the program.
  package var bletrace: String
  package var comparison: Comparison
  /// How the new side keeps its budget; `nil` where none was given.
  package var budget: [BudgetOutcome]?
  /// The file that the budget is in.
  package var budgetFile: String?
  /// Whether the rules that are kept are listed too.
  package var showsKept = false

  package init(bletrace: String, comparison: Comparison, budget: [BudgetOutcome]? = nil) {
    self.bletrace = bletrace
    self.comparison = comparison
    self.budget = budget
  }

  package var brokenRules: [BudgetOutcome] { (budget ?? []).filter { !$0.holds } }

  package var isGood: Bool { !comparison.hasRegression && brokenRules.isEmpty }

  /// `regression`; a budget that is broken fails the build as well.
  var headline: String {
    if comparison.hasRegression { return "regression" }
    return brokenRules.isEmpty ? "no regression" : "budget not met"
  }

  /// `3 worse, 1 better, 2 different, 1 may be chance; 36 the same`
  var summary: String {
    let words: [(Comparison.Verdict, String)] = [
      (.worse, "worse"), (.unclear, "may be chance"),
      (.unsure, "worse if it is the same device"),
      (.better, "better"), (.different, "different"),
    ]
    let counts = words.compactMap { verdict, word in
      let count = comparison.count(verdict)
      return count == 0 ? nil : "\(count) \(word)"
    }
    let same = comparison.count(.same)
    let budget =
      self.budget.map { outcomes in
        let rules = BudgetGroup.all(of: outcomes)
        let broken = rules.count { !$0.holds }
        return broken == 0
          ? "; budget met" : "; \(broken) of \(rules.count) budget limits not met"
      } ?? ""
    guard !counts.isEmpty else { return "no difference in \(same) measures" + budget }
    return counts.joined(separator: ", ") + "; \(same) unchanged" + budget
  }
}

extension Comparison.Entry {
  /// The value of each side, as a person reads it.
  var sides: (base: String, new: String) {
    switch values {
    case .words(let base, let new): (base, new)
    case .numbers(let change):
      (
        Statement.value(change.baseCentre, change.unit),
        Statement.value(change.newCentre, change.unit)
      )
    }
  }
}

extension Comparison {
  /// `76 000 further measures were compared, and are not listed`; `nil` where all are.
  var omission: String? {
    omittedCount == 0
      ? nil
      : "The list has the worst measures; \(omittedCount) more were compared, but are not listed."
  }

  /// What counts of so few captures; `nil` where both sides have enough to measure chance.
  var caution: String? {
    let runs = min(base.count, new.count)
    let margin = Statement.number(Judgement.margin(of: runs), decimals: 1)
    if base.count == 1 && new.count == 1 {
      return "With one capture per side, a time or rate counts only if it differs by more than "
        + "\(margin) times its tolerance. With five per side, smaller differences count."
    }
    if Judgement.leastProbability(base.count, new.count) > Judgement.significance {
      return "With \(base.count) and \(new.count) captures, a difference counts only if the ranges "
        + "of the two sides do not overlap. Times and rates must also differ by more than "
        + "\(margin) times their tolerance."
    }
    return nil
  }
}
