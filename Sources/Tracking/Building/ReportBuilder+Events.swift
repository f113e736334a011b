import BluetoothProtocol
import Bytes
import Report

extension ReportBuilder {
  /// What concerns the capture or a controller, and not one connection's course.
  func addEvents(to capture: inout ReportV1.Capture) {
    capture.connectionFailures = sessions.failures.map { failure in
      var peer = ReportV1.Peer()
      if let address = failure.peer, let type = failure.peerType {
        peer = self.peer(address, type)
      }
      return ReportV1.ConnectionFailure {
        $0.frame = failure.moment.frame
        $0.status = failure.status
        $0.name = failure.status.name
        $0.peer = peer
        $0.timeUs = offset(failure.moment.time)
        $0.transport = failure.transport
        $0.requestFrame = failure.request?.frame
        $0.requestUs = failure.request.map { offset($0.time) }
      }
    }
    capture.needlessRequests = needlessRequests()
    capture.refusedDisconnects = refusedDisconnects()
    capture.clockSteps = clockSteps()
    capture.dropPoints = clock.losses.prefix(Bound.dropPoints.limit).map { fact in
      ReportV1.DropPoint {
        $0.afterFrame = max(0, fact.beforeFrame - 1)
        $0.beforeFrame = fact.beforeFrame
        $0.count = fact.count
      }
    }
    capture.adapterStates = sessions.adapterStates.map { fact in
      ReportV1.AdapterState {
        $0.frame = fact.moment.frame
        $0.timeUs = offset(fact.moment.time)
        $0.controller = Int(sessions.controllers[fact.controller].index)
        $0.state = fact.state
      }
    }
    capture.hardwareErrors = sessions.hardwareErrors.map { fact in
      ReportV1.HardwareError {
        $0.frame = fact.moment.frame
        $0.timeUs = offset(fact.moment.time)
        $0.controller = Int(sessions.controllers[fact.controller].index)
        $0.code = Int(fact.code)
      }
    }
    let late = lateConnections()
    capture.qualityReports = sessions.qualityReports.map { quality($0, late) }
  }

  private func clockSteps() -> [ReportV1.ClockStep] {
    func step(_ fact: ClockWatch.Step, isCorrected: Bool = false) -> ReportV1.ClockStep {
      ReportV1.ClockStep {
        $0.frame = fact.frame
        $0.stepUs = Int(reported: fact.microseconds)
        $0.isCorrected = isCorrected
      }
    }
    var steps = clock.steps.map { step($0) }
    steps += sessions.clockSettings.map { step($0, isCorrected: true) }
    for (wait, pause) in outlivedWaits {
      let known = steps.firstIndex { $0.frame == pause.frame && !$0.isCorrected }
      let index = known ?? steps.endIndex
      if known == nil { steps.append(step(pause)) }
      steps[index].requestFrame = wait.request.frame
      steps[index].answerFrame = wait.answer.frame
    }
    return Array(steps.sorted { $0.frame < $1.frame }.prefix(Bound.clockSteps.limit))
  }

  /// Connections that the capture did not see begin, by controller and handle, in their order: what
  /// was said of such a handle before the first packet was said of them.
  private func lateConnections() -> [Int: [Int]] {
    guard sessions.qualityReports.containsInPlace({ $0.connection == nil }) else { return [:] }
    var late: [Int: [Int]] = [:]
    for index in sessions.connections.indices {
      let key = Self.key(
        sessions.connections[index].controller, sessions.connections[index].handle)
      late[key, default: []].append(index)
    }
    return late
  }

  private static func key(_ controller: Int, _ handle: ConnectionHandle) -> Int {
    controller << 16 | Int(handle.rawValue)
  }

  /// The next connection with the report's handle, if nothing shows that it began only then.
  private func connection(of fact: QualityReportFact, _ late: [Int: [Int]]) -> Int? {
    if let known = fact.connection { return known }
    let indices = late[Self.key(fact.controller, fact.report.handle)] ?? []
    let place = indices.partitionPoint {
      sessions.connections[$0].first.frame > fact.moment.frame
    }
    guard place < indices.count, sessions.connections[indices[place]].completeFrame == nil else {
      return nil
    }
    return indices[place]
  }

  private func quality(
    _ fact: QualityReportFact, _ late: [Int: [Int]]
  ) -> ReportV1.QualityReport {
    let report = fact.report
    return ReportV1.QualityReport {
      $0.frame = fact.moment.frame
      $0.timeUs = offset(fact.moment.time)
      $0.connection = number(of: connection(of: fact, late))
      $0.report = report.name ?? "unknown"
      $0.handle = Int(report.handle.rawValue)
      $0.txPower = Int(report.txPower)
      $0.rssi = Int(report.rssi)
      $0.snr = Int(report.snr)
      $0.supervisionTimeoutUs = report.supervisionTimeoutMicroseconds
      $0.retransmissions = Int(report.retransmissions)
      $0.noRx = Int(report.noRX)
      $0.nak = Int(report.nak)
      $0.flowOff = Int(report.flowOff)
      $0.overflowBytes = Int(report.overflowOctets)
      $0.underflowBytes = Int(report.underflowOctets)
      $0.address = report.peer?.description
      $0.role = report.role == 0 ? .central : report.role == 1 ? .peripheral : nil
    }
  }
}
