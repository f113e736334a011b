import Testing

@testable import Ceiling
@testable import Report

@Suite("Ceilings")
struct CeilingBuilderTests {
  /// 100 chunks of 20 bytes and a marker at 30 ms: 26 events of four packets.
  private static func transfer(
    _ durationUs: Int = 750_000, gaps: [ReportV1.Gap] = []
  ) -> ReportV1.Transfer {
    ReportV1.Transfer(
      id: 1, valueHandle: 16, marker: "EOM", markerStyle: .own, complete: true,
      payloadBytes: 2_000, chunks: 100, chunkBytes: ["20": 100], chunkLimit: 20, firstFrame: 100,
      lastFrame: 200, markerFrame: 201, durationUs: durationUs,
      throughputBytesPerS: 2_000 * 1_000_000 / Double(durationUs),
      gapUs: .init(count: 100, p50: 676), gaps: gaps)
  }

  private static func connection(_ transfers: [ReportV1.Transfer]) -> ReportV1.Connection {
    ReportV1.Connection(
      id: 1, transport: .le, completeFrame: 1, firstFrame: 1, lastFrame: 999,
      parameters: [.init(frame: 1, intervalUs: 30_000)], mtu: .init(effective: 23),
      transfers: transfers,
      flow: .init(
        rx: .init(events: 26, packetsPerEvent: .init(count: 26, p95: 4), confidence: .high)))
  }

  private static func ceilings(
    _ connection: ReportV1.Connection, buffers: Int = 8
  ) -> [ReportV1.Ceiling?] {
    var capture = ReportV1.Capture(
      controllers: [.init(index: 0, leACLBuffers: .init(bytes: 27, count: buffers))],
      connections: [connection])
    CeilingBuilder.addCeilings(to: &capture)
    return capture.connections[0].transfers.map(\.ceiling)
      + capture.connections[0].notifications.map(\.ceiling)
      + capture.connections[0].writes.map(\.ceiling)
  }

  private static func ceiling(_ connection: ReportV1.Connection) throws -> ReportV1.Ceiling {
    try #require(ceilings(connection).first ?? nil)
  }

  private static func shares(_ ceiling: ReportV1.Ceiling) -> [ReportV1.TimeCause: Int] {
    Dictionary(uniqueKeysWithValues: ceiling.waterfall.map { ($0.cause, $0.us) })
  }

  private static func what(
    _ kind: ReportV1.WhatIfKind, _ ceiling: ReportV1.Ceiling
  ) -> ReportV1.WhatIf? {
    ceiling.whatIf.first { $0.kind == kind }
  }

  @Test("a transfer at the pace of the link reaches its ceiling")
  func healthy() throws {
    let ceiling = try Self.ceiling(Self.connection([Self.transfer()]))
    #expect(ceiling.possibleUs == 750_000)
    #expect(ceiling.possibleBytesPerS == ceiling.achievedBytesPerS)
    #expect(ceiling.packetsPerEvent == 4 && ceiling.packetsPerEventSource == .seen)
    #expect(ceiling.llOctets == 27 && ceiling.phy == "1M" && ceiling.llPacketsPerChunk == 1)
    #expect(ceiling.waterfall.map(\.cause) == ["air", "connection-events"])
    #expect(ceiling.waterfall.reduce(0) { $0 + $1.us } == 750_000)
    // Eleven chunks of 182 in packets of 251, and the marker: two events more after the first.
    let longer = try #require(
      Self.what(.largerMTUAndDataLength, ceiling))
    #expect(longer.change == "MTU 185 and data length 251 instead of 23 and 27")
    #expect(longer.mtu == 185 && longer.llOctets == 251)
    #expect(longer.durationUs == 60_000 + 3 * 1_851)
    let shorter = try #require(Self.what(.shorterInterval, ceiling))
    #expect(shorter.durationUs == 375_000 && shorter.intervalUs == 15_000)
    #expect(shorter.change == "interval 15 ms instead of 30 ms")
    #expect(Self.what(.le2MPHY, ceiling) == nil)
    #expect(Self.what(.largerChunks, ceiling) == nil)
  }

  @Test("each silence with a cause has its share, less the step it replaced")
  func gaps() throws {
    let gaps = [
      ReportV1.Gap(frame: 120, afterFrame: 119, gapUs: 530_000, explainedBy: "credit-stall"),
      ReportV1.Gap(frame: 140, afterFrame: 139, gapUs: 230_000, explainedBy: "app-pause"),
      ReportV1.Gap(frame: 150, afterFrame: 149, gapUs: 130_000),
      ReportV1.Gap(frame: 160, afterFrame: 159, gapUs: 830_000, explainedBy: "completion-stall"),
    ]
    let ceiling = try Self.ceiling(Self.connection([Self.transfer(2_400_000, gaps: gaps)]))
    let shares = Self.shares(ceiling)
    #expect(shares["credit-stall"] == 500_000)
    #expect(shares["app-pause"] == 200_000)
    #expect(shares["completion-stall"] == 800_000)
    #expect(shares["unexplained"] == 2_400_000 - 750_000 - 1_500_000)
    #expect(ceiling.waterfall.reduce(0) { $0 + $1.us } == 2_400_000)
    #expect(ceiling.possibleUs == 750_000)
    let stalls = try #require(Self.what(.noStalls, ceiling))
    #expect(stalls.durationUs == 1_100_000 && stalls.losses == 2)
    #expect(stalls.change == "without the 2 stalls")
    // A twelfth of the time is not worth a line.
    #expect(Self.what(.noAppPauses, ceiling) == nil)
    // The stalls stay whatever else changes.
    #expect(Self.what(.shorterInterval, ceiling)?.durationUs == 2_025_000)
    #expect(ceiling.whatIf.map(\.durationUs) == ceiling.whatIf.map(\.durationUs).sorted())
  }

  @Test("chunks smaller than the MTU allows: the ceiling is that of full ones")
  func smallChunks() throws {
    var transfer = Self.transfer()
    transfer.chunkLimit = 182
    var connection = Self.connection([transfer])
    connection.dataLengths = [
      .init(frame: 2, txOctets: 251, rxOctets: 251, txTimeUs: 2_120, rxTimeUs: 2_120)
    ]
    let ceiling = try Self.ceiling(connection)
    let change = try #require(ceiling.whatIf.first)
    #expect(change.kind == .largerChunks && change.chunkBytes == 182)
    #expect(change.change == "chunks of 182 instead of 20 bytes")
    #expect(change.durationUs == ceiling.possibleUs)
    #expect(ceiling.possibleUs < ceiling.achievedUs / 10)
    #expect(ceiling.whatIf.allSatisfy { $0.mtu == nil })
  }

  @Test("what was in force then counts, not what came later or held before")
  func inForce() throws {
    var connection = Self.connection([Self.transfer(400_000)])
    connection.parameters = [
      .init(frame: 1, intervalUs: 45_000), .init(frame: 50, intervalUs: 15_000),
      .init(frame: 300, intervalUs: 100_000),
    ]
    connection.phys = [.init(frame: 60, tx: .le1M, rx: .le2M), .init(frame: 301, rx: .coded)]
    connection.dataLengths = [
      .init(frame: 70, txOctets: 27, rxOctets: 251, txTimeUs: 328, rxTimeUs: 592),
      .init(frame: 302, txOctets: 251, rxOctets: 251, txTimeUs: 2_120, rxTimeUs: 2_120),
    ]
    let ceiling = try Self.ceiling(connection)
    #expect(ceiling.intervalUs == 15_000)
    #expect(ceiling.phy == "2M")
    // 592 µs are enough for 2 + 4 + 2 + 133 + 4 + 3 octets of 4 µs.
    #expect(ceiling.llOctets == 133)
  }

  @Test("the interval counts as long as it was in force, however short another one was")
  func briefInterval() throws {
    // In 7.5 s the first 11 ms have 7.5 ms, then 300 ms have 45 ms, and the rest has 30 ms.
    var connection = Self.connection([Self.transfer(7_500_000)])
    connection.transfers[0].startUs = 1_000_000
    connection.parameters = [
      .init(frame: 1, intervalUs: 7_500, timeUs: 500_000),
      .init(frame: 101, intervalUs: 45_000, timeUs: 1_011_000),
      .init(frame: 110, intervalUs: 30_000, timeUs: 1_311_000),
    ]
    #expect(try Self.ceiling(connection).intervalUs == 30_000)
    // 142.5 ms, and 30 ms for the last 240 ms of 7.1 s.
    connection.transfers = [Self.transfer(7_100_000)]
    connection.transfers[0].startUs = 1_000_000
    connection.parameters = [
      .init(frame: 1, intervalUs: 142_500, timeUs: 500_000),
      .init(frame: 195, intervalUs: 30_000, timeUs: 7_860_000),
    ]
    let interval = try Self.ceiling(connection).intervalUs
    #expect((120_000...142_500).contains(interval))
  }

  @Test("a sender that puts one value into an event does not show how many it takes")
  func paceOfSender() throws {
    // A value each 40 ms at 30 ms: one in each of 101 events, and none in 33.
    var connection = Self.connection([Self.transfer(4_000_000)])
    connection.transfers[0].gapUs = .init(count: 100, p50: 30_000)
    connection.flow.rx = .init(
      events: 101, packetsPerEvent: .init(count: 101, p95: 1), skippedEvents: 33, confidence: .high)
    let slow = try Self.ceiling(connection)
    #expect(slow.packetsPerEvent == 4 && slow.packetsPerEventSource == .assumed)
    #expect(slow.possibleUs == 750_000)
    // Three in each, and events without any: it may send more.
    connection.flow.rx.packetsPerEvent.p95 = 3
    #expect(try Self.ceiling(connection).packetsPerEvent == 4)
    // Two in every event: that is what it takes.
    connection.flow.rx = .init(
      events: 51, packetsPerEvent: .init(count: 51, p95: 2), confidence: .high)
    let full = try Self.ceiling(connection)
    #expect(full.packetsPerEvent == 2 && full.packetsPerEventSource == .seen)
  }

  @Test("what another connection of the same devices shows holds for this one, at its settings")
  func seenElsewhere() throws {
    var slow = Self.connection([Self.transfer(4_000_000)])
    slow.transfers[0].gapUs = .init(count: 100, p50: 30_000)
    slow.peer.address = "66:0D:F3:0A:7B:1C"
    slow.flow.rx = .init(
      events: 101, packetsPerEvent: .init(count: 101, p95: 1), skippedEvents: 33, confidence: .high)
    var fast = slow
    fast.id = 2
    fast.transfers = []
    fast.flow.rx = .init(
      events: 40, packetsPerEvent: .init(count: 40, p95: 6), confidence: .high)
    func packets(_ connections: ReportV1.Connection...) throws -> Double {
      var capture = ReportV1.Capture(connections: connections)
      CeilingBuilder.addCeilings(to: &capture)
      return try #require(capture.connections[0].transfers[0].ceiling).packetsPerEvent
    }
    #expect(try packets(slow, fast) == 6)
    fast.parameters[0].intervalUs = 60_000
    #expect(try packets(slow, fast) == 4)
  }

  @Test("writes: by their PDUs, and where there are both kinds by their rhythm")
  func writes() throws {
    var transfer = Self.transfer(6_000_000)
    transfer.kind = .write
    transfer.direction = .tx
    transfer.gapUs = .init(count: 100, p50: 60_000)
    var connection = Self.connection([transfer])
    connection.att.pdus.tx = ["write_request": 103]
    let requests = try Self.ceiling(connection)
    #expect(requests.waterfall.map(\.cause) == ["air", "round-trips"])
    #expect(requests.possibleUs == 6_000_000)
    #expect(Self.what(.writesWithoutResponse, requests)?.durationUs == 750_000)

    connection.att.pdus.tx = ["write_request": 103, "write_command": 101]
    #expect(Self.ceilings(connection) == [requests])
    connection.att.pdus.tx = ["write_request": 3, "write_command": 101]
    let commands = try Self.ceiling(connection)
    #expect(commands.waterfall.contains { $0.cause == "connection-events" })
    #expect(Self.what(.writesWithoutResponse, commands) == nil)
  }

  @Test("indications that are confirmed within the event take one each")
  func indications() throws {
    for (gap, roundTrip) in [(30_000, 30_000), (60_000, 60_000), (90_000, 60_000)] {
      var transfer = Self.transfer(100 * gap)
      transfer.kind = .indication
      transfer.gapUs = .init(count: 100, p50: gap)
      let ceiling = try Self.ceiling(Self.connection([transfer]))
      #expect(ceiling.possibleUs == 100 * roundTrip)
      #expect(Self.what(.notificationsForIndications, ceiling) != nil)
    }
  }

  @Test("indications of which some were confirmed sooner have an estimate, too")
  func mixedIndications() throws {
    // A little faster than two events each: as fast as possible. Much faster: within the event.
    for (mean, possible) in [(59_300, 59_300), (45_000, 30_000)] {
      var transfer = Self.transfer(100 * mean)
      transfer.kind = .indication
      transfer.gapUs = .init(count: 100, p50: 60_000)
      let ceiling = try Self.ceiling(Self.connection([transfer]))
      #expect(ceiling.possibleUs == 100 * possible)
    }
  }

  @Test("where it is known when the last had left, all that was sent counts")
  func completed() throws {
    var transfer = Self.transfer(400)
    transfer.direction = .tx
    transfer.chunks = 4
    transfer.chunkBytes = ["20": 4]
    transfer.payloadBytes = 80
    #expect(Self.ceilings(Self.connection([transfer])) == [nil])
    transfer.delivery = .init(completedFrame: 210, durationUs: 90_000, bytesPerS: 888.9)
    let ceiling = try Self.ceiling(Self.connection([transfer]))
    #expect(ceiling.achievedUs == 90_000 && ceiling.achievedBytesPerS == 888.9)
    // Two events for five packets, and the wait for the first of them.
    #expect(ceiling.possibleUs == 60_000)
    transfer.delivery = .init(uncompletedPackets: 2, uncompletedBytes: 40)
    #expect(Self.ceilings(Self.connection([transfer])) == [nil])
  }

  @Test("values that fill the controller's buffers were not on the air when they were seen")
  func sending() throws {
    var transfer = Self.transfer(1_500_000)
    transfer.direction = .tx
    var connection = Self.connection([transfer])
    // 101 packets less 8: 24 events after which the last of them could be handed over.
    let ceiling = try Self.ceiling(connection)
    #expect(ceiling.possibleUs == 23 * 30_000)
    #expect(ceiling.packetsPerEventSource == .assumed)
    // No more goes in an event than the controller holds: 99 packets, two at a time.
    let few = try #require(Self.ceilings(connection, buffers: 2).first ?? nil)
    #expect(few.packetsPerEvent == 2)
    #expect(few.possibleUs == 49 * 30_000)
    transfer.chunks = 14
    transfer.chunkBytes = ["20": 14]
    transfer.payloadBytes = 280
    connection.transfers = [transfer]
    #expect(Self.ceilings(connection) == [nil])
  }

  @Test("faster than four packets an event allow: then there were more")
  func faster() throws {
    let seen = try Self.ceiling(Self.connection([Self.transfer(400_000)]))
    #expect(seen.packetsPerEvent == 7 && seen.packetsPerEventSource == .seen)
    #expect(seen.possibleUs <= 400_000)
    // Faster than any event has room for: something the estimate rests on is wrong.
    #expect(Self.ceilings(Self.connection([Self.transfer(20_000)])) == [nil])
  }

  @Test("streams: the sender's pace is not the link's fault")
  func streams() throws {
    var connection = Self.connection([])
    let gaps = ReportV1.Summary(count: 44, p50: 1_000_000, mean: 999_546.8)
    connection.notifications = [
      .init(
        valueHandle: 3, count: 45, bytes: 265, firstFrame: 90, lastFrame: 150, gapUs: gaps,
        gaps: [.init(frame: 99, afterFrame: 98, gapUs: 5_000_000, explainedBy: "link-silence")])
    ]
    let ceiling = try Self.ceiling(connection)
    #expect(ceiling.achievedUs == 999_547 * 44)
    #expect(ceiling.waterfall.last?.cause == "sender-pace")
    #expect(ceiling.waterfall.reduce(0) { $0 + $1.us } == ceiling.achievedUs)
    #expect(ceiling.whatIf.isEmpty)
    // One whose values make up transfers has none of its own.
    connection.transfers = [Self.transfer()]
    connection.notifications[0].valueHandle = 16
    #expect(Self.ceilings(connection).last == .some(nil))
  }

  @Test("streams of writes have one too")
  func writeStreams() throws {
    var connection = Self.connection([])
    connection.att.pdus.tx = ["write_request": 51]
    connection.writes = [
      .init(
        valueHandle: 3, kind: .write, direction: .tx, count: 51, bytes: 1_020, firstFrame: 90,
        lastFrame: 150, gapUs: .init(count: 50, p50: 60_000, mean: 60_000))
    ]
    let ceiling = try Self.ceiling(connection)
    #expect(ceiling.waterfall.map(\.cause) == ["air", "round-trips"])
    #expect(ceiling.possibleUs == 50 * 60_000)
    #expect(Self.what(.writesWithoutResponse, ceiling) != nil)
  }

  @Test("nothing is said without an interval, of two chunks, of BR/EDR, without a duration")
  func unknown() {
    var connection = Self.connection([Self.transfer()])
    connection.parameters = []
    #expect(Self.ceilings(connection) == [nil])
    connection = Self.connection([Self.transfer()])
    connection.transport = .brEDR
    #expect(Self.ceilings(connection) == [nil])
    var transfer = Self.transfer()
    transfer.chunks = 2
    #expect(Self.ceilings(Self.connection([transfer])) == [nil])
    #expect(Self.ceilings(Self.connection([Self.transfer(0), Self.transfer(-5)])) == [nil, nil])
  }

  @Test("no number in a report ends the program, and what is said adds up")
  func hostile() {
    let numbers = [-Int.mostReported, -1, 0, 1, 3, 30_000, .mostReported]
    var said = 0
    for a in numbers {
      for b in numbers {
        for c in numbers {
          for direction in ReportV1.Direction.allCases {
            for ceiling in Self.ceilings(Self.hostile(a, b, c, direction)) {
              guard let ceiling else { continue }
              said += 1
              #expect(ceiling.waterfall.allSatisfy { $0.us > 0 })
              #expect(ceiling.waterfall.reduce(0) { $0 + $1.us } == ceiling.achievedUs)
              #expect(ceiling.possibleUs > 0 && ceiling.possibleUs <= ceiling.achievedUs)
              #expect(
                ceiling.whatIf.allSatisfy { (1...ceiling.achievedUs).contains($0.durationUs) })
            }
          }
        }
      }
    }
    #expect(said > 0)
  }

  private static func hostile(
    _ a: Int, _ b: Int, _ c: Int, _ direction: ReportV1.Direction
  ) -> ReportV1.Connection {
    let gap = ReportV1.Gap(frame: 3, afterFrame: 2, gapUs: b, explainedBy: "credit-stall")
    let summary = ReportV1.Summary(count: a, min: b, p50: c, p95: a, max: b, mean: Double(b))
    let transfers = ReportV1.ValueKind.allCases.map { kind in
      ReportV1.Transfer(
        valueHandle: 1, direction: direction, marker: "EOM", markerStyle: .split,
        payloadBytes: b, chunks: a, chunkBytes: ["\(c)": a, "20": b, "x": 1], chunkLimit: b,
        firstFrame: a, lastFrame: b, markerFrame: c, durationUs: c, gapUs: summary,
        gaps: [gap, gap, .init(gapUs: c)], kind: kind)
    }
    return ReportV1.Connection(
      controller: 0, completeFrame: nil,
      parameters: [
        .init(frame: -.mostReported, intervalUs: 7_500), .init(frame: 3, intervalUs: a),
      ],
      phys: [.init(frame: -.mostReported, tx: .coded, rx: .le2M)],
      dataLengths: [
        .init(frame: -.mostReported, txOctets: b, rxOctets: c, txTimeUs: a, rxTimeUs: b)
      ],
      mtu: .init(effective: c),
      att: .init(pdus: .init(rx: ["write_request": a], tx: ["write_command": b])),
      notifications: [
        .init(
          valueHandle: 2, direction: direction, count: a, bytes: b, firstFrame: c, lastFrame: a,
          gapUs: summary, gaps: [gap])
      ],
      transfers: transfers,
      flow: .init(
        tx: .init(outstandingMax: a), rx: .init(packetsPerEvent: summary, confidence: .high)),
      writes: [
        .init(kind: .write, direction: direction, count: a, bytes: c, gapUs: summary)
      ])
  }
}
