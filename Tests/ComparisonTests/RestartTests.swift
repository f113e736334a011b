import Testing

@testable import Comparison
@testable import Report

/// The end of an update, and modes of a device.
@Suite("Restarts")
struct RestartTests {
  typealias Connection = ReportV1.Connection
  private static let address = "66:0D:F3:0A:7B:1C"

  private func connection(
    _ id: Int, _ services: [String] = [], reason: UInt8 = 0x16
  ) -> Connection {
    Connection(
      id: id, transport: .le, role: .central, peer: .init(address: Self.address, name: "A"),
      firstFrame: id * 100, lastFrame: id * 100 + 90, startUs: id * 10_000_000,
      endUs: id * 10_000_000 + 9_000_000,
      disconnect: .init(frame: id * 100 + 90, reason: .init(reason)),
      gatt: .init(
        services: services.enumerated().map {
          .init(uuid: $1, startHandle: $0 * 10 + 1, endHandle: $0 * 10 + 10, primary: true)
        },
        searched: [.init(kind: .primaryServices, startHandle: 1, endHandle: 0xFFFF)]),
      lastRxFrame: id * 100 + 50)
  }

  /// The link was lost; the peer had advertised before that, or not.
  private func lost(_ id: Int, _ services: [String] = [], heard: Int? = 80) -> Connection {
    var connection = connection(id, services, reason: 0x08)
    connection.peerHeard = heard.map { .init(frame: id * 100 + $0) }
    return connection
  }

  private func disconnect(_ new: Run) -> [String] {
    let base = run([connection(1, ["AA00"])])
    return compare(base: [base], new: [new]).entries
      .filter { $0.measure == "disconnect" || $0.measure == "finding.link-loss" }
      .map { "\($0.verdict) \($0.measure)" }
  }

  private func losing(_ new: Run, severity: ReportV1.Severity) -> Run {
    var new = new
    new.findings = [
      .init(rule: "link-loss", severity: severity, connection: 1, frames: [190], message: "m")
    ]
    return new
  }

  @Test("a link that is lost as the peer comes back in another mode is no loss")
  func otherMode() {
    let restarted = run([lost(1, ["AA00"]), connection(2, ["FE59"])])
    #expect(disconnect(restarted) == ["different disconnect"])
    #expect(
      disconnect(losing(restarted, severity: .warning))
        == ["different disconnect", "different finding.link-loss"])
  }

  @Test("the end of an update is no loss")
  func update() {
    #expect(
      disconnect(losing(run([lost(1)]), severity: .info))
        == ["different disconnect", "different finding.link-loss"])
  }

  @Test("a peer that leaves for no known reason is a loss, and so is one that is not heard again")
  func crash() {
    let loss = ["worse disconnect"]
    // In the same mode.
    #expect(disconnect(run([lost(1, ["AA00"]), connection(2, ["AA00"])])) == loss)
    #expect(
      disconnect(losing(run([lost(1)]), severity: .warning))
        == ["worse disconnect", "worse finding.link-loss"])
    // It was heard only later, or never.
    let next = connection(2, ["FE59"])
    #expect(disconnect(run([lost(1, ["AA00"], heard: nil), next])) == loss)
    #expect(disconnect(run([lost(1, ["AA00"], heard: 95), next])) == loss)
    // Its last data came after that.
    #expect(disconnect(run([lost(1, ["AA00"], heard: 20), next])) == loss)
    // Whether it had the other service too is not known: not all were looked for.
    let more = connection(2, ["AA00", "FE59"])
    #expect(disconnect(run([lost(1, ["AA00"]), more])) == ["different disconnect"])
    var partly = lost(1, ["AA00"])
    partly.gatt.searched = []
    #expect(disconnect(run([partly, more])) == loss)
    // Much later.
    var later = next
    later.startUs = 100_000_000
    #expect(disconnect(run([lost(1, ["AA00"]), later])) == loss)
  }

  @Test("a loss that was meant excuses no other")
  func twoLosses() {
    var new = losing(
      run([lost(1, ["AA00"]), connection(2, ["FE59"]), lost(3)]), severity: .warning)
    new.findings.append(
      .init(rule: "link-loss", severity: .error, connection: 3, frames: [390], message: "other"))
    let base = run([connection(1, ["AA00"]), connection(2, ["FE59"]), connection(3)])
    #expect(
      compare(base: [base], new: [new]).entries.filter { $0.measure == "finding.link-loss" }
        .map { "\($0.verdict) \($0.statement)" } == ["worse new: other"])
  }

  private func matches(_ base: [Connection], _ new: [Connection]) -> [String] {
    compare(base: [run(base)], new: [run(new)]).matches.map {
      "\($0.base[0].connection) with \($0.new[0].connection)"
    }
  }

  @Test("a connection in another mode is not taken for the session")
  func mode() {
    #expect(
      matches(
        [connection(1, ["AA00"])], [connection(1, ["FE59"]), connection(2, ["AA00"])])
        == ["1 with 2"])
    // Nothing else is there.
    #expect(matches([connection(1, ["AA00"])], [connection(1, ["FE59"])]) == ["1 with 1"])
  }

  @Test("a session is known by its data in bulk, also where it goes on with an update")
  func bulk() {
    func loading(_ id: Int, _ bulk: [Int]) -> Connection {
      var connection = connection(id, ["AA00"])
      connection.notifications = [.init(valueHandle: 3, uuid: "FFE1", count: 9)]
      if bulk.contains(9) {
        connection.writes = [.init(valueHandle: 9, uuid: "FFE9", kind: .write)]
      }
      connection.runs = bulk.map { .init(id: $0, valueHandle: $0) }
      return connection
    }
    #expect(matches([loading(1, [3])], [loading(1, [3, 9]), loading(2, [])]) == ["1 with 1"])
    #expect(matches([loading(1, [3])], [loading(1, []), loading(2, [3, 9])]) == ["1 with 2"])
    #expect(matches([loading(1, [])], [loading(1, [3, 9]), loading(2, [])]) == ["1 with 2"])
  }
}
