import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// Values received that the observer was not told of yet.
///
/// Where connections take turns, each brings a handful of values at a time. Those of one connection
/// are told together: before anything else of that connection, and at the end of a batch.
struct WaitingValues: Sendable {
  /// What waits of one connection.
  struct Line: Sendable {
    let burst: ValueBurst
    fileprivate var first: Int
    fileprivate var last: Int
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
  private var joined: [CapturedRecord] = []

  /// - Returns: the line's number.
  mutating func begin(_ burst: ValueBurst, _ start: Int, _ end: Int) -> Int {
    lines.append(Line(burst: burst, first: pieces.count, last: pieces.count))
    pieces.append(Piece(start: start, end: end, next: pieces.count))
    return lines.count - 1
  }

  mutating func append(_ start: Int, _ end: Int, to line: Int) {
    pieces[lines[line].last].next = pieces.count
    lines[line].last = pieces.count
    pieces.append(Piece(start: start, end: end, next: pieces.count))
  }

  /// Tells what a line holds.
  mutating func tell(
    _ line: Int, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) {
    var place = lines[line].first
    if pieces[place].next == place {
      let piece = pieces[place]
      let alone = records.extracting(piece.start..<piece.end)
      return observer.observe(lines[line].burst, of: alone, in: bytes)
    }
    joined.removeAll(keepingCapacity: true)
    while true {
      let piece = pieces[place]
      joined.append(addingCapacity: piece.end - piece.start) { room in
        for place in piece.start..<piece.end { room.append(records[place]) }
      }
      if piece.next == place { break }
      place = piece.next
    }
    observer.observe(lines[line].burst, of: joined.span, in: bytes)
  }

  /// All were told.
  mutating func clear() {
    lines.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }
}

extension SessionTracker {
  /// Keeps a burst back, to be told with what follows on the connection.
  @inline(__always)
  mutating func keepBack(
    _ burst: ValueBurst, _ start: Int, _ end: Int, of records: Span<CapturedRecord>,
    in bytes: Span<UInt8>, _ observer: any SessionObserver
  ) {
    let line = connections[burst.connection].waitingLine
    if line >= 0, waiting.lines[line].burst.kind == burst.kind {
      return waiting.append(start, end, to: line)
    }
    tellWaiting(of: burst.connection, records, in: bytes, observer)
    connections[burst.connection].waitingLine = waiting.begin(burst, start, end)
  }

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
    let line = connections[link].waitingLine
    guard line >= 0 else { return }
    connections[link].waitingLine = -1
    waiting.tell(line, of: records, in: bytes, observer)
  }

  mutating func tellAllWaiting(
    _ records: Span<CapturedRecord>, in bytes: Span<UInt8>, _ observer: any SessionObserver
  ) {
    for line in waiting.lines.indices {
      let link = waiting.lines[line].burst.connection
      // Told before, or the connection has another by now.
      guard connections[link].waitingLine == line else { continue }
      tellWaiting(of: link, records, in: bytes, observer)
    }
    waiting.clear()
  }
}
