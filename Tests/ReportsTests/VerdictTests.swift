import Testing

@testable import Reports

@Suite struct VerdictTests {
  private func verdict(_ streams: [ReportV1.NotificationStream]) -> String {
    Verdict.of(ReportV1.Connection(id: 1, notifications: streams)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
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
