import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite("What a sniffer heard, in words") struct AirSectionTests {
  private let air = ReportV1.Air(
    events: .init(heard: 90, oneSided: 3, silent: 2),
    central: .init(packets: 100, retransmissionRate: 0.0816),
    peripheral: .init(
      packets: 95, crcFailed: 1, missed: 4, micFailed: 12, retransmissionRate: 0),
    channels: [.init(channel: 17, packets: 40, sentAgain: 2, crcFailed: 1, lastFrame: 99)])

  @Test("three lines, and one for each channel with --full")
  func lines() {
    let brief = pageText { AirSection.write(air, isFull: false, to: &$0) }
      .replacing("\u{A0}", with: " ")
    #expect(brief.contains("central 100 packets, 8.2 % sent again"))
    #expect(brief.contains("peripheral 95 packets, 0 % sent again, 4 missed, 1 with a wrong"))
    #expect(brief.contains("12 with a wrong MIC") && !brief.contains("17: "))
    #expect(brief.contains("90 events, 3 of one side only, 2 not heard"))
    let full = pageText { AirSection.write(air, isFull: true, to: &$0) }
    #expect(full.contains("17: 40 packets, 2 sent again, 1 with a wrong CRC"))
  }

  @Test("missing numbers of a protocol are qualified by what the sniffer missed")
  func framings() {
    func text(_ missed: [Bool?]) -> String {
      let connection = ReportV1.Connection(
        id: 1,
        framings: [
          .init(
            name: "matter-btp", errors: missed.count,
            faults: missed.map { .init(kind: .sequenceGap, frame: 9, snifferMissed: $0) })
        ])
      return pageText { TransferSection.writeProtocols(connection, to: &$0) }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(text([true, true]).contains("2 errors (all where the sniffer missed packets)"))
    #expect(text([true, false]).contains("2 errors (1 where the sniffer missed packets)"))
    #expect(text([nil]).contains("1 error") && !text([nil]).contains("sniffer"))
  }
}
