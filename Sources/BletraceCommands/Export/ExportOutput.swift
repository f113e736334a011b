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
      append(record, one.tag.link, in: one.octets.span, drops: one.tag.drops)
      ends.append((written + octets.count, record.number))
    }
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
