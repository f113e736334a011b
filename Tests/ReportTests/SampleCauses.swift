@testable import Report

/// What the report says about causes, for `Sample.everything`.
extension ReportV1 {
  mutating func addEveryCause() {
    captures[0].connectionFailures = [
      .init(
        frame: 12, status: 0x3E, name: "Connection Failed to be Established",
        peer: .init(address: "66:0D:F3:0A:7B:1C", addressType: "random-static", name: "BCS"),
        timeUs: 1_900_000, transport: .le, requestFrame: 11, requestUs: 1_880_000)
    ]
    captures[0].attempts = [
      .init(
        controller: 0, transport: .le, target: "66:0D:F3:0A:7B:1C", targetType: "random-static",
        via: .acceptList,
        listed: [.init(address: "66:0D:F3:0A:7B:1C", addressType: "random-static", frame: 9)],
        firstFrame: 11, lastFrame: 12, startUs: 1_880_000, durationUs: 20_000, ended: .givenUp,
        status: 0x02, statusName: "Unknown Connection Identifier", cancelFrame: 11, connection: 1,
        heard: .init(
          reports: 3, address: "66:0D:F3:0A:7B:1C", addressType: "public", connectable: true,
          frame: 10, rssi: -61),
        nextUs: 350_000)
    ]
    captures[0].needlessRequests = [
      .init(
        frame: 70, timeUs: 3_010_000, transport: .brEDR,
        peer: .init(address: "66:0D:F3:0A:7B:1C", addressType: "public", name: "BCS"),
        connection: 1, leOnly: true, resultFrame: 85, status: 0x04, statusName: "Page Timeout",
        advertisementFrame: 55)
    ]
    captures[0].refusedDisconnects = [
      .init(
        frame: 130, timeUs: 12_400_000, handle: 64, connection: 1, resultFrame: 131, status: 0x12,
        name: "Invalid HCI Command Parameters")
    ]
    captures[0].advertisers[0].flags = 0x06
    captures[0].clockSteps = [
      .init(frame: 33, stepUs: -2_210_000, requestFrame: 30, answerFrame: 34)
    ]
    captures[0].strayRecords = 8
    captures[0].aclOnly = true
    captures[0].deviceLostFrame = 140
    captures[0].expected = [
      .init(
        file: "sent.bin", fileBytes: 4_830, fileSha256: Sample.digest, connection: 1, transfer: 1,
        run: 1, valueHandle: 21, uuid: Sample.cardUUID, direction: .rx,
        firstFrame: 72, lastFrame: 118,
        receivedBytes: 4_812, matchedBytes: 4_806, missingBytes: 20, doubledBytes: 2,
        outOfOrderBytes: 20, damagedBytes: 2, extraBytes: 1, unknownBytes: 1, fit: 0.9969,
        equalFits: 1, firstDifferenceOffset: 1_220, firstDifferenceFrame: 90,
        differences: [
          .init(
            kind: .damaged, offset: 1_220, bytes: 2, frame: 90, lastFrame: 90, afterFrame: 89,
            beforeFrame: 91, sent: "4142", found: "4143")
        ], differencesOmitted: 3, recordsLost: true, tooManyDifferences: true)
    ]
    captures[0].dropPoints = [.init(afterFrame: 34, beforeFrame: 90, count: 2)]
    captures[0].adapterStates = [
      .init(frame: 2, timeUs: 1_000, controller: 0, state: .poweredOn)
    ]
    captures[0].hardwareErrors = [
      .init(frame: 119, timeUs: 12_250_000, controller: 0, code: 0x0C)
    ]
    captures[0].qualityReports = [
      .init(
        frame: 75, timeUs: 3_100_000, connection: 1, report: "monitor", handle: 64, txPower: 8,
        rssi: -71, snr: 12, supervisionTimeoutUs: 2_000_000, retransmissions: 41, noRx: 7, nak: 3,
        flowOff: 1, overflowBytes: 2, underflowBytes: 4, address: "60:55:56:22:49:A0",
        role: .central)
    ]
    captures[0].timeline = [
      .init(
        frame: 60, timeUs: 2_251_000, connection: 1, event: "connected",
        detail: "central, interval 48.75 ms"),
      .init(
        frame: 120, timeUs: 12_251_000, event: "centralManagerDidUpdateState:",
        detail: "state poweredOff"),
    ]
    captures[0].timelineOmitted = 1_234
    captures[0].advertisers[0].rssiGate = .init(
      low: -32, high: -15, firstFrame: 41, openUs: 310_000, untilConnectionUs: 463_000)
    captures[0].connections[0].addEveryCause()
  }
}

extension ReportV1.Connection {
  fileprivate mutating func addEveryCause() {
    lastRxFrame = 86
    peer.manufacturer = "Nordic Semiconductor ASA"
    connectRequest = .init(
      frame: 58, timeUs: 2_200_000, advertisementFrame: 59, advertisementUs: 2_240_000,
      isDirect: true, scanWindowUs: 30_000, scanIntervalUs: 60_000, advertisingPeriodUs: 102_500,
      lastHeardFrame: 57, lastHeardUs: 2_150_000, lastHeardRssi: -25)
    lastTxFrame = 85
    lastTxUs = 5_440_000
    peerLEFeatures = .init(dataLengthExtension: true, le2MPHY: false)
    flow.tx.lastCompletedFrame = 86
    flow.tx.lastCompletedUs = 5_445_000
    peer.nameSource = .advertising
    peerHeard = .init(frame: 91, timeUs: 5_900_000, rssi: -48)
    disconnectRequest = .init(
      frame: 87, timeUs: 5_450_000, reason: 0x13, name: "Remote User Terminated Connection",
      count: 2, lastFrame: 88)
    ending = .init(
      by: .local, reason: disconnect?.reason, reasonName: disconnect?.name,
      frame: disconnect?.frame, requestFrame: 87, lastHeardFrame: 86, lastHeardUs: 5_445_000,
      silentUs: 55_000, open: [84], dataComplete: true,
      after: .init(
        advertisedFrame: 91, advertisedUs: 400_000, connectedFrame: 95, connectedUs: 900_000))
    att.transactions.latencyLocalUs = .init(
      count: 4, min: 800, p50: 900, p95: 1_100, p99: 1_100, max: 1_100, mean: 925)
    att.transactions.latencyRemoteUs = .init(
      count: 9, min: 30_000, p50: 60_000, p95: 510_000, p99: 510_000, max: 510_000, mean: 105_000)
    att.transactions.sleepWaits = .init(
      count: 3, totalUs: 1_200_000,
      longest: .init(
        frame: 72, responseFrame: 74, request: .writeRequest, handle: 18, latencyUs: 510_000),
      parameters: .init(
        frame: 68, intervalUs: 30_000, latency: 15, supervisionTimeoutUs: 2_000_000),
      firstFrame: 70, lastFrame: 80, requests: 5, requestsUs: 1_900_000, asked: 9, afterSilence: 1)
    notifications[0].firstUs = 2_991_000
    notifications[0].lastUs = 4_401_000
    pairing[0].startUs = 2_300_000
    pairing[0].durationUs = 500_000
    pairing[0].longestWaitUs = 210_000
    pairing[0].waitFrame = 64
    pairing[0].waitSide = .peer
    pairing[0].lastStep = "Pairing Random"
    pairing[0].lastStepFrame = 65
    pairing[0].lastStepBy = .peer
    pairing[1].failedAfterUs = 120_000
    pairing[0].authenticated = false
    pairing[1].failedBy = .peer
    end = .init(frame: 88, timeUs: 5_460_000, cause: .disconnection)
    encryptionFailures = [
      .init(frame: 66, kind: .change, status: 0x06, name: "PIN or Key Missing"),
      .init(frame: 69, kind: .keyRefused),
    ]
    parameterUpdateFailures = [
      .init(
        frame: 67, status: 0x3B, name: "Unacceptable Connection Parameters", timeUs: 3_900_000,
        commandFrame: 64, minUs: 45_000, maxUs: 60_000, latency: 1,
        supervisionTimeoutUs: 5_000_000)
    ]
    parameters.append(
      .init(
        frame: 80, intervalUs: 30_000, latency: 1, supervisionTimeoutUs: 6_000_000,
        subrateFactor: 10, continuationNumber: 2, timeUs: 4_100_000, commandFrame: 78))
    channelRefusals = [
      .init(
        frame: 65, kind: .creditBased, psm: 0x80, initiator: .peer, result: 5,
        name: "insufficient authentication")
    ]
    if !channels.isEmpty {
      channels[0].txExhaustedFrame = 83
      channels[0].txExhaustedUs = 2_500_000
      channels[0].rxExhaustedFrame = 82
      channels[0].rxExhaustedUs = 2_600_000
      channels[0].txCreditWaits = .init(
        count: 4, totalUs: 12_100_000, longestUs: 3_030_000, firstFrame: 72, lastFrame: 74)
      channels[0].rxCreditWaits = .init(
        count: 1, totalUs: 20_000, longestUs: 20_000, firstFrame: 75, lastFrame: 76)
    }
    writes = [
      .init(
        valueHandle: 35, uuid: "2A39", kind: .write, direction: .tx, count: 2, bytes: 2,
        firstFrame: 70, lastFrame: 71,
        nearMarker: .init(
          marker: "EOM", octets: "454f4d00", count: 1, firstFrame: 71, lastFrame: 71),
        commands: 1, firstCommandFrame: 70, firstRequestFrame: 71)
    ]
    transfers.append(
      .init(
        id: 3, valueHandle: 35, uuid: "2A39", direction: .tx, marker: "EOM", markerStyle: .own,
        complete: true, payloadBytes: 40, chunks: 2, chunkBytes: ["20": 2], firstFrame: 70,
        lastFrame: 71, markerFrame: 72, startUs: 4_500_000, durationUs: 250, kind: .write,
        delivery: .init(
          completedFrame: 74, durationUs: 80_000, bytesPerS: 500, uncompletedPackets: 0,
          uncompletedBytes: 0)))
    transfers.append(
      .init(
        id: 4, valueHandle: 35, uuid: "2A39", direction: .tx, marker: "EOM", markerStyle: .own,
        complete: true, firstFrame: 73, lastFrame: 73, markerFrame: 73, startUs: 4_510_000,
        kind: .write, repeatsMarkerOf: 3))
    lastRxUs = 5_400_000
    let step = ReportV1.SlowStep(
      frame: 64, responseFrame: 67, request: .readByGroupTypeRequest, handle: 1,
      latencyUs: 97_500, asked: .peer)
    phases = [
      .init(
        name: .explore, startUs: 2_500_000, durationUs: 350_000, firstFrame: 64,
        lastFrame: 68, roundTrips: 3, slowest: step, spanUs: 500_000)
    ]
    att.transactions.slowest = [step]
    flow.rx.confidence = .high
    flow.throughput = .init(bucketUs: 8192, tx: [0, 120], rx: [60, 0])
    gatt.serviceChanges = [.init(frame: 71, startHandle: 1, endHandle: 65_535)]
    gatt.databaseHashes = [.init(frame: 70, value: "00112233445566778899aabbccddeeff")]
    gatt.searched = [
      .init(kind: .primaryServices, startHandle: 1, endHandle: 65_535),
      .init(kind: .secondaryServices, uuid: "180D", startHandle: 1, endHandle: 65_535),
    ]
    let ceiling = ReportV1.Ceiling(
      intervalUs: 48_750, packetsPerEvent: 3.5, packetsPerEventSource: .seen, llOctets: 27,
      phy: "1M", chunkBytes: 20, chunkLimit: 182, llPacketsPerChunk: 1, possibleUs: 97_500,
      achievedUs: 1_410_000, possibleBytesPerS: 1_446.2, achievedBytesPerS: 100,
      waterfall: [.init(cause: "air", us: 6_000), .init(cause: "unexplained", us: 1_404_000)],
      whatIf: [
        .init(
          change: "chunks of 182 instead of 20 bytes", durationUs: 48_750, bytesPerS: 2_892.3,
          kind: .largerChunks, chunkBytes: 182, mtu: 185, llOctets: 251, intervalUs: 15_000,
          losses: 2)
      ])
    transfers[0].ceiling = ceiling
    notifications[0].ceiling = ceiling
    notifications[0].decoded = .init(
      count: 2, undecodable: 1, why: "needs 2 octets, has 1", first: "72 bpm", last: "75 bpm")
  }
}
