import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import bletrace_bench

/// Captures that are there already, one after the other.
struct CaptureMixTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
    .path(percentEncoded: false)

  @Test func recordsFollowEachOther() throws {
    let mix = try CaptureMix(folder: Self.samples)
    #expect(mix.captureCount > 50)
    // More than all captures have: the first comes again.
    let count = mix.recordCount + 100
    let sink = Memory()
    let counts = mix.write(records: count, to: sink)
    #expect(counts.records == count)
    #expect(counts.octets + 16 == sink.bytes.count)
    var reader = try CaptureReader(MemorySource(sink.bytes))
    var batch: [CapturedRecord] = []
    var records: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) { records += batch }
    #expect(records.count == count)
    #expect(records.allSatisfy { $0.kind.isPacket })
    let steps = zip(records, records.dropFirst()).filter { $1.time < $0.time }
    // A sample shows a clock that steps back, and some loggers write a little out of order.
    #expect(steps.count < count / 100)
  }

  @Test func aFolderWithoutCapturesIsAFailure() {
    #expect(throws: BenchFailure.self) { try CaptureMix(folder: "/dev/null/none") }
  }
}

private final class Memory: CaptureSink {
  private(set) var bytes: [UInt8] = []

  func write(_ piece: [UInt8]) { bytes += piece }
}
