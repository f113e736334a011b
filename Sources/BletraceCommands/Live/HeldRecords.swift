import Analysis
import CaptureFiles
import Reports
import TraceBytes

/// What was captured since the last look at it, where a capture is to end with the record in which
/// something happens: whether it did is known at the next look only. Then the records up to that one
/// are taken once more, from how things stood before.
struct HeldRecords {
  private struct Batch {
    var records: [CapturedRecord]
    var bytes: [UInt8]
    var link: LinkType?
  }

  private var batches: [Batch] = []
  private var octets = 0
  private var analysis: RunningAnalysis
  private var finder: LiveEventFinder?

  /// More than this is looked at without waiting.
  private static let most = 8 << 20

  var isFull: Bool { octets >= Self.most }
  var isEmpty: Bool { batches.isEmpty }

  init(_ analysis: borrowing RunningAnalysis, _ finder: LiveEventFinder?) {
    self.analysis = analysis.copy()
    self.finder = finder
  }

  mutating func append(_ batch: [CapturedRecord], from link: LinkType?, in bytes: Span<UInt8>) {
    var records = batch
    var copy: [UInt8] = []
    for place in records.indices {
      let range = records[place].bytes
      records[place].bytes = ByteRange(
        start: copy.count, count: range.count, originalCount: range.originalCount)
      copy.append(range, of: bytes)
    }
    octets += copy.count + records.count * MemoryLayout<CapturedRecord>.stride
    batches.append(Batch(records: records, bytes: copy, link: link))
  }

  /// Whether a record is among them.
  func contains(_ frame: Int) -> Bool {
    guard let first = batches.first?.records.first, let last = batches.last?.records.last else {
      return false
    }
    return (first.number...last.number).contains(frame)
  }

  /// Hands over all, or those up to a frame.
  func tell(
    upTo frame: Int = .max,
    _ take: ([CapturedRecord], LinkType?, Span<UInt8>) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    for batch in batches {
      let records = batch.records.filter { $0.number <= frame }
      if !records.isEmpty { try take(records, batch.link, batch.bytes.span) }
    }
  }

  /// How things stood before them.
  func before() -> (analysis: RunningAnalysis, finder: LiveEventFinder?) { (analysis, finder) }
}
