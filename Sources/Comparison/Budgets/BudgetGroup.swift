import Report

/// What became of one rule in all runs.
package struct BudgetGroup {
  package let rule: BudgetRule
  private let all: [BudgetOutcome]
  let broken: [BudgetOutcome]
  private let names: RunNames

  package var holds: Bool { broken.isEmpty }

  /// One for each rule, in their order.
  package static func all(of budget: [BudgetOutcome]) -> [BudgetGroup] {
    let names = RunNames(budget.lazy.map(\.file))
    return budget.grouped(by: \.rule.line).map { _, all in
      BudgetGroup(rule: all[0].rule, all: all, broken: all.filter { !$0.holds }, names: names)
    }
  }

  /// The run that breaks the rule most, or comes nearest to that.
  private var worst: BudgetOutcome? {
    let outcomes = holds ? all : broken
    // A value says more than that there is none.
    let measured = outcomes.filter { $0.value != nil }
    guard let first = measured.first else { return outcomes.first }
    return measured.dropFirst().reduce(first) { worst, outcome in
      rule.isFurther(outcome.value ?? 0, than: worst.value ?? 0) ? outcome : worst
    }
  }

  /// `in 5 of 5 captures, most in b.btsnoop: is 23 on "BCS"`; of a single run what it measured.
  ///
  /// - Parameter isNamed: whether a single run is named too.
  package func statement(isNamed: Bool = false) -> String {
    guard let worst else { return "" }
    guard all.count > 1 else {
      return isNamed ? "\(worst.statement) in \(worst.file)" : worst.statement
    }
    let count = holds ? all.count : broken.count
    let word = count == 1 ? "in " : holds ? "nearest in " : "most in "
    return "in \(count) of \(all.count) captures, \(word)\(names.short(worst.file)): "
      + worst.statement
  }
}

/// File names without the folders that all of them are in; a single one is left as it is.
struct RunNames: Equatable, Sendable {
  private let octets: Int

  init(_ names: some Sequence<String>) {
    var common: [Substring.UTF8View]?
    var first: String?
    var isAlone = true
    for name in names {
      let folders = name.utf8.split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).dropLast()
      guard let known = common else {
        common = Array(folders)
        first = name
        continue
      }
      if name != first { isAlone = false }
      common = zip(known, folders).prefix { $0.elementsEqual($1) }.map(\.0)
    }
    octets = isAlone ? 0 : (common ?? []).reduce(0) { $0 + $1.count + 1 }
  }

  func short(_ name: String) -> String {
    name.utf8.count > octets ? String(decoding: name.utf8.dropFirst(octets), as: UTF8.self) : name
  }
}
