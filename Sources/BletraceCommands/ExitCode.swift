/// How a run ended, as the shell and CI see it.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// The job was done. What was found in the capture, good or bad, does not change this, unless a
  /// check was asked for.
  case success = 0
  /// The job was done, and a check that was asked for did not hold: `--fail-on`, `--until`,
  /// `--budget`, or what `diff` compares. Kept for such checks: nothing else ends with it.
  case checkFailed = 1
  /// The job could not be done, or only in part: a wrong option, a file that cannot be read or is
  /// no capture, output that cannot be written. A line on standard error says which.
  case trouble = 2

  /// What the help and the manual say about it, in sentences.
  var meaning: [String] {
    switch self {
    case .success:
      [
        "The job was done, whatever was found in the capture.",
        "A capture that is cut or damaged was read up to that point, and the output says so.",
      ]
    case .checkFailed:
      [
        "The job was done, and a check failed: there is a finding of the severity that --fail-on "
          + "names, or worse; the budget is broken; diff found something worse; or the event that "
          + "live --until waits for did not happen."
      ]
    case .trouble:
      [
        "The job could not be done, or only in part: a wrong option, a file that cannot be read "
          + "or is no capture, a capture that became shorter while it was read, output that cannot "
          + "be written, two sides with nothing to compare.",
        "A line on standard error gives the reason.",
      ]
    }
  }
}
