import BluetoothProtocol
import Bytes
import CaptureFiles

/// Values that the observer did not get yet.
///
/// Where connections take turns, each brings a handful of values at a time. Those of one connection
/// are reported together: before anything else of that connection, and at the end of a batch.
struct WaitingValues: Sendable {
  /// What waits of one connection.
  struct Line: Sendable {
    let connection: Int
    let mtu: Int
    /// The first value, and how others differ from it.
    fileprivate let form: ValueForm
    fileprivate var difference: UInt64
    /// The indexes in the batch of the first record, and of the last.
    fileprivate let first: Int
    fileprivate(set) var last: Int
    fileprivate var count: Int
    /// Whether they are in the line's row; they are not while all came right after one another.
    fileprivate var isInRow = false

    var burst: ValueBurst { form.burst(difference, on: connection, mtu: mtu) }
  }

  private(set) var lines: [Line] = []
  /// A row for each line that has more than its first records.
  private var rows: [CapturedRecord] = []

  private static let mostLines = 256
  private static let rowLength = 256

  var isFull: Bool { lines.count == Self.mostLines }

  /// - Precondition: it is not full.
  /// - Returns: the line's number.
  mutating func begin(
    _ start: Int, _ end: Int, _ form: ValueForm, _ difference: UInt64, on connection: Int, mtu: Int
  ) -> Int {
    lines.append(
      Line(
        connection: connection, mtu: mtu, form: form, difference: difference, first: start,
        last: end &- 1, count: end &- start))
    return lines.count - 1
  }

  /// - Returns: whether there is such a line, of such values, and room in it.
  @inline(__always)
  mutating func append(
    _ start: Int, _ end: Int, _ form: ValueForm, _ difference: UInt64, to line: Int,
    of records: Span<CapturedRecord>
  ) -> Bool {
    guard line >= 0, let another = form.difference(from: lines[line].form) else { return false }
    let count = lines[line].count
    guard count &+ end &- start <= Self.rowLength else { return false }
    if !lines[line].isInRow { beginRow(line, records) }
    var rows = rows.mutableSpan
    rows.copy(records.extracting(start..<end), to: line &* Self.rowLength &+ count)
    lines[line].count = count &+ end &- start
    lines[line].difference |= difference | another
    lines[line].last = end &- 1
    return true
  }

  /// Puts the first records in the line's row.
  @inline(never)
  private mutating func beginRow(_ line: Int, _ records: Span<CapturedRecord>) {
    let row = line &* Self.rowLength
    let missing = row &+ Self.rowLength &- rows.count
    if missing > 0 { rows.append(contentsOf: repeatElement(records[0], count: missing)) }
    lines[line].isInRow = true
    let (first, count) = (lines[line].first, lines[line].count)
    var rows = rows.mutableSpan
    rows.copy(records.extracting(first..<(first &+ count)), to: row)
  }

  /// Hands on what a line holds; returns how many values it was.
  func handOn(
    _ number: Int, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ observer: inout some SessionObserver
  ) -> Int {
    let line = lines[number]
    let (held, first) =
      line.isInRow ? (rows.span, number &* Self.rowLength) : (records, line.first)
    observer.observe(
      line.burst, of: held.extracting(first..<(first &+ line.count)), in: bytes)
    return line.count
  }

  /// All were reported.
  mutating func clear() { lines.removeAll(keepingCapacity: true) }
}

extension SessionTracker {
  /// Reports what must not come after a record.
  mutating func reportWaiting(
    before record: CapturedRecord, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    let packet = record.bytes
    switch record.kind {
    case .acl:
      // A controller is not made here: what is cut too short to be decoded is no sign of one.
      guard packet.count >= 2, let controller = sessions.known(record.controller) else { break }
      let handle = ConnectionHandle(bytes.u16le(packet.start))
      let link = sessions.controllers[controller].links[Int(handle.rawValue)]
      if link >= 0 { reportWaiting(of: Int(link), records, in: bytes) }
    case .event:
      if !Self.leavesConnections(packet, in: bytes) { reportAllWaiting(records, in: bytes) }
    case .command, .newIndex, .openIndex, .closeIndex, .deleteIndex, .indexInfo:
      reportAllWaiting(records, in: bytes)
    default: break
    }
  }

  /// Whether an event has no bearing on the values of a connection: completions of what was sent,
  /// and advertising.
  private static func leavesConnections(_ event: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard event.count >= 3 else { return true }
    switch HCIEventCode(bytes[event.start]) {
    case .numberOfCompletedPackets: return true
    case .leMeta: return LEMetaSubevent(bytes[event.start + 2]).reportsAdvertising
    default: return false
    }
  }

  @inline(__always)
  mutating func reportWaiting(
    of link: Int, _ records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    if sessions.connections[link].waitingLine >= 0 { reportLine(of: link, records, in: bytes) }
  }

  /// Hands on the values of a connection that wait, and counts them.
  private mutating func reportLine(
    of link: Int, _ records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    let line = sessions.connections[link].waitingLine
    sessions.connections[link].waitingLine = -1
    let last = records[waiting.lines[line].last]
    let count = waiting.handOn(line, of: records, in: bytes, &context.observer)
    sessions.connections[link].count(
      waiting.lines[line].burst, count, last: Moment(frame: last.number, time: last.time))
  }

  mutating func reportAllWaiting(
    _ records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    for line in waiting.lines.indices {
      let link = waiting.lines[line].connection
      // Handed on before, or the connection has another by now.
      guard sessions.connections[link].waitingLine == line else { continue }
      reportWaiting(of: link, records, in: bytes)
    }
    waiting.clear()
  }
}
