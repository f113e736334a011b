import BluetoothProtocol

/// Who ended a connection: one decision, which the report, the rules and all texts share.
extension ReportV1.Connection {
  /// Who ended it; `nil` where the capture shows no end. Of a sniffed connection the central
  /// counts as `local`, the peripheral as `remote`.
  package var endedBy: ReportV1.EndedBy? { ending?.by ?? endedByFrames }

  /// What its frames say of that, without those of other connections.
  package var endedByFrames: ReportV1.EndedBy? {
    if let air { return endedOnAir(air) }
    guard let reason = disconnect?.reason else {
      return end.map { $0.cause == .disconnection ? .unknown : .controller }
    }
    if wasClosedByHost || reason == .connectionTerminatedByLocalHost { return .local }
    switch reason {
    case .connectionTimeout, .connectionFailedToBeEstablished: return .link
    case _ where reason.isByPeer: return .remote
    // A host gives these to Disconnect, and this one sent none. Link managers use them, too.
    case _ where Self.reasonsOfHosts.contains(reason):
      return transport == .brEDR ? .unknown : .remote
    case _ where Self.reasonsOfControllers.contains(reason): return .controller
    default: return .unknown
    }
  }

  /// Core Vol 4, Part E, 7.1.6.
  private static let reasonsOfHosts: Set<HCIStatus> = [0x05, 0x1A, 0x29, 0x3B]
  /// What a controller finds, and no host may give as its reason. Core Vol 1, Part F, 2.
  package static let reasonsOfControllers: Set<HCIStatus> = [
    0x03, 0x07, 0x19, 0x1E, 0x20, 0x22, 0x23, 0x24, 0x28, 0x2A, 0x3D, 0x3F,
  ]

  private func endedOnAir(_ air: ReportV1.Air) -> ReportV1.EndedBy? {
    if disconnect != nil {
      return air.endedBy.map { $0 == .central ? .local : .remote } ?? .unknown
    }
    return air.silence?.isLoss(parameters.last) ?? false ? .link : nil
  }

  /// Whether the host had asked for the end before it came, while the link was alive.
  public var wasClosedByHost: Bool {
    guard let request = disconnectRequest else { return false }
    guard let disconnect else { return end?.cause ?? .disconnection == .disconnection }
    return request.frame < disconnect.frame && !wasDead(before: request, disconnect)
  }

  /// This host asked for the end, which came, but not because the peer agreed to it.
  package var isUnacknowledgedEnd: Bool {
    wasClosedByHost && (disconnect?.reason == 0x22 || disconnect?.reason == .connectionTimeout)
  }

  /// Whether nothing had been heard for a while when this host asked for the end: the supervision
  /// timeout, counted back from the end, says when something was heard last. The clocks of host
  /// and controller differ by a little. A peer that advertised before the command had left, too.
  private func wasDead(
    before request: ReportV1.DisconnectRequest, _ disconnect: ReportV1.Disconnect
  ) -> Bool {
    guard disconnect.reason == .connectionTimeout else { return false }
    let timeout = parameters.last?.supervisionTimeoutUs ?? 0
    if endUs - request.timeUs < timeout / 10 * 9 { return true }
    return peerHeard.map { $0.frame < request.frame && $0.frame > lastRxFrame ?? .max } ?? false
  }

  /// When the peer was heard at the latest, of a link that was lost: the end less the supervision
  /// timeout. `nil` where that did not run, or is not known: the peer advertised long before.
  package var heardByTimeoutUs: Int? {
    guard disconnect?.reason == .connectionTimeout, let link = parameters.last,
      link.supervisionTimeoutUs > 0
    else { return nil }
    let heard = endUs - link.supervisionTimeoutUs
    if let left = peerHeard, left.frame > lastRxFrame ?? firstFrame,
      left.timeUs < heard - link.supervisionTimeoutUs / 4
    {
      return nil
    }
    return heard >= startUs ? heard : nil
  }
}

extension ReportV1.AirSilence {
  /// Fewer events may have been missed by the sniffer.
  package static let leastEvents = 6
  /// A central needs up to so small a part of the timeout to give up.
  private static let timeoutParts = 4

  /// Whether the central stopped when the supervision timeout had passed, as far as the rhythm of
  /// events shows.
  package func isLoss(_ used: ReportV1.Parameters?) -> Bool {
    guard let used, used.supervisionTimeoutUs > 0, events >= Self.leastEvents else { return false }
    return !acknowledged && !goesOn(used)
      && durationUs >= used.supervisionTimeoutUs - used.usedIntervalUs
  }

  /// Whether the central went on for longer than it would without an answer.
  package func goesOn(_ used: ReportV1.Parameters?) -> Bool {
    guard let timeout = used?.supervisionTimeoutUs else { return false }
    return durationUs > timeout + timeout / Self.timeoutParts
  }
}
