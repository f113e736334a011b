import Bytes
import CaptureFiles
import Redaction

/// The file that export writes, as far as it is not handed on.
struct ExportOutput {
  private let container: CaptureFileWriter.Container
  private let captures: JoinedCaptures
  private let comments: FindingComments?
  private(set) var writer: CaptureFileWriter?
  var octets: [UInt8] = []
  /// Where the redacted records end in the output, and their frames.
  private var ends: [(offset: Int, frame: Int)] = []
  /// Where octets of records that were not replaced stand in the output, in order.
  private var unchanged: [Range<Int>] = []

  init(
    _ container: CaptureFileWriter.Container, _ captures: JoinedCaptures,
    _ comments: FindingComments?
  ) {
    self.comments = comments
    self.container = container
    self.captures = captures
  }

  var needsDirections: Bool { writer?.needsDirections ?? false }

  /// Of standard input the first record shows what is to be written.
  mutating func begin(_ record: CapturedRecord?, _ link: CaptureFiles.LinkType?) {
    guard writer == nil else { return }
    var begun = CaptureFileWriter(
      container, from: captures.link ?? link ?? .hciH4,
      start: captures.start ?? record?.time ?? TraceTime(microseconds: 0))
    octets += begun.header(comments: comments?.ofFile ?? [])
    writer = begun
  }

  mutating func append(
    _ record: CapturedRecord, _ link: CaptureFiles.LinkType?, in bytes: Span<UInt8>, drops: Int
  ) {
    let comments = self.comments?.of(record.number) ?? []
    writer?.append(record, from: link, in: bytes, drops: drops, comments: comments, to: &octets)
  }

  /// - Parameter written: octets of the output that are handed on.
  mutating func append(_ redacted: [RedactedRecord], after written: Int) {
    for one in redacted where one.tag.isWritten {
      var record = one.record
      if needsDirections, let direction = one.direction { record.direction = direction }
      let start = octets.count
      append(record, one.tag.link, in: one.octets.span, drops: one.tag.drops)
      ends.append((written + octets.count, record.number))
      guard let place = lastPlace(of: one.octets, from: start) else { continue }
      for range in one.unchanged {
        let first = written + place + range.lowerBound
        unchanged.append(first..<first + range.count)
      }
    }
  }

  /// Where a record's octets stand among those that were written for it: at their end, but for what
  /// a format has behind them.
  private func lastPlace(of record: [UInt8], from start: Int) -> Int? {
    stride(from: octets.count - record.count, through: start, by: -1).first {
      octets[$0..<$0 + record.count].elementsEqual(record)
    }
  }

  /// Whether a range of the output is in octets of one record that were not replaced.
  func isUnchanged(_ range: Range<Int>) -> Bool {
    var (low, high) = (0, unchanged.count)
    while low < high {
      let middle = (low + high) / 2
      if unchanged[middle].upperBound >= range.upperBound {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < unchanged.count && unchanged[low].lowerBound <= range.lowerBound
  }

  /// The frame, in the captures, of the redacted record at an offset of the output.
  func frame(at offset: Int) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].offset > offset { high = middle } else { low = middle + 1 }
    }
    return low < ends.count ? ends[low].frame : nil
  }

  mutating func end(drops: Int) {
    begin(nil, nil)
    octets += writer?.trailer(drops: drops) ?? []
  }
}
