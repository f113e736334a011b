import Bytes

/// A format whose records are a header of fixed length, which says how many octets follow.
///
/// The octets that are handed over start at a record's header, and hold at least all of that. A
/// type that conforms must not be generic: its walk is called as a witness, and only that of a
/// plain type is compiled in one piece.
protocol RecordLayout: RecordWalker {
  static var recordHeader: Int { get }

  /// Octets after the header, as it says; not checked.
  func recordLength(_ bytes: Span<UInt8>) -> Int

  /// Octets that the packet had, as the header says; not checked.
  func originalLength(_ bytes: Span<UInt8>) -> Int

  func time(_ bytes: Span<UInt8>) -> TraceTime

  /// Whether what looks like a record is the header of another capture of this format. Not asked
  /// of a record that is plain.
  ///
  /// - Parameter bytes: a record's header, and what is at hand of all that follows.
  func isFileHeader(_ bytes: Span<UInt8>) -> Bool

  /// Whether the record is like most: it has octets after the header, and reports no loss.
  func isPlain(_ bytes: Span<UInt8>) -> Bool

  /// Takes in how many records were lost before this one, if the header says so.
  mutating func takeLoss(_ bytes: Span<UInt8>, before number: Int, _ tally: inout RecordTally)

  /// Strips what precedes the packet, and takes kind, direction and other facts from it.
  ///
  /// - Parameter bytes: the header, and no more than this record's octets after it.
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>)
}

extension RecordLayout {
  var isPositional: Bool { true }

  @inline(__always)
  func isPlain(_ bytes: Span<UInt8>) -> Bool { recordLength(bytes) > 0 }

  func isFileHeader(_ bytes: Span<UInt8>) -> Bool { false }

  func takeLoss(_ bytes: Span<UInt8>, before number: Int, _ tally: inout RecordTally) {}

  /// The length of the record that `bytes` start with, header included, if it is whole.
  @inline(__always)
  fileprivate func wholeRecord(_ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= Self.recordHeader else { return nil }
    let length = recordLength(bytes)
    guard length >= 0, length <= CaptureLimits.recordLength,
      length <= bytes.count &- Self.recordHeader
    else { return nil }
    return Self.recordHeader &+ length
  }

  /// - Parameter bytes: a header and what the capture holds of the octets after it.
  @inline(__always)
  fileprivate func isCut(_ bytes: Span<UInt8>) -> Bool {
    let included = bytes.count &- Self.recordHeader
    return originalLength(bytes) > included || recordLength(bytes) > included
  }

  @inline(__always)
  fileprivate func record(_ bytes: Span<UInt8>, at index: Int, number: Int) -> CapturedRecord {
    let range = ByteRange(
      start: index &+ Self.recordHeader, count: bytes.count &- Self.recordHeader,
      originalCount: max(originalLength(bytes), recordLength(bytes)))
    var record = CapturedRecord(
      number: number, time: time(bytes), bytes: range, controller: 0, kind: .unrecognized,
      direction: .unknown, detail: 0)
    frame(&record, bytes)
    return record
  }
}

/// Walks the records of such a format.
extension RecordLayout {
  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    while true {
      appendPlain(bytes, &cursor, to: &records, &tally)
      if records.count == CaptureLimits.batch { return .full }
      let rest = bytes.extracting(cursor.position..<cursor.end)
      // Before its length is believed: a header may ask for more octets than there are.
      if rest.count >= Self.recordHeader, isFileHeader(rest) {
        let reason = "a file header where a record should begin"
        return .damaged(
          CaptureDamage(offset: cursor.offsetInFile(cursor.position), reason: reason))
      }
      guard let count = wholeRecord(rest) else {
        return stop(rest, &cursor, into: &records, &tally)
      }
      append(rest.extracting(0..<count), at: cursor.position, to: &records, &tally)
      cursor.position += count
    }
  }

  /// Appends whole records while they are plain: a loop that calls nothing and asks little keeps in
  /// registers what it needs.
  private func appendPlain(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, to records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) {
    let layout = self
    let end = cursor.end
    // Together, so that the array is not asked for each record whether it has room.
    records.append(addingCapacity: CaptureLimits.batch - records.count) { taken in
      // Copies, which stay in registers.
      var room = consume taken
      var at = cursor.position
      var rest = bytes.extracting(at..<end)
      let first = tally.records &+ 1
      while room.count < room.capacity {
        guard let count = layout.wholeRecord(rest), layout.isPlain(rest) else { break }
        let whole = rest.extracting(0..<count)
        if layout.isCut(whole) { tally.truncated &+= 1 }
        room.append(layout.record(whole, at: at, number: first &+ room.count))
        rest = rest.extracting(count..<rest.count)
        at &+= count
      }
      cursor.position = at
      tally.records += room.count
      taken = room
    }
  }

  /// Appends any record: its header and what the capture holds of it.
  private mutating func append(
    _ bytes: Span<UInt8>, at index: Int, to records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) {
    tally.records += 1
    takeLoss(bytes, before: tally.records, &tally)
    if isCut(bytes) { tally.truncated += 1 }
    records.append(record(bytes, at: index, number: tally.records))
  }

  /// Why the loop could not go on with what is left of the window.
  private mutating func stop(
    _ rest: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) -> WalkStop {
    if rest.count < Self.recordHeader {
      return cursor.isLast ? .ended(cutShort: !rest.isEmpty) : .needs(Self.recordHeader)
    }
    let length = recordLength(rest)
    guard length >= 0, length <= CaptureLimits.recordLength else {
      return .damaged(.recordLength(length, at: cursor.offsetInFile(cursor.position)))
    }
    guard cursor.isLast else { return .needs(Self.recordHeader + length) }
    append(rest, at: cursor.position, to: &records, &tally)
    cursor.position = cursor.end
    return .ended(cutShort: true)
  }
}
