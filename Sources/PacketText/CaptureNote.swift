import CaptureFiles
import Text

/// A fault of the capture at a point, which is in no packet.
struct CaptureNote {
  enum Kind: String {
    /// Packets that the capturing side says it lost.
    case dropped
    /// The capture ends in the middle of a record.
    case cutShort = "cut_short"
    /// It stops making sense.
    case damaged
    /// The disk, device or connection that it came from gave no more.
    case sourceFailed = "source_failed"
  }

  var kind: Kind
  /// In words.
  var text: String
  /// How many were lost, and the record before which the capture says so.
  var count: Int?
  var beforeFrame: Int?
  /// Octets from the beginning of the capture.
  var offset: Int?

  /// - Parameter frame: nil where the capture does not say which.
  static func dropped(_ count: Int, before frame: Int?) -> CaptureNote {
    let packets = "\(count) packet\(count == 1 ? "" : "s") dropped by the logger"
    return CaptureNote(
      kind: .dropped,
      text: frame == nil
        ? "\(packets), and the capture does not say where"
        : "\(packets) here: not in the capture",
      count: count, beforeFrame: frame)
  }

  static let cutShort = CaptureNote(
    kind: .cutShort, text: "the capture ends in the middle of a record")

  static func damaged(_ damage: CaptureDamage) -> CaptureNote {
    CaptureNote(
      kind: damage.sourceFailed ? .sourceFailed : .damaged,
      text: damage.sourceFailed
        ? "the source failed here: \(damage.reason)"
        : damage.skippedOctets > 0
          ? "skipped at offset \(damage.offset): \(damage.reason)"
          : "unreadable at offset \(damage.offset): \(damage.reason)",
      offset: damage.offset)
  }
}

extension PacketPrinter {
  /// Reports what was lost before a record, where the selection of frames and times has the record.
  ///
  /// - Parameter losses: of the capture up to there, in their order.
  mutating func reportLosses(
    _ losses: [RecordLoss], before record: CapturedRecord, to output: inout TextBuffer
  ) {
    let time = record.time.since(beginTime(record))
    let isShown =
      options.selection.isEverything || options.selection.mayHave(record, since: time)
    while lossesPassed < losses.count, losses[lossesPassed].beforeFrame <= record.number {
      let loss = losses[lossesPassed]
      lossesPassed += 1
      // The one beyond those that are reported means all that come.
      guard lossesPassed <= CaptureLimits.losses else { continue }
      packetsDropped += loss.count
      if isShown { append(.dropped(loss.count, before: loss.beforeFrame), to: &output) }
    }
  }

  /// Reports how the capture ends, unless all that is selected came before.
  package mutating func end(_ facts: CaptureFacts, to output: inout TextBuffer) {
    guard !isDone else { return }
    let rest = facts.droppedRecords - packetsDropped
    if rest > 0 { append(.dropped(rest, before: nil), to: &output) }
    if let damage = facts.damage {
      append(.damaged(damage), to: &output)
    } else if facts.cutShort {
      append(.cutShort, to: &output)
    }
  }

  /// A line without a number, or an object without a frame.
  private func append(_ note: CaptureNote, to output: inout TextBuffer) {
    guard case .json = options.format else {
      output.append(text: "      -  ")
      output.append(contentsOf: Printable.escape(note.text, unicode: options.unicode))
      output.append(UInt8(ascii: "\n"))
      return
    }
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.key("note")
    json.string(note.kind.rawValue)
    if let count = note.count {
      json.key("count")
      json.int(count)
      json.key("before_frame")
      if let frame = note.beforeFrame { json.int(frame) } else { json.null() }
    }
    if let offset = note.offset {
      json.key("offset")
      json.int(offset)
    }
    json.key("text")
    json.string(note.text)
    json.endObject()
    output.append(contentsOf: json.bytes)
    output.append(UInt8(ascii: "\n"))
  }
}
