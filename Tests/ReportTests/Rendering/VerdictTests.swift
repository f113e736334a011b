import Testing

@testable import Rendering
@testable import Report

@Suite struct VerdictTests {
  private func verdict(_ streams: [ReportV1.NotificationStream]) -> String {
    Verdict.of(ReportV1.Connection(id: 1, notifications: streams)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
  }

  @Test func aConnectionInWhichTheClockWentBackHasNoLength() {
    var connection = ReportV1.Connection(id: 1, transport: .le)
    connection.startUs = 811_000
    connection.endUs = 163_000
    #expect(!Verdict.of(connection).spans.map(\.text).joined().contains("-648"))
    connection.endUs = 911_000
    #expect(Verdict.of(connection).spans.map(\.text).joined().contains("LE, 100\u{A0}ms: "))
  }

  @Test func indicationsAreNoNotifications() {
    let indications = ReportV1.NotificationStream(valueHandle: 12, kind: .indication, count: 4)
    #expect(verdict([indications]).hasSuffix("4 indications of 1 characteristic"))
  }

  @Test func bothOfOneCharacteristic() {
    let text = verdict([
      .init(valueHandle: 12, kind: .notification, count: 9),
      .init(valueHandle: 12, kind: .indication, count: 1),
    ])
    #expect(text.hasSuffix("9 notifications and 1 indication of 1 characteristic"))
  }

  @Test func whateverWentByATTIsNotNoTraffic() {
    func words(_ change: (inout ReportV1.Connection) -> Void) -> String {
      var connection = ReportV1.Connection(id: 1)
      change(&connection)
      return Traffic(connection).words.replacing("\u{A0}", with: " ")
    }
    #expect(words { _ in } == "no ATT traffic")
    #expect(
      words { $0.writes = [.init(valueHandle: 12, kind: .write, direction: .tx, count: 3)] }
        == "3 writes of 1 characteristic")
    #expect(words { $0.att.transactions.count = 2 } == "2 ATT transactions")
    // Responses alone, as in an export of one direction.
    #expect(words { $0.att.pdus.rx = ["read_response": 1] } == "1 ATT PDU")
    #expect(words { $0.flow.rx.packets = 4 } == "only parts of L2CAP PDUs")
  }

  private func verdict(transfers: [ReportV1.Transfer]) -> String {
    Verdict.of(ReportV1.Connection(id: 1, transfers: transfers)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
  }

  @Test func whatNeverLeftIsNotComplete() {
    let queued = ReportV1.Transfer(
      direction: .tx, complete: true, payloadBytes: 900, payloadType: "text", durationUs: 40_000,
      delivery: .init(uncompletedPackets: 5, uncompletedBytes: 100))
    #expect(
      verdict(transfers: [queued]).hasSuffix(
        "1 transfer queued, but 5 packets of it never reported as completed, "
          + "900 B of text queued in 40 ms")
    )
  }

  @Test func whatLeftIsToldByItsOwnTime() {
    let sent = ReportV1.Transfer(
      direction: .tx, complete: true, payloadBytes: 900, durationUs: 400,
      delivery: .init(completedFrame: 9, durationUs: 90_000, bytesPerS: 10_000))
    #expect(verdict(transfers: [sent]).hasSuffix("1 transfer complete, 900 B in 90 ms (10 kB/s)"))
  }

  @Test func aRepeatedMarkerIsNoTransfer() {
    let one = ReportV1.Transfer(
      complete: true, payloadBytes: 900, payloadType: "json", durationUs: 400)
    let again = ReportV1.Transfer(id: 2, complete: true, repeatsMarkerOf: 1)
    #expect(
      verdict(transfers: [one, again]).hasSuffix(
        "1 transfer complete, 1 marker repeated, 900 B of JSON in 400 µs"))
    #expect(
      verdict(transfers: [one]).hasSuffix("900 B of JSON in 400 µs, within a connection event"))
  }

  /// Our server and the peer's may use the same handle for different things.
  @Test func theOtherSidesCharacteristicHasItsOwnName() {
    let battery = ReportV1.Characteristic(
      uuid: "2A19", name: "Battery Level", declarationHandle: 2, valueHandle: 3)
    let connection = ReportV1.Connection(
      gatt: .init(server: .peer, services: [.init(characteristics: [battery])]))
    #expect(Name.characteristic(3, uuid: "2A19", in: connection) == "Battery Level")
    #expect(Name.characteristic(3, uuid: nil, in: connection) == "0x0003")
  }
}

@Suite struct FlowTests {
  /// Captures of data packets alone do not tell what is outstanding.
  @Test func withoutCompletions() {
    let connection = ReportV1.Connection(
      flow: .init(tx: .init(packets: 22, completed: 0, outstandingMax: 22)))
    let report = ReportV1(captures: [.init(connections: [connection])])
    let text = String(decoding: TextRenderer.render(report), as: UTF8.self)
    #expect(text.contains("tx 22 packets, no completions in the capture\n"))
    #expect(!text.contains("outstanding"))
  }
}
