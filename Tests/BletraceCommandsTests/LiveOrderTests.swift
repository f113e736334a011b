import BletraceTestSupport
import CaptureFiles
import Findings
import Foundation
import LiveCapture
import Rendering
import Testing
import Tracking

@testable import BletraceCommands
@testable import Report

/// What is printed depends on the records, not on how they come in.
@Suite struct LiveOrderTests {
  private static func sample(_ name: String) throws -> [UInt8] {
    let path = projectFolder + "/samples/\(name)/capture.btsnoop"
    return [UInt8](try #require(FileManager.default.contents(atPath: path)))
  }

  @Test(
    "the same octets in other pieces give the same lines",
    arguments: ["fault-att-error", "fault-notification-gap", "fault-request-unanswered"])
  func pieces(name: String) throws {
    let bytes = try Self.sample(name)
    // A regular file has no pauses at all.
    let file = try FileHandle(
      forReadingFrom: URL(filePath: projectFolder + "/samples/\(name)/capture.btsnoop"))
    let wanted = bletrace(["live", "-"], standardInput: file.fileDescriptor).output
    for seed in 0..<6 {
      // Where the machine is busy for so long that it is a pause, lines may change places.
      #expect(
        (0..<20).contains { _ in Self.output(of: bytes, inPiecesOf: seed) == wanted }, "\(seed)")
    }
  }

  private static func output(of bytes: [UInt8], inPiecesOf seed: Int) -> String {
    var random = SeededRandom(seed: UInt64(seed))
    let pipe = Pipe()
    var rest = bytes[...]
    var pieces: [(octets: ArraySlice<UInt8>, pause: Double)] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...(bytes.count / 4), using: &random)
      let pause = Bool.random(using: &random) ? Double.random(in: 0...0.05, using: &random) : 0
      pieces.append((rest.prefix(count), pause))
      rest = rest.dropFirst(count)
    }
    let all = pieces
    Thread.detachNewThread {
      for piece in all {
        try? pipe.fileHandleForWriting.write(contentsOf: Array(piece.octets))
        if piece.pause > 0 { Thread.sleep(forTimeInterval: piece.pause) }
      }
      try? pipe.fileHandleForWriting.close()
    }
    return bletrace(
      ["live", "-"], standardInput: pipe.fileHandleForReading.fileDescriptor
    ).output
  }

  @Test(
    "no finding is printed twice, and what was printed is in the last report",
    arguments: [
      "fault-att-error", "fault-notification-gap", "bizcard-stall-central", "fault-capture-drops",
      "fault-disconnect-by-fault", "fault-slow-response",
    ])
  func findings(name: String) throws {
    var reader = try CaptureReader(MemorySource(try Self.sample(name)))
    var analysis = RunningAnalysis(options: AnalysisOptions(), payloads: nil)
    var findings = PrintedFindings()
    var batch: [CapturedRecord] = []
    // Those that hold at the moment: which is printed, and which takes whose place.
    var holding: [String] = []
    func take(_ capture: ReportV1.Capture, at time: Int64, isFinal: Bool) -> ReportV1 {
      let report = ReportV1(
        bletrace: "", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
      for event in findings.events(in: report, now: time, isFinal: isFinal) {
        let text = "\(event.connection ?? 0) \(event.text)"
        var before = "\(event.connection ?? 0) "
        if case .string(let words)? = event.facts["before"] { before += words }
        switch event.kind {
        case .finding:
          #expect(!holding.contains(text), "printed twice: \(text)")
          holding.append(text)
        case .findingAmended:
          #expect(holding.contains(before), "amends what was not printed: \(before)")
          if let index = holding.firstIndex(of: before) { holding[index] = text }
        case .findingWithdrawn:
          #expect(holding.contains(text), "withdraws what was not printed: \(text)")
          if let index = holding.firstIndex(of: text) { holding.remove(at: index) }
        default: break
        }
      }
      return report
    }
    while try reader.nextBatch(into: &batch) {
      for start in stride(from: 0, to: batch.count, by: 4) {
        let piece = Array(batch[start..<min(start + 4, batch.count)])
        analysis.add(piece, in: reader.window.span)
        let facts = CaptureFacts(reader).upTo(piece.last?.number ?? 0)
        let time = piece.last?.time.microseconds ?? 0
        _ = take(analysis.capture(path: "", facts), at: time, isFinal: false)
      }
    }
    let report = take(
      analysis.finish(path: "", CaptureFacts(reader)), at: .max / 2, isFinal: true)
    let wanted = report.findings.map {
      "\($0.connection ?? 0) \($0.severity.rawValue): \($0.message) [\($0.rule)]"
    }
    #expect(holding.sorted() == wanted.sorted())
    #expect(!wanted.isEmpty)
  }
}
