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

  private func analysed(_ path: String) throws -> ReportV1.Capture {
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil, ledger: Ledger())
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) { analysis.add(batch, in: reader.window.span) }
    return analysis.finish()
  }
}
