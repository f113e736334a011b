import Bytes
import CaptureFiles
import Tracking

/// The records of a capture in memory, of which any may be written as a file.
struct HeldRecords {
  private(set) var records: [(record: CapturedRecord, link: CaptureFiles.LinkType?)] = []
  private var octets: [UInt8] = []
  private let writer: CaptureFileWriter

  init(
    _ captures: JoinedCaptures, _ container: CaptureFileWriter.Container, limit: Int,
    _ name: Argument
  ) throws(CommandFailure) {
    var tracker = SessionTracker<PDUCollector>()
    var (records, octets) = (self.records, self.octets)
    var link: CaptureFiles.LinkType?
    do throws(ExportFailure) {
      _ = try captures.read(complaining: true) { (batch, bytes, source) throws(ExportFailure) in
        link = link ?? source.link
        for var record in batch {
          // Those that follow may be left out, and with them what shows the direction.
          if source.lacksDirections { record.direction = tracker.direction(of: record, in: bytes) }
          let start = octets.count
          octets.append(record.bytes, of: bytes)
          record.bytes = ByteRange(
            start: start, end: octets.count,
            originalCount: max(record.bytes.originalCount, octets.count - start))
          records.append((record, source.link))
        }
        guard octets.count + records.count * 64 <= limit else {
          throw .read(
            CommandFailure(
              "\(name.text): is too large to shrink; cut out a part with bletrace export first"))
        }
      }
    } catch {
      throw error.whileReading
    }
    (self.records, self.octets) = (records, octets)
    writer = CaptureFileWriter(
      container, from: captures.link ?? link ?? .hciH4,
      start: captures.start ?? records.first?.record.time ?? TraceTime(microseconds: 0))
  }

  /// A file with these records, by their index.
  func file(_ indices: [Int]) -> [UInt8] {
    var writer = writer
    var file = writer.header()
    for index in indices {
      let (record, link) = records[index]
      writer.append(record, from: link, in: octets.span, to: &file)
    }
    return file + writer.trailer(drops: 0)
  }
}
