/// The rules of a budget file.
///
///     # comment
///     mtu >= 185
///     transfer.duration_us <= 1.5 s
///     notifications[2A37].gap_us.p99 <= 1.2 s
///     device["BCS"].stalls == 0
///     transfer.complete == yes
///
/// One rule a line. A line-based form of our own: JSON has no comments, and Debian has no TOML
/// library with a C interface.
package struct Budget: Equatable, Sendable {
  package static let byteLimit = 1 << 20
  package static let ruleLimit = 10_000

  package var rules: [BudgetRule]

  /// Whether it is about connections, and not about captures as a whole alone.
  package var looksAtDetails: Bool { rules.contains { $0.measure.scope != .capture } }

  /// - Throws: what is wrong in which line.
  package init(parsing bytes: [UInt8]) throws(BudgetError) {
    guard bytes.count <= Self.byteLimit else {
      throw BudgetError(line: nil, "is longer than 1 MiB: not a budget")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BudgetError(line: nil, "is not a budget: not UTF-8 text")
    }
    rules = []
    var unitless: BudgetError?
    var further = 0
    // CR LF is one character.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var parser = BudgetLineParser(line, number: index + 1)
      let parsed: BudgetRule?
      do throws(BudgetError) {
        parsed = try parser.rule()
      } catch {
        // Said at once of all lines, as a budget of an earlier version has many.
        guard error.isUnitless else { throw error }
        if unitless == nil { unitless = error } else { further += 1 }
        continue
      }
      guard let rule = parsed else { continue }
      guard rules.count < Self.ruleLimit else {
        throw BudgetError(line: index + 1, "a budget has at most 10,000 limits")
      }
      rules.append(rule)
    }
    if let unitless {
      let lines = further == 1 ? "line" : "lines"
      let more = further == 0 ? "" : " (and \(further) more \(lines) with the same error)"
      throw BudgetError(line: unitless.line, unitless.message + more)
    }
    guard !rules.isEmpty else { throw BudgetError(line: nil, "has no limit") }
  }
}

/// Why a file is no budget, as the end of a sentence about it.
package struct BudgetError: Error, Hashable {
  package let line: Int?
  package let message: String
  /// A time lacks its unit.
  let isUnitless: Bool

  init(line: Int?, _ message: String, isUnitless: Bool = false) {
    self.line = line
    self.message = message
    self.isUnitless = isUnitless
  }
}
