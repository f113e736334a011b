import Report

/// Records that could not be decoded.
enum UndecodableRule: Rule {
  static let name = "undecodable"
  static let severity = ReportV1.Severity.warning
  static let summary = "Records could not be decoded."
  static let explanation = """
    A layer of these records is shorter than its length field states, or the beginning of a \
    fragmented packet is missing. A few are info: peers sometimes send malformed packets. From 1 % \
    of all records on, and at least three, it is a warning: the file is damaged, or has another \
    format than it states. Records that the logger cut are not counted here. If records were lost \
    nothing is counted, because parts of fragmented packets are missing then.
    """

  private static let fewest = 3
  private static let percent = 1

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    // A record that was cut is undecodable at most once.
    let count = capture.undecodableRecords.minus(capture.truncatedRecords)
    guard count > 0, capture.droppedRecords == 0 else { return [] }
    let isMuch = count >= fewest && count >= (capture.records / 100) * percent
    let isOne = count == 1
    return [
      RuleFinding(
        isMuch ? .warning : .info, connection: connection(capture, count),
        frames: capture.framesOrLast(Wording.handful(capture.undecodable.map(\.frame))),
        "\(Wording.count(count, "record")) (\(Wording.share(count, of: capture.records))) could "
          + "not be decoded, and \(isOne ? "is" : "are") left out\(what(capture, count)).",
        evidence: [
          .undecodableRecords: .int(count), .records: .int(capture.records),
          .layers: .list(
            Set(capture.undecodable.map(\.layer)).sorted().map { .string($0) }),
          .party: party(capture, count)?.evidence ?? .null,
        ],
        advice: advice(capture, count))
    ]
  }

  private static func advice(_ capture: ReportV1.Capture, _ count: Int) -> String {
    switch party(capture, count) {
    case .local: "Look in this host's stack or app for what sends them."
    case .remote: "Look in the peer's stack or firmware for what sends them."
    case nil:
      "Check whether the file was changed after it was recorded. If only one packet is affected, "
        + "its sender is the cause."
    }
  }

  /// The side that sent all of them, where each is known.
  private static func party(_ capture: ReportV1.Capture, _ count: Int) -> Party? {
    let all = capture.undecodable
    guard let first = all.first, all.count == count, isOfSender(first.layer),
      let direction = first.direction,
      all.allSatisfy({ $0.direction == direction && isOfSender($0.layer) })
    else { return nil }
    return direction == .tx ? .local : .remote
  }

  /// Whether a host made what is wrong. The lower layers are the controller's, and the logger's.
  private static func isOfSender(_ layer: String) -> Bool {
    ["l2cap", "signalling", "att", "gatt", "smp"].contains(layer)
  }

  private static func connection(_ capture: ReportV1.Capture, _ count: Int) -> Int? {
    let all = capture.undecodable
    guard let first = all.first, all.count == count,
      all.allSatisfy({ $0.connection == first.connection })
    else { return nil }
    return first.connection
  }

  /// What is wrong with them, where it is one and the same layer of one sender.
  private static func what(_ capture: ReportV1.Capture, _ count: Int) -> String {
    guard let party = party(capture, count), let first = capture.undecodable.first,
      capture.undecodable.allSatisfy({ $0.layer == first.layer })
    else { return "" }
    let layer = first.layer == "signalling" ? "L2CAP signalling" : first.layer.uppercased()
    let host = Sides(areOnAir: capture.isAir).name(party)
    return count == 1
      ? ": \(host) sent a malformed \(layer) PDU, with "
        + "\(Wording.count(first.availableOctets, "byte")) instead of at least "
        + "\(first.neededOctets)"
      : ": \(host) sent malformed \(layer) PDUs"
  }
}
