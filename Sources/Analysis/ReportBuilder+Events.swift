import BluetoothProtocol
import Reports
import Sessions

extension ReportBuilder {
  /// What concerns the capture or a controller, and not one connection's course.
  func addEvents(to capture: inout ReportV1.Capture) {
    capture.connectionFailures = tracker.failures.map { failure in
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
    capture.adapterStates = tracker.adapterStates.map { fact in
      ReportV1.AdapterState(
        frame: fact.moment.frame, timeUs: offset(fact.moment.time),
        controller: Int(tracker.controllers[fact.controller].index), state: state(fact.state))
    }
    capture.hardwareErrors = tracker.hardwareErrors.map { fact in
      ReportV1.HardwareError(
        frame: fact.moment.frame, timeUs: offset(fact.moment.time),
        controller: Int(tracker.controllers[fact.controller].index), code: Int(fact.code))
    }
    capture.qualityReports = tracker.qualityReports.map(quality)
  }

  private func state(_ state: AdapterStateFact.State) -> ReportV1.AdapterStateName {
    switch state {
    case .resetting: .resetting
    case .poweredOn: .poweredOn
    case .poweredOff: .poweredOff
    case .gone: .gone
    }
  }

  private func quality(_ fact: QualityReportFact) -> ReportV1.QualityReport {
    let report = fact.report
    return ReportV1.QualityReport(
      frame: fact.moment.frame, timeUs: offset(fact.moment.time),
      connection: fact.connection.map { $0 + 1 }, report: report.name ?? "unknown",
      handle: Int(report.handle.rawValue), txPower: Int(report.txPower), rssi: Int(report.rssi),
      snr: Int(report.snr), supervisionTimeoutUs: report.supervisionTimeoutMicroseconds,
      retransmissions: Int(report.retransmissions), noRx: Int(report.noRX), nak: Int(report.nak),
      flowOff: Int(report.flowOff), overflowBytes: Int(report.overflowOctets),
      underflowBytes: Int(report.underflowOctets))
  }
}
