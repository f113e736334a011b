import TraceBytes

/// The limits that keep memory small whatever a file says.
package enum CaptureLimits {
  /// What the window grows to at most.
  static let largestWindow = 4 << 20
  /// The longest record that is believed. HCI packets end at 64 KiB and notes are shorter.
  package static let recordLength = 1 << 20
  /// Of one section of a pcapng file; a capture of one machine has a handful.
  package static let interfaces = 4096
  /// Places where records were lost; beyond them only the sum is kept.
  package static let losses = 1024
  static let batch = 1024
}

/// Where a walker stands in the window.
struct WindowCursor {
  /// Next octet to read. May lie beyond `end`: what is between is to be skipped, not buffered.
  var position = 0
  /// Past the last octet that was read from the source.
  var end = 0
  /// Whether the source has ended: nothing will come after `end`.
  var isLast = false
  /// Place in the file of the window's first octet.
  var fileOffset = 0

  /// The octet at `position` of the window, as counted in the file.
  func offsetInFile(_ position: Int) -> Int { fileOffset + position }
}

/// What a walker counts besides the records themselves.
struct RecordTally {
  /// Records seen so far, skipped ones included: the number of the last one.
  var records = 0
  var truncated = 0
  private(set) var dropped = 0
  private(set) var losses: [RecordLoss] = []
  var skipped = 0
}

extension RecordTally {
  /// A record tells that some were lost before it.
  @inline(never)
  mutating func lose(_ count: Int, before number: Int) {
    guard count > 0 else { return }
    let (sum, overflow) = dropped.addingReportingOverflow(count)
    dropped = overflow ? .max : sum
    // One more than are told: by it one sees that there were more.
    if losses.count <= CaptureLimits.losses {
      losses.append(RecordLoss(beforeFrame: number, count: count))
    }
  }
}

/// Records that the capturing side lost.
package struct RecordLoss: Hashable, Sendable {
  /// The record that told of it: the loss lies before it.
  package var beforeFrame: Int
  package var count: Int

  package init(beforeFrame: Int, count: Int) {
    self.beforeFrame = beforeFrame
    self.count = count
  }
}

/// Why a walker returned.
enum WalkStop {
  /// The batch is full.
  case full
  /// The next step needs so many octets from the cursor's position on.
  case needs(Int)
  /// The file ended: between two records, or inside one.
  case ended(cutShort: Bool)
  case damaged(CaptureDamage)
}

/// Takes records out of the window, for one container format.
protocol RecordWalker {
  var linkTypeName: String { get }

  /// Appends the records that are whole in `bytes`, until the batch is full. When the source has
  /// ended, also the last record as far as it goes.
  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop
}

/// A format whose records are a header of fixed length, which says how many octets follow.
protocol RecordLayout {
  static var recordHeader: Int { get }

  var linkTypeName: String { get }

  /// Octets behind the header that starts at `at`, as it says; not checked.
  func recordLength(_ bytes: Span<UInt8>, _ at: Int) -> Int

  /// The record whose header starts at `at`, holding `included` of the octets behind it.
  mutating func record(
    _ bytes: Span<UInt8>, _ at: Int, number: Int, included: Int, _ tally: inout RecordTally
  ) -> CapturedRecord
}

/// Walks the records of such a format.
struct LayoutWalker<Layout: RecordLayout>: RecordWalker {
  var layout: Layout

  var linkTypeName: String { layout.linkTypeName }

  init(_ layout: Layout) {
    self.layout = layout
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    records.reserveCapacity(CaptureLimits.batch)
    let end = cursor.end
    // Together, so that the array is not asked for each record whether it has room.
    records.append(addingCapacity: CaptureLimits.batch - records.count) { room in
      // Copies, which stay in registers.
      var at = cursor.position
      var number = tally.records
      var layout = self.layout
      while !room.isFull {
        let start = at &+ Layout.recordHeader
        guard start <= end else { break }
        let length = layout.recordLength(bytes, at)
        guard length >= 0, length <= CaptureLimits.recordLength, length <= end &- start else {
          break
        }
        number &+= 1
        room.append(layout.record(bytes, at, number: number, included: length, &tally))
        at = start &+ length
      }
      cursor.position = at
      tally.records = number
      self.layout = layout
    }
    if records.count == CaptureLimits.batch { return .full }
    return stop(bytes, &cursor, into: &records, &tally)
  }

  /// Why the loop could not go on at the cursor's position.
  private mutating func stop(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) -> WalkStop {
    let at = cursor.position
    let available = cursor.end - at
    if available < Layout.recordHeader {
      return cursor.isLast ? .ended(cutShort: available > 0) : .needs(Layout.recordHeader)
    }
    let length = layout.recordLength(bytes, at)
    guard length >= 0, length <= CaptureLimits.recordLength else {
      return .damaged(.recordLength(length, at: cursor.offsetInFile(at)))
    }
    guard cursor.isLast else { return .needs(Layout.recordHeader + length) }
    tally.records += 1
    let held = available - Layout.recordHeader
    records.append(
      layout.record(bytes, at, number: tally.records, included: held, &tally))
    cursor.position = cursor.end
    return .ended(cutShort: true)
  }
}
