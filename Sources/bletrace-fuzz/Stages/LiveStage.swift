import BletraceTestSupport
import CaptureFiles
import LiveCapture
import Report
import Tracking

/// A capture that comes in pieces and is looked at meanwhile: records, running analysis, events and
/// screen, as `bletrace live` drives them.
enum LiveStage: FuzzStage {
  static let name = "live"
  static let form = InputForm.script(after: LiveSchedule.length)

  static func run(_ input: [UInt8]) {
    guard let schedule = LiveSchedule(input) else { return }
    let file = schedule.isRecorded ? recorded(schedule.file) : schedule.file
    guard let queue = ByteQueue() else { end("no pipe to wake by") }
    var view = LiveView(queue, schedule)
    var index = 0
    var pieces = 0
    for segment in 0..<schedule.segments {
      while index < file.count, view.problem == nil {
        let end = min(index + schedule.size(pieces), file.count)
        promise(queue.put(Array(file[index..<end])), "a queue that nothing stopped")
        index = end
        pieces += 1
        view.take()
        if schedule.isLook(pieces) { view.look(isFinal: false) }
      }
      if segment + 1 < schedule.segments {
        queue.putSegmentEnd()
        index = 0
      }
    }
    queue.end()
    view.take()
    view.look(isFinal: true)
    if schedule.segments == 1 { compare(view, with: file) }
  }

  /// What `analyze` says of the same capture, and of its refusal.
  private static func compare(_ view: LiveView, with file: [UInt8]) {
    do throws(CaptureFileError) {
      // Live, text is not read to its end.
      var reader = try CaptureReader(MemorySource(file), windowSize: 1024, readsText: false)
      let whole = try analyze(
        &reader, path: "fuzz", options: LiveView.options, payloads: nil, progress: { _, _ in })
      promise(view.problem == nil, "refused though it is a capture")
      guard whole != view.capture else { return }
      // Numbers that are none are unequal to themselves.
      promise(json(whole) == json(view.capture), "live and analyze disagree")
    } catch {
      promise(view.problem == error, "live and analyze refuse for other reasons")
    }
  }

  private static func json(_ capture: ReportV1.Capture) -> [UInt8] {
    JSONRenderer.render(
      ReportV1 {
        $0.bletrace = "fuzz"
        $0.captures = [capture]
        $0.findings = []
      })
  }

  /// The capture as libpcap's monitor gives it record by record, and as it is recorded: what can be
  /// known of a record there comes out of both.
  private static func recorded(_ file: [UInt8]) -> [UInt8] {
    var stream = MonitorStream(controller: nil)
    let other = MonitorFile(.pcap)
    var second = other.header
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file), windowSize: 1024)
      var batch: [CapturedRecord] = []
      var count = 0
      while try reader.nextBatch(into: &batch) {
        let link = LinkType(rawValue: reader.linkTypeName)
        let bytes = reader.window.span
        for record in batch {
          let start = second.count + 16
          guard
            other.append(record, from: link, in: bytes, drops: reader.droppedRecords, to: &second)
          else { continue }
          count += 1
          stream.drops = reader.droppedRecords
          stream.append(
            second.span.extracting(start...), originalCount: record.bytes.originalCount + 4,
            seconds: record.time.microseconds / 1_000_000,
            microseconds: record.time.microseconds % 1_000_000)
        }
      }
      let result = stream.take()
      promise(self.count(result) == count, "records that were lost in the stream")
      promise(self.count(second) == count, "records that were lost in the recording")
      return result
    } catch {
      return file
    }
  }

  private static func count(_ file: [UInt8]) -> Int {
    var count = 0
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file), windowSize: 1024)
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) { count += batch.count }
      promise(!reader.cutShort && reader.unreadable == nil, "a recording that is damaged")
      return count
    } catch {
      return -1
    }
  }
}

/// What the first octets of an input say about how the rest, which is a story, comes.
struct LiveSchedule {
  static let length = 20

  let file: [UInt8]
  let columns: Int
  let rows: Int
  /// What is typed.
  let keys: [UInt8]
  private let flags: UInt8
  private let sizes: [UInt8]

  init?(_ input: [UInt8]) {
    guard input.count > Self.length else { return nil }
    flags = input[0]
    columns = Int(input[1])
    rows = Int(input[2] & 63)
    sizes = Array(input[3..<8])
    keys = Array(input[8..<16])
    let story = StoryScript.packets(
      of: input[Self.length...], isPeripheral: input[16] & 1 != 0, limit: 200)
    var file = Self.file(story, in: input[16] >> 1)
    // An octet somewhere may be another one.
    let index = Int(input[17]) | Int(input[18]) << 8
    if index < file.count { file[index] ^= input[19] }
    self.file = file
  }

  private static func file(_ story: CaptureBuilder, in container: UInt8) -> [UInt8] {
    let files = story.files.filter { $0.format != .btsnooz }
    return files[Int(container) % files.count].bytes
  }

  /// The capture goes through what records it first.
  var isRecorded: Bool { flags & 1 != 0 }
  /// So often the file is replaced by itself.
  var segments: Int { flags & 2 != 0 ? 2 : 1 }
  var unicode: Bool { flags & 4 != 0 }
  var color: Bool { flags & 8 != 0 }

  /// Octets of the piece of that number.
  func size(_ piece: Int) -> Int { 1 + Int(sizes[piece % sizes.count]) }

  /// Whether the user looks after the piece of that number: some times in all, as it takes longer
  /// than all the rest.
  func isLook(_ piece: Int) -> Bool { piece <= 4 << Int(flags >> 6) && piece.nonzeroBitCount == 1 }
}
