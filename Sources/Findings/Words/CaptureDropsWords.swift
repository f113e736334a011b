import Report

extension CaptureDropsRule {
  static let summary =
    "The logger lost records: other findings may be caused by the missing "
    + "records."
  static let explanation = """
    The btsnoop format counts the records that were lost, pcapng may do so too, and a live capture \
    gets the count from the kernel. Any loss is reported, because a lost record can be the answer, \
    the chunk or the completion that another finding says is missing.
    """

  var message: String {
    var message =
      "The logger lost \(Wording.count(dropped, "record")), "
      + "\(Wording.share(dropped, of: records + dropped)) of all"
    if let worst = points.first {
      let place =
        worst.afterFrame > 0
        ? "between frames \(worst.afterFrame) and \(worst.beforeFrame)"
        : "before frame \(worst.beforeFrame)"
      message +=
        points.count == 1
        ? ", \(place)" : ", at \(points.count) points; the most, \(worst.count), \(place)"
    }
    return message + "."
  }

  var advice: String? {
    "If a finding near these frames says that something is missing, maybe only the logger lost it. "
      + "Capture again with less load on the computer, a larger buffer, or a faster disk."
  }
}
