import BluetoothProtocol
import Report
import Text

/// How connections ended, in a few words.
extension ReportV1.Connection {
  /// As a sentence counts them, `by the peer`, and as a table has them, `peer`.
  var endingWords: (words: StyledText, word: StyledText) {
    switch endedBy {
    case nil: return ("not in the capture", StyledText("-", .quiet))
    case .local?:
      if air != nil { return ("by the central", "central") }
      return isUnacknowledgedEnd
        ? ("by this host, unacknowledged", "this host") : ("by this host", "this host")
    case .remote?:
      if air != nil { return ("by the peripheral", "peripheral") }
      guard let disconnect, !disconnect.reason.isByPeer else { return ("by the peer", "peer") }
      return (
        StyledText("by the peer with \(Self.status(disconnect))", .warning),
        StyledText("peer, \(Quantity.code(disconnect.reason))", .warning)
      )
    case .link?:
      if disconnect?.reason == .connectionFailedToBeEstablished {
        return (
          StyledText("by a failure to be established (0x3E)", .warning),
          StyledText("0x3E", .warning)
        )
      }
      return (StyledText("by link loss", .warning), StyledText("link loss", .warning))
    case .controller?, .unknown?:
      guard let disconnect else {
        guard let end else {
          return air == nil
            ? ("not in the capture", StyledText("-", .quiet))
            : ("unheard", StyledText("unheard", .quiet))
        }
        return (StyledText("because \(end.cause.words)", .warning), StyledText("reset", .warning))
      }
      if air != nil, (0x13...0x16).contains(Int(disconnect.reason.rawValue)) {
        return ("by one of the two sides", "closed")
      }
      return (
        StyledText("by \(Self.status(disconnect))", .warning),
        StyledText(Quantity.code(disconnect.reason), .warning)
      )
    }
  }

  private static func status(_ disconnect: ReportV1.Disconnect) -> String {
    Name.status(
      Int(disconnect.reason.rawValue), Name.shortened(disconnect.name ?? "unknown reason", to: 60))
  }
}
