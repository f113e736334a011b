import Report
import Tracking

/// What an alignment says, in words.
package enum AlignmentWords {
  /// Where data were lost: on the air, in the stack, or above.
  static func answer(_ report: AlignmentReport, isAir: Bool) -> [String] {
    var sentences: [String] = []
    for (name, other, way) in [("A", "B", \AlignmentReport.Link.aToB), ("B", "A", \.bToA)] {
      let ways = report.links.map { $0[keyPath: way] }
      let (sent, lost) = (ways.reduce(0) { $0 + $1.sent }, ways.reduce(0) { $0 + $1.lostCount })
      guard sent > 0 else { continue }
      guard lost > 0 else {
        sentences.append(
          "All \(Wording.count(sent, "PDU")) of \(name) arrived at \(other): none was lost below "
            + "the hosts.")
        continue
      }
      var places: [String: Int] = [:]
      for way in ways {
        for entry in way.lostByPlace.entries { places[entry.key, default: 0] += entry.value }
      }
      let parts = AlignmentReport.Place.allCases.compactMap { place in
        places[place.rawValue].map { "\($0) \(words(place, name, other))" }
      }
      sentences.append(
        "Of \(Wording.count(sent, "PDU")) of \(name), \(lost) did not arrive at \(other): "
          + parts.joined(separator: "; ") + ".")
    }
    let lost = report.links.reduce(0) { $0 + $1.aToB.lostCount + $1.bToA.lostCount }
    if lost == 0, !isAir {
      sentences.append(
        "Data that an app misses were lost above HCI: in the stack of the host, or in the app.")
    }
    return sentences
  }

  private static func words(
    _ place: AlignmentReport.Place, _ from: String, _ to: String
  ) -> String {
    switch place {
    case .senderHost: "late in the host of \(from)"
    case .senderController: "left in the controller of \(from) when the connection ended"
    case .controllerOrAir: "in the controller of \(from) or on the air"
    case .receiver: "acknowledged by the controller of \(to), and lost between it and its log"
    case .receiverLog: "lost by the logger of \(to)"
    case .notCovered: "not covered by the capture of \(to)"
    case .undecidable: "of which the captures cannot say where"
    }
  }

  static func name(of pdu: ExchangedPDU) -> String {
    switch pdu.opcode {
    case 0: "L2CAP"
    case 0x1B: "notification"
    case 0x1D: "indication"
    case 0x1E: "confirmation"
    case 0x12: "write request"
    case 0x52: "write command"
    case 0x01: "error response"
    default: pdu.opcode & 1 == 0 ? "request" : "response"
    }
  }
}
