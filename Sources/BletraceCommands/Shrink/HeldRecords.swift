import Bytes
import CaptureFiles
import PacketText
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
    writer = CaptureFileWriter(
      container, from: captures.link ?? link ?? .hciH4,
      start: captures.start ?? records.first?.record.time ?? TraceTime(microseconds: 0))
    // What cannot be written is in no file: a frame of the file with all records is an index more.
    var (writer, file) = (writer, [] as [UInt8])
    records.removeAll { record, link in
      let before = writer.records
      file.removeAll(keepingCapacity: true)
      writer.append(record, from: link, in: octets.span, to: &file)
      return writer.records == before
    }
    for index in records.indices { records[index].record.number = index + 1 }
    (self.records, self.octets) = (records, octets)
  }

  /// Records of one kind, such as all values of an attribute, together: findings need all or none
  /// of most kinds. The largest group comes first.
  var groups: [[Int]] {
    var titles = PacketTitles()
    var groups: [PacketTitles.Kind: [Int]] = [:]
    for (index, held) in records.enumerated() {
      groups[titles.kind(of: held.record, in: octets.span), default: []].append(index)
    }
    return groups.values.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  /// The records of frames with those that explain them, in their order.
  func explained(_ frames: [Int]) -> [Int] {
    var selection = PacketSelection()
    selection.frames = frames.map { $0...$0 }
    var selector = PacketSelector(selection)
    selector.add(records.map(\.record), in: octets.span)
    let all = selector.frames()
    return records.indices.filter { all.contains($0 + 1) }
  }

  /// What most of some records are called, and how many those are.
  func mostFrequent(_ indices: [Int]) -> (title: String, count: Int)? {
    var titles = PacketTitles()
    var counts: [String: Int] = [:]
    for index in indices {
      counts[titles.kind(of: records[index].record, in: octets.span).title, default: 0] += 1
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
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
