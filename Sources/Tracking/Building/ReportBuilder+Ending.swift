import BluetoothProtocol
import CaptureFiles
import Report

/// How connections ended, and what became of the peers.
extension ReportBuilder {
  /// - Parameter report: with all else that is known of the connection.
  func ending(_ state: ConnectionState, _ report: ReportV1.Connection) -> ReportV1.Ending? {
    guard let by = report.endedByFrames ?? neverAnswered(state, report) ?? unseen(state, report)
    else { return nil }
    var ending = ReportV1.Ending {
      $0.by = by
      $0.reason = report.disconnect?.reason
      $0.reasonName = report.disconnect?.name
      $0.frame = report.disconnect?.frame ?? report.end?.frame
      if $0.frame == nil {
        let silence = by == .link ? report.air?.silence?.lastFrame : nil
        $0.frame = silence ?? state.nextOnHandle?.frame ?? report.lastFrame
      }
      $0.requestFrame = report.disconnectRequest?.frame
      if by == .unknown, let place = state.airLink {
        $0.requestFrame = sessions.air.links[place].sealedEnd
      }
      $0.open = waiting(state, report)
      $0.dataComplete = Self.isDataComplete(report.transfers)
    }
    addLastHeard(state, report, to: &ending)
    if let next = state.nextOnHandle {
      ending.after = ReportV1.EndingAfter {
        $0.connectedFrame = next.frame
        $0.connectedUs = Int(reported: offset(next.time) &- report.endUs)
      }
    }
    return ending
  }

  /// Another connection began on the handle; or a sniffer heard the peripheral advertise after the
  /// last packet, which it may do in a connection, too, where it goes on with that; or it heard
  /// others for longer than the supervision timeout.
  private func unseen(
    _ state: ConnectionState, _ report: ReportV1.Connection
  ) -> ReportV1.EndedBy? {
    if state.nextOnHandle != nil { return .unknown }
    guard report.air != nil, report.disconnect == nil else { return nil }
    if let heard = report.peerHeard, heard.frame > report.lastFrame { return .unknown }
    return isSilent(report) || isSealed(state) ? .unknown : nil
  }

  /// A central got no answer at all, and stopped while the sniffer went on.
  private func neverAnswered(
    _ state: ConnectionState, _ report: ReportV1.Connection
  ) -> ReportV1.EndedBy? {
    guard let air = report.air, report.disconnect == nil, air.peripheral.packets == 0,
      let silence = air.silence, silence.events >= ReportV1.AirSilence.leastEvents,
      isSilent(report)
    else { return nil }
    return .link
  }

  /// Whether the last data are an encrypted PDU as long as LL_TERMINATE_IND.
  private func isSealed(_ state: ConnectionState) -> Bool {
    state.airLink.map { sessions.air.links[$0].sealedEnd != nil } ?? false
  }

  /// Whether nothing of it was heard for longer than the supervision timeout, while the sniffer
  /// heard others.
  private func isSilent(_ report: ReportV1.Connection) -> Bool {
    guard let link = report.parameters.last, link.supervisionTimeoutUs > 0,
      let latest = clock.lastPacket
    else { return false }
    return offset(latest) - report.endUs > link.supervisionTimeoutUs
  }

  /// A sniffer hears packets that a host does not see: of what it follows only a silence at the end
  /// shows when the peripheral was heard last.
  private func addLastHeard(
    _ state: ConnectionState, _ report: ReportV1.Connection, to ending: inout ReportV1.Ending
  ) {
    if report.air != nil {
      guard ending.by == .link || ending.by == .unknown,
        report.air?.peripheral.packets ?? 0 > 0, let place = state.airLink
      else { return }
      var link = sessions.air.links[place]
      link.finish()
      if ending.by == .unknown { ending.lastHeardFrame = link.peripheral.last?.frame }
      guard let silence = link.troubles.silence else { return }
      ending.lastHeardFrame = silence.since.frame
      ending.lastHeardUs = offset(silence.since.time)
      ending.silentUs = report.air?.silence?.durationUs
      return
    }
    ending.lastHeardFrame = report.lastRxFrame
    ending.lastHeardUs = report.lastRxUs
    if ending.by == .link, let heard = report.heardByTimeoutUs, heard > report.lastRxUs ?? .min {
      ending.lastHeardUs = heard
    }
    ending.silentUs = ending.lastHeardUs.map { max(0, Int(reported: report.endUs &- $0)) }
  }

  /// Requests and indications without an answer, the last step of a pairing that was under way,
  /// and what was asked of the Link Layer or of the central.
  private func waiting(_ state: ConnectionState, _ report: ReportV1.Connection) -> [Int] {
    let end = end(of: state).time
    var frames: Set<Int> = []
    for fact in state.unanswered
    where fact.ageMicroseconds >= end.since(fact.moment.time) && !fact.isOvertaken {
      frames.insert(fact.moment.frame)
    }
    if let pairing = report.pairing.last, pairing.result == .unfinished {
      frames.insert(pairing.lastFrame)
    }
    // An answer may come after this host asked for the end.
    if let request = state.closeRequest?.open { frames.insert(request.frame) }
    if let command = state.updateCommand { frames.insert(command.moment.frame) }
    for direction in [ReportV1.Direction.rx, .tx] {
      let last = report.parameterRequests.last { $0.direction == direction }
      if let last, last.result == .unanswered { frames.insert(last.frame) }
    }
    return Array(frames.sorted().prefix(ReportV1.Ending.mostOpen))
  }

  /// By the ends of the transfers' own protocols; a stream without one says nothing.
  private static func isDataComplete(_ all: [ReportV1.Transfer]) -> Bool? {
    var isComplete: Bool?
    for transfer in all {
      if transfer.complete {
        isComplete = true
      } else if transfer.outcome == .incomplete, transfer.ending == .linkClosed {
        return false
      }
    }
    return isComplete
  }

  /// What became of each peer: its first advertisement after its last data, and the next connection
  /// to it.
  static func addSequels(to connections: inout [ReportV1.Connection]) {
    struct Key: Hashable {
      var peer: String
      var controller: Int
      var transport: ReportV1.Transport?
    }
    var next: [Key: (frame: Int, timeUs: Int)] = [:]
    for index in connections.indices.reversed() {
      let key = connections[index].peer.address.map {
        Key(
          peer: $0, controller: connections[index].controller,
          transport: connections[index].transport)
      }
      let later = key.flatMap { next[$0] }
      if connections[index].ending != nil { connections[index].addSequel(later) }
      // One that failed to be established (0x3E) was never there.
      let wasThere = connections[index].disconnect?.reason != .connectionFailedToBeEstablished
      if wasThere, let key, let frame = connections[index].completeFrame {
        next[key] = (frame, connections[index].startUs)
      }
    }
  }
}

extension ReportV1.Connection {
  fileprivate mutating func addSequel(_ next: (frame: Int, timeUs: Int)?) {
    guard let end = ending?.frame else { return }
    let endUs = endUs
    // What comes later in the capture, and has an earlier time, has another clock.
    func since(_ frame: Int, _ timeUs: Int) -> Int? {
      frame > end && timeUs < endUs ? nil : Int(reported: timeUs &- endUs)
    }
    let heard = peerHeard.flatMap { $0.frame > lastRxFrame ?? firstFrame ? $0 : nil }
    let connected = next.flatMap { $0.frame > end ? $0 : nil }
    guard heard != nil || connected != nil else { return }
    ending?.after = ReportV1.EndingAfter {
      $0.advertisedFrame = heard?.frame
      $0.advertisedUs = heard.flatMap { since($0.frame, $0.timeUs) }
      $0.connectedFrame = connected?.frame
      $0.connectedUs = connected.flatMap { since($0.frame, $0.timeUs) }
    }
  }
}
