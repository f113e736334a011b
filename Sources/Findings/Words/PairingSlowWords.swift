import Report

extension PairingSlowRule {
  static let summary = "A pairing took \(least.word) or more."
  static let explanation = """
    A pairing that needs no user takes about ten round trips, and a small device needs up to a \
    second to calculate each key. With Passkey Entry or Numeric Comparison a user reads, types and \
    confirms: that may take any time, is no fault, and is info. With the other methods \(least) or \
    more is a warning: a side was slow, or waited for a dialog of its system. The longest time \
    between two commands shows which side it was.
    """

  var message: String {
    let method = pairing.method.map { " by \(Name.pairingMethod($0))" } ?? ""
    var text = "The pairing\(method) took \(Wording.duration(durationUs))"
    if let wait = pairing.longestWaitUs, let frame = pairing.waitFrame, let side = pairing.waitSide
    {
      text +=
        "; \(Wording.duration(wait)) of it passed before "
        + "\(connection.sides.name(Party(side))) sent #\(frame)"
    }
    return text + (isByPerson ? ": a user had to read, type or confirm." : ".")
  }

  var advice: String? {
    isByPerson
      ? nil
      : "Look at what the slow side waited for: a dialog, the calculation of a key, or another "
        + "task."
  }
}
