import Report

extension FramingDamagedRule {
  static let summary = "A few messages of an app's protocol are damaged, or glued together."
  static let explanation = """
    Where at least \(fitting) of the messages of a characteristic, of \(least) or more, have one \
    layout, learned or given with --framing, with a checksum or an end, the others are reported: \
    their checksum or length is wrong, they do not begin or end as the others do, or a value holds \
    several messages where nearly all hold one. Nothing is reported of a capture that lost records, nor of one that a \
    sniffer made, and messages that have octets escaped, or are of a kind of which none fits, are \
    not counted.
    """

  var message: String {
    let names = messages.streams.map { $0.uuid ?? Wording.handle($0.valueHandle) }
    let count = Wording.count(messages.all, "message")
    let verb = messages.damagedCount == 1 ? "does" : "do"
    return "\(messages.damagedCount) of \(count) on \(Wording.list(Array(Set(names)).sorted())) "
      + "\(verb) not fit the layout of the others: \(Wording.list(ways))."
  }

  private var ways: [String] {
    let words = [
      ("glued", "written together with another one into one value"),
      ("checksum", "with a wrong checksum (changed, or cut off)"),
      ("length", "with a wrong length"),
      ("start", "with another beginning"), ("end", "without their end"),
      ("stray", "with octets before their beginning"), ("cut", "that are not complete"),
    ]
    return words.compactMap { key, word in
      messages.flaws[key].map { "\($0) \(word)" }
    }
  }

  var advice: String? {
    isGlued
      ? "Two messages were sent in one value: their sender should send each alone, and wait for "
        + "its answer, as the other side may read the first one only."
      : "Look in the sender for two tasks that write at the same time, and for a buffer that is "
        + "reused before it was sent."
  }
}
