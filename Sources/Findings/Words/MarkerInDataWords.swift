import Report

extension MarkerInDataRule {
  static let summary = "The payload contains the bytes of the end marker."
  static let explanation = """
    This transfer is complete, because the marker was a value of its own. But a receiver that \
    searches the joined data for the marker ends the transfer too early, and so does one that \
    compares each value, if one chunk holds exactly these bytes.
    """

  var message: String {
    let times = transfer.markerInData == 1 ? "once" : "\(transfer.markerInData) times"
    return "The data of \(Wording.transfer(transfer)) contains the marker "
      + "\(Wording.quoted(transfer.marker)) \(times)."
  }

  var advice: String? {
    "The sending app should begin each transfer with its length, instead of ending it with a text "
      + "that the data may contain."
  }
}
