@testable import Report

/// Reports that no capture should lead to, but one might.
enum Awkward {
  /// One of each thing, and nothing known about it.
  static var defaults: ReportV1 {
    let connection = ReportV1.Connection(
      disconnect: .init(), parameters: [.init()], parameterRequests: [.init()], phys: [.init()],
      dataLengths: [.init()], encryption: [.init()], pairing: [.init()],
      att: .init(
        errors: [.init()], pending: [.init()], discoveries: [.init(repeated: .init())]),
      gatt: .init(
        services: [.init(characteristics: [.init(descriptors: [.init()])])],
        subscriptions: [.init()]),
      notifications: [.init(gaps: [.init()], nearMarker: .init())],
      transfers: [.init(gaps: [.init()], resends: [.init()], delivery: .init())],
      flow: .init(stalls: [.init()]), rssi: .init(), channels: [.init()])
    let capture = ReportV1.Capture(
      controllers: [.init()], scans: [.init()], advertisers: [.init()],
      connections: [connection, .init()], damage: .init())
    return ReportV1(
      captures: [capture], findings: [.init(), .init(capture: 7), .init(capture: -1)])
  }

  /// The same number, of those that a report may have, wherever one can stand.
  static func extreme(_ n: Int) -> ReportV1 {
    let double = n == .mostReported ? Double.infinity : n == -.mostReported ? -1.7e308 : .nan
    let summary = ReportV1.Summary(
      count: n, min: n, p50: n, p95: n, p99: n, max: n, mean: double)
    let rssi = ReportV1.Rssi(
      count: n, min: n, max: n, mean: double, first: n, last: n, slopeDbPerS: double,
      trend: .steady, series: [double, 1.7e308, nil, -1.7e308, 0], durationUs: n)
    let gap = ReportV1.Gap(
      frame: n, afterFrame: n, gapUs: n, missedEvents: n, explainedBy: "x", startUs: n)
    let transfer = ReportV1.Transfer(
      id: n, valueHandle: n, payloadBytes: n, chunks: n, chunkBytes: ["\(n)": n], chunkLimit: n,
      firstFrame: n, lastFrame: n, markerFrame: n, startUs: n, durationUs: n,
      throughputBytesPerS: double, gapUs: summary, gaps: [gap, gap],
      resends: [.init(frame: n, ofFrame: n)],
      delivery: .init(
        completedFrame: n, durationUs: n, bytesPerS: double, uncompletedPackets: n,
        uncompletedBytes: n), repeatsMarkerOf: n == .mostReported ? nil : n)
    let connection = ReportV1.Connection(
      id: n, controller: n, handle: n, completeFrame: n, firstFrame: n, lastFrame: n, startUs: n,
      endUs: n < -1 ? .mostReported : -.mostReported,
      disconnect: .init(frame: n, reason: .init(UInt8(truncatingIfNeeded: n))),
      parameters: [.init(frame: n, intervalUs: n, latency: n, supervisionTimeoutUs: n)],
      parameterRequests: [
        .init(frame: n, minUs: n, maxUs: 0, latency: n, supervisionTimeoutUs: n)
      ],
      dataLengths: [.init(frame: n, txOctets: n, rxOctets: n, txTimeUs: n, rxTimeUs: n)],
      encryption: [.init(frame: n, enabled: true, keySize: n)],
      pairing: [.init(firstFrame: n, lastFrame: 0, reason: n)],
      mtu: .init(client: n, server: n, effective: n, frame: n),
      att: .init(
        pdus: .init(rx: ["a": n, "b": n]),
        transactions: .init(count: n, errors: n, unanswered: n, latencyUs: summary),
        errors: [.init(frame: n, handle: n, code: n)],
        pending: [.init(frame: n, handle: n, ageUs: n)],
        discoveries: [
          .init(
            firstFrame: n, lastFrame: n, requests: n, requestsUs: n, rounds: n,
            repeated: .init(
              startHandle: n, endHandle: n, inSuccession: n, secondFrame: n, latestFrame: n,
              requests: n, requestsUs: n))
        ]),
      gatt: .init(
        services: [.init(startHandle: n, endHandle: n, characteristics: [.init(valueHandle: n)])],
        subscriptions: [.init(frame: n, timeUs: n, cccdHandle: n, valueHandle: n)]),
      notifications: [
        .init(
          valueHandle: n, count: n, bytes: n, gapUs: summary, gaps: [gap],
          decoded: .init(count: n, undecodable: n))
      ],
      transfers: [transfer, transfer],
      flow: .init(
        tx: .init(packets: n, completed: n, outstandingMax: n, completionUs: summary),
        stalls: [
          .init(firstFrame: n, lastFrame: n, startUs: n, durationUs: n, outstanding: n)
        ]),
      rssi: rssi,
      channels: [.init(psm: n, cidLocal: n, cidRemote: n, mtu: n, mps: n, rxBytes: n, txBytes: n)],
      phases: [
        .init(
          startUs: n, durationUs: n, firstFrame: n, lastFrame: n, roundTrips: n,
          slowest: .init(frame: n, responseFrame: n, handle: n, latencyUs: n)),
        .init(name: .close, startUs: 1, durationUs: n),
      ])
    let device = ReportV1.Advertiser(
      txPower: n, company: .init(id: n),
      beacon: .init(
        major: n, minor: n, measuredPower: n, txPower: n, batteryMillivolts: n,
        temperatureCelsius: double, advertisements: n, uptimeSeconds: double),
      reports: n, firstFrame: n, lastFrame: n, rssi: rssi,
      rssiGate: .init(low: n, high: n, firstFrame: n, openUs: n, untilConnectionUs: n))
    let capture = ReportV1.Capture(
      records: n, truncatedRecords: n, droppedRecords: n, undecodableRecords: n,
      vendorLogRecords: n, durationUs: n,
      controllers: [.init(index: n, leACLBuffers: .init(bytes: n, count: n))],
      scans: [.init(startFrame: n, stopFrame: n, startUs: n, durationUs: n)],
      advertisers: [device, device], connections: [connection, connection], skippedRecords: n,
      damage: .init(offset: n), advertiserReportsOmitted: n, connectionsOmitted: n,
      timeline: [.init(frame: n, timeUs: n, connection: n)], timelineOmitted: n)
    return ReportV1(
      captures: [capture],
      findings: [
        .init(
          connection: n, frames: [Int](repeating: n, count: 20), evidence: ["n": .double(double)])
      ])
  }

  static let hostileName =
    "\u{1B}[31mA\"\\ \u{202E}drow\u{7}\n\u{9B}2J\u{200B}\u{FEFF} 漢字 e\u{301} "

  /// Every text is the worst name.
  static var hostile: ReportV1 {
    let name = hostileName
    let connection = ReportV1.Connection(
      peer: .init(address: name, addressType: name, name: name),
      disconnect: .init(frame: 1, reason: 8, name: name),
      pairing: [.init(ioCapabilityInitiator: name, method: name, reason: 1, reasonName: name)],
      att: .init(
        pdus: .init(rx: [name: 1]), errors: [.init(request: .readRequest, name: name)],
        pending: [.init(request: .readRequest)],
        discoveries: [.init(repeated: .init(request: .readByTypeRequest))]),
      gatt: .init(
        services: [
          .init(
            uuid: name, name: name,
            characteristics: [
              .init(uuid: name, name: name, properties: [name], descriptors: [.init(uuid: name)])
            ])
        ]),
      notifications: [
        .init(uuid: name, count: 2, decoded: .init(count: 2, why: name, first: name, last: name))
      ],
      transfers: [
        .init(
          uuid: name, marker: name, payloadType: name, chunkBytes: [name: 1],
          gaps: [.init(explainedBy: .init(rawValue: name))])
      ])
    let capture = ReportV1.Capture(
      path: name, format: name, linkType: name, start: name,
      controllers: [.init(address: name, name: name, manufacturer: name)],
      advertisers: [
        .init(
          address: name, addressType: name, name: name, serviceUuids: [name],
          company: .init(id: 1, name: name),
          beacon: .init(
            uuid: name, namespace: name, instance: name, url: name, ephemeralID: name))
      ],
      connections: [connection], damage: .init(reason: name),
      timeline: [.init(event: name, detail: name)])
    return ReportV1(
      bletrace: name, captures: [capture],
      findings: [.init(rule: name, message: name, advice: name)])
  }

  /// Names without a space at which to break, and of wide characters.
  static var long: ReportV1 {
    var report = Sample.everything
    report.captures[0].path = "/" + String(repeating: "folder/", count: 60)
    report.captures[0].connections[0].peer.name = String(repeating: "漢", count: 82)
    report.captures[0].advertisers[0].name = String(repeating: "👩🏽‍🚀❤️", count: 20)
    report.captures[0].connections[0].transfers[0].marker = String(repeating: "M", count: 200)
    report.findings[0].message = String(repeating: "long words ", count: 60)
    return report
  }
}
