import BletraceTestSupport
import CaptureFiles
import Foundation
import Report
import Testing

@testable import Tracking

/// Captures by other people whose sender kept count of what it sent: the file `.csv` beside each.
@Suite("Sniffed values against the sender's count") struct AirCaptureTests {
  @Test(
    .enabled(if: RealCaptures.airFolder != nil, "no sniffed captures beside the real ones"),
    arguments: ["1_1", "2_2", "3_5", "4_1", "5_2"])
  func sensors(_ name: String) throws {
    let folder = try #require(RealCaptures.airFolder)
    let stem = folder + "/sensors_config" + name
    let table = try String(contentsOfFile: stem + ".csv", encoding: .utf8)
    let total = try #require(
      table.split(whereSeparator: \.isNewline).first { $0.hasPrefix("TOTAL: ") }
        .flatMap { Int($0.dropFirst(7)) })
    let connection = try #require(try analysed(stem + ".pcap").connections.first)
    let air = try #require(connection.air)
    let values = connection.notifications.map(\.count).reduce(0, +)
    #expect(values <= total)
    // The event counter and the channels agree on what was silent.
    #expect((air.events.onChannel ?? 0) >= air.events.heard * 99 / 100)
    let lost = air.peripheral.missed + air.peripheral.crcFailed
    if name == "5_2" {
      // All events but one were heard, so that most of what is missing was hardly sent: the sender
      // may have counted values that its stack refused.
      #expect(air.events.silent <= 1)
      #expect(total - values > lost)
    } else {
      #expect(total - values <= lost)
      // What was missed and is a repetition, or empty, is no value.
      #expect(lost - (total - values) <= total / 20)
    }
  }

  private static let hasCaptures = RealCaptures.airFolder != nil

  private func air(_ name: String) throws -> ReportV1.Capture {
    try analysed(try #require(RealCaptures.airFolder) + "/" + name)
  }

  @Test("what judges of reports on these captures disputed", .enabled(if: hasCaptures))
  func judged() throws {
    // The frequencies are channels; events are counted by hop: 15 + 90 + 57 + 811 of them, of which
    // 15 + 88 + 46 + 642 were heard, and one or two more where the interval changed.
    let whad = try #require(try air("whad_ble_pairing.pcap").connections.first?.air)
    #expect((180...182).contains(whad.events.silent) && whad.events.offChannel == 0)
    #expect(whad.channels.map(\.channel) == Array(0..<37))
    // The peripheral answered 46 events not at all, and the sniffer left 15 long values.
    let sonoff = try #require(try air("sonoff_matter_commissioning.pcapng").connections.last?.air)
    #expect(sonoff.events.oneSided == 56 && sonoff.events.repeated == 46)
    let broken = sonoff.peripheral
    #expect(broken.brokenPdus == 15 && broken.brokenAfter == 3 && broken.brokenAlike == 13)
    // #13460 is #13458 once more, by the CRC of its ciphertext: nothing was missed there.
    let sensors = try #require(try air("sensors_config4_1.pcap").connections.first)
    let gap = sensors.notifications.flatMap(\.gaps).first { $0.frame == 13470 }
    #expect(gap?.explainedBy == .linkSilence)
    // A value each 50 ms, at an interval of 45 ms.
    for name in ["sensors_config1_1.pcap", "sensors_config3_5.pcap"] {
      let connection = try #require(try air(name).connections.first)
      let stream = try #require(connection.notifications.first { $0.uuid == "A004" })
      #expect(stream.purpose == .periodic && (45_000...55_000).contains(stream.periodUs ?? 0))
      #expect(!connection.runs.contains { $0.uuid == "A004" })
    }
  }

  @Test("an update that moves the next event by 0.9 s", .enabled(if: hasCaptures))
  func movedBySniffedUpdate() throws {
    let path = try #require(RealCaptures.folder) + "/ll-nordic-272/tesi_fascia_cardio.pcapng"
    let heard = try #require(try analysed(path).connections.first?.air)
    // By the sniffer's count of events, #41 and #104.
    #expect(heard.events.silent == 2 && heard.events.unused == 2)
  }

  private func analysed(_ path: String) throws -> ReportV1.Capture {
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil, ledger: Ledger())
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) { analysis.add(batch, in: reader.window.span) }
    return analysis.finish()
  }
}
