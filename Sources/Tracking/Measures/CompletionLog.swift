import Bytes

/// When the controller was done with which packets: of the last completions, as it shows only later
/// where a transfer ended.
struct CompletionLog: Sendable {
  private struct Entry: Sendable {
    /// The last packet that it completed.
    var frame: Int
    var moment: Moment
  }

  private var entries: [Entry] = []
  /// All packets up to this record are completed.
  private(set) var last = 0
  /// Of packets up to this record it is not known any more, or never was.
  private(set) var forgotten = 0

  private static let few = 32

  @inline(__always)
  mutating func add(_ frame: Int, at moment: Moment) {
    if entries.count >= 2 &* Self.few { trim() }
    entries.append(Entry(frame: frame, moment: moment))
    last = frame
  }

  @inline(never)
  private mutating func trim() {
    let end = entries.count - Self.few
    forgotten = max(forgotten, entries[end - 1].frame)
    entries.removeFirst(end)
  }

  /// The packet, and those before it, were completed without our seeing it.
  mutating func skip(_ frame: Int) {
    entries.removeAll(keepingCapacity: true)
    forgotten = max(forgotten, frame)
    last = forgotten
  }

  /// When the packet of a record was completed; `nil` if it was not, or that is not known.
  func moment(of frame: Int) -> Moment? {
    guard frame > forgotten, frame <= last else { return nil }
    let place = entries.partitionPoint(where: { $0.frame >= frame })
    return entries.isEmpty ? nil : entries[min(place, entries.count - 1)].moment
  }
}
