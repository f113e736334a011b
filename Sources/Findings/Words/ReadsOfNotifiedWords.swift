import Report

extension ReadsOfNotifiedRule {
  static let summary = "A client read attributes of which it was notified at the same time."
  static let explanation = """
    A client that has subscribed gets each new value as a notification or an indication. A read of \
    the same attribute takes a round trip more and brings the same. The rule reports at least \
    \(fewest) reads of an attribute of which at least \(fewest) values were notified or indicated \
    meanwhile.
    """

  var message: String {
    let who = reads.first?.server == .local ? "The peer" : "This host"
    let handles = Wording.handles(reads.map(\.handle))
    return "\(who) read \(handles) \(Wording.times(count)), and was notified of the same "
      + "\(reads.count == 1 ? "attribute" : "attributes") \(Wording.times(values)) meanwhile."
  }

  var advice: String? {
    "The client should take the values that it is notified of, and leave out the reads."
  }
}
