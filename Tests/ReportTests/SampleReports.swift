import Testing

@testable import Report

/// Keeps whole reports, with the names in them, out of the log of the tests.
struct NamedReport: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var report: ReportV1

  init(_ name: String, _ report: ReportV1) {
    testDescription = name
    self.report = report
  }
}

/// Hand-made reports. `bizCard` is the usual case, `everything` has a value for every key.
enum Sample {
  static let digest = String(repeating: "0123456789abcdef", count: 4)
  static let cardUUID = "9D534E8B-2153-4F6D-B2B0-8C68665A7274"

  private static var breach: ReportV1.Breach {
    .init(
      obligation: .responseUnmatched, party: .peer, frame: 42, timeUs: 3_000_000, lastFrame: 44,
      count: 2, frames: [42, 44], causeFrame: 40, pdu: .readResponse, request: .readRequest,
      openFrame: 43, handle: 8, command: 0x2064, name: "LE Create CIS", status: 0x0C,
      statusName: "Command Disallowed", value: 22, limit: 246, openUs: 1_000_000, worked: true,
      awaited: "LE CIS Established", parameter: .interval)
  }

  static var bizCard: ReportV1 {
    let capture = ReportV1.Capture(
      path: "capture.btsnoop", format: "btsnoop", linkType: "hci-h4", records: 1_234,
      start: "2013-03-12T09:15:02.125000Z", durationUs: 12_345_678,
      controllers: [
        .init(
          index: 0, address: "00:1A:7D:DA:71:13", name: "phone", manufacturer: "Broadcom",
          leACLBuffers: .init(bytes: 27, count: 8),
          leFeatures: .init(dataLengthExtension: true, le2MPHY: true), addressSource: .controller)
      ],
      scans: [
        .init(
          startFrame: 8, stopFrame: 57, startUs: 102_000, durationUs: 2_100_000, type: .active,
          filterDuplicates: false, windowUs: 60_000, intervalUs: 520_000)
      ],
      advertisers: [
        .init(
          address: "66:0D:F3:0A:7B:1C", addressType: "random-resolvable", name: "BCS",
          serviceUuids: ["E07F0AE8-00BB-47F5-94F4-4A7174EA3032"], reports: 40, firstFrame: 10,
          lastFrame: 55, rssi: approaching),
        .init(
          address: "D0:39:72:A4:5E:01", addressType: "public", reports: 3, firstFrame: 12,
          lastFrame: 44, rssi: .init(count: 3, min: -91, max: -88, mean: -89.67)),
      ],
      connections: [bizCardConnection])
    return ReportV1(
      bletrace: "0.1.0", captures: [capture],
      findings: [
        .init(
          rule: "notification-gap", severity: .warning, capture: 0, connection: 1,
          frames: [72, 73],
          message: "The notifications stalled for 1.20 s, 40 connection events long.",
          evidence: ["gap_us": .int(1_200_000), "missed_events": .int(40)],
          advice: "Send the next chunk as soon as the transmit queue has room again.",
          savingUs: 1_170_000),
        .init(
          rule: "small-chunks", severity: .info, capture: 0, connection: 1, frames: [70],
          message: "20 of 182 bytes used in each chunk."),
      ])
  }

  static var approaching: ReportV1.Rssi {
    .init(
      count: 40, min: -60, max: -22, mean: -41.25, first: -60, last: -22, slopeDbPerS: 18.095,
      trend: .approaching,
      series: [-60, -58, -55.5, -50, -48, nil, -41, -38, -33, -30, -26, -22.5],
      durationUs: 2_100_000)
  }

  private static var bizCardConnection: ReportV1.Connection {
    let gap = ReportV1.Gap(
      frame: 73, afterFrame: 72, gapUs: 1_200_000, missedEvents: 40, startUs: 2_301_000)
    let gaps = ReportV1.Summary(
      count: 8, min: 30_000, p50: 30_000, p95: 1_200_000, p99: 1_200_000, max: 1_200_000,
      mean: 176_250)
    return .init(
      id: 1, handle: 64, transport: .le, role: .central,
      peer: .init(address: "66:0D:F3:0A:7B:1C", addressType: "random-resolvable", name: "BCS"),
      completeFrame: 60, firstFrame: 60, lastFrame: 88, startUs: 2_251_000, endUs: 5_460_000,
      disconnect: .init(frame: 88, reason: 22, name: "Connection Terminated By Local Host"),
      parameters: [
        .init(frame: 60, intervalUs: 48_750, latency: 0, supervisionTimeoutUs: 720_000),
        .init(frame: 68, intervalUs: 30_000, latency: 4, supervisionTimeoutUs: 2_000_000),
      ],
      mtu: .init(client: 185, server: 527, effective: 185, frame: 63),
      att: .init(
        pdus: .init(
          rx: ["handle_value_notification": 9, "write_response": 2], tx: ["write_request": 2]),
        transactions: .init(
          count: 6, errors: 1, unanswered: 0,
          latencyUs: .init(
            count: 6, min: 48_000, p50: 60_000, p95: 97_000, p99: 97_000, max: 97_000,
            mean: 65_333.3)),
        errors: [
          .init(
            frame: 67, request: .findInformationRequest, handle: 20, code: 10,
            name: "Attribute Not Found", asked: .peer)
        ]),
      gatt: .init(
        server: .peer,
        services: [
          .init(
            uuid: "E07F0AE8-00BB-47F5-94F4-4A7174EA3032", startHandle: 16, endHandle: 19,
            characteristics: [
              .init(
                uuid: cardUUID, declarationHandle: 17, valueHandle: 18, properties: ["notify"],
                descriptors: [.init(uuid: "2902", handle: 19)])
            ])
        ],
        subscriptions: [
          .init(frame: 69, timeUs: 2_950_000, cccdHandle: 19, valueHandle: 18),
          .init(frame: 86, timeUs: 5_410_000, cccdHandle: 19, valueHandle: 18, value: .off),
        ]),
      notifications: [
        .init(
          valueHandle: 18, uuid: cardUUID, count: 9, bytes: 144, firstFrame: 70, lastFrame: 84,
          gapUs: gaps, gaps: [gap], gapCount: 1, gapTotalUs: gap.gapUs,
          gapCauses: [.init(explainedBy: "link-silence", count: 1, us: gap.gapUs)])
      ],
      transfers: [
        .init(
          id: 1, valueHandle: 18, uuid: cardUUID, marker: "EOM", markerStyle: .own, complete: true,
          payloadBytes: 141, payloadSha256: digest, payloadType: "json", payloadIntact: true,
          chunks: 8, chunkBytes: ["20": 7, "1": 1], chunkLimit: 182, firstFrame: 70, lastFrame: 84,
          markerFrame: 84, startUs: 2_991_000, durationUs: 1_410_000, throughputBytesPerS: 100,
          gapUs: gaps, gaps: [gap], gapCount: 1, gapTotalUs: gap.gapUs,
          gapCauses: [.init(explainedBy: "link-silence", count: 1, us: gap.gapUs)])
      ],
      flow: .init(tx: .init(packets: 6, completed: 6, outstandingMax: 1)),
      rssi: .init(count: 1, min: -24, max: -24, mean: -24, first: -24, last: -24, durationUs: 0),
      rssiSource: .readRSSI, rssiLastUs: 2_600_000,
      rssiBefore: .init(count: 2, min: -26, max: -25, mean: -25.5, first: -26, last: -25))
  }

  private static var framing: ReportV1.Framing {
    .init(
      name: "mcumgr-smp", confidence: .specified, server: .peer, firstFrame: 70, lastFrame: 84,
      messagesFromClient: 14, messagesFromServer: 13, requests: 14, answered: 13, unanswered: 1,
      retries: 1, errors: 1, inFlightMax: 2, messageBytesMax: 223,
      answerUs: .init(
        count: 13, min: 30_000, p50: 60_000, p95: 90_000, p99: 90_000, max: 90_000, mean: 61_000),
      strayValues: 1,
      faults: [
        .init(
          kind: .answerMissing, frame: 80, timeUs: 3_900_000, ofFrame: 78, by: .server,
          what: "image-upload", code: 5, name: "no memory", expected: 400, found: 200,
          snifferMissed: true, subject: .firmwareObject, number: 4096, octets: 1000,
          heldOctets: 800)
      ],
      faultCount: 1, valueHandle: 18, uuid: cardUUID, direction: .tx, layout: "length:u16be@2",
      oddsLog10: -40.5, evidence: ["0": "constant 0x0A"])
  }

  /// The usual case, and beside it each optional part at least once.
  static var everything: ReportV1 {
    var report = bizCard
    report.errors = ["other.btsnoop: no such file"]
    report.budget = [
      .init(
        line: 3, rule: "mtu >= 185", holds: false, capture: 0, value: 23,
        statement: "is 23 on \"BCS\""),
      .init(
        line: 4, rule: "rssi.mean >= -80", holds: false, capture: 0,
        statement: "the capture does not show it"),
    ]
    report.unread = ["other.btsnoop"]
    var connection = report.captures[0].connections[0]
    connection.parameterRequests = [
      .init(
        frame: 64, direction: .rx, via: .l2cap, minUs: 15_000, maxUs: 30_000, latency: 0,
        supervisionTimeoutUs: 2_000_000, result: .notApplied, timeUs: 3_000_000, setFrame: 68)
    ]
    connection.phys = [.init(frame: 65, tx: .le2M, rx: .coded)]
    connection.modes = [.init(frame: 66, timeUs: 2_900_000, mode: .sniff, intervalUs: 498_750)]
    report.captures[0].scans[0].stopAnswerUs = 1_040_000
    report.captures[0].breaches = [breach]
    report.captures[0].addHearing()
    report.captures[0].attempts = [
      .init(
        controller: 1, transport: .brEDR, target: "66:0D:F3:0A:7B:1C", targetType: "public",
        via: .acceptList,
        listed: [.init(address: "66:0D:F3:0A:7B:1C", addressType: "public", frame: 5)],
        firstFrame: 6, lastFrame: 9, startUs: 100_000, durationUs: 2_000_000, ended: .givenUp,
        status: 0x02, statusName: "Unknown Connection Identifier", cancelFrame: 8, connection: 1,
        heard: .init(
          reports: 3, address: "66:0D:F3:0A:7B:1C", addressType: "random-static",
          connectable: false, frame: 7, rssi: -60), nextUs: 400_000)
    ]
    report.captures[0].scans[0].acceptListOnly = true
    report.captures[0].scans[0].listed = [
      .init(address: "66:0D:F3:0A:7B:1C", addressType: "random-static", frame: 4)
    ]
    report.captures[0].scans[0].reports = 38
    report.captures[0].advertisers[0].connectable = true
    report.captures[0].advertisers[0].connectableFrame = 10
    report.captures[0].advertisers[0].identity = "00:1E:22:33:44:77"
    report.captures[0].scans[0].bursts = .init(
      count: 9, reports: 40, devices: 12, silentUs: 9_000_000, shortestPauseUs: 900_000,
      longestPauseUs: 2_500_000, periodUs: 1_280_000, explainedBy: .inquiry, causeFrame: 11)
    report.captures[0].timeFault = .init(kind: .steps, stepUs: 4_294_967_296, packets: 90)
    report.captures[0].loggerWarnings = [.init(frame: 5, text: "2.4 GHz critical state!")]
    report.captures[0].scans[0].silence = .init(
      afterFrame: 12, frame: 13, durationUs: 10_660_000, newDevices: 13, heardUs: 1_180_000)
    connection.preferredParameters = .init(
      frame: 67, minUs: 10_000, maxUs: 12_500, latency: 0, supervisionTimeoutUs: 4_000_000)
    connection.dataLengths = [
      .init(
        frame: 66, txOctets: 251, rxOctets: 27, txTimeUs: 2_120, rxTimeUs: 328,
        offers: [.init(frame: 65, party: .central, sendOctets: 251, receiveOctets: 27)])
    ]
    connection.encryption = [.init(frame: 67, enabled: true, keySize: 16)]
    connection.pairing = [
      .init(
        firstFrame: 61, lastFrame: 66, initiator: .local,
        ioCapabilityInitiator: "keyboard-display", ioCapabilityResponder: "no-input-no-output",
        method: "just-works", secureConnections: true, bonding: true, mitm: false,
        result: .completed, debugKeys: [.init(frame: 63, side: .peer)],
        peerIdentity: "00:1E:22:33:44:77"),
      .init(firstFrame: 67, lastFrame: 68, result: .failed, reason: 5, reasonName: "Not Supported"),
    ]
    connection.att.pending = [
      .init(
        frame: 87, request: .readRequest, handle: 37, ageUs: 29_950_000, asked: .peer,
        repeatedFrame: 88, repeatedUs: 5_000_000)
    ]
    connection.att.errors[0].written = "0100"
    connection.att.errors[0].opcode = 0xBE
    connection.att.discoveries = [
      .init(
        server: .peer, firstFrame: 41, lastFrame: 59, requests: 9, requestsUs: 540_000, rounds: 2,
        repeated: .init(
          request: .readByTypeRequest, startHandle: 9, endHandle: 37, inSuccession: 1,
          secondFrame: 55, latestFrame: 55, requests: 3, requestsUs: 180_000, questions: 3),
        requestsAfter: 4, requestsAfterUs: 240_000, firstRoundLastFrame: 54,
        firstRoundRequests: 6, firstRoundUs: 360_000)
    ]
    connection.att.overlaps = [
      .init(
        asked: .peer, count: 2, answered: 1, request: .readRequest, handle: 37, frame: 71,
        nextRequest: .writeRequest, nextFrame: 72, lastFrame: 75)
    ]
    connection.flow.stalls = [
      .init(
        kind: .credit, firstFrame: 72, lastFrame: 73, startUs: 2_301_000, durationUs: 1_200_000,
        outstanding: 8, silentUs: 1_150_000, silentFrame: 73,
        time: [
          .init(cause: .controllerCommand, us: 1_000_000, frames: [72]),
          .init(cause: .buffers, us: 200_000, frames: [72]),
        ], command: "LE Set Scan Enable (0x200C)")
    ]
    connection.time = .init(
      tx: [.init(cause: .sender, us: 9_000_000, inferredUs: 1_000_000, frames: [10, 60])],
      rx: [.init(cause: .unexplained, us: 9_000_000, frames: [10])])
    connection.flow.tx.completionUs = .init(
      count: 6, min: 1, p50: 850, p95: 9_994, p99: 9_996, max: 1_205_000, mean: 200_000.25)
    connection.channels = [
      .init(
        frame: 68, kind: .eatt, psm: 0x27, cidLocal: 0x40, cidRemote: 0x41, mtu: 512, mps: 247,
        rxPackets: 3, txPackets: 4, rxBytes: 1_500, txBytes: 12_345, closeFrame: 87)
    ]
    connection.transfers.append(incompleteTransfer)
    connection.gatt.remembered = true
    connection.gatt.subscriptions[0].both = true
    connection.gatt.conflicts = [
      .init(
        kind: .valueOutsideService, frame: 65, otherFrame: 64, handle: 20, uuid: "FFF4",
        startHandle: 16, endHandle: 19, serviceUuid: "E07F0AE8-00BB-47F5-94F4-4A7174EA3032")
    ]
    connection.peer.maker = "Nordhamn"
    connection.peer.model = "Strap H2"
    connection.peer.serial = "S-123"
    connection.peer.hardware = "rev 2"
    connection.peer.firmware = "1.4.0"
    connection.peer.software = "3.1"
    connection.gatt.services.append(
      .init(
        uuid: "180D", name: "Heart Rate", startHandle: 32, endHandle: 65_535,
        characteristics: [
          .init(
            uuid: "2A37", name: "Heart Rate Measurement", declarationHandle: 33, valueHandle: 34,
            properties: ["read", "notify"])
        ]))
    connection.notifications.append(
      .init(
        valueHandle: 34, uuid: "2A37", kind: .indication, count: 3, bytes: 6, firstFrame: 81,
        lastFrame: 83,
        gaps: [
          .init(frame: 82, afterFrame: 81, gapUs: 150_000, explainedBy: "marker-delay")
        ]))
    connection.notifications[1].repeats = .init(
      count: 2, firstFrame: 81, lastFrame: 82, durationUs: 150_000, shortStepUs: 40_000,
      longStepUs: 60_000)
    connection.notifications[1].purpose = .answer
    connection.notifications[1].periodUs = 50_000
    connection.notifications[1].partnerHandle = 36
    connection.notifications[1].commonOctets = "3a26"
    connection.notifications[1].distinctValues = 3
    connection.notifications[1].repeatedValues = 2
    connection.dialogues = [
      .init(
        id: 1, client: .local,
        request: .init(valueHandle: 36, uuid: "2A39", kind: .write),
        answer: .init(valueHandle: 34, uuid: "2A37", kind: .indication),
        firstFrame: 79, lastFrame: 87, startUs: 4_100_000, durationUs: 900_000, requests: 12,
        answered: 10, unanswered: 2, unansweredFrames: [82, 86], missed: 1, missedFrames: [86],
        answersPerRequest: 1,
        latencyUs: .init(
          count: 10, min: 20_000, p50: 30_000, p95: 45_000, p99: 45_000, max: 45_000,
          mean: 31_500),
        periodUs: 75_000, repeated: 3, distinctRequests: 4, distinctAnswers: 5,
        time: [.init(cause: .answerPeer, us: 300_000, frames: [79])], waitedUs: 315_000,
        answeredOctets: "3a26", unansweredOctets: "20003a26",
        eras: [
          .init(intervalUs: 30_000, frame: 12, answered: 10, latencyUs: 30_000, paceUs: 75_000)
        ], unansweredWaitsUs: [75_000, 2_000_000], sequenceValues: 4, sequenceTimes: 3)
    ]
    connection.notifications[1].radio = .init(
      frame: 30, values: 10, spanUs: 1_000_000, holes: 4, missedEvents: 17, otherValues: 80,
      otherSpanUs: 2_000_000, otherHoles: 1)
    (connection.breaches, connection.messages) = ([breach], [messages])
    connection.ending = .init(
      by: .link, reason: .connectionTimeout, reasonName: "Connection Timeout", frame: 99,
      requestFrame: 97, lastHeardFrame: 90, lastHeardUs: 9_000_000, silentUs: 2_000_000,
      open: [88], dataComplete: false,
      after: .init(
        advertisedFrame: 101, advertisedUs: 300_000, connectedFrame: 105, connectedUs: 500_000))
    connection.notifications[1].doubled = .init(
      count: 1, ofFrame: 81, frame: 82, lastFrame: 82, equal: 3)
    connection.gattOtherSide = .init(
      server: .local,
      services: [
        .init(
          uuid: "1801", name: "GATT", startHandle: 1, endHandle: 9, primary: true,
          includes: [.init(handle: 2, startHandle: 16, endHandle: 19, uuid: "180F")]),
        .init(characteristics: [.init(uuid: "2A05", valueHandle: 12)]),
      ])
    connection.framings = [framing]
    connection.air = .init(
      accessAddress: "5065425F", channelSelection: 2, encrypted: true, decrypted: true,
      events: .init(
        heard: 90, oneSided: 3, silent: 2, onChannel: 88, offChannel: 2, silentRemapped: 2,
        heardRemapped: 5),
      central: .init(
        packets: 100, new: 90, retransmitted: 8, uncertain: 2, retransmissionRate: 0.0816,
        address: "C6:05:04:03:02:01", addressType: "random-static"),
      peripheral: .init(
        packets: 95, new: 90, retransmitted: 5, empty: 40, crcFailed: 1, missed: 4,
        missedCertain: 2, micFailed: 1,
        rssi: .init(count: 2, min: -60, max: -50, mean: -55, first: -60, last: -50),
        retransmissionRate: 0.0526, attemptsMax: 4, airTimeUs: 20_000,
        crcFailedReceived: 1, dataPackets: 50, dataRetransmitted: 4, dataQueued: 30, decrypted: 60,
        undecrypted: 2, missedByCounter: 3,
        micFitted: 70, micFailedAtEnd: 1, brokenAfter: 3),
      stalls: [
        .init(
          direction: .rx, firstFrame: 70, lastFrame: 76, startUs: 7_000_000, durationUs: 90_000,
          attempts: 4, valueHandle: 21)
      ], endedBy: .peripheral, channelMap: "1FFFFFFFFF", channelMaps: 2,
      channels: [.init(channel: 17, packets: 40, sentAgain: 2, crcFailed: 1, lastFrame: 99)],
      bursts: [
        .init(
          firstFrame: 70, lastFrame: 90, startUs: 7_000_000, durationUs: 400_000, packets: 20,
          retransmitted: 12, centralRssi: -60.5, peripheralRssi: -71)
      ], silence: .init(firstFrame: 98, lastFrame: 99, events: 2, durationUs: 30_000),
      lateInstants: [
        .init(
          firstFrame: 91, lastFrame: 94, opcode: 1, name: "LL_CHANNEL_MAP_IND", instant: 80,
          event: 82)
      ], encryptedPackets: 77,
      encryptions: [
        .init(
          firstFrame: 20, lastFrame: 99, outcome: .decrypted, key: .hciCapture, refresh: true,
          packets: 64, decrypted: 62, repeated: 2, missedCentral: 1, missedPeripheral: 2)
      ], encryptionsOmitted: 1, micFailedFrames: [88],
      unreadFrames: [84, 88],
      course: .init(
        startUs: 3_500_000, partUs: 1_000_000,
        central: .init(packets: [60, 38], sentAgain: [2, 6], rssi: [-50.5, nil]),
        peripheral: .init(packets: [58, 37], sentAgain: [0, 5])),
      refusals: [
        .init(
          frame: 71, party: .peripheral, opcode: 0x16, name: "LL_PHY_REQ", status: 0x1A,
          isUnknown: true, count: 2, lastFrame: 75)
      ])
    connection.addHearing()
    connection.transfers[0].time = [.init(cause: .sender, us: 90_000, frames: [71])]
    connection.transfers[0].framing = .init(
      name: "mcumgr-smp", messages: 14, retries: 1, header: ["version": "2"],
      content: "image-upload", errors: 1, acknowledgedBytes: 2_000, announcedBytes: 6_000,
      inFlightMax: 2, resumedAt: 400, capturedBytes: 1_800)
    connection.longValues = [
      .init(
        kind: .write, valueHandle: 19, uuid: "2A00", server: .peer, firstFrame: 90, lastFrame: 99,
        parts: 5, bytes: 88, sha256: String(repeating: "0f", count: 32))
    ]
    report.captures[0].boundsReached = ["advertisers", "connections"]
    connection.learnedFrom = .kernel
    connection.runs = [
      .init(
        id: 1, valueHandle: 21, uuid: cardUUID, direction: .tx, kind: .writeCommand,
        firstFrame: 100, lastFrame: 900, startUs: 5_000_000, durationUs: 12_000_000, values: 400,
        bytes: 8000, valueBytes: ["20": 400], throughputBytesPerS: 666.7, inFlightMax: 1,
        packetsPerEvent: 1, pacing: .oneInFlight,
        waitsUs: .init(
          air: 250_000, connectionEvents: 11_500_000, completion: 50_000, sender: 100_000,
          answer: 60_000, gaps: 30_000, unexplained: 10_000), transfers: [1, 2],
        ceiling: .init(
          intervalUs: 30_000, packetsPerEvent: 1, packetsPerEventSource: .seen, llOctets: 27,
          phy: "1M", chunkBytes: 20, chunkLimit: 20, llPacketsPerChunk: 1,
          possibleUs: 11_750_000, achievedUs: 12_000_000, possibleBytesPerS: 680.9,
          achievedBytesPerS: 666.7,
          waterfall: [.init(cause: "air", us: 250_000), .init(cause: "sender", us: 100_000)],
          whatIf: [
            .init(
              change: "several packets in flight instead of one", durationUs: 3_200_000,
              bytesPerS: 2500, kind: .severalInFlight)
          ]),
        time: [.init(cause: .connectionEvents, us: 12_000_000, frames: [100])]),
      .init(
        id: 2, valueHandle: 22, kind: .notification, firstFrame: 40, lastFrame: 42, values: 3,
        pacing: .timer),
    ]
    connection.reads = [
      .init(
        handle: 34, uuid: "2A19", server: .peer, count: 40, changes: 2, firstFrame: 70,
        lastFrame: 86, durationUs: 2_400_000)
    ]
    report.captures[0].connections = [connection]
    report.captures[0].cutShort = true
    report.captures[0].truncatedRecords = 1
    report.captures[0].droppedRecords = 2
    report.captures[0].undecodableRecords = 3
    report.captures[0].vendorLogRecords = 4_000
    report.captures[0].firstTruncatedFrame = 14
    report.captures[0].firstVendorLogFrame = 2
    report.captures[0].undecodable = [
      .init(
        frame: 17, layer: "att", direction: .tx, connection: 1, neededOctets: 2,
        availableOctets: 1)
    ]
    report.captures[0].skippedRecords = 5
    report.captures[0].damage = .init(offset: 70_123, reason: "a record of 4,294,967,295 octets")
    report.captures[0].advertiserReportsOmitted = 6
    report.captures[0].connectionsOmitted = 7
    report.captures[0].transfersOmitted = 8
    report.captures[0].folded = .init(
      judged: 5, connections: 4, transfersComplete: 3, transfersIncomplete: 2,
      endings: [
        .init(reason: 0x13, name: "Remote User Terminated Connection", connections: 3),
        .init(cause: .controllerReset, connections: 1),
      ],
      devices: [
        .init(
          controller: 0, address: "C6:F3:0A:02:01:00", name: "Folded", connections: 4,
          durationUs: 4_000_000, transfersComplete: 3, transfersIncomplete: 2, values: 12,
          bytes: 230, firstFrame: 3, lastFrame: 84)
      ], connectionFailures: 9)
    report.captures[0].advertisers[1].txPower = 4
    report.captures[0].advertisers[1].company = .init(id: 0x4C, name: "Apple, Inc.")
    report.captures[0].advertisers[1].otherCompany = .init(id: 1)
    report.captures[0].advertisers[1].beacon = .init(
      uuid: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E", major: 1, minor: 65_535, measuredPower: -59)
    report.captures[0].advertisers[0].beacon = .init(
      kind: .eddystoneUID, namespace: "edd1ebeac04e5defa017", instance: "0bdb87539b67",
      url: "https://example.org/", ephemeralID: "0102030405060708", txPower: -18,
      batteryMillivolts: 3_012, temperatureCelsius: 21.50390625, advertisements: 1_234,
      uptimeSeconds: 432.1)
    report.findings[1].evidence = [
      "chunk_bytes": .int(20), "share": .double(0.1098901), "uuid": .string(cardUUID),
      "known": .bool(true), "frames": .list([.int(1), .null]),
    ]
    report.findings[1].connections = [1]
    report.findings.append(
      .init(rule: "supervision-timeout", severity: .error, connection: 1, message: "Link lost."))
    report.addEveryCause()
    return report
  }

  private static var incompleteTransfer: ReportV1.Transfer {
    .init(
      id: 2, valueHandle: 18, uuid: cardUUID, truncatedAtStart: true, payloadBytes: 61,
      payloadType: "png", payloadIntact: false,
      payloadWithoutResends: .init(bytes: 41, sha256: digest), chunks: 4,
      chunkBytes: ["20": 3, "1": 1], firstFrame: 85, lastFrame: 87, startUs: 4_500_000,
      durationUs: 90_000,
      resends: [
        .init(frame: 86, ofFrame: 85, certainty: .proven), .init(frame: 87, ofFrame: 86),
      ])
  }
}
