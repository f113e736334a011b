/// What is left of a capture whose times cannot be true: nothing that was measured by them.
extension ReportV1.Capture {
  package mutating func withholdTimes() {
    durationUs = nil
    clockSteps = []
    for index in scans.indices {
      scans[index].startUs = 0
      scans[index].durationUs = nil
      scans[index].stopAnswerUs = nil
      scans[index].bursts = nil
      scans[index].silence = nil
    }
    for index in advertisers.indices {
      advertisers[index].rssi.withholdTimes()
      advertisers[index].rssiGate = nil
    }
    for index in connections.indices { connections[index].withholdTimes() }
    for index in connectionFailures.indices {
      connectionFailures[index].timeUs = 0
      connectionFailures[index].requestUs = nil
    }
    for index in attempts.indices {
      attempts[index].startUs = 0
      attempts[index].durationUs = 0
      attempts[index].nextUs = nil
    }
    for index in needlessRequests.indices { needlessRequests[index].timeUs = 0 }
    for index in refusedDisconnects.indices { refusedDisconnects[index].timeUs = 0 }
    for index in adapterStates.indices { adapterStates[index].timeUs = 0 }
    for index in hardwareErrors.indices { hardwareErrors[index].timeUs = 0 }
  }
}

extension ReportV1.Rssi {
  fileprivate mutating func withholdTimes() {
    slopeDbPerS = nil
    trend = nil
    durationUs = nil
    series = []
  }
}

extension ReportV1.Connection {
  fileprivate mutating func withholdTimes() {
    (startUs, endUs) = (0, 0)
    (lastRxUs, lastTxUs, rssiLastUs) = (nil, nil, nil)
    end?.timeUs = 0
    for index in parameters.indices { parameters[index].timeUs = nil }
    for index in parameterRequests.indices { parameterRequests[index].timeUs = nil }
    for index in parameterUpdateFailures.indices { parameterUpdateFailures[index].timeUs = nil }
    for index in pairing.indices {
      pairing[index].startUs = nil
      pairing[index].durationUs = nil
      pairing[index].longestWaitUs = nil
    }
    for index in modes.indices { modes[index].timeUs = 0 }
    rssi?.withholdTimes()
    rssiBefore?.withholdTimes()
    phases = []
    runs = []
    for index in reads.indices { reads[index].durationUs = 0 }
    for index in notifications.indices { notifications[index].withholdTimes() }
    for index in writes.indices { writes[index].withholdTimes() }
    for index in transfers.indices { transfers[index].withholdTimes() }
    withholdTimesOfATT()
    withholdTimesOfFlow()
    withholdTimesOfEnds()
  }

  private mutating func withholdTimesOfATT() {
    att.transactions.latencyUs = .init()
    att.transactions.latencyLocalUs = .init()
    att.transactions.latencyRemoteUs = .init()
    att.transactions.slowest = []
    att.transactions.sleepWaits = nil
    for index in att.pending.indices {
      att.pending[index].ageUs = 0
      att.pending[index].repeatedUs = nil
    }
    for index in att.discoveries.indices {
      att.discoveries[index].requestsUs = 0
      att.discoveries[index].requestsAfterUs = 0
      att.discoveries[index].firstRoundUs = 0
      att.discoveries[index].repeated?.requestsUs = 0
    }
  }

  private mutating func withholdTimesOfFlow() {
    flow.stalls = []
    flow.throughput = nil
    flow.tx.completionUs = .init()
    flow.tx.lastCompletedUs = nil
    flow.rx.events = 0
    flow.rx.packetsPerEvent = .init()
    flow.rx.skippedEvents = 0
    flow.rx.confidence = nil
    for index in channels.indices {
      channels[index].txCreditWaits = nil
      channels[index].rxCreditWaits = nil
      channels[index].txExhaustedUs = nil
      channels[index].rxExhaustedUs = nil
    }
  }

  private mutating func withholdTimesOfEnds() {
    connectRequest?.timeUs = 0
    connectRequest?.advertisementUs = nil
    connectRequest?.advertisingPeriodUs = nil
    connectRequest?.lastHeardUs = nil
    disconnectRequest?.timeUs = 0
    peerHeard?.timeUs = 0
    ending?.lastHeardUs = nil
    ending?.silentUs = nil
    ending?.after?.advertisedUs = nil
    ending?.after?.connectedUs = nil
    air?.course = nil
    air?.stalls = []
    air?.bursts = []
    air?.silence = nil
  }
}

extension ReportV1.NotificationStream {
  fileprivate mutating func withholdTimes() {
    (firstUs, lastUs) = (nil, nil)
    gapUs = .init()
    gaps = []
    (gapCount, gapTotalUs) = (nil, nil)
    gapCauses = []
    ceiling = nil
  }
}

extension ReportV1.Transfer {
  fileprivate mutating func withholdTimes() {
    startUs = 0
    durationUs = 0
    throughputBytesPerS = nil
    gapUs = .init()
    gaps = []
    (gapCount, gapTotalUs) = (nil, nil)
    gapCauses = []
    delivery?.durationUs = nil
    delivery?.bytesPerS = nil
    ceiling = nil
  }
}
