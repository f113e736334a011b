import Report

extension InputLateRule {
  static let summary = "Input reports or values of a timer missed connection events."
  static let explanation = """
    A mouse or a keyboard sends a report in each connection event in which it has something new; \
    a controller that scans, pages or serves other links skips events of the connection, and the \
    reports come late and in lumps: a pointer that stutters. The rule reports streams of input \
    (HID) and of values at a period with at least \(StreamRadio.leastHoles.word) holes of four \
    connection events while this host's controller used the radio for something else for at least \
    \(StreamRadio.leastUs), if there were \(StreamRadio.often.word) times as many in the same time \
    as otherwise, and at most \(StreamRadio.most) of the values. What the device would have sent is \
    not known: a hand that rests leaves no holes of this kind, but a silence.
    """
}
