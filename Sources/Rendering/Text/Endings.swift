import BluetoothProtocol
import Report
import Text

/// How connections ended, in a few words.
extension ReportV1.Connection {
  /// As a sentence counts them, `by the peer`, and as a table has them, `peer`.
  var ending: (words: StyledText, word: StyledText) {
    guard let disconnect else {
      guard let end else { return ("not in the capture", StyledText("-", .quiet)) }
      return (StyledText("because \(end.cause.words)", .warning), StyledText("reset", .warning))
    }
    let code = Int(disconnect.reason.rawValue)
    // Of a sniffed connection the reason says nothing of who it was.
    if let air, (0x13...0x16).contains(code) {
      guard let party = air.endedBy else { return ("by one of the two sides", "closed") }
      return (StyledText("by the \(party.rawValue)"), StyledText(party.rawValue))
    }
    switch code {
    case 0x13, 0x14, 0x15: return ("by the peer", "peer")
    case 0x16: return ("by this host", "this host")
    case 0x08: return (StyledText("by link loss", .warning), StyledText("link loss", .warning))
    case 0x3E:
      return (
        StyledText("by a failure to be established (0x3E)", .warning),
        StyledText("0x3E", .warning)
      )
    case 0x22 where wasClosedByHost: return ("by this host, unacknowledged", "this host")
    default:
      let name = Name.shortened(disconnect.name ?? "unknown reason", to: 60)
      return (
        StyledText("by \(Name.status(code, name))", .warning),
        StyledText(Quantity.code(code), .warning)
      )
    }
  }
}
