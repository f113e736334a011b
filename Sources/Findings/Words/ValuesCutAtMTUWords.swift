import Report

extension ValuesCutAtMTURule {
  static let summary = "What was read was cut at the smallest MTU although more was agreed."
  static let explanation = """
    A Read Response holds as much of a value as the ATT_MTU allows: 22 octets with the MTU of 23 \
    with which each LE connection begins. Where a larger MTU was agreed, and all that was read is \
    no longer than 22 octets, and several values are of exactly this length, the server still goes \
    by the old value, and the rest of the values is missing. The rule reports it if two attributes \
    or more were read so, or if this side had refused the server's own Exchange MTU Request, which \
    may have made it keep to 23. It reports nothing if a longer value was read, or if the client \
    went on with Read Blob Request.
    """

  var message: String {
    let what = attribute.map { " of \($0.words)" } ?? ""
    var message =
      "\(Wording.count(breach.count, "Read Response"))\(what) had exactly "
      + "\(breach.value ?? 0) bytes, the most that an MTU of 23 allows, though "
      + "\((breach.limit ?? 0) + 1) was agreed"
    if let frame = connection.mtu.frame { message += " (#\(frame))" }
    message += ": \(breach.isOurs ? "this host's" : "the peer's") server seems to have cut them"
    if let refused = breach.causeFrame {
      message +=
        ". Its own Exchange MTU Request had been refused (#\(refused)), which may be why"
    }
    return message + "."
  }

  var advice: String? {
    (breach.causeFrame == nil
      ? "" : "Answer the other side's Exchange MTU Request with an Exchange MTU Response. ")
      + "Read on with Read Blob Request where a value has as many bytes as fit."
  }
}
