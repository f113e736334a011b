import BluetoothProtocol
import Report
import Text
import Tracking

/// What an alignment says, in words.
enum AlignmentWords {
  /// Where data was lost: on the air, in the stack, or above.
  static func answer(_ report: AlignmentReport) -> [String] {
    let ways = [WayWords(report, isForward: true), WayWords(report, isForward: false)]
    var sentences = ways.compactMap(\.sentence)
    let isWhole = ways.allSatisfy { $0.lost == 0 && $0.cut == 0 }
    if isWhole, !report.a.isAir, !report.b.isAir {
      sentences.append(
        "If an app lacks data, it was lost above HCI: in the stack of the host, or in the app.")
    }
    return sentences
  }

  /// Why two captures have no connection in common.
  static func reason(_ a: AlignedCapture, _ b: AlignedCapture) -> String {
    let captures = [("A", a), ("B", b)]
    for (name, capture) in captures {
      let sniffed = capture.report.connections.compactMap(\.air)
      if sniffed.contains(where: { $0.encryptions.contains { $0.outcome != .decrypted } }) {
        return "the PDUs of \(name) are encrypted; see --keys, --keys-from and --crack-tk"
      }
    }
    for (name, capture) in captures {
      let pdus = capture.links.lazy.flatMap(\.pdus)
      if pdus.isEmpty { return "\(name) has no data on any" }
      if pdus.allSatisfy(\.isCut) {
        return "the logger of \(name) kept only the beginning of each packet"
      }
    }
    return "of the values that one side sent, too few are recognized among those received"
  }

  static func name(of pdu: ExchangedPDU) -> String {
    pdu.opcode == 0 ? "L2CAP" : "\(ATTOpcode(pdu.opcode).title)"
  }
}

/// One way of all connections, in words.
struct WayWords {
  private let from: String
  private let to: String
  /// Whether a sniffer stands for that side.
  private let isFromAir: Bool
  private let isToAir: Bool
  private let ways: [AlignmentReport.Way]

  init(_ report: AlignmentReport, isForward: Bool) {
    ways = report.links.map { isForward ? $0.aToB : $0.bToA }
    (from, to) = isForward ? ("A", "B") : ("B", "A")
    (isFromAir, isToAir) =
      isForward ? (report.a.isAir, report.b.isAir) : (report.b.isAir, report.a.isAir)
  }

  var lost: Int { ways.reduce(0) { $0 + $1.lostCount } }
  var cut: Int { ways.reduce(0) { $0 + $1.cut } }

  /// `A to B`, `A to air`
  var name: String { "\(isFromAir ? "air" : from) to \(isToAir ? "air" : to)" }

  var sentence: String? {
    let sent = ways.reduce(0) { $0 + $1.sent }
    guard sent > 0 else { return nil }
    let origin = isFromAir ? "on the air" : "sent by \(from)"
    guard lost == 0 else {
      return "Of \(Wording.count(sent, "PDU")) \(origin), \(Quantity.count(lost)) "
        + "\(lost == 1 ? "is" : "are") not in the capture of \(to): \(places)."
    }
    let isOne = sent == 1
    let arrived =
      isToAir ? "\(isOne ? "was" : "were") heard by the sniffer" : "arrived at \(to)"
    let pdus = isOne ? "only PDU" : Wording.count(sent, "PDU")
    guard cut == 0 else {
      return "The \(pdus) \(origin) that the loggers kept whole \(arrived); "
        + "\(Quantity.count(cut)) that they cut cannot be compared."
    }
    if isOne { return "The \(pdus) \(origin) \(arrived)." }
    let none = isFromAir || isToAir ? "" : ": none was lost below the hosts"
    return "All \(pdus) \(origin) \(arrived)\(none)."
  }

  private var places: String {
    var counts: [String: Int] = [:]
    for way in ways {
      for entry in way.lostByPlace.entries { counts[entry.key, default: 0] += entry.value }
    }
    let words: [(place: AlignmentReport.Place, text: String)] = [
      (.senderController, "left in the controller of \(from) when the connection ended"),
      (.receiver, "acknowledged by the controller of \(to), and lost between it and its log"),
      (.receiverLog, isToAir ? "missed by the sniffer" : "lost or cut by the logger of \(to)"),
      (.notCovered, "not covered by the capture of \(to)"),
      (.undecidable, "whose place the captures do not show"),
    ]
    return words.compactMap { word in
      counts[word.place.rawValue].map { "\(Quantity.count($0)) \(word.text)" }
    }.joined(separator: "; ")
  }

  /// One of the ways, in a line.
  func line(_ way: AlignmentReport.Way) -> String {
    var text =
      way.sent == 0
      ? "none in the capture of \(from)"
      : "\(Quantity.count(way.matched + way.unpaired)) of \(Quantity.count(way.sent, "PDU")) "
        + (isToAir ? "heard by the sniffer" : "arrived")
    if way.unrecorded > 0 {
      text +=
        ", and \(Quantity.count(way.unrecorded)) that "
        + (isFromAir ? "the sniffer missed" : "the capture of \(from) lacks")
    }
    if way.unpaired > 0 {
      text +=
        "; \(Quantity.count(way.unpaired)) of these have equal values, and which is which is not "
        + "known"
    }
    if way.cut > 0 { text += "; \(Quantity.count(way.cut)) cut by the loggers" }
    if let latency = way.latencyUs, let least = latency.min, let median = latency.p50,
      let most = latency.max
    {
      let words = [least, most, median].map { Quantity.duration(us: $0) }
      text +=
        words[0] == words[1]
        ? "; took \(words[0])"
        : "; took \(words[0]) to \(words[1]), median \(words[2])"
    }
    return text
  }
}
