import BletraceTestSupport
import Testing

@testable import Report

@Suite("Beacons")
struct BeaconMeasureTests {
  private let address: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
  private let uid = "17 16 AA FE 00 EE 00 11 22 33 44 55 66 77 88 99 01 02 03 04 05 06 00 00"
  private let url = "08 16 AA FE 10 F6 03 61 08"

  /// The one device that advertises so.
  private func beacon(_ data: String...) throws -> ReportV1.Beacon? {
    var story = CaptureBuilder()
    for one in data { story.advertise(address, -60, data: hex(one)) }
    let devices = Analysed(story).capture.advertisers
    #expect(devices.count == 1)
    return devices.first?.beacon
  }

  private func telemetry(_ count: UInt8) -> String {
    "11 16 AA FE 20 00 0B C4 15 80 00 00 00 \(count < 16 ? "0" : "")\(String(count, radix: 16)) "
      + "00 00 00 64"
  }

  @Test func eachKind() throws {
    #expect(
      try beacon(uid)
        == .init(
          kind: .eddystoneUID, namespace: "00112233445566778899", instance: "010203040506",
          txPower: -18))
    #expect(try beacon(url) == .init(kind: .eddystoneURL, url: "https://a.org", txPower: -10))
    #expect(
      try beacon("0D 16 AA FE 30 F0 01 02 03 04 05 06 07 08")
        == .init(kind: .eddystoneEID, ephemeralID: "0102030405060708", txPower: -16))
    #expect(
      try beacon(telemetry(7))
        == .init(
          kind: .eddystoneTLM, batteryMillivolts: 3012, temperatureCelsius: 21.5,
          advertisements: 7, uptimeSeconds: 10))
    #expect(try beacon("02 01 06") == nil)
  }

  @Test func framesByTurns() throws {
    let found = try #require(
      try beacon(telemetry(7), uid, telemetry(8), url, telemetry(9)))
    #expect(found.kind == .eddystoneUID)
    #expect(found.namespace == "00112233445566778899" && found.url == "https://a.org")
    #expect(found.advertisements == 9)
  }

  @Test func bothMakers() throws {
    let apple =
      "1A FF 4C 00 02 15 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 00 07 00 D6 C5"
    let found = try #require(try beacon(apple, uid))
    #expect(found.kind == .ibeacon)
    #expect(found.uuid == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(found.major == 7 && found.minor == 214 && found.measuredPower == -59)
    #expect(found.instance == "010203040506" && found.txPower == -18)
  }
}
