import Report

extension MarkerGluedRule {
  static let summary = "The end marker is the end of the last chunk, not a value of its own."
  static let explanation = """
    Apps compare each value with the marker: they treat such a chunk as data, wait forever, and \
    have the bytes of the marker in their payload. The rule looks for a last value that is shorter \
    than the chunks before it and ends with the marker, if no value that is the marker follows.
    """

  var message: String {
    "The last chunk of \(Wording.transfer(transfer)) ends with the marker "
      + "\(Wording.quoted(transfer.marker)): a receiver that compares each value with the marker "
      + "never detects the end."
  }

  var advice: String? {
    "The sending app should send the marker in a value of its own: look for code that appends the "
      + "marker to the data before it cuts the data into chunks."
  }
}
