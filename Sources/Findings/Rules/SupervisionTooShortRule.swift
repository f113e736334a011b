import Report

/// The supervision timeout leaves a peripheral that sleeps too few chances to be heard.
struct SupervisionTooShortRule: Rule, RuleFacts {
  static let name = "supervision-too-short"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [mostChances, advised, returned]

  /// The Core demands more than two.
  static let mostChances = RuleLimit("most_chances", 3, .times)
  static let advised = RuleLimit("advised_chances", 6, .times)
  /// A peer that is heard again so soon after the loss was there all the time.
  static let returned = RuleLimit("heard_again_within_us", 60_000_000, .microseconds)

  let connection: ReportV1.Connection
  let link: ReportV1.Parameters
  let chances: Int
  /// Those that had one chance left, or none.
  let waits: [ReportV1.Stall]
  let isLost: Bool
  /// What the controller reported right before the loss.
  let quality: ReportV1.QualityReport?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let found = file.connections {
      $0[$1].transport != .brEDR
        && $0[$1].parameters.contains { $0.chancesInTimeout ?? .max <= mostChances.value }
    }.findings { connection, index in
      connection.parameters.indices.compactMap { position in
        finding(connection, position, index, in: file.capture)
      }
    }
    // Where such parameters lost a link, another that only came near it adds nothing.
    let lost = Set(found.filter { $0.lostUs > 0 }.compactMap(\.subject))
    return found.filter { finding in
      finding.lostUs > 0 || !(finding.subject.map(lost.contains) ?? false)
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ position: Int, _ index: Int, in capture: ReportV1.Capture
  ) -> RuleFinding? {
    let link = connection.parameters[position]
    guard let chances = link.chancesInTimeout, chances <= mostChances.value else { return nil }
    let isLast = position + 1 == connection.parameters.count
    let lost = isLast && isLost(connection, in: capture.connections.dropFirst(index + 1))
    let waits = waits(in: connection, position)
    guard lost || !waits.isEmpty else { return nil }
    let found = Self(
      connection: connection, link: link, chances: chances, waits: waits, isLost: lost,
      quality: lost ? capture.lastQuality(of: connection) : nil)
    let longest = waits.longest
    return found.finding(
      .warning, connection.id,
      frames: Wording.handful(
        [
          connection.requestOfPeer(for: link)?.frame, link.frame, longest?.firstFrame,
          longest?.lastFrame, lost ? connection.disconnect?.frame : nil,
        ]),
      // One that was lost speaks for those that came near it.
      lostUs: lost ? link.supervisionTimeoutUs : 0
    ).about(
      connection, "\(link.usedIntervalUs) \(link.latency) \(link.supervisionTimeoutUs)",
      frame: lost ? connection.disconnect?.frame : nil)
  }

  /// Packets of this host as central that waited until at most one chance was left.
  private static func waits(
    in connection: ReportV1.Connection, _ position: Int
  ) -> [ReportV1.Stall] {
    let link = connection.parameters[position]
    guard connection.role == .central, let chances = link.chancesInTimeout,
      chances <= mostChances.value
    else { return [] }
    let end =
      position + 1 < connection.parameters.count
      ? connection.parameters[position + 1].frame : Int.max
    return connection.flow.stalls.filter {
      $0.kind == .completion && $0.firstFrame >= link.frame && $0.lastFrame <= end
        && $0.lastFrame != connection.disconnect?.frame
        && $0.durationUs > link.supervisionTimeoutUs - link.sleepUs
    }
  }

  /// Whether a stall came while such parameters were in force that the rule reports for waits.
  static func covers(_ stall: ReportV1.Stall, in connection: ReportV1.Connection) -> Bool {
    guard
      let position = connection.parameters.lastIndex(where: { $0.frame <= stall.firstFrame }),
      connection.parameters[position].chancesInTimeout ?? .max <= mostChances.value
    else { return false }
    return !waits(in: connection, position).isEmpty
  }

  /// Whether the timeout ended it though the peer was there: it advertised afterwards, or was
  /// connected again.
  private static func isLost(
    _ connection: ReportV1.Connection, in later: ArraySlice<ReportV1.Connection>
  ) -> Bool {
    guard let end = connection.disconnect, end.reason == .connectionTimeout,
      !connection.wasClosedByHost
    else { return false }
    func isSoon(_ us: Int) -> Bool { us >= 0 && us <= returned.value }
    // One that advertised before the end had left: it does not wait for a timeout.
    if let heard = connection.peerHeard, heard.frame > connection.lastRxFrame ?? 0 {
      return heard.frame > end.frame && isSoon(heard.timeUs - connection.endUs)
    }
    guard let address = connection.peer.address else { return false }
    return later.prefix(16).contains {
      $0.peer.address == address && isSoon($0.startUs - connection.endUs)
    }
  }

  var evidence: EvidenceList {
    [
      .intervalUs: .of(link.usedIntervalUs), .latency: .of(link.latency),
      .supervisionTimeoutUs: .of(link.supervisionTimeoutUs), .sleepUs: .of(link.sleepUs),
      .chances: .of(chances), .waits: .of(waits.count), .longestUs: .of(waits.longest?.durationUs),
      .linkLost: .of(isLost), .rssiLast: .of(quality?.measuredRSSI),
      .askedFrame: .of(connection.requestOfPeer(for: link)?.frame),
    ] + connection.actors(connection.requestOfPeer(for: link) == nil ? nil : .remote)
  }
}
