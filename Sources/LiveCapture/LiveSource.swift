import CaptureFiles

/// Where a capture that is still being made comes from. `run` reads it on a thread of its own until
/// it ends, or the queue is stopped.
package protocol LiveSource: Sendable {
  /// Octets that may wait to be analysed. A pipe and a file wait themselves; what a device has no
  /// room for is lost.
  var waiting: Int { get }
  /// How long it may take to end when it is asked to, in microseconds: it may have to hand over
  /// what waits for it, and a disk may be in its way.
  var patience: Int64 { get }
  /// What is known of the capture.
  var expectation: CaptureExpectation { get }

  func run(into queue: ByteQueue)
}

extension LiveSource {
  package var waiting: Int { 4 << 20 }

  package var patience: Int64 { 500_000 }

  package var expectation: CaptureExpectation { CaptureExpectation() }

  /// Starts reading. False where the system has no thread left.
  package func start(into queue: ByteQueue) -> Bool {
    LiveSystem.startThread {
      run(into: queue)
      queue.finish()
    }
  }
}

/// A pipe or a socket: another program writes the capture.
package struct PipeSource: LiveSource {
  private let descriptor: Int32
  /// Octets that a pipe holds: the most that a user may set.
  private static let mostHeld = 1 << 20

  /// The descriptor stays the caller's.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// What comes through a pipe is made now.
  package var expectation: CaptureExpectation {
    guard LiveSystem.size(descriptor) == nil else { return CaptureExpectation() }
    return CaptureExpectation(textNow: { LiveSystem.timeOfDay })
  }

  package func run(into queue: ByteQueue) {
    while !queue.isStopped {
      let ready = LiveSystem.wait([descriptor, queue.stopDescriptor], milliseconds: 1000)
      guard ready[0] else { continue }
      switch LiveSystem.readChunk(descriptor, 64 << 10) {
      case .octets(let octets): _ = queue.put(octets)
      case .end: return queue.end()
      case .nothingNow: continue
      case .failure(let number):
        return queue.end(.failed("cannot read: " + LiveSystem.describe(number)))
      }
    }
    takeWaiting(into: queue)
    queue.end(.stopped)
  }

  /// What waits in a pipe when the capture ends was captured before. A file has all of it, and is
  /// not read on.
  private func takeWaiting(into queue: ByteQueue) {
    guard LiveSystem.size(descriptor) == nil else { return }
    var rest = Self.mostHeld
    while rest > 0, LiveSystem.wait([descriptor], milliseconds: 0)[0],
      case .octets(let octets) = LiveSystem.readChunk(descriptor, 64 << 10)
    {
      queue.putLast(octets)
      rest -= octets.count
    }
  }
}

/// The queue as a source of bytes that never blocks.
final class QueueBytes: ByteSource {
  private let queue: ByteQueue
  /// The next one last, so that each can be released when it was read.
  private var items: [ByteQueue.Item] = []
  private var chunk: ArraySlice<UInt8> = []
  /// What a format detection has read, as long as it may have to be read again.
  private var seen: [UInt8]? = []
  /// Whether the segment that was read is over and another follows.
  private(set) var isAtSegmentEnd = false
  private var end: SourceEnd?

  init(_ queue: ByteQueue) { self.queue = queue }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    while chunk.isEmpty {
      if isAtSegmentEnd { return 0 }
      if let end { return try pass(end) }
      if items.isEmpty { items = queue.takeItems().reversed() }
      switch items.popLast() {
      case nil: throw .notYet
      case .bytes(let bytes): chunk = bytes[...]
      case .segmentEnd: isAtSegmentEnd = true
      case .end(let end): self.end = end
      }
    }
    let piece = chunk.prefix(count)
    buffer.replaceSubrange(offset..<offset + piece.count, with: piece)
    chunk.removeFirst(piece.count)
    seen?.append(contentsOf: piece)
    return piece.count
  }

  /// A capture that is no longer watched does not end inside a record: the rest of it is yet to
  /// come.
  private func pass(_ end: SourceEnd) throws(CaptureFileError) -> Int {
    switch end {
    case .reached: return 0
    case .stopped:
      // Its format shows with what there is, or not at all.
      if seen != nil { return 0 }
      throw .notYet
    case .failed(let reason): throw .sourceFailed(reason: reason)
    }
  }

  /// Octets of the segment that came so far, and whether that is all of it; while its format is
  /// not known.
  func gather() -> (count: Int, isWhole: Bool) {
    rewind()
    while !isAtSegmentEnd && end == nil {
      if items.isEmpty { items = queue.takeItems().reversed() }
      switch items.popLast() {
      case nil: return (chunk.count, false)
      case .bytes(let bytes): chunk += bytes
      case .segmentEnd: isAtSegmentEnd = true
      case .end(let end): self.end = end
      }
    }
    return (chunk.count, true)
  }

  /// The format is known: what was read need not be read again.
  func commit() { seen = nil }

  /// Goes back to where the segment began.
  private func rewind() {
    guard let again = seen else { return }
    chunk = (again + chunk)[...]
    seen = []
  }

  /// Goes on with the capture after a segment's end.
  func beginSegment() {
    isAtSegmentEnd = false
    seen = []
  }
}
