import TraceBytes

package enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
  case btsnoop, btsnooz, pcap, pcapng, packetlogger

  package var name: String { rawValue }
}

/// Reads a capture of any known format, a batch of records at a time, in constant memory.
///
///     var reader = try CaptureReader(source)
///     var records: [CapturedRecord] = []
///     while try reader.nextBatch(into: &records) {
///       let bytes = reader.window.span
///       for record in records { ... record.bytes in bytes ... }
///     }
package struct CaptureReader {
  /// Large enough that reading costs few calls, small enough for a processor's cache.
  package static let usualWindowSize = 256 << 10

  /// What the ranges of the current batch point into. Do not keep a copy over `nextBatch`: it
  /// would make that copy the whole window.
  package private(set) var window: [UInt8]

  /// Whether the file ends inside a record or a header.
  package private(set) var cutShort = false

  /// Where the file stopped making sense; nothing was read from there on.
  package private(set) var unreadable: CaptureDamage?

  /// Why the source could not be read to its end. What it gave before stays; `unreadable` tells where
  /// that is.
  package private(set) var failure: CaptureFileError?

  private var source: any ByteSource
  private var walker: any RecordWalker
  private var cursor: WindowCursor
  private var tally = RecordTally()
  private var finished = false

  /// Detects the format by content. Blocks only until the first few octets are there; for
  /// PacketLogger, which has no magic number, until the first few records are; for text until it has
  /// ended.
  ///
  /// - Parameters:
  ///   - windowSize: of the window at first, in octets. It grows for a longer record.
  ///   - readsText: whether a log is looked for in text, however long that is.
  package init(
    _ source: any ByteSource, windowSize: Int = Self.usualWindowSize, readsText: Bool = true
  ) throws(CaptureFileError) {
    precondition(windowSize > 0)
    self.source = source
    window = [UInt8](repeating: 0, count: windowSize)
    cursor = WindowCursor()
    walker = try detectCaptureFormat(&self.source, &window, &cursor, readsText: readsText)
  }

  /// Of a file that begins like btsnoop it is told for certain when the first record was read: Android
  /// also puts btsnooz behind that beginning.
  package var format: CaptureFormat { walker.format }

  /// Whether the times of the records are moments. Else they count from the first record, as if
  /// that were at the beginning of 1970.
  package var timeOfDayIsKnown: Bool { walker.timeOfDayIsKnown }

  /// How the packets are framed: "hci-h4", "hci-h1", "hci-h4-phdr", "linux-monitor",
  /// "packetlogger", or "mixed" where the interfaces of a pcapng file differ. For pcapng it rests
  /// on the interfaces read so far, and is "unknown" before the first.
  package var linkTypeName: String { walker.linkTypeName }

  /// Place of `window[0]` in the file; where the records are packed in text, among what was packed.
  package var windowOffset: Int { cursor.fileOffset }

  /// Records that the capturing side says it lost.
  ///
  /// btsnoop: the counter in each record is cumulative; each growth is added, a decrease is taken
  /// as a restart and adds nothing, 0xFFFFFFFF is taken as "not known". pcapng: the larger of what
  /// packet blocks and what interface statistics say, as both count the same losses.
  package var droppedRecords: Int { tally.dropped }

  /// Where they were lost, as far as the capture tells; the first 1024 places.
  package var losses: [RecordLoss] { tally.losses }

  /// Records of which the capture kept less than there was.
  package var truncatedRecords: Int { tally.truncated }

  /// Packets of pcapng interfaces that are not Bluetooth HCI. They are numbered all the same.
  package var skippedRecords: Int { tally.skipped }

  /// Reads the next records, at most 1024, all inside `window`; false at the end, which is also
  /// where the source fails (see `failure`). Ranges hold until the next call. Where the source
  /// throws `notYet`, so does this, when there is no whole record at hand, and goes on with the
  /// next call.
  package mutating func nextBatch(
    into records: inout [CapturedRecord]
  ) throws(CaptureFileError) -> Bool {
    records.removeAll(keepingCapacity: true)
    while !finished {
      let stop = try walk(&walker, window, &cursor, into: &records, &tally)
      switch stop {
      case .full:
        return true
      case .needs(let count):
        if !records.isEmpty { return true }
        try fill(count)
      case .ended(let cut):
        cutShort = cut
        finished = true
      case .damaged(let damage):
        unreadable = damage
        finished = true
      }
    }
    return !records.isEmpty
  }

  private mutating func fill(_ count: Int) throws(CaptureFileError) {
    do throws(CaptureFileError) {
      try cursor.fill(&window, from: source, count)
    } catch .notYet {
      throw .notYet
    } catch {
      failure = error
      unreadable = CaptureDamage(
        offset: cursor.fileOffset + cursor.end, reason: error.message, sourceFailed: true)
      finished = true
    }
  }
}

/// Outside the reader, for a span of its window would exclude changes to the rest of it.
private func walk(
  _ walker: inout any RecordWalker, _ window: [UInt8], _ cursor: inout WindowCursor,
  into records: inout [CapturedRecord], _ tally: inout RecordTally
) throws(CaptureFileError) -> WalkStop {
  try walker.walk(window.span, &cursor, into: &records, tally: &tally)
}

extension WindowCursor {
  /// Slides the window to the cursor's position and reads until `count` octets from there are at
  /// hand, or the source ends.
  mutating func fill(
    _ window: inout [UInt8], from source: any ByteSource, _ count: Int
  ) throws(CaptureFileError) {
    precondition(count <= CaptureLimits.largestWindow)
    while !isLast {
      slide(&window)
      if end - position >= count { return }
      if count > window.count { grow(&window, to: count) }
      let got = try source.read(into: &window, at: end, upTo: window.count - end)
      isLast = got == 0
      end += got
    }
  }

  /// Drops what lies before the position. Only the rest of a record moves, so this costs little.
  private mutating func slide(_ window: inout [UInt8]) {
    let dropped = min(position, end)
    guard dropped > 0 else { return }
    var bytes = window.mutableSpan
    for kept in dropped..<end {
      bytes[kept - dropped] = bytes[kept]
    }
    fileOffset += dropped
    position -= dropped
    end -= dropped
  }

  private func grow(_ window: inout [UInt8], to count: Int) {
    var size = window.count
    while size < count { size *= 2 }
    window += [UInt8](repeating: 0, count: size - window.count)
  }
}
