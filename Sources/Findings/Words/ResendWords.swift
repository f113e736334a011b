import Report

extension ResendRule {
  static let summary = "A chunk was sent twice, and the receiver received it twice."
  static let explanation = """
    The Link Layer delivers each packet once, so a doubled chunk was sent twice by the app. A \
    doubled chunk is a value that equals the previous value and differs from the next one, with at \
    least 8 bytes and 4 different byte values. It is proven, and an error, when the payload (JSON, \
    PNG, UTF-8 and others) is invalid with the second copy, and valid without it. Otherwise it is \
    likely, and a warning, because the data itself may contain repetitions: JSON and text can be \
    valid with an extra chunk. The rule reports nothing if a checksum (PNG, gzip) shows that the \
    payload is valid as received.
    """

  var message: String {
    let twice =
      "\(Wording.count(count, "chunk")) of \(Wording.transfer(transfer)) "
      + "\(count == 1 ? "was" : "were") sent twice"
    guard isProven else { return "\(twice), or the data itself contains repetitions." }
    let type = transfer.payloadType.map { " \(Name.payloadType($0))" } ?? ""
    let copies = count == 1 ? "copy, and valid without it" : "copies, and valid without them"
    return "\(twice): the\(type) payload is invalid with the second \(copies)."
  }

  var advice: String? {
    "The sending app should send \(SendingCalls(transfer.kind).againOrNext)."
  }
}
