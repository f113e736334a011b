import Report

/// A side of an L2CAP channel had used all of its credits, and got none until the end.
struct CreditsKeptRule: Rule, RuleFacts {
  static let name = "credits-kept"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [least]
  /// A receiver that gives credits when its app has read the data may take a moment; app timers and
  /// closes after the last packet are shorter, too.
  static let least = RuleLimit("least_us", 2_000_000, .microseconds)

  let connection: ReportV1.Connection
  let channel: ReportV1.Channel
  let sender: ReportV1.PairingSide
  /// The packet that took the last credit.
  let frame: Int
  let waitedUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].channels.isEmpty }.findings { connection, _ in
      connection.channels.flatMap { channel in
        [ReportV1.PairingSide.local, .peer].compactMap { side in
          guard let found = Self(connection, channel, side) else { return nil }
          return found.finding(
            found.dataWaits ? .warning : .info, connection.id,
            frames: Wording.handful([channel.frame, found.frame, found.endFrame]),
            lostUs: found.dataWaits ? found.waitedUs : 0
          ).about(connection, "\(side.rawValue) \(channel.psm ?? 0)")
        }
      }
    }
  }

  /// `nil` where the sender had credits left, or the end came soon after it had used them.
  init?(
    _ connection: ReportV1.Connection, _ channel: ReportV1.Channel, _ sender: ReportV1.PairingSide
  ) {
    let isLocal = sender == .local
    guard let frame = isLocal ? channel.txExhaustedFrame : channel.rxExhaustedFrame,
      let waited = isLocal ? channel.txExhaustedUs : channel.rxExhaustedUs,
      waited >= Self.least.value, connection.heardUs(after: frame, waited) >= Self.least.value
    else { return nil }
    self.connection = connection
    self.channel = channel
    self.sender = sender
    self.frame = frame
    waitedUs = waited
  }

  /// The wait counts as one of the channel only where it stands in the middle of an SDU.
  var dataWaits: Bool {
    let waits = sender == .local ? channel.txCreditWaits : channel.rxCreditWaits
    return waits?.firstFrame == frame
  }
  var endFrame: Int? { channel.closeFrame ?? connection.ending?.frame }
  var packets: Int { sender == .local ? channel.txPackets : channel.rxPackets }

  var evidence: EvidenceList {
    [
      .psm: .of(channel.psm), .sender: .of(sender), .frame: .of(frame), .waitedUs: .of(waitedUs),
      .dataWaits: .of(dataWaits),
    ] + connection.actors(Party(sender).other)
  }
}

extension ReportV1.Connection {
  /// How much of a wait at the end the link was alive: of one that was lost, until the peer was
  /// heard last.
  fileprivate func heardUs(after frame: Int, _ waited: Int) -> Int {
    guard ending?.by == .link, let silent = ending?.silentUs else { return waited }
    return waited - silent
  }
}
