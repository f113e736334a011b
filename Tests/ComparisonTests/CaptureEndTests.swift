import BluetoothProtocol
import Testing

@testable import Comparison
@testable import Report

/// A capture that ends in the middle of a connection does not show what came later.
@Suite("What the end of a capture cuts off")
struct CaptureEndTests {
  private func connection(
    lasting us: Int = 60_000_000, isOpen: Bool, _ change: (inout ReportV1.Connection) -> Void
  ) -> ReportV1.Connection {
    var connection = ReportV1.Connection(
      id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "A"), startUs: 0, endUs: us)
    if !isOpen { connection.disconnect = .init(frame: 99, reason: .remoteUserTerminatedConnection) }
    change(&connection)
    return connection
  }

  private func verdicts(
    _ measure: String, lasting us: Int = 60_000_000, isOpen: Bool,
    _ base: (inout ReportV1.Connection) -> Void, _ new: (inout ReportV1.Connection) -> Void
  ) -> [Comparison.Verdict] {
    compare(
      base: [run([connection(isOpen: false, base)])],
      new: [run([connection(lasting: us, isOpen: isOpen, new)])]
    ).entries.filter { $0.measure == measure }.map(\.verdict)
  }

  @Test(
    "a request without an answer counts where there was time for one", arguments: [true, false])
  func unanswered(isOpen: Bool) {
    func pending(_ age: Int) -> [Comparison.Verdict] {
      verdicts("att.unanswered", isOpen: isOpen) { _ in
      } _: {
        $0.att.transactions.unanswered = 1
        $0.att.pending = [.init(frame: 90, request: .writeRequest, ageUs: age, asked: .peer)]
      }
    }
    #expect(pending(45_000) == [isOpen ? .same : .worse])
    #expect(pending(1_000_000) == [.worse])
  }

  @Test("an MTU and a data length that may still be agreed on are unknown")
  func setup() {
    let exchanged = { (connection: inout ReportV1.Connection) in
      connection.mtu = .init(client: 247, server: 247, effective: 247, frame: 20)
      connection.dataLengths = [.init(frame: 22, txOctets: 251, rxOctets: 251)]
    }
    let not = { (connection: inout ReportV1.Connection) in
      connection.mtu = .init(effective: 23)
      connection.dataLengths = [.init(frame: 9, txOctets: 27, rxOctets: 27)]
    }
    for measure in ["mtu", "data_length.tx_octets", "data_length.rx_octets"] {
      #expect(verdicts(measure, lasting: 900_000, isOpen: true, exchanged, not) == [])
      // What nothing asked for, with no data on either side, is no loss.
      let expected: Comparison.Verdict = measure == "mtu" ? .different : .worse
      #expect(verdicts(measure, lasting: 900_000, isOpen: false, exchanged, not) == [expected])
      #expect(verdicts(measure, lasting: 5_000_000, isOpen: true, exchanged, not) == [expected])
    }
    let asked = { (connection: inout ReportV1.Connection) in
      not(&connection)
      connection.att.pending = [.init(frame: 90, request: .exchangeMTURequest, ageUs: 9)]
    }
    #expect(verdicts("mtu", lasting: 5_000_000, isOpen: true, exchanged, asked) == [])
  }

  @Test("a request for parameters has its result within 40 s")
  func parameters() {
    func result(_ time: Int, isOpen: Bool) -> [Comparison.Verdict] {
      verdicts("parameter_request", isOpen: isOpen) {
        $0.parameterRequests = [.init(frame: 30, result: .accepted, timeUs: 0)]
      } _: {
        $0.parameterRequests = [.init(frame: 30, result: .notApplied, timeUs: time)]
      }
    }
    #expect(result(59_000_000, isOpen: true) == [])
    #expect(result(59_000_000, isOpen: false) == [])
    #expect(result(57_000_000, isOpen: false) == [.worse])
    #expect(result(20_000_000, isOpen: true) == [.worse])
  }

  @Test("a transfer that the end of the capture cut may have been completed")
  func transfer() {
    func lost(_ ending: ReportV1.TransferEnding) -> [Comparison.Verdict] {
      ["transfer.complete", "transfer.marker"].flatMap { measure in
        verdicts(measure, isOpen: true) {
          $0.transfers = [.init(id: 1, uuid: "FFF1", marker: "EOM", complete: true)]
        } _: {
          $0.transfers = [.init(id: 1, uuid: "FFF1", complete: false, ending: ending)]
        }
      }
    }
    #expect(lost(.captureEnded) == [])
    #expect(lost(.unsubscribed) == [.worse, .worse])
  }

  @Test("a transfer of values that were not subscribed to is not missing")
  func unasked() {
    func present(subscribed: Bool, kind: ReportV1.ValueKind = .notification)
      -> [Comparison.Verdict]
    {
      let offer = { (connection: inout ReportV1.Connection, isSubscribed: Bool) in
        connection.gatt = .init(
          services: [
            .init(
              uuid: "FFF0", startHandle: 14, endHandle: 20,
              characteristics: [.init(uuid: "FFF1", valueHandle: 16)])
          ],
          subscriptions: isSubscribed
            ? [.init(cccdHandle: 17, valueHandle: 16, value: .notify)] : [])
      }
      return verdicts("present", isOpen: false) {
        offer(&$0, true)
        $0.transfers = [
          .init(id: 1, valueHandle: 16, uuid: "FFF1", marker: "EOM", complete: true, kind: kind)
        ]
      } _: {
        offer(&$0, subscribed)
      }
    }
    #expect(present(subscribed: false) == [.different])
    #expect(present(subscribed: true) == [.worse])
    #expect(present(subscribed: false, kind: .write) == [.worse])
  }

  @Test("a characteristic that some new runs looked for in vain is named")
  func goneAtTimes() {
    func offering(_ uuids: [String]) -> Run {
      run([
        connection(isOpen: false) {
          $0.gatt = .init(
            services: [
              .init(
                uuid: "FFF0", startHandle: 1, endHandle: 9,
                characteristics: uuids.enumerated().map {
                  .init(uuid: $0.element, valueHandle: 3 + 2 * $0.offset)
                })
            ],
            searched: [
              .init(kind: .primaryServices, startHandle: 1, endHandle: 0xFFFF),
              .init(kind: .characteristics, startHandle: 1, endHandle: 9),
            ])
        }
      ])
    }
    let (whole, less) = (offering(["FFF1", "FFF2"]), offering(["FFF1"]))
    func statements(_ new: [Run]) -> [String] {
      compare(base: [whole, whole], new: new).entries.filter { $0.measure == "gatt" }
        .map { "\($0.verdict) \($0.statement)" }
    }
    #expect(
      statements([less, whole, less])
        == ["unclear is missing in 2 of 3 connections; may be another mode of the device"])
    #expect(statements([less, less]) == ["worse is missing"])
    #expect(statements([whole, whole]) == ["same the same"])
  }

  private func finding(
    _ rule: String, _ evidence: EvidenceList = [:], lasting us: Int,
    isOpen: Bool, base: ReportV1.Connection? = nil,
    _ change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> [Comparison.Verdict] {
    var new = run([connection(lasting: us, isOpen: isOpen, change)])
    new.findings = [
      .init(
        rule: rule, severity: .warning, connection: 1, frames: [9], message: "m",
        evidence: evidence.keyed)
    ]
    return compare(base: [run([base ?? connection(isOpen: false) { _ in }])], new: [new]).entries
      .filter { $0.measure == "finding.\(rule)" }.map(\.verdict)
  }

  @Test("an update of the parameters that failed may succeed after the capture ended")
  func updates() {
    func failed(at us: Int, isOpen: Bool) -> [Comparison.Verdict] {
      finding("parameter-update-not-applied", lasting: 60_000_000, isOpen: isOpen) {
        $0.parameterUpdateFailures = [.init(frame: 9, status: 0x20, timeUs: us)]
      }
    }
    #expect(failed(at: 57_000_000, isOpen: true) == [.different])
    #expect(failed(at: 57_000_000, isOpen: false) == [.worse])
    #expect(failed(at: 10_000_000, isOpen: true) == [.worse])
    func requested(_ age: Int) -> [Comparison.Verdict] {
      finding(
        "parameter-update-unanswered", [.ageUs: .int(age)], lasting: 60_000_000, isOpen: true)
    }
    #expect(requested(3_000_000) == [.different])
    #expect(requested(50_000_000) == [.worse])
  }

  @Test("an end that was requested may be reported until the supervision timeout has passed")
  func requestedEnd() {
    func waited(_ us: Int) -> [Comparison.Verdict] {
      finding(
        "disconnect-unanswered",
        [.waitedUs: .int(us), .supervisionTimeoutUs: .int(20_000_000)], lasting: 60_000_000,
        isOpen: true)
    }
    #expect(waited(17_000_000) == [.different])
    #expect(waited(23_000_000) == [.worse])
  }

  @Test("how a connection ends is new only where the base shows as much of one")
  func ends() {
    func end(_ rule: String, base us: Int, isOpen: Bool = true) -> [Comparison.Verdict] {
      finding(
        rule, lasting: 60_000_000, isOpen: false,
        base: connection(lasting: us, isOpen: isOpen) { _ in })
    }
    #expect(end("disconnect-by-peer", base: 40_000_000) == [.different])
    #expect(end("disconnect-by-peer", base: 55_000_000) == [.worse])
    #expect(end("disconnect-by-peer", base: 40_000_000, isOpen: false) == [.worse])
    #expect(end("link-loss", base: 20_000_000) == [.different])
    #expect(end("link-loss", base: 40_000_000) == [.worse])
  }

  @Test("values of no characteristic are new only where the base has values")
  func undeclared() {
    func verdict(_ values: Int) -> [Comparison.Verdict] {
      finding(
        "undeclared-value", lasting: 60_000_000, isOpen: false,
        base: connection(isOpen: true) {
          $0.notifications = (0..<values).map { _ in .init(valueHandle: 9, count: 5) }
        })
    }
    #expect(verdict(0) == [.different])
    #expect(verdict(1) == [.worse])
  }

  @Test("a request that this host cut off by its own disconnect was not left unanswered")
  func ownEnd() {
    func pending(_ age: Int) -> [Comparison.Verdict] {
      verdicts("att.unanswered", isOpen: false) { _ in
      } _: {
        $0.disconnect = .init(frame: 99, reason: .connectionTerminatedByLocalHost)
        $0.att.transactions.unanswered = 1
        $0.att.pending = [.init(frame: 90, request: .writeRequest, ageUs: age, asked: .peer)]
      }
    }
    #expect(pending(78_000) == [.same])
    #expect(pending(2_000_000) == [.worse])
  }

  @Test("a discovery that was broken off has no duration")
  func brokenDiscovery() {
    func explore(_ pending: ATTOpcode?) -> [Comparison.Verdict] {
      func exploring(_ us: Int, _ connection: inout ReportV1.Connection) {
        connection.phases = [.init(name: .explore, durationUs: us, roundTrips: 20)]
      }
      return verdicts("phases.explore.duration_us", isOpen: false) {
        exploring(400_000, &$0)
      } _: {
        exploring(19_000_000, &$0)
        if let pending { $0.att.pending = [.init(frame: 90, request: pending, asked: .peer)] }
      }
    }
    #expect(explore(nil) == [.worse])
    #expect(explore(.writeRequest) == [.worse])
    #expect(explore(.findInformationRequest) == [])
  }
}
