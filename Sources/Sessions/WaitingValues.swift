import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// Values that the observer was not told of yet.
///
/// Where connections take turns, each brings a handful of values at a time. Those of one connection
/// are told together: before anything else of that connection, and at the end of a batch.
struct WaitingValues: Sendable {
  /// What waits of one connection.
  struct Line: Sendable {
    let connection: Int
    let mtu: Int
    /// The first value, and how others differ from it.
    fileprivate let form: ValueForm
    fileprivate var difference: UInt64
    fileprivate let first: Int
    fileprivate var last: Int

    var burst: ValueBurst { form.burst(difference, on: connection, mtu: mtu) }
  }

  /// Records that came right after one another, as places in the batch.
  private struct Piece: Sendable {
    var start: Int
    var end: Int
    /// The line's next piece; itself for the last.
    var next: Int
  }

  private(set) var lines: [Line] = []
  private var pieces: [Piece] = []
  /// The records of a line, and room for more.
  private var joined: [CapturedRecord] = []

  /// - Returns: the line's number.
  mutating func begin(
    _ start: Int, _ end: Int, _ form: ValueForm, _ difference: UInt64, on connection: Int, mtu: Int
  ) -> Int {
    lines.append(
      Line(
        connection: connection, mtu: mtu, form: form, difference: difference, first: pieces.count,
        last: pieces.count))
    pieces.append(Piece(start: start, end: end, next: pieces.count))
    return lines.count - 1
  }

  /// - Returns: whether there is such a line, of such values.
  @inline(__always)
  mutating func append(
    _ start: Int, _ end: Int, _ form: ValueForm, _ difference: UInt64, to line: Int
  ) -> Bool {
    guard line >= 0, let another = form.difference(from: lines[line].form) else { return false }
    let place = pieces.count
    pieces[lines[line].last].next = place
    lines[line].last = place
    lines[line].difference |= difference | another
    pieces.append(Piece(start: start, end: end, next: place))
    return true
  }

  /// Tells what a line holds; returns how many values it was.
  mutating func tell(
    _ line: Int, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) -> Int {
    let burst = lines[line].burst
    let piece = pieces[lines[line].first]
    if piece.next == lines[line].first {
      let alone = records.extracting(piece.start..<piece.end)
      observer.observe(burst, of: alone, in: bytes)
      return alone.count
    }
    let count = join(from: lines[line].first, records)
    observer.observe(burst, of: joined.span.extracting(0..<count), in: bytes)
    return count
  }

  /// Puts the records of a line in a row; returns how many they are.
  private mutating func join(from first: Int, _ records: Span<CapturedRecord>) -> Int {
    if joined.count < records.count {
      joined = Array(repeating: records[0], count: records.count)
    }
    // Out of its place, so that all can be written to in one go.
    var joined: [CapturedRecord] = []
    swap(&joined, &self.joined)
    defer { swap(&joined, &self.joined) }
    var row = joined.mutableSpan
    var count = 0
    var place = first
    while true {
      let piece = pieces[place]
      row.copy(records.extracting(piece.start..<piece.end), to: count)
      count &+= piece.end &- piece.start
      if piece.next == place { return count }
      place = piece.next
    }
  }

  /// The place of the last record that waits in a line.
  func last(_ line: Int) -> Int { pieces[lines[line].last].end - 1 }

  /// All were told.
  mutating func clear() {
    lines.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }
}

extension SessionTracker {
  /// Tells what must not come behind a record.
  mutating func tellWaiting(
    before record: CapturedRecord, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) {
    let packet = record.bytes
    switch record.kind {
    case .acl:
      guard packet.count >= 2 else { break }
      let handle = ConnectionHandle(bytes.u16le(packet.start))
      let link = controllers[controller(record.controller)].links[Int(handle.rawValue)]
      if link >= 0 { tellWaiting(of: Int(link), records, in: bytes, observer) }
    case .event:
      if !Self.leavesConnections(packet, in: bytes) { tellAllWaiting(records, in: bytes, observer) }
    case .command, .newIndex, .openIndex, .closeIndex, .deleteIndex, .indexInfo:
      tellAllWaiting(records, in: bytes, observer)
    default: break
    }
  }

  /// Whether an event has no bearing on what a connection receives: completions of what was sent,
  /// and advertising.
  private static func leavesConnections(_ event: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard event.count >= 3 else { return true }
    switch HCIEventCode(bytes[event.start]) {
    case .numberOfCompletedPackets: return true
    case .leMeta:
      let subevent = LEMetaSubevent(bytes[event.start + 2])
      return subevent == .advertisingReport || subevent == .extendedAdvertisingReport
    default: return false
    }
  }

  @inline(__always)
  mutating func tellWaiting(
    of link: Int, _ records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) {
    if connections[link].waitingLine >= 0 { tellLine(of: link, records, in: bytes, observer) }
  }

  /// Tells the values of a connection that wait, and counts them.
  private mutating func tellLine(
    of link: Int, _ records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) {
    let line = connections[link].waitingLine
    connections[link].waitingLine = -1
    let last = records[waiting.last(line)]
    let count = waiting.tell(line, of: records, in: bytes, observer)
    connections[link].count(
      waiting.lines[line].burst, count, last: Moment(frame: last.number, time: last.time))
  }

  mutating func tellAllWaiting(
    _ records: Span<CapturedRecord>, in bytes: Span<UInt8>, _ observer: any SessionObserver
  ) {
    for line in waiting.lines.indices {
      let link = waiting.lines[line].connection
      // Told before, or the connection has another by now.
      guard connections[link].waitingLine == line else { continue }
      tellWaiting(of: link, records, in: bytes, observer)
    }
    waiting.clear()
  }
}
