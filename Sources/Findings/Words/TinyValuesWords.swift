import Report

extension TinyValuesRule {
  static let summary =
    "Values of a few bytes were sent more often than connection events: each needed a packet."
  static let explanation = """
    A value of one byte needs one packet, like a value of 20 bytes: 7 bytes of headers, and its \
    share of a connection event. The rule reports at least \(fewest) values of a characteristic, \
    of less than \(mostBytes) on average, if most of them were sent within a connection interval \
    of the previous one: several could have been sent in one packet without arriving later. It \
    does not report a sensor that sends a few bytes only sometimes, and reports nothing if the \
    interval is not known.
    """

  var message: String {
    let mean = Wording.decibels(Double(stream.bytes) / Double(stream.count))
    return
      "\(Wording.sentence(Wording.stream(stream))) had \(mean) byte\(mean == "1" ? "" : "s") on "
      + "average, and most were sent within a connection interval of the previous one: "
      + "\(Wording.count(stream.count, "packet")) carried \(Wording.count(stream.bytes, "byte")), "
      + "and the MTU allows \(room) in each."
  }

  var advice: String? {
    "The sending app should collect bytes until a packet is full, or until the next connection "
      + "event: an app that uses GATT as a serial port needs a buffer."
  }
}
