import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("discovery-loop")
struct DiscoveryLoopRuleTests {
  /// Of a connection of 10 s: four rounds, three of them without a reason.
  private func connection(
    _ change: (inout ReportV1.Discovery) -> Void = { _ in }
  ) -> ReportV1.Connection {
    var discovery = ReportV1.Discovery(
      server: .peer, firstFrame: 12, lastFrame: 88, requests: 40, requestsUs: 1_500_000, rounds: 4,
      repeated: ReportV1.RepeatedDiscovery(
        request: .readByGroupTypeRequest, startHandle: 1, endHandle: 0xFFFF, inSuccession: 0,
        secondFrame: 30, latestFrame: 70, requests: 30, requestsUs: 1_100_000))
    change(&discovery)
    return .healthy().with { $0.att.discoveries = [discovery] }
  }

  @Test("the whole of it, four times")
  func rounds() throws {
    let finding = try only(DiscoveryLoopRule.self, in: ReportV1.Capture(connection()))
    #expect(finding.severity == .warning)
    #expect(finding.connection == 1)
    #expect(finding.frames == [12, 30, 70, 88])
    #expect(
      finding.message
        == "This host discovered the attributes of the peer 4 times. After the first discovery, "
        + "30 requests took 1.1 s, 11 % of the connection's time.")
    #expect(
      finding.evidence == [
        .server: .string("peer"), .rounds: .int(4), .reasons: .int(0),
        .request: .string("read_by_group_type_request"), .startHandle: .int(1),
        .endHandle: .int(0xFFFF), .inSuccession: .int(0), .repeatedRequests: .int(30),
        .repeatedUs: .int(1_100_000), .connectionUs: .int(10_000_000),
        .party: .string("local"), .transport: .string("le"),
      ])
    #expect(
      finding.advice?.hasPrefix(
        "The client's app should discover once in a "
          + "connection") == true)
    #expect(finding.lostUs == 1_100_000)
  }

  @Test("a second discovery is one of which more than one of the first requests shows it")
  func started() {
    for (questions, count) in [(1, 0), (2, 1)] {
      let twice = connection {
        $0.rounds = 2
        $0.repeated?.questions = questions
      }
      #expect(DiscoveryLoopRule.check(ReportV1.Capture(twice)).count == count)
    }
  }

  @Test("one question, right after its answer")
  func stuck() throws {
    let stuck = connection {
      $0.server = .local
      $0.rounds = 31
      $0.repeated?.request = .readByTypeRequest
      $0.repeated?.inSuccession = 30
    }
    let finding = try only(DiscoveryLoopRule.self, in: ReportV1.Capture(stuck))
    #expect(
      finding.message
        == "The peer sent one Read By Type Request from handle 0x0001 about this host's attributes 31 "
        + "times, 30 times as soon as the one before was answered. After the first time, "
        + "30 requests took 1.1 s, 11 % of the connection's time.")
    #expect(finding.advice?.hasPrefix("The discovery does not advance.") == true)
  }

  @Test("information where it took little of the connection's time")
  func little() throws {
    let long = connection().with { $0.endUs = 60_000_000 }
    let finding = try only(DiscoveryLoopRule.self, in: ReportV1.Capture(long))
    #expect(finding.severity == .info)
    // Times that a file may state.
    let hostile = connection().with {
      $0.startUs = Int.mostReported
      $0.endUs = -Int.mostReported
    }
    #expect(try only(DiscoveryLoopRule.self, in: ReportV1.Capture(hostile)).severity == .warning)
  }

  @Test("quiet where there were few rounds, it took no time, or was asked once")
  func nearMisses() {
    let quiet = [
      connection {
        $0.rounds = 3
        $0.repeated?.requests = 9
      },
      connection {
        $0.repeated?.requestsUs = 999_999
        $0.repeated?.requests = 9
      },
      // Only the services again, of a discovery that went on to more.
      connection {
        $0.rounds = 2
        $0.requests = 61
      },
      connection {
        $0.rounds = 1
        $0.repeated = nil
      },
      connection { $0.rounds = -Int.mostReported },
    ]
    for connection in quiet {
      #expect(DiscoveryLoopRule.check(ReportV1.Capture(connection)).isEmpty)
    }
  }

  @Test("a second discovery of all is information")
  func whole() throws {
    let twice = connection {
      $0.rounds = 2
      $0.requests = 58
      $0.repeated?.requestsUs = 600_000
    }
    let finding = try only(DiscoveryLoopRule.self, in: ReportV1.Capture(twice))
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "This host discovered the attributes of the peer 2 times. After the first discovery, "
        + "30 requests took 600 ms, 6 % of the connection's time.")
  }

  @Test("quiet where something called for it")
  func reasons() throws {
    let few = connection { $0.repeated?.requests = 9 }
    let changed = few.with {
      $0.gatt.serviceChanges = [ReportV1.ServiceChange(frame: 25, startHandle: 1, endHandle: 9)]
    }
    let encrypted = few.with {
      $0.encryption = [
        ReportV1.Encryption(frame: 20, enabled: false),
        ReportV1.Encryption(frame: 25, enabled: true),
      ]
    }
    let outOfSync = few.with { $0.att.errors = [.read(26, 0x12)] }
    for connection in [changed, encrypted, outOfSync] {
      #expect(DiscoveryLoopRule.check(ReportV1.Capture(connection)).isEmpty)
      let more = connection.with { $0.att.discoveries[0].rounds = 5 }
      let finding = try only(DiscoveryLoopRule.self, in: ReportV1.Capture(more))
      #expect(finding.evidence[.reasons] == .int(1))
    }
    // Changes of the other side's attributes are none.
    let other = few.with {
      $0.gattOtherSide = ReportV1.GATT(
        server: .local,
        serviceChanges: [ReportV1.ServiceChange(frame: 25, startHandle: 1, endHandle: 9)])
    }
    #expect(!DiscoveryLoopRule.check(ReportV1.Capture(other)).isEmpty)
  }
}

@Suite("Rounds of discovery")
struct DiscoveryMeasureTests {
  /// Services, then the characteristics of the first one; each request is answered after 1 ms.
  private func walk(_ story: inout CaptureBuilder, handle: UInt8 = 1) {
    story.att(.tx, [0x10, handle, 0x00, 0xFF, 0xFF, 0x00, 0x28])
    story.att(.rx, [0x11, 0x06, handle, 0x00, handle + 8, 0x00, 0x0D, 0x18])
    story.att(.tx, [0x10, handle + 9, 0x00, 0xFF, 0xFF, 0x00, 0x28])
    story.att(.rx, [0x01, 0x10, handle + 9, 0x00, 0x0A])
    story.att(.tx, [0x08, handle, 0x00, handle + 8, 0x00, 0x03, 0x28])
    story.att(.rx, [0x09, 0x07, handle + 1, 0x00, 0x12, handle + 2, 0x00, 0x37, 0x2A])
  }

  @Test("a discovery is one round, whatever is read and written beside it")
  func once() {
    let analysed = Analysed { story in
      walk(&story)
      // By type, but of a value; and the read of a descriptor.
      for _ in 0..<5 {
        story.att(.tx, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x2A])
        story.att(.rx, [0x09, 0x04, 0x03, 0x00, 0x41, 0x42])
        story.att(.tx, [0x0A, 0x03, 0x00])
        story.att(.rx, [0x0B, 0x41])
      }
    }
    #expect(
      analysed.connections[0].att.discoveries == [
        .init(
          server: .peer, firstFrame: 4, lastFrame: 9, requests: 3, requestsUs: 3000,
          requestsAfter: 10, requestsAfterUs: 10_000, firstRoundLastFrame: 9,
          firstRoundRequests: 3, firstRoundUs: 3000)
      ])
    #expect(Analysed { $0.send("x") }.connections[0].att.discoveries == [])
  }

  @Test("each time that it begins anew is another one")
  func again() {
    let analysed = Analysed { story in
      for _ in 0..<5 { walk(&story) }
    }
    #expect(
      analysed.connections[0].att.discoveries == [
        .init(
          server: .peer, firstFrame: 4, lastFrame: 33, requests: 15, requestsUs: 15_000, rounds: 5,
          repeated: .init(
            request: .readByGroupTypeRequest, startHandle: 1, endHandle: 0xFFFF,
            inSuccession: 0, secondFrame: 10, latestFrame: 28, requests: 12,
            requestsUs: 12_000, questions: 3),
          firstRoundLastFrame: 9, firstRoundRequests: 3, firstRoundUs: 3000)
      ])
  }

  @Test("one question that is asked without end")
  func stuck() {
    let analysed = Analysed { story in
      walk(&story)
      for _ in 0..<100 {
        story.att(.tx, [0x08, 0x01, 0x00, 0x09, 0x00, 0x03, 0x28])
        story.att(.rx, [0x09, 0x07, 0x02, 0x00, 0x12, 0x03, 0x00, 0x37, 0x2A])
      }
    }
    let discovery = analysed.connections[0].att.discoveries[0]
    #expect(discovery.rounds == 101)
    #expect(discovery.requests == 103)
    #expect(
      discovery.repeated
        == .init(
          request: .readByTypeRequest, startHandle: 1, endHandle: 9, inSuccession: 100,
          secondFrame: 10, latestFrame: 208, requests: 100, requestsUs: 100_000, questions: 1))
  }

  @Test("other handles are no repetition, and each side has its own")
  func others() {
    let analysed = Analysed { story in
      for index in 0..<20 { walk(&story, handle: UInt8(1 + 10 * index)) }
      for _ in 0..<2 {
        story.att(.rx, [0x04, 0x01, 0x00, 0xFF, 0xFF])
        story.att(.tx, [0x01, 0x04, 0x01, 0x00, 0x0A])
      }
    }
    let discoveries = analysed.connections[0].att.discoveries
    #expect(discoveries.map(\.server) == [.peer, .local])
    #expect(discoveries.map(\.rounds) == [1, 2])
    #expect(discoveries.map(\.requests) == [60, 2])
  }

  @Test("what is counted for it is what it takes, in the measures and in the report")
  func octets() {
    // An array's own header is 32 octets.
    let questions = 32 + DiscoveryMeasure.watched * MemoryLayout<DiscoveryMeasure.Question>.stride
    let measure = 32 + MemoryLayout<DiscoveryMeasure>.stride + questions
    let report = 32 + MemoryLayout<ReportV1.Discovery>.stride
    #expect(measure + report <= Bound.discovery)
    #expect(32 + MemoryLayout<DiscoveryMeasure.Repetition>.stride <= Bound.repetition)
    // Room for a connection and this much more.
    for (room, sides) in [(300, 0), (800, 1), (100_000, 2)] {
      var story = CaptureBuilder()
      story.connect()
      story.att(.tx, [0x04, 0x01, 0x00, 0xFF, 0xFF])
      story.att(.rx, [0x01, 0x04, 0x01, 0x00, 0x0A])
      story.att(.rx, [0x04, 0x01, 0x00, 0xFF, 0xFF])
      story.att(.tx, [0x01, 0x04, 0x01, 0x00, 0x0A])
      let errors = 2 * Bound.attErrors.weight
      let ledger = Ledger(
        limit: (Bound.connections.weight + Bound.openConnection + errors + room) * 8 / 7)
      let capture = Analysed(story, ledger: ledger).capture
      #expect(capture.connections[0].att.discoveries.count == sides)
      #expect(capture.boundsReached.contains("gatt_entries") == (sides < 2))
    }
  }

  @Test("a rule reports it, of times as they were")
  func finding() throws {
    let analysed = Analysed { story in
      for _ in 0..<6 {
        walk(&story)
        story.att(.tx, [0x10, 0x0A, 0x00, 0xFF, 0xFF, 0x01, 0x28])
        story.wait(by: 300_000)
        story.att(.rx, [0x01, 0x10, 0x0A, 0x00, 0x0A])
      }
    }
    let finding = try only(DiscoveryLoopRule.self, in: analysed.capture)
    #expect(finding.evidence[.rounds] == .int(6))
    #expect(finding.evidence[.repeatedUs] == .int(5 * 304_000))
    #expect(finding.severity == .warning)
  }
}
