import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report

@Suite("Captures cut short")
struct CutSweepTests {
  /// Small files at every octet, larger ones at fewer: a prime step, that meets every field of a
  /// record sooner or later, in each file from another octet on. What is left of it is analysed
  /// twice, in an unoptimised build.
  private func cuts(_ count: Int) -> [Int] {
    let step = [1, 7, 29, 61, 127, 251, 509, 1021].first { count / $0 <= 80 } ?? 2039
    return Array(stride(from: count % step, to: count, by: step)) + [count - 1, count]
  }

  /// Ends of the records in the file: of what they hold, without padding.
  private func ends(_ bytes: [UInt8]) throws -> [Int] {
    var reader = try CaptureReader(MemorySource(bytes), windowSize: bytes.count + 1)
    var batch: [CapturedRecord] = []
    var ends: [Int] = []
    while try reader.nextBatch(into: &batch) {
      ends += batch.map { reader.windowOffset + $0.bytes.end }
    }
    return ends
  }

  /// Of the last record there may be a part, which is reported as what it is.
  @Test("wherever it is cut, the report is that of what is left", arguments: Samples.sound)
  func cut(file: String) throws {
    let bytes = try Samples.bytes(file)
    let story = try Samples.story(file)
    let ends = try ends(bytes)
    #expect(ends.count == story.entries.count)
    var last = 0
    for cut in cuts(bytes.count) {
      let whole = ends.prefix { $0 <= cut }.count
      let report: ReportV1.Capture
      do {
        report = try Samples.report(of: Array(bytes[..<cut]))
      } catch {
        // Too little to know what it is.
        #expect(whole == 0, "cut at \(cut): \(error)")
        continue
      }
      #expect((whole...whole + 1).contains(report.records), "at \(cut)")
      #expect(report.records >= last, "at \(cut)")
      last = report.records
      var rest = story
      rest.entries.removeSubrange(report.records...)
      if report.records > whole {
        let octets = story.entries[whole].bytes
        let held = cut - (ends[whole] - octets.count)
        rest.entries[whole].bytes = Array(octets.prefix(max(0, held)))
        // The packet indicator, or what else says what it is, was cut off too.
        if held < 0 { rest.entries[whole].kind = .unrecognized }
      }
      var expected = Analysed(rest).capture
      expected.format = report.format
      expected.linkType = report.linkType
      expected.cutShort = report.cutShort
      expected.truncatedRecords = report.records - whole
      if let difference = try Tree.difference(report, expected, leavesOut: { _ in false }) {
        Issue.record("cut at \(cut): \(difference)")
      }
      #expect(report.records == whole || report.cutShort, "at \(cut)")
    }
  }
}
