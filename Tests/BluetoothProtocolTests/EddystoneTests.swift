import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Eddystone")
struct EddystoneTests {
  @Test func identity() throws {
    let vector = hex(
      """
      00 EE                          // UID, -18 dBm at 0 m
      ED D1 EB EA C0 4E 5D EF A0 17  // namespace
      0B DB 87 53 9B 67              // instance
      """)
    // With and without the two reserved octets at the end.
    for octets in [vector, vector + [0, 0]] {
      guard case .uid(let uid) = try decode(octets, frame) else {
        Issue.record("not a UID frame")
        return
      }
      #expect(uid.txPower == -18)
      #expect(uid.namespace == hex("ED D1 EB EA C0 4E 5D EF A0 17"))
      #expect(uid.instance == hex("0B DB 87 53 9B 67"))
    }
    sweep(vector, layer: .gap, frame)
  }

  @Test(arguments: [
    // The example of the format's own text.
    ("10 EE 00 67 6F 6F 2E 67 6C 2F 36 4D 68 7A 6F 57", "http://www.goo.gl/6MhzoW"),
    ("10 EE 01 61 07", "https://www.a.com"), ("10 EE 02 61 00 62", "http://a.com/b"),
    ("10 EE 03 61 08", "https://a.org"), ("10 EE 03 61 06", "https://a.gov/"),
    ("10 EE 03 61 0D", "https://a.gov"), ("10 EE 03", "https://"),
    ("10 EE 03 61 0E 20 7F FF 62", "https://a%0E%20%7F%FFb"), ("10 EE 04 61", nil),
  ])
  func urls(octets: String, url: String?) throws {
    guard case .url(let found) = try decode(hex(octets), frame) else {
      Issue.record("not a URL frame")
      return
    }
    #expect(found.txPower == -18)
    #expect(found.url == url)
  }

  @Test func urlIsCut() {
    let vector = hex("10 EE 03 61 62 63")
    for held in 0..<vector.count {
      // Of a URL that was cut nothing is reported; a shorter frame is a shorter URL.
      let cut = outcome(of: vector, held: held, original: vector.count, frame)
      #expect(limit(cut) == .capture)
      let short = outcome(of: vector, held: held, original: held, frame)
      #expect(limit(short) == (held < 3 ? .packet : nil))
    }
  }

  @Test func telemetry() throws {
    let vector = hex(
      """
      20 00        // TLM, plain
      0B C4        // 3012 mV
      15 80        // 21.5 °C
      00 00 04 D2  // 1234 frames
      00 00 10 E1  // 4321 x 0.1 s
      """)
    guard case .telemetry(let found) = try decode(vector, frame) else {
      Issue.record("not a TLM frame")
      return
    }
    #expect(found.battery == 3012)
    #expect(found.temperature == 5504)
    #expect(found.advertisements == 1234)
    #expect(found.uptime == 4321)
    sweep(vector, layer: .gap, frame)
  }

  @Test func telemetryThatIsNotThere() throws {
    let without = hex("20 00 00 00 80 00 00 00 00 01 00 00 00 02")
    guard case .telemetry(let found) = try decode(without, frame) else {
      Issue.record("not a TLM frame")
      return
    }
    #expect(found.battery == nil && found.temperature == nil)
    #expect(found.advertisements == 1 && found.uptime == 2)
    // Encrypted: twelve octets, a salt and a check.
    let encrypted = hex("20 01 00 01 02 03 04 05 06 07 08 09 0A 0B 11 22 33 44")
    guard case .telemetry(let secret) = try decode(encrypted, frame) else {
      Issue.record("not a TLM frame")
      return
    }
    #expect(secret.battery == nil && secret.advertisements == nil && secret.uptime == nil)
  }

  @Test func ephemeralIdentifier() throws {
    let vector = hex("30 F0 01 02 03 04 05 06 07 08")
    guard case .ephemeralIdentifier(let found) = try decode(vector, frame) else {
      Issue.record("not an EID frame")
      return
    }
    #expect(found.txPower == -16)
    #expect(found.identifier == [1, 2, 3, 4, 5, 6, 7, 8])
    sweep(vector, layer: .gap, frame)
  }

  @Test func others() throws {
    #expect(limit(outcome(of: [], held: 0, original: 0, frame)) == .packet)
    #expect(try decode(hex("40 00 00"), frame) == nil)
  }

  @Test func inAdvertisingData() throws {
    let vector = hex(
      """
      03 03 AA FE                // services: FEAA
      08 16 AA FE                // service data of FEAA
      10 EE 00 61 07             // URL, -18 dBm at 0 m, http://www.a.com
      """)
    let summary = try decode(vector) { (range, bytes) throws(DecodeIssue) in
      AdvertisingSummary(range, in: bytes)
    }
    guard case .eddystone(.url(let url)) = summary.beacon else {
      Issue.record("not an Eddystone: \(summary)")
      return
    }
    #expect(url.url == "http://www.a.com")
    #expect(summary.issue == nil)
    let short = try decode(hex("05 16 AA FE 00 EE")) { (range, bytes) throws(DecodeIssue) in
      AdvertisingSummary(range, in: bytes)
    }
    #expect(short.beacon == nil)
    #expect(short.issue?.limit == .packet)
    #expect(short.serviceData.count == 1)
  }
}

/// Who is to blame for a frame that was not decoded.
private func limit(_ result: Result<EddystoneFrame?, DecodeIssue>) -> DecodeIssue.Limit? {
  guard case .failure(let issue) = result else { return nil }
  return issue.limit
}

private func frame(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> EddystoneFrame? {
  try EddystoneFrame(range, in: bytes)
}
