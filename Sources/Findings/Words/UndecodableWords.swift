import Report

extension UndecodableRule {
  static let summary = "Records could not be decoded."
  static let explanation = """
    A layer of these records is shorter than its length field states, or the beginning of a \
    fragmented packet is missing. A few are info: peers sometimes send malformed packets. From \
    \(leastShare) of all records on, and at least \(fewest.word), it is a warning: the file is \
    damaged, or has another format than it states. Records that the logger cut are not counted \
    here. If records were lost nothing is counted, because parts of fragmented packets are missing \
    then.
    """

  var message: String {
    "\(Wording.count(count, "record")) (\(Wording.share(count, of: capture.records))) could not be "
      + "decoded, and \(count == 1 ? "is" : "are") left out\(what)."
  }

  /// What is wrong with them, where it is one and the same layer of one sender.
  private var what: String {
    guard let party, let layer, let first = capture.undecodable.first else { return "" }
    let name = layer == "signalling" ? "L2CAP signalling" : layer.uppercased()
    let host = Sides(areOnAir: capture.isAir).name(party)
    return count == 1
      ? ": \(host) sent a malformed \(name) PDU, with "
        + "\(Wording.count(first.availableOctets, "byte")) instead of at least "
        + "\(first.neededOctets)"
      : ": \(host) sent malformed \(name) PDUs"
  }

  var advice: String? {
    switch party {
    case .local: "Look in this host's stack or app for what sends them."
    case .remote: "Look in the peer's stack or firmware for what sends them."
    case nil:
      "Check whether the file was changed after it was recorded. If only one packet is affected, "
        + "its sender is the cause."
    }
  }
}
