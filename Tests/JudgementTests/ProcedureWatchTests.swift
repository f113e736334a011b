import BluetoothProtocol
import Report
import Testing

@testable import Judgement

/// Procedures that a controller began, each with its events and without: times in milliseconds.
@Suite("The referee of procedures")
struct ProcedureWatchTests {
  private struct Story {
    var referee = ControllerReferee()
    var frame = 0

    mutating func take(
      _ kind: HCIRow.Kind, _ code: UInt16, at time: Int64, _ head: UInt64 = 0, length: Int = 8
    ) {
      frame += 1
      referee.take(
        HCIRow(kind, code, at: time * 1000, frame: frame, head: head, length: length))
    }

    /// Frames 1 and 2.
    mutating func begin(
      _ procedure: ControllerProcedure, at time: Int64 = 1000, status: UInt64 = 0
    ) {
      take(.command, procedure.command, at: time, ProcedureWatchTests.command(procedure))
      take(.status, procedure.command, at: time + 1, status)
    }

    mutating func end(_ procedure: ControllerProcedure, at time: Int64, other: UInt64 = 0) {
      let head = ProcedureWatchTests.event(procedure) ^ other
      if let code = procedure.subevents.first {
        take(.subevent, code, at: time, head)
      } else {
        take(.event, procedure.events[0], at: time, head)
      }
    }

    /// Something comes from the controller.
    mutating func live(at time: Int64) { take(.event, 0x13, at: time) }
    mutating func close(at time: Int64, _ reason: UInt64) {
      take(.event, 0x05, at: time, 0x40 << 8 | reason << 24)
    }
  }

  /// The link 0x40, the CIS 0x60 on it, the device 0x665544332211, the BIG 3.
  private static func command(_ procedure: ControllerProcedure) -> UInt64 {
    switch procedure.subject {
    case .handle: 0x40
    case .stream: 1 | 0x60 << 8 | 0x40 << 24
    case .address: 0x6655_4433_2211
    case .octet: 3
    case .controller: 0
    }
  }

  private static func event(_ procedure: ControllerProcedure) -> UInt64 {
    switch procedure.subject {
    case .handle: 0x40 << 8
    case .stream: 0x60 << 8
    case .address: 0x6655_4433_2211 << 8
    case .octet: 3 << 8
    case .controller: 0
    }
  }

  private func breaches(
    losses: [UInt32] = [], _ build: (inout Story) -> Void
  ) -> [ReportV1.Breach] {
    var story = Story()
    build(&story)
    return story.referee.finish(at: 300_000_000, losses: losses).map(\.report)
  }

  @Test(
    "each procedure whose event never came, and near misses",
    arguments: ControllerProcedure.all.indices)
  func procedures(index: Int) throws {
    let procedure = ControllerProcedure.all[index]
    let limit = procedure.limit / 1000
    let breach = breaches {
      $0.begin(procedure)
      $0.live(at: 1000 + limit)
    }.first
    #expect(breach?.obligation == .procedureUnfinished && breach?.party == procedure.party)
    #expect(breach?.frames == [1] && breach?.command == Int(procedure.command))
    #expect(breach?.awaited == procedure.awaited && breach?.openUs == Int(limit * 1000))
    let isOfLink = procedure.link(Self.command(procedure)) != nil
    #expect(breach?.handle == (isOfLink ? 0x40 : nil))
    #expect(procedure.awaited.isEmpty == false)
    // Not yet; and nothing shows that events were captured for so long.
    #expect(
      breaches {
        $0.begin(procedure)
        $0.live(at: 999 + limit)
      }.isEmpty)
    #expect(breaches { $0.begin(procedure) }.isEmpty)
    // Refused; ended; of another one; given up; reset.
    #expect(
      breaches {
        $0.begin(procedure, status: 0x0C)
        $0.live(at: 200_000)
      }
      .allSatisfy { $0.obligation == .commandRefused })
    // A command or an event that was cut says no more of what it is about.
    #expect(
      breaches {
        $0.take(.command, procedure.command, at: 1000, length: procedure.commandOctets - 1)
        $0.take(.status, procedure.command, at: 1001)
        $0.live(at: 1000 + limit)
      }.isEmpty || procedure.subject == .controller)
    for code in procedure.events + procedure.subevents {
      let kind: HCIRow.Kind = procedure.subevents.contains(code) ? .subevent : .event
      #expect(
        breaches {
          $0.begin(procedure)
          $0.take(kind, code, at: 1500, length: 0)
          $0.live(at: 200_000)
        }.isEmpty)
    }
    for code in procedure.events + procedure.subevents {
      let kind: HCIRow.Kind = procedure.subevents.contains(code) ? .subevent : .event
      #expect(
        breaches {
          $0.begin(procedure)
          $0.take(kind, code, at: 1500, Self.event(procedure))
          $0.live(at: 200_000)
        }.isEmpty)
    }
    if procedure.subject != .controller {
      #expect(
        breaches {
          $0.begin(procedure)
          $0.end(procedure, at: 1500, other: 0x100)
          $0.live(at: 200_000)
        }.count == 1)
    }
    if procedure.cancel != 0 {
      #expect(
        breaches {
          $0.begin(procedure)
          $0.take(.command, procedure.cancel, at: 1500, Self.command(procedure))
          $0.live(at: 200_000)
        }.isEmpty)
    }
    #expect(
      breaches {
        $0.begin(procedure)
        $0.take(.command, 0x0C03, at: 1500)
        $0.take(.complete, 0x0C03, at: 1501)
        $0.live(at: 200_000)
      }.isEmpty)
    #expect(
      breaches(losses: [2]) {
        $0.begin(procedure)
        $0.live(at: 200_000)
      }.isEmpty)
    // Begun again: only the second counts.
    #expect(
      breaches {
        $0.begin(procedure)
        $0.begin(procedure, at: 2000)
        $0.live(at: 1500 + limit)
      }.isEmpty)
  }

  @Test("whatever the controller sends shows that it was captured for so long")
  func lastReport() throws {
    var story = Story()
    story.begin(try Self.procedure(0x2016))
    for (last, count) in [(Int64.min, 0), (30_000_000, 0), (120_000_000, 1)] {
      let found = story.referee.finish(at: 300_000_000, losses: [], lastReport: last)
      #expect(found.count == count)
    }
  }

  private static func procedure(_ opcode: UInt16) throws -> ControllerProcedure {
    try #require(ControllerProcedure.begun(by: opcode))
  }

  @Test("a connection that ended: sooner, later, and by the timer of the procedure")
  func ended() throws {
    let phy = try Self.procedure(0x2032)
    func found(at end: Int64, _ reason: UInt64) -> [ReportV1.Breach] {
      breaches {
        $0.begin(phy)
        $0.close(at: end, reason)
        $0.live(at: 200_000)
      }
    }
    #expect(found(at: 30_000, 0x13).isEmpty)
    #expect(found(at: 62_000, 0x13).first?.openUs == 61_000_000)
    let timer = try #require(found(at: 41_000, 0x22).first)
    #expect(timer.openUs == 40_000_000 && timer.limit == 60_000_000)
    #expect(timer.lastFrame == 3)
    var story = Story()
    story.begin(phy)
    story.close(at: 30_000, 0x13)
    #expect(story.referee.openAtEnds.map(\.commands) == [[1]])
    // A new connection has the handle.
    #expect(
      breaches {
        $0.begin(phy)
        $0.take(.subevent, 0x01, at: 2000, 0x4000)
        $0.live(at: 200_000)
      }.isEmpty)
  }

  @Test("events that the host masked, and a CIS that it gave up")
  func masked() throws {
    let features = try Self.procedure(0x2016)
    func found(_ mask: UInt64, of opcode: UInt16) -> [ReportV1.Breach] {
      breaches {
        $0.take(.command, opcode, at: 1, mask)
        $0.take(.complete, opcode, at: 2)
        $0.begin(features)
        $0.live(at: 200_000)
      }
    }
    #expect(found(0x1F, of: 0x2001).count == 1 && found(0x17, of: 0x2001).isEmpty)
    #expect(found(1 << 61, of: 0x0C01).count == 1 && found(0x1FFF_FFFF_FFFF, of: 0x0C01).isEmpty)
    let stream = try Self.procedure(0x2064)
    #expect(
      breaches {
        $0.begin(stream)
        $0.take(.command, 0x0406, at: 1500, 0x60)
        $0.live(at: 200_000)
      }.isEmpty)
  }
}
