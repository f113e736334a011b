import Report

extension ValueDoubledRule {
  static let summary =
    "A notification had the same value as the previous one, in a stream that otherwise changes."
  static let explanation = """
    The Link Layer delivers each packet once, so a notification that was received twice was sent \
    twice: by an app that sent it again although the stack had accepted it, or by two parts of the \
    app. The rule counts values of at least 8 bytes, with at least 4 different byte values, that \
    equal the previous value and differ from the next. It must be unlikely that the value just did \
    not change: the stream has \(fewest) values or more, and at most one in \(oneIn.word) equals \
    the previous one. So the finding is likely, but not proven. The rule does not report steady \
    telemetry, whose values often stay the same; streams in which the client wrote or read more \
    than once per \(valuesPerRequest.word) values, because equal requests have equal answers; and \
    transfers, for which resend reports this.
    """

  var message: String {
    let changed = (stream.count - 1) - doubled.equal
    let isOne = doubled.count == 1
    return "\(Wording.count(doubled.count, "value")) of \(Wording.stream(stream)) "
      + "\(isOne ? "was" : "were") probably sent twice: \(isOne ? "it" : "each") equals the "
      + "previous one (#\(doubled.ofFrame) and #\(doubled.frame)), but \(changed) of "
      + "\(stream.count) values differ from the previous one."
  }

  var advice: String? {
    "The sending app should send a value again only after the stack refused it, and in one place "
      + "of its code. The receiving app should drop a value whose counter shows that it is old."
  }
}
