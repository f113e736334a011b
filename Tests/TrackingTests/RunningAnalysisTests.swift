import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// A capture that is there only up to a limit, as one that is still being made.
private final class GrowingSource: ByteSource {
  private let bytes: [UInt8]
  private var next = 0
  var limit = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    guard next < bytes.count else { return 0 }
    guard next < limit else { throw .notYet }
    let held = min(count, limit - next)
    buffer.replaceSubrange(offset..<offset + held, with: bytes[next..<next + held])
    next += held
    return held
  }
}

/// Where the records of a capture end, as places in the file.
private func recordEnds(_ bytes: [UInt8]) throws -> [Int] {
  if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
    // pcapng: where its blocks end, which are little-endian in the sample.
    var ends: [Int] = []
    var at = 0
    while at + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << ($1 * 8) }
      at += max(length, 12)
      ends.append(at)
    }
    return ends.filter { $0 <= bytes.count }
  }
  var reader = try CaptureReader(MemorySource(bytes))
  var batch: [CapturedRecord] = []
  var ends: [Int] = []
  while try reader.nextBatch(into: &batch) {
    ends += batch.map { reader.windowOffset + $0.bytes.end }
  }
  // The last record may be cut short.
  return ends.filter { $0 <= bytes.count }
}

/// Reads as far as there is something to read.
private struct Follower {
  let source: GrowingSource
  var analysis: RunningAnalysis
  private var reader: CaptureReader?
  private var batch: [CapturedRecord] = []

  init(_ bytes: [UInt8], _ options: AnalysisOptions) {
    source = GrowingSource(bytes)
    analysis = RunningAnalysis(options: options, payloads: nil)
  }

  mutating func take(upTo limit: Int) throws {
    source.limit = limit
    var reader = try self.reader ?? CaptureReader(source)
    do throws(CaptureFileError) {
      while try reader.nextBatch(into: &batch) { analysis.add(batch, in: reader.window.span) }
    } catch {
      guard error == .notYet else { throw error }
    }
    self.reader = reader
  }

  var facts: CaptureFacts { reader.map(CaptureFacts.init) ?? CaptureFacts() }
  var capture: ReportV1.Capture { analysis.capture(path: "", facts) }
  mutating func finish() -> ReportV1.Capture { analysis.finish(path: "", facts) }
}

@Suite("A running analysis")
struct RunningAnalysisTests {
  private static func json(_ capture: ReportV1.Capture) -> String {
    let report = ReportV1(
      bletrace: "", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
    return String(decoding: JSONRenderer.render(report), as: UTF8.self)
  }

  /// At about forty places of each sample, the beginning and the end among them. Messages are
  /// looked for at the end only.
  @Test(
    "says at any moment what analyze says of the records so far", arguments: Samples.files)
  func prefixes(file: String) throws {
    let bytes = try Samples.bytes(file)
    let ends = try recordEnds(bytes)
    var options = AnalysisOptions()
    options.timeline = .packets
    var follower = Follower(bytes, options)
    var running = options
    running.reportsMessages = false
    var compared = 0
    // The format of PacketLogger shows only after some records.
    let first = min(8, ends.count - 1)
    for index in stride(from: first, to: ends.count, by: max(1, ends.count / 40)) {
      try follower.take(upTo: ends[index])
      let prefix = Array(bytes[..<ends[index]])
      #expect(
        Self.json(follower.capture) == Self.json(try Samples.report(of: prefix, running)),
        "at record \(index + 1)")
      compared += 1
    }
    #expect(compared >= min(ends.count - first, 20))
    try follower.take(upTo: bytes.count)
    #expect(Self.json(follower.capture) == Self.json(try Samples.report(of: bytes, running)))
    // Looking has changed nothing.
    #expect(Self.json(follower.finish()) == Self.json(try Samples.report(of: bytes, options)))
  }

  @Test("extracts each payload once, however often it is looked at")
  func payloads() throws {
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send("{\"a\":", "1}", "EOM", "begun")
    let (records, bytes) = story.records()
    let sink = MemorySink()
    var analysis = RunningAnalysis(options: AnalysisOptions(), payloads: sink)
    for count in records.indices {
      analysis.add([records[count]], in: bytes.span)
      _ = analysis.capture(path: "", CaptureFacts())
    }
    #expect(sink.finished.count == 0)
    let capture = analysis.finish(path: "", CaptureFacts())
    #expect(capture.connections[0].transfers.count == 2)
    #expect(sink.payloads == [Array("{\"a\":1}".utf8), Array("begun".utf8)])
  }
}
