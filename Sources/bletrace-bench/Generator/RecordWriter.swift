import CaptureFiles

/// Takes the octets of a capture as they are made.
package protocol CaptureSink: AnyObject {
  func write(_ bytes: [UInt8])
}

/// What a record is counted as.
package enum RecordClass: Int, CaseIterable, Sendable {
  case notificationReceived, notificationSent
  /// A notification that is a marker: the transfer before it is complete.
  case markerReceived, markerSent
  case writeCommand, request, response
  case advertisingReport, completion
  /// LE Connection Complete.
  case connection
  case otherCommand, otherEvent
  /// Of a capture that was there already: what it is has not been looked at.
  case copied
}

/// What a generated capture holds, for an analysis to be held against.
package struct CaptureCounts: Hashable, Sendable {
  package private(set) var records = 0
  package private(set) var octets = 0
  private var classes = [Int](repeating: 0, count: RecordClass.allCases.count)

  package subscript(_ kind: RecordClass) -> Int { classes[kind.rawValue] }

  package var notifications: Int {
    self[.notificationReceived] + self[.notificationSent] + transfers
  }
  /// Those that a marker ended.
  package var transfers: Int { self[.markerReceived] + self[.markerSent] }

  @inline(__always)
  mutating func count(_ kind: RecordClass, octets size: Int) {
    records &+= 1
    octets &+= size
    classes[kind.rawValue] &+= 1
  }
}

/// After how many octets records are handed over.
package enum PieceSize: Int, Sendable {
  /// Where the speed counts.
  case large = 0x10_0000
  /// Some 150 records: where they are to come as from a live source.
  case small = 0x2000
}

/// Writes the records of a btsnoop file of datalink 1002, up to a number of records set before.
///
/// Stories need not look at that number while they write: what comes after the last record is
/// dropped and not counted.
struct RecordWriter {
  /// Microseconds since 1970 of the next record.
  var time: Int64
  private(set) var counts = CaptureCounts()
  private let limit: Int
  private let sink: any CaptureSink
  private let pieces: PieceSize
  private var buffer: [UInt8] = []
  private var isEnded = false
  /// 1970-01-01 on btsnoop's clock.
  private let unixEpoch = BtsnoopFormat.unixEpoch

  init(limit: Int, startingAt start: Int64, sink: any CaptureSink, pieces: PieceSize) {
    self.pieces = pieces
    self.limit = limit
    time = start
    self.sink = sink
    buffer.reserveCapacity(pieces.rawValue + 4096)
    buffer += BtsnoopWriter.header(datalink: 1002)
  }

  var isFull: Bool { counts.records >= limit }

  /// Appends a record, stamps it with the time, and returns where it starts, for its fields to be
  /// set. That place holds until the next record.
  @inline(__always)
  mutating func add(_ record: [UInt8], _ kind: RecordClass) -> Int {
    if isFull { return drop(record) }
    if buffer.count >= pieces.rawValue { flush() }
    let start = buffer.count
    buffer.append(contentsOf: record)
    counts.count(kind, octets: record.count)
    store(UInt64(bitPattern: time &+ unixEpoch).bigEndian, at: start &+ 16)
    return start
  }

  /// Sets an octet of the record just added.
  @inline(__always)
  mutating func set(_ octet: UInt8, at index: Int) { buffer[index] = octet }

  /// Sets eight or four octets of the record just added.
  @inline(__always)
  mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at index: Int)
  {
    buffer.store(number, at: index)
  }

  mutating func finish() -> CaptureCounts {
    if !isEnded { flush() }
    isEnded = true
    return counts
  }

  @inline(never)
  private mutating func drop(_ record: [UInt8]) -> Int {
    if !isEnded { flush() }
    isEnded = true
    buffer.removeAll(keepingCapacity: true)
    buffer += record
    return 0
  }

  @inline(never)
  private mutating func flush() {
    sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
