import BletraceTestSupport
import Findings
import Report
import Testing

@testable import Tracking

/// What is made of a connection of which the sniffer missed, or could not read, a part.
@Suite("What a sniffer missed") struct AirMissedTests {
  private static let notification: [UInt8] = [2, 5, 0, 4, 0, 0x1B, 0x15, 0, 1, 2]

  private func findings(_ air: AirStory) -> [ReportV1.Finding] {
    var capture = Analysed(air).capture
    capture.linkType = "le-ll-phdr"
    return RuleCatalog.findings(in: [capture])
  }

  @Test("packets whose MIC does not fit are counted, and the first ones named")
  func mics() throws {
    var air = AirStory()
    air.connect()
    air.idle(3)
    for round in 0..<60 {
      air.mic = round % 20 != 10
      air.event([1], Self.notification)
    }
    air.mic = false
    air.event(Self.notification)
    let heard = try #require(Analysed(air).connections.first?.air)
    // CONNECT_IND, and two packets in each event.
    let failed = [10, 30, 50].map { 1 + 2 * (3 + $0) + 2 }
    #expect(heard.micFailedFrames == failed + [1 + 2 * 63 + 1])
    #expect([heard.peripheral.micFailed, heard.peripheral.micFitted] == [3, 57])
    #expect([heard.peripheral.micFailedAtEnd, heard.central.micFailedAtEnd] == [0, 1])
    let finding = try #require(findings(air).first { $0.rule == "mic-failure" })
    #expect(finding.frames == heard.micFailedFrames)
    #expect(finding.message.contains("packet counter"))
  }

  @Test("the key pair that everybody has, heard over the air")
  func debugKey() throws {
    var air = AirStory()
    air.connect()
    func smp(_ pdu: [UInt8]) -> [UInt8] { [2, UInt8(pdu.count), 0, 6, 0] + pdu }
    air.event(smp(hex("01 03 00 0D 10 00 00")), smp(hex("02 03 00 0D 10 00 00")))
    let x = hex("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
    let y = hex("dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b")
    air.event(
      smp([0x0C] + [UInt8](repeating: 7, count: 64)), smp([0x0C] + x.reversed() + y.reversed()))
    air.idle(2)
    let finding = try #require(findings(air).first { $0.rule == "pairing-debug-key" })
    #expect(finding.frames == [5] && finding.message.hasPrefix("The peripheral paired"))
    #expect(finding.evidence["party"] == .string("peripheral"))
  }
}
