import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite("What a sniffer heard, in words") struct AirSectionTests {
  private let air = ReportV1.Air(
    events: .init(heard: 90, oneSided: 3, silent: 2),
    central: .init(packets: 100, retransmissionRate: 0.0816),
    peripheral: .init(
      packets: 95, crcFailed: 1, missed: 4, missedCertain: 3, micFailed: 12, retransmissionRate: 0),
    channels: [.init(channel: 17, packets: 40, sentAgain: 2, crcFailed: 1, lastFrame: 99)])

  @Test("three lines, and one for each channel with --full")
  func lines() {
    let brief = pageText { AirSection.write(air, from: 0, to: 0, isFull: false, in: &$0) }
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(brief.contains("central 100 packets, 8.2 % retransmitted"))
    #expect(
      brief.contains("peripheral 95 packets, 0 % retransmitted, 3 certainly missed, 1 with a"))
    #expect(brief.contains("12 with a wrong MIC, perhaps 1 more missed") && !brief.contains("17: "))
    #expect(brief.contains("90 events, 3 of one side only, 2 not heard"))
    let full = pageText { AirSection.write(air, from: 0, to: 0, isFull: true, in: &$0) }
    #expect(full.contains("Channels     17: 40 packets, 2 retransmitted, 1 with a wrong CRC"))
  }

  @Test("attempts, the time of sending, and when most packets were sent again")
  func course() {
    var air = air
    air.peripheral.attemptsMax = 4
    air.central.airTimeUs = 40_000
    air.peripheral.airTimeUs = 160_000
    air.course = .init(
      startUs: 5_000_000, partUs: 2_000_000,
      central: .init(packets: [50, 0, 40], sentAgain: [0, 0, 0]),
      // Of three packets one is no rate.
      peripheral: .init(packets: [50, 3, 40], sentAgain: [2, 1, 10]))
    let text = pageText {
      AirSection.write(air, from: 500_000, to: 10_500_000, isFull: false, in: &$0)
    }
    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("0 % retransmitted, one of them up to 4 times"))
    #expect(text.contains("sending for 200 ms, 2 % of the time: the central 40 ms"))
    #expect(text.contains("the peripheral 160 ms"))
    #expect(text.contains("at most 25 % of 40 packets, from 9.000 s to 10.500 s"))
    #expect(!text.contains("Sent again central"))
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
