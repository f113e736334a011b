import Bytes

/// What is known of a capture before it is read.
package struct CaptureExpectation: Sendable {
  /// It is Zephyr's monitor stream, whatever it begins with, or a log as text.
  package var isZephyr: Bool
  /// This computer's clock, for records that come while they are made, and whose own times count
  /// from the start of a board.
  package var now: (@Sendable () -> TraceTime)?
  /// The same, where the records are a log as text: many have no times.
  package var textNow: (@Sendable () -> TraceTime)?

  package init(
    isZephyr: Bool = false, now: (@Sendable () -> TraceTime)? = nil,
    textNow: (@Sendable () -> TraceTime)? = nil
  ) {
    self.isZephyr = isZephyr
    self.now = now
    self.textNow = textNow ?? now
  }
}

/// Reads a capture of any known format, a batch of records at a time, in constant memory.
///
///     var reader = try CaptureReader(source)
///     var records: [CapturedRecord] = []
///     while try reader.nextBatch(into: &records) {
///       let bytes = reader.window.span
///       for record in records { ... record.bytes in bytes ... }
///     }
///
/// Where a record should begin and the header of another capture is found, reading goes on with
/// that: as of `cat one.btsnoop two.btsnoop`, or of a program that starts a new recording each time
/// a phone is back.
package struct CaptureReader {
  /// Large enough that reading costs few calls, small enough for a processor's cache.
  package static let usualWindowSize = 256 << 10

  /// What the ranges of the current batch point into. Do not keep a copy over `nextBatch`: it
  /// would make that copy the whole window.
  package private(set) var window: [UInt8]

  /// Whether the file ends inside a record or a header.
  package private(set) var cutShort = false

  /// Where the file stopped making sense. Nothing was read from there on, but where it says how
  /// much was skipped.
  package var unreadable: CaptureDamage? { end ?? walker.passedOver }

  /// Why the source could not be read to its end. What it gave before stays; `unreadable` says
  /// where that is.
  package private(set) var failure: CaptureFileError?

  private var source: any ByteSource
  private var walker: any RecordWalker
  private var cursor: WindowCursor
  private var tally = RecordTally()
  private var finished = false
  /// Whether the position may lie beyond what is at hand, which no walker expects.
  private var hasSkipped = false
  /// Whether another capture began in the same file.
  private var isFurther = false
  /// Where and why reading ended before the end.
  private var end: CaptureDamage?
  private let expectation: CaptureExpectation
  private var usb = USBStage()
  private var ppi = PPICheck()

  /// Detects the format by content. Blocks only until the first few octets are there; for
  /// PacketLogger, which has no magic number, until the first few records are; for text until a
  /// packet is found, or it has ended.
  ///
  /// - Parameters:
  ///   - windowSize: of the window at first, in octets. It grows for a longer record.
  ///   - readsText: whether a log is looked for in text, however long that is.
  ///   - expectation: what is known of the capture before.
  package init(
    _ source: any ByteSource, windowSize: Int = Self.usualWindowSize, readsText: Bool = true,
    expectation: CaptureExpectation = CaptureExpectation()
  ) throws(CaptureFileError) {
    precondition(windowSize > 0)
    self.source = source
    self.expectation = expectation
    window = [UInt8](repeating: 0, count: windowSize)
    cursor = WindowCursor()
    walker =
      expectation.isZephyr
      ? try detectSerialLine(&self.source, &window, &cursor, expectation)
      : try detectCaptureFormat(
        &self.source, &window, &cursor, readsText: readsText, expectation)
  }

  /// Of a file that begins like btsnoop it is certain only when the first record was read: Android
  /// also puts btsnooz after that beginning.
  package var format: CaptureFormat { walker.format }

  /// Whether the times of the records are moments. Else they count from the first record, as if
  /// that were at the beginning of 1970.
  package var timeOfDayIsKnown: Bool { walker.timeOfDayIsKnown }

  /// How the packets are framed: a raw value of `LinkType`, "packetlogger", or "mixed" where the
  /// interfaces of a pcapng file differ. For pcapng it rests
  /// on the interfaces read so far, and is "unknown" before the first.
  package var linkTypeName: String { walker.linkTypeName }

  /// Offset of `window[0]` in the file; where the records are packed in text, among what was
  /// packed.
  package var windowOffset: Int { cursor.fileOffset }

  /// Records that the capturing side says it lost.
  ///
  /// btsnoop: the counter in each record is cumulative; each growth is added, a decrease is taken
  /// as a restart and adds nothing, 0xFFFFFFFF is taken as "not known". pcapng: the larger of what
  /// packet blocks and what interface statistics say, as both count the same losses.
  package var droppedRecords: Int { tally.dropped }

  /// Where they were lost, as far as the capture says; the first 1024 losses.
  package var losses: [RecordLoss] { tally.losses }

  /// Records of which the capture kept less than there was.
  package var truncatedRecords: Int { tally.truncated }

  /// Packets of pcapng interfaces that are not Bluetooth HCI. They are numbered all the same.
  package var skippedRecords: Int { tally.skipped }

  /// Where the next record begins, in a format whose records do not depend on those before; `nil`
  /// also after the header of a further capture, which decides how they are read.
  package var place: CapturePlace? {
    guard walker.isPositional, !isFurther else { return nil }
    return CapturePlace(octet: cursor.fileOffset + cursor.position, records: tally.records)
  }

  /// Goes on at a place that a reader of the same file had, after all that was read.
  package mutating func skip(to place: CapturePlace) {
    precondition(walker.isPositional && !isFurther)
    precondition(place.octet >= cursor.fileOffset + cursor.position)
    hasSkipped = true
    cursor.position = place.octet - cursor.fileOffset
    tally.records = place.records
  }

  /// Reads the next records, at most 1024, all inside `window`; false at the end, which is also
  /// where the source fails (see `failure`). Ranges hold until the next call. Where the source
  /// throws `notYet`, so does this, when there is no whole record at hand, and goes on with the
  /// next call.
  package mutating func nextBatch(
    into records: inout [CapturedRecord]
  ) throws(CaptureFileError) -> Bool {
    while true {
      if usb.give(&records) {
        exchangeWindow(isHandedOut: true)
        return true
      }
      exchangeWindow(isHandedOut: false)
      guard try nextRecords(into: &records) else {
        if usb.isForeign, failure == nil { throw .foreign(.otherUSB) }
        if let number = ppi.foreign, failure == nil { throw .foreignPPI(format, number: number) }
        return false
      }
      if walker.hasPPI { take(records, of: window, into: &ppi) }
      guard walker.hasUSB else {
        usb.note(others: records.count)
        return true
      }
      take(records, of: window, into: &usb, &tally)
    }
  }

  /// Packets that come by USB are put together in octets of their own.
  private mutating func exchangeWindow(isHandedOut: Bool) {
    guard usb.isHandedOut != isHandedOut else { return }
    swap(&window, &usb.octets)
    usb.isHandedOut = isHandedOut
  }

  /// The next records as they are in the file.
  private mutating func nextRecords(
    into records: inout [CapturedRecord]
  ) throws(CaptureFileError) -> Bool {
    records.removeAll(keepingCapacity: true)
    if hasSkipped, !finished {
      try fill(1)
      hasSkipped = false
      // The file has become shorter since.
      if cursor.position > cursor.end { finished = true }
    }
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
        switch captureHeader(window.span, cursor) {
        case .needs(let count):
          if !records.isEmpty { return true }
          try fill(count)
        // The walker of pcapng reads further sections itself.
        case .header(let format) where format != .pcapng || walker.format != .pcapng:
          // The walker comes here again.
          if !records.isEmpty { return true }
          try beginCapture(format)
        case .header, .none:
          end = damage
          finished = true
        }
      }
    }
    return !records.isEmpty
  }

  /// Another capture begins where a record would: several were sent one after the other.
  private mutating func beginCapture(_ format: CaptureFormat) throws(CaptureFileError) {
    let header = Array(window[cursor.position..<cursor.end].prefix(24))
    walker = try format.walker(header.span)
    isFurther = true
    cursor.position += format.headerLength
  }

  private mutating func fill(_ count: Int) throws(CaptureFileError) {
    do throws(CaptureFileError) {
      try cursor.fill(&window, from: source, count)
    } catch .notYet {
      throw .notYet
    } catch {
      failure = error
      end = CaptureDamage(
        offset: cursor.fileOffset + cursor.end, reason: error.message, sourceFailed: true)
      finished = true
    }
  }
}

/// Between two records of a capture.
package struct CapturePlace: Hashable, Sendable {
  /// In the file.
  package var octet: Int
  /// Those before it: the number of the last one.
  package var records: Int

  package init(octet: Int, records: Int) {
    self.octet = octet
    self.records = records
  }
}

/// Outside the reader, for a span of its window would exclude changes to the rest of it.
private func walk(
  _ walker: inout any RecordWalker, _ window: [UInt8], _ cursor: inout WindowCursor,
  into records: inout [CapturedRecord], _ tally: inout RecordTally
) throws(CaptureFileError) -> WalkStop {
  try walker.walk(window.span, &cursor, into: &records, tally: &tally)
}

private func take(
  _ records: [CapturedRecord], of window: [UInt8], into usb: inout USBStage,
  _ tally: inout RecordTally
) {
  usb.take(records, window.span, &tally)
}

private func take(_ records: [CapturedRecord], of window: [UInt8], into ppi: inout PPICheck) {
  ppi.take(records, window.span)
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
      if position > end {
        // All that is at hand was dropped: what lies before the position is of no use.
        let passed = source.jump(position)
        fileOffset += passed
        position -= passed
      }
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
