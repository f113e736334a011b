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

  @Test("one line on all channels, and one for each that stands out")
  func channels() {
    func text(_ faults: [Int], packets: Int = 100) -> String {
      var air = air
      air.channels = faults.enumerated().map {
        .init(channel: $0.offset, packets: packets + $0.offset, sentAgain: $0.element)
      }
      return pageText { AirSection.write(air, from: 0, to: 0, isFull: true, in: &$0) }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let even = text([Int](repeating: 4, count: 37))
    #expect(even.contains("37 channels with 100 to 136 packets each: none stands out"))
    #expect(!even.contains("retransmitted Channels") && !even.contains("17: "))
    let one = text((0..<37).map { $0 == 17 ? 40 : 2 })
    #expect(one.contains("each; these stand out: 17: 117 packets, 40 retransmitted"))
    // Few packets, and few faults.
    #expect(text((0..<37).map { $0 == 17 ? 4 : 0 }, packets: 5).contains("none stands out"))
    #expect(text([Int](repeating: 50, count: 37)).contains("none stands out"))
  }

  @Test("events that the central left out")
  func unused() {
    func text(_ silent: Int, _ unused: Int) -> String {
      var air = air
      (air.events.silent, air.events.unused) = (silent, unused)
      return pageText { AirSection.write(air, from: 0, to: 0, isFull: false, in: &$0) }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(text(9, 9).contains("9 not heard (in these probably nothing was exchanged:"))
    #expect(text(9, 8).contains("9 not heard (in 8 of these probably nothing was exchanged:"))
    #expect(!text(9, 0).contains("exchanged"))
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
