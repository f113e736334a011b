import Testing

@testable import Comparison
@testable import Report

/// A device that can no longer be connected to is a regression, and what has no partner is said.
@Suite("Devices that cannot be connected to")
struct ReachabilityTests {
  typealias Connection = ReportV1.Connection
  private static let address = "66:0D:F3:0A:7B:1C"

  private func session(_ name: String? = "A", id: Int = 1) -> Connection {
    Connection(
      id: id, transport: .le, role: .central, peer: .init(address: Self.address, name: name))
  }

  private func attempt(id: Int = 1) -> Connection {
    var connection = session(nil, id: id)
    connection.disconnect = .init(frame: 9, reason: .init(0x3E))
    return connection
  }

  private func refused(_ status: UInt8 = 0x3C) -> Run {
    var run = run([])
    run.capture.connectionFailures = [
      .init(frame: 9, status: .init(status), peer: .init(address: Self.address))
    ]
    return run
  }

  private func connected(_ base: [Run], _ new: [Run]) -> [String] {
    compare(base: base, new: new).entries.filter { $0.measure == "connected" }
      .map { "\($0.verdict) \($0.subject.text): \($0.statement)" }
  }

  @Test("a connection whose beginning the capture lacks may be the one that worked")
  func lostBeginning() {
    var unknown = Connection(id: 2, transport: .le)
    (unknown.firstFrame, unknown.lastFrame) = (20, 90)
    let good = run([session()])
    #expect(connected([good], [run([attempt(), unknown])]) == [])
    // Not one that was there before the attempts.
    var failed = attempt()
    failed.firstFrame = 30
    #expect(
      connected([good], [run([unknown, failed])]) == ["worse \"A\": the only attempt failed"])
    // Nor one with another device.
    unknown.peer.address = "66:0D:F3:0A:7B:1D"
    #expect(
      connected([good], [run([attempt(), unknown])]) == ["worse \"A\": the only attempt failed"])
  }

  @Test("a device that worked, and of which each attempt fails now, is a regression")
  func failed() {
    let good = run([session()])
    #expect(
      connected([good], [run([attempt(), attempt()])]) == ["worse \"A\": all 2 attempts failed"])
    #expect(connected([good], [refused()]) == ["worse \"A\": the only attempt failed"])
    // Also beside another device, which goes on.
    let other = Connection(id: 7, peer: .init(address: "11:11:11:11:11:11", name: "B"))
    #expect(
      connected([run([session(), other])], [run([attempt(), other])])
        == ["worse \"A\": the only attempt failed"])
    let comparison = compare(base: [good], new: [refused()])
    #expect(!comparison.isEmpty && comparison.hasRegression)
  }

  @Test("a page over BR/EDR says nothing about LE, nor an attempt that the capture's end cuts off")
  func unknown() {
    var paged = refused(0x04)
    paged.capture.connectionFailures[0].transport = .brEDR
    #expect(connected([run([session()])], [paged]) == [])
    func base(heard frame: Int?) -> Run {
      var connection = session()
      (connection.completeFrame, connection.lastRxFrame) = (5, frame)
      return run([connection])
    }
    #expect(connected([base(heard: nil)], [run([attempt()])]) == [])
    var begun = session(id: 2)
    begun.completeFrame = 12
    #expect(connected([run([session()])], [run([attempt(), begun])]) == [])
    #expect(
      connected([base(heard: 6)], [run([attempt()])]) == ["worse \"A\": the only attempt failed"])
  }

  @Test("an attempt that failed before one that worked is none, nor one that was called off")
  func retried() {
    let good = run([session()])
    #expect(connected([good], [run([attempt(), session(id: 2)])]) == [])
    #expect(connected([good], [refused(0x02)]) == [])
    #expect(compare(base: [good], new: [refused(0x02)]).isEmpty)
    // The new side did not try.
    #expect(connected([good], [run([])]) == [])
    // It did not work before either: nothing was compared.
    #expect(connected([refused()], [refused()]) == [])
    #expect(compare(base: [refused()], new: [refused()]).isEmpty)
  }

  @Test("a device that works again is better, and one run of several in which it fails is worse")
  func others() {
    let good = run([session()])
    #expect(
      connected([refused()], [good]) == ["better \"A\": before: no, now: yes"])
    let runs = Array(repeating: good, count: 5)
    #expect(
      connected(runs, Array(runs.dropLast()) + [refused()]).first?.hasPrefix("worse ") == true)
    #expect(
      connected(runs, Array(repeating: refused(), count: 5)).first?.hasPrefix("worse ") == true)
  }

  @Test("what has no partner is listed, and so is that nothing but failures came")
  func unmatched() {
    let base = run([session(), session(id: 2)])
    let less = compare(base: [base], new: [run([session(id: 5)])])
    #expect(
      less.matchLines(limit: 9) == [
        "\"A\", connection 1 with 5: by address",
        "\"A\": 1 connection, only in the base",
      ])
    #expect(less.unmatched.map(\.connections) == [[.init(run: 0, connection: 2)]])
    let failed = compare(
      base: [run([session(), attempt(id: 2)])], new: [run([attempt(id: 3), attempt(id: 4)])])
    #expect(failed.onlyFailed && failed.hasRegression)
    #expect(
      failed.matchLines(limit: 9) == [
        "66:0D:F3:0A:7B:1C, connection 2 with 3: by address",
        "\"A\": 1 connection, only in the base",
        "66:0D:F3:0A:7B:1C: 1 connection, which failed, only on the new side",
        "each attempt of the new side to connect failed",
      ])
    #expect(!compare(base: [base], new: [base]).onlyFailed)
  }

  @Test("several matches of one device name the connections of both sides")
  func pairs() {
    let sessions = (1...6).map { session(id: $0) }
    let comparison = compare(
      base: [run(sessions)], new: [run(sessions.map { session(id: $0.id + 1) })])
    #expect(
      comparison.matchLines(limit: 9) == [
        "\"A\", 6 connections (1 with 2, 2 with 3, 3 with 4, 4 with 5, ...): by address"
      ])
  }
}
