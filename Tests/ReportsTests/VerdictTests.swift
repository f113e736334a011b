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
}
