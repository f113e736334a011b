/// The rules of a budget file.
///
///     # comment
///     mtu >= 185
///     transfer.duration_us <= 1.5s
///     notifications[2A37].gap_us.p99 <= 1200000
///     device["BCS"].stalls == 0
///     transfer.complete == yes
///
/// One rule a line. A line-based form of our own: JSON has no comments, and Debian has no TOML
/// library with a C interface.
package struct Budget: Equatable, Sendable {
  package static let byteLimit = 1 << 20
  package static let ruleLimit = 10_000

  package var rules: [BudgetRule]

  /// - Throws: what is wrong in which line.
  package init(parsing bytes: [UInt8]) throws(BudgetError) {
    guard bytes.count <= Self.byteLimit else {
      throw BudgetError(line: nil, "is longer than 1 MiB, and no budget")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BudgetError(line: nil, "is no UTF-8 text, and no budget")
    }
    rules = []
    // CR LF is one character.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var parser = BudgetLineParser(line, number: index + 1)
      guard let rule = try parser.rule() else { continue }
      guard rules.count < Self.ruleLimit else {
        throw BudgetError(line: index + 1, "is rule 10,001; a budget holds 10,000")
      }
      rules.append(rule)
    }
    guard !rules.isEmpty else { throw BudgetError(line: nil, "has no rule in it") }
  }
}

/// Why a file is no budget, as the end of a sentence about it.
package struct BudgetError: Error, Hashable {
  package let line: Int?
  package let message: String

  init(line: Int?, _ message: String) {
    self.line = line
    self.message = message
  }
}
