import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite("Values and beacons in the text report")
struct ValuesTextTests {
  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

  private func lines(_ decoded: ReportV1.DecodedValues, count: Int) -> String {
    let connection = ReportV1.Connection(
      notifications: [.init(valueHandle: 3, uuid: "2A37", count: count, decoded: decoded)])
    let text = pageText(TextOptions(width: 100)) {
      StreamSection.write(connection, limit: 40, to: &$0)
    }
    return text.firstRange(of: "2A37: ").map { String(text[$0.upperBound...]) } ?? ""
  }

  @Test func firstAndLast() {
    let text = lines(
      .init(count: 45, first: "0 bpm, no contact", last: "128 bpm, contact"), count: 45)
    #expect(text == "first \"0 bpm, no contact\" … last \"128 bpm, contact\"\n")
  }

  @Test func undecodable() {
    let some = lines(
      .init(count: 1, undecodable: 3, why: "needs 3 octets, has 1", first: "a", last: "a"),
      count: 4)
    #expect(some == "only \"a\"; 3 undecodable: needs 3 octets, has 1\n")
    let all = lines(.init(undecodable: 1_234, why: "needs 1 octet, has 0"), count: 1_234)
    #expect(all == "1,234 undecodable: needs 1 octet, has 0\n")
  }

  @Test func formatLearnedLate() {
    let text = lines(.init(count: 2, first: "60 bpm", last: "61 bpm"), count: 10)
    #expect(
      text == "first \"60 bpm\" … last \"61 bpm\"; 8 received before their type was known\n")
  }

  @Test func textFromTheAirIsQuotedAndEscaped() {
    let text = lines(.init(count: 1, first: "a\"\u{1B}[2J", last: nil), count: 1)
    #expect(text == "only \"a\\\"\\x1B[2J\"\n")
  }

  @Test func noValuesNoLine() {
    let connection = ReportV1.Connection(notifications: [.init(valueHandle: 3, uuid: "2A37")])
    #expect(!pageText { StreamSection.write(connection, limit: 40, to: &$0) }.contains("Values"))
  }

  static let beacons: [(ReportV1.Beacon, String)] = [
    (
      .init(uuid: "8D1F47E2", major: 7, minor: 214, measuredPower: -59),
      "iBeacon 8D1F47E2 7/214 -59 dBm at 1 m"
    ),
    (
      .init(
        kind: .eddystoneUID, namespace: "00112233445566778899", instance: "010203040506",
        txPower: -18),
      "Eddystone UID 00112233445566778899/010203040506 -18 dBm at 0 m"
    ),
    (
      .init(
        kind: .eddystoneURL, url: "https://a.org", txPower: -18, batteryMillivolts: 3_012,
        temperatureCelsius: 21.5, advertisements: 1, uptimeSeconds: 432.1),
      "Eddystone URL https://a.org -18 dBm at 0 m, "
        + "Eddystone TLM 3,012 mV 21.5 °C 1 advertisement up 432.1 s"
    ),
    (
      .init(kind: .eddystoneEID, ephemeralID: "0102030405060708", txPower: 4),
      "Eddystone EID 0102030405060708 4 dBm at 0 m"
    ),
    (.init(kind: .eddystoneTLM), "eddystone-tlm"),
    (.init(kind: .ibeacon, uuid: "180D"), "iBeacon 180D"),
  ]

  @Test(arguments: beacons)
  func beacon(_ beacon: ReportV1.Beacon, _ expected: String) {
    #expect(plain(BeaconText.describe(beacon)) == expected)
  }
}
