import BletraceTestSupport
import Testing

@testable import Comparison
@testable import Report

/// Things are matched by what they are, never by handle or frame.
@Suite("Matching")
struct MatchingTests {
  typealias Connection = ReportV1.Connection

  private func connection(
    _ name: String? = nil, _ address: String? = nil, handle: Int = 64, uuids: [String] = []
  ) -> Connection {
    Connection(
      handle: handle, transport: .le, role: .central, peer: .init(address: address, name: name),
      gatt: .init(services: uuids.map { .init(uuid: $0, startHandle: 1, endHandle: 9) }))
  }

  /// For each slot its place in each run, `-` where it has none.
  private func slots(_ runs: [[Connection]]) -> [String] {
    matched(runs.map { $0.map { $0.matchingKeys() } }).map { slot in
      runs.indices.map { slot.indices[$0].map(String.init) ?? "-" }.joined()
    }
  }

  @Test("a connection is known by its peer's address, else its name, else what it offers")
  func connections() {
    #expect(
      slots([
        [connection("A", "1"), connection("B", "2")], [connection("B", "2"), connection("A", "1")],
      ]) == ["01", "10"])
    // Another address each time, as phones have.
    #expect(
      slots([
        [connection("A", "1"), connection("B", "2")], [connection("B", "3"), connection("A", "4")],
      ]) == ["01", "10"])
    // The address goes before the name.
    #expect(
      slots([
        [connection("A", "1"), connection("A", "2")], [connection("A", "2"), connection("A", "9")],
      ]) == ["01", "10"])
    #expect(
      slots([
        [connection(nil, "1", uuids: ["180D"])],
        [connection("X", "5", uuids: ["1801", "FFF0"]), connection("Y", "6", uuids: ["180D"])],
      ]) == ["01", "-0"])
    // Nothing is known of either.
    #expect(slots([[connection()], [connection(), connection()]]) == ["00", "-1"])
    // Every device has GAP, GATT, a battery.
    #expect(
      slots([
        [connection("A", "1", uuids: ["1800", "180F"])],
        [connection("B", "2", uuids: ["1800", "180F"])],
      ]) == ["0-", "-0"])
  }

  @Test("connections with one peer are matched in their order")
  func order() {
    let one = connection("A", "1")
    #expect(slots([[one, one], [one]]) == ["00", "1-"])
    #expect(slots([[one], [one, one], [one, one]]) == ["000", "-11"])
  }

  @Test("what one run teaches about a device helps with the next")
  func learning() {
    // The second run knows both the name and another address; the third only that address.
    #expect(
      slots([[connection("A", "1")], [connection("A", "2")], [connection(nil, "2")]]) == ["000"])
  }

  @Test("roles and transports are not mixed")
  func roles() {
    var peripheral = connection("A", "1")
    peripheral.role = .peripheral
    #expect(slots([[connection("A", "1")], [peripheral]]) == ["0-", "-0"])
  }

  private func transfer(_ uuid: String, _ marker: String?, handle: Int) -> ReportV1.Transfer {
    .init(valueHandle: handle, uuid: uuid, marker: marker, complete: marker != nil)
  }

  private func changes(_ base: [ReportV1.Transfer], _ new: [ReportV1.Transfer]) -> Comparison {
    var (old, fresh) = (connection("A", "1"), connection("A", "1"))
    old.transfers = base
    fresh.transfers = new
    return compare(base: [run([old])], new: [run([fresh])])
  }

  @Test("transfers are matched by characteristic and marker, wherever their handles are")
  func transfers() {
    let comparison = changes(
      [transfer("FFF1", "PIC_END", handle: 3), transfer("FFF1", "TEXT_END", handle: 3)],
      [transfer("FFF1", "TEXT_END", handle: 9), transfer("FFF1", "PIC_END", handle: 9)])
    #expect(comparison.entries.allSatisfy { $0.verdict == .same })
  }

  @Test("a transfer that lost its marker is still that transfer")
  func lostMarker() {
    let comparison = changes(
      [transfer("FFF1", "EOM", handle: 3), transfer("FFF1", "EOM", handle: 3)],
      [transfer("FFF1", "EOM", handle: 3), transfer("FFF1", nil, handle: 3)])
    #expect(
      comparison.measures(.worse)
        == ["transfer.complete of transfer 2 of FFF1", "transfer.marker of transfer 2 of FFF1"])
  }

  @Test("a transfer that is missing is worse; one more is not")
  func missing() {
    let one = transfer("FFF1", "EOM", handle: 3)
    #expect(changes([one, one], [one]).measures(.worse) == ["present of transfer 2 of FFF1"])
    let more = changes([one], [one, one])
    #expect(more.measures(.different) == ["present of transfer 2 of FFF1"] && more.worse.isEmpty)
  }

  @Test("thousands of transfers are matched in time")
  func many() {
    let transfers = (0..<20_000).map { transfer("FFF\($0 % 10)", "EOM", handle: $0) }
    let time = processorTime {
      let services = CharacteristicServices(connection())
      let keys = transfers.map { $0.matchingKeys(services) }
      #expect(matched([keys, keys]).count == 20_000)
    }
    #expect(time < .seconds(20))
  }

  @Test("moved handles are a difference, and worse where a client may rely on the old ones")
  func handles() {
    func offering(
      _ handle: Int, address: String, type: String, isAnnounced: Bool = false,
      isBonded: Bool = true
    ) -> Connection {
      var connection = connection("A", address)
      connection.peer.addressType = type
      if isBonded { connection.encryption = [.init(frame: 2, enabled: true)] }
      connection.gatt = .init(
        services: [
          .init(
            uuid: "FFF0", startHandle: handle, endHandle: handle + 2,
            characteristics: [.init(uuid: "FFF1", valueHandle: handle + 2)])
        ], serviceChanges: isAnnounced ? [.init(frame: 3, startHandle: 1, endHandle: 65_535)] : [])
      return connection
    }
    func verdicts(_ base: Connection, _ new: Connection) -> [Comparison.Verdict] {
      compare(base: [run([base])], new: [run([new])]).entries
        .filter { $0.measure == "gatt" }.map(\.verdict)
    }
    let base = offering(10, address: "1", type: "random-static")
    #expect(verdicts(base, offering(12, address: "1", type: "random-static")) == [.worse])
    #expect(verdicts(base, offering(10, address: "1", type: "random-static")) == [.same])
    #expect(
      verdicts(base, offering(12, address: "1", type: "random-static", isAnnounced: true))
        == [.different])
    // A client without a bond discovers again. Core Vol 3, Part G, 2.5.2.
    let stranger = offering(10, address: "1", type: "random-static", isBonded: false)
    var later = offering(12, address: "1", type: "random-static", isBonded: false)
    #expect(verdicts(stranger, later) == [.different])
    // Unless it subscribed.
    later.gatt.services[0].characteristics.append(.init(uuid: "2A05", valueHandle: 14))
    later.gatt.subscriptions = [.init(cccdHandle: 15, valueHandle: 14, value: .indicate)]
    #expect(verdicts(stranger, later) == [.worse])
    // One run of the base had those handles.
    let both = compare(
      base: [run([base]), run([offering(12, address: "1", type: "random-static")])],
      new: [run([offering(12, address: "1", type: "random-static")])])
    #expect(both.entries.filter { $0.measure == "gatt" }.map(\.verdict) == [.same])
    #expect(verdicts(base, offering(12, address: "2", type: "random-static")) == [.same])
    let private1 = offering(10, address: "1", type: "random-resolvable")
    #expect(verdicts(private1, offering(12, address: "1", type: "random-resolvable")) == [.same])
  }

  @Test("characteristics and properties that are gone are worse; new ones are not")
  func database() {
    let everything = [
      ReportV1.SearchedHandles(kind: .primaryServices, startHandle: 1, endHandle: 0xFFFF),
      ReportV1.SearchedHandles(kind: .characteristics, startHandle: 1, endHandle: 9),
    ]
    func offering(_ characteristics: [(String, [String])]) -> Connection {
      var connection = connection("A", "1")
      connection.gatt = .init(
        services: [
          .init(
            uuid: "FFF0", startHandle: 1, endHandle: 9,
            characteristics: characteristics.map {
              .init(uuid: $0.0, valueHandle: 3, properties: $0.1)
            })
        ], searched: everything)
      return connection
    }
    let comparison = compare(
      base: [run([offering([("FFF1", ["read", "notify"]), ("FFF2", [])])])],
      new: [run([offering([("FFF1", ["read", "write"]), ("FFF3", [])])])])
    let gatt = comparison.entries.filter { $0.measure == "gatt" }
    #expect(
      gatt.map { "\($0.verdict) \($0.subject.part ?? "") \($0.statement)" } == [
        "worse characteristic FFF2 in FFF0 is missing",
        "worse characteristic FFF1 in FFF0 lost notify, gained write",
        "different characteristic FFF3 in FFF0 is new",
      ])
    // A whole service is one entry, whatever was in it.
    var other = connection("A", "1", uuids: ["FFF9"])
    other.gatt.searched = everything
    let gone = compare(
      base: [run([offering([("FFF1", []), ("FFF2", [])])])], new: [run([other])])
    #expect(gone.measures(.worse) == ["gatt of service FFF0"])
  }
}
