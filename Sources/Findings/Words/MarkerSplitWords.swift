import Report

extension MarkerSplitRule {
  static let summary = "The end marker was split over several values."
  static let explanation = """
    Apps compare each value with the marker, and wait forever when no single value equals it. The \
    rule looks for values after the last chunk that are shorter than the marker and together form \
    it.
    """

  var message: String {
    "The marker of \(Wording.transfer(transfer)), \(Wording.quoted(transfer.marker)), was split "
      + "over several values: a receiver that compares each value with the marker never detects "
      + "the end."
  }

  var advice: String? {
    "The sending app should send the marker in one value of its own; "
      + "\(SendingCalls(transfer.kind).whenRefused), send the whole marker again."
  }
}
