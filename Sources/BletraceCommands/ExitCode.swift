/// How a run ended, as the shell and CI see it.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// The job was done. What was found in the capture, good or bad, does not change this, unless a
  /// check was asked for.
  case success = 0
  /// The job was done, and a check that was asked for did not hold: `--fail-on`, `--until`,
  /// `--budget`, `--expect`, or what `diff` compares. Kept for such checks: nothing else ends with
  /// it.
  case checkFailed = 1
  /// The job could not be done, or only in part: a wrong option, a file that cannot be read or is
  /// no capture, output that cannot be written, a check that did not see everything. A line on
  /// standard error says which. A failure that was found is one, whatever else was not looked at:
  /// there `checkFailed` goes before a check that did not see everything, but not before the rest.
  case trouble = 2

  /// Those that a command can end with; without a command, all.
  static func of(_ command: Command?) -> [ExitCode] {
    allCases.filter { $0 != .checkFailed || command.map { !checks(of: $0).isEmpty } ?? true }
  }

  /// What the help and the manual say about it, in sentences.
  func meaning(for command: Command?) -> [String] {
    switch self {
    case .success:
      command.map { $0.options.contains(.unpackLimit) || $0 == .live } ?? true
        ? [
          "The job was done, whatever was found in the capture.",
          "A capture that is cut or damaged was read up to that point, and the output says so.",
        ] : ["The job was done."]
    case .checkFailed:
      [
        "The job was done, and a check failed: "
          + Self.checks(of: command).joined(separator: "; or ") + "."
      ]
    case .trouble:
      [
        "The job could not be done, or only in part: " + Self.troubles(of: command) + ".",
        "A line on standard error gives the reason.",
      ]
        + (Self.checks(of: command).isEmpty
          ? []
          : [
            "Also if no check failed, but a limit kept a part of the capture from the check; a "
              + "check that failed on the rest ends with status 1."
          ])
    }
  }

  private static func checks(of command: Command?) -> [String] {
    func has(_ option: Option) -> Bool { command?.options.contains(option) ?? true }
    var checks: [String] = []
    if has(.failOn) {
      checks.append("there is a finding of the severity that --fail-on names, or worse")
    }
    if has(.budget) { checks.append("a capture does not meet the budget") }
    if has(.expect) { checks.append("the file that --expect names did not arrive intact") }
    if command == nil || command == .diff { checks.append("diff found a regression") }
    if has(.until) { checks.append("the event that --until names did not happen") }
    return checks
  }

  private static func troubles(of command: Command?) -> String {
    let reads = command.map { $0.options.contains(.unpackLimit) || $0 == .live } ?? true
    let isDiff = command == nil || command == .diff
    return "a wrong option, "
      + (reads
        ? "a file that cannot be read or is no capture, a capture that became shorter while it was "
          + "read, " : "")
      + "output that cannot be written" + (isDiff ? ", two sides with nothing to compare" : "")
  }
}
