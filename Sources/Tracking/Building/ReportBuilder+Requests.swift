import BluetoothProtocol
import CaptureFiles
import Report

/// What the host asked for: connections and their ends.
extension ReportBuilder {
  func addRequests(
    _ state: ConnectionState, _ link: LinkMeasures, to report: inout ReportV1.Connection
  ) {
    report.connectRequest = link.phases.request.map { request in
      ReportV1.ConnectRequest {
        $0.frame = request.frame
        $0.timeUs = offset(request.time)
        $0.advertisementFrame = link.phases.heardAfterRequest?.frame
        $0.advertisementUs = link.phases.heardAfterRequest.map { offset($0.time) }
        $0.isDirect = link.phases.isRequestDirect
        $0.scanWindowUs = link.listening?.windowMicroseconds
        $0.scanIntervalUs = link.listening?.intervalMicroseconds
        $0.advertisingPeriodUs = link.advertisingPeriod.map { Int($0) }
        $0.lastHeardFrame = link.lastHeard?.moment.frame
        $0.lastHeardUs = link.lastHeard.map { offset($0.moment.time) }
        $0.lastHeardRssi = link.lastHeard?.rssi.map { Int($0) }
      }
    }
    report.disconnectRequest = state.closeRequest.map { fact in
      ReportV1.DisconnectRequest {
        $0.frame = fact.first.frame
        $0.timeUs = offset(fact.first.time)
        $0.reason = fact.reason
        $0.name = fact.reason.name
        $0.count = fact.count
        $0.lastFrame = fact.last.frame
      }
    }
    report.peerHeard = heardAgain(state, link.phases).map { heard in
      ReportV1.Heard {
        $0.frame = heard.moment.frame
        $0.timeUs = offset(heard.moment.time)
        $0.rssi = heard.rssi.map(Int.init)
      }
    }
  }

  /// The peer's first advertisement after its last data.
  func heardAgain(_ state: ConnectionState, _ measure: PhaseMeasure) -> HeardMoment? {
    measure.heardAgain ?? lastHeard(state)
  }

  /// Of the last connection to a device the device itself knows.
  private func lastHeard(_ state: ConnectionState) -> HeardMoment? {
    guard let address = state.peer, let type = state.peerType,
      let (heard, link) = measures.advertisers.heard(address, type), link == state.index
    else { return nil }
    return heard
  }

  /// Those that found a connection there already, and pages of devices that have LE only.
  func needlessRequests() -> [ReportV1.NeedlessRequest] {
    // One page of a device without a connection stands for all of them: the rules find the others
    // among the failures.
    var paged: Set<DeviceAddress> = []
    let dropped = sessions.controllers.flatMap(\.initiating.dropped)
    let facts =
      dropped.isEmpty
      ? attemptFacts()
      : (attemptFacts() + dropped).sorted { $0.start.frame < $1.start.frame }
    return facts.compactMap { fact in
      guard let address = fact.peer, let type = fact.peerType, !fact.isByList else { return nil }
      let device = measures.advertisers.device(address, type)
      let flagged = fact.transport == .brEDR ? device?.leOnlyFrame : nil
      guard fact.already != nil || flagged != nil && paged.insert(address).inserted else {
        return nil
      }
      return ReportV1.NeedlessRequest {
        $0.frame = fact.start.frame
        $0.timeUs = offset(fact.start.time)
        $0.transport = fact.transport
        $0.peer = peer(address, type)
        $0.connection = fact.already
        $0.leOnly = flagged != nil
        $0.advertisementFrame = flagged
        $0.resultFrame = fact.status == nil ? nil : fact.last?.frame
        $0.status = fact.status
        $0.statusName = fact.status?.name
      }
    }
  }

  func refusedDisconnects() -> [ReportV1.RefusedDisconnect] {
    sessions.refusedCloses.compactMap { fact in
      guard let result = fact.result else { return nil }
      return ReportV1.RefusedDisconnect {
        $0.frame = fact.moment.frame
        $0.timeUs = offset(fact.moment.time)
        $0.handle = Int(fact.handle.rawValue)
        $0.connection = number(of: fact.connection)
        $0.resultFrame = result.frame
        $0.status = fact.status
        $0.name = fact.status.name
      }
    }
  }
}
