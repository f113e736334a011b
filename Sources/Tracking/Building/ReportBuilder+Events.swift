import BluetoothProtocol
import Report

extension ReportBuilder {
  /// What concerns the capture or a controller, and not one connection's course.
  func addEvents(to capture: inout ReportV1.Capture) {
    capture.connectionFailures = sessions.failures.map { failure in
      var peer = ReportV1.Peer()
      if let address = failure.peer, let type = failure.peerType {
        peer = self.peer(address, type)
      }
      return ReportV1.ConnectionFailure(
        frame: failure.frame, status: Int(failure.status.rawValue), name: failure.status.name,
        peer: peer)
    }
    capture.clockSteps = clock.steps.map {
      ReportV1.ClockStep(frame: $0.frame, stepUs: Int(clamping: $0.microseconds))
    }
    capture.dropPoints = clock.losses.prefix(Bound.dropPoints.limit).map {
      ReportV1.DropPoint(
        afterFrame: max(0, $0.beforeFrame - 1), beforeFrame: $0.beforeFrame, count: $0.count)
    }
    capture.adapterStates = sessions.adapterStates.map { fact in
      ReportV1.AdapterState(
        frame: fact.moment.frame, timeUs: offset(fact.moment.time),
        controller: Int(sessions.controllers[fact.controller].index), state: state(fact.state))
    }
    capture.hardwareErrors = sessions.hardwareErrors.map { fact in
      ReportV1.HardwareError(
        frame: fact.moment.frame, timeUs: offset(fact.moment.time),
        controller: Int(sessions.controllers[fact.controller].index), code: Int(fact.code))
    }
    let late = lateConnections()
    capture.qualityReports = sessions.qualityReports.map { quality($0, late) }
  }

  /// Connections that the capture did not see begin, by controller and handle, in their order: what
  /// was said of such a handle before the first packet was said of them.
  private func lateConnections() -> [Int: [Int]] {
    guard sessions.qualityReports.containsInPlace({ $0.connection == nil }) else { return [:] }
    var late: [Int: [Int]] = [:]
    for place in sessions.connections.indices {
      let key = Self.key(
        sessions.connections[place].controller, sessions.connections[place].handle)
      late[key, default: []].append(place)
    }
    return late
  }

  private static func key(_ controller: Int, _ handle: ConnectionHandle) -> Int {
    controller << 16 | Int(handle.rawValue)
  }

  /// The next connection with the report's handle, if nothing shows that it began only then.
  private func connection(of fact: QualityReportFact, _ late: [Int: [Int]]) -> Int? {
    if let known = fact.connection { return known }
    let places = late[Self.key(fact.controller, fact.report.handle)] ?? []
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if sessions.connections[places[middle]].first.frame > fact.moment.frame {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low < places.count, sessions.connections[places[low]].completeFrame == nil else {
      return nil
    }
    return places[low]
  }

  private func state(_ state: AdapterStateFact.State) -> ReportV1.AdapterStateName {
    switch state {
    case .resetting: .resetting
    case .poweredOn: .poweredOn
    case .poweredOff: .poweredOff
    case .gone: .gone
    }
  }

  private func quality(
    _ fact: QualityReportFact, _ late: [Int: [Int]]
  ) -> ReportV1.QualityReport {
    let report = fact.report
    return ReportV1.QualityReport(
      frame: fact.moment.frame, timeUs: offset(fact.moment.time),
      connection: connection(of: fact, late).map { $0 + 1 }, report: report.name ?? "unknown",
      handle: Int(report.handle.rawValue), txPower: Int(report.txPower), rssi: Int(report.rssi),
      snr: Int(report.snr), supervisionTimeoutUs: report.supervisionTimeoutMicroseconds,
      retransmissions: Int(report.retransmissions), noRx: Int(report.noRX), nak: Int(report.nak),
      flowOff: Int(report.flowOff), overflowBytes: Int(report.overflowOctets),
      underflowBytes: Int(report.underflowOctets), address: report.peer?.description,
      role: report.role == 0 ? .central : report.role == 1 ? .peripheral : nil)
  }
}
