import Bytes
import CaptureFiles

/// The HCI records of captures that are there already, one capture after the other, again and again
/// until there are enough records; each capture begins a second after the end of the one before.
struct CaptureMix {
  /// A btsnoop record, and microseconds since its capture began.
  private typealias Record = (octets: [UInt8], time: Int64)

  private var captures: [[Record]] = []

  /// Files that hold no HCI packets are left out.
  init(folder: String) throws(BenchFailure) {
    for path in System.files(in: folder) {
      guard let records = try? Self.records(of: path), !records.isEmpty else { continue }
      captures.append(records)
    }
    if captures.isEmpty { throw BenchFailure("\(folder): there are no captures in it") }
  }

  var captureCount: Int { captures.count }
  /// Of all captures, each taken once.
  var recordCount: Int { captures.reduce(0) { $0 + $1.count } }

  func write(records: Int, to sink: any CaptureSink) -> CaptureCounts {
    var writer = RecordWriter(
      limit: records, startingAt: StoryWriter.start, sink: sink, pieces: .large)
    while !writer.isFull {
      for capture in captures {
        let start = writer.time + 1_000_000
        for record in capture {
          writer.time = start &+ record.time
          _ = writer.add(record.octets, .copied)
        }
      }
    }
    return writer.finish()
  }

  private static func records(of path: String) throws -> [Record] {
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var batch: [CapturedRecord] = []
    var records: [Record] = []
    var start: TraceTime?
    while try reader.nextBatch(into: &batch) {
      for record in batch where record.kind.isPacket {
        start = start ?? record.time
        let time = record.time.since(start ?? record.time)
        records.append((octets(of: record, in: reader.window.span), time))
      }
    }
    return records
  }

  private static func octets(of record: CapturedRecord, in bytes: Span<UInt8>) -> [UInt8] {
    let isControl = record.kind == .command || record.kind == .event
    var octets: [UInt8] = []
    BtsnoopWriter.appendHeader(
      included: record.bytes.count + 1, original: record.bytes.originalCount + 1,
      flags: (isControl ? 2 : 0) | (record.direction == .tx ? 0 : 1), time: 0, to: &octets)
    octets.append(record.kind.rawValue + 1)
    octets.append(record.bytes, of: bytes)
    return octets
  }
}
