import LiveCapture
import Synchronization

/// What is on its way to an output that may not take it: a pipe that is not read, a stopped
/// terminal, a slow disk. A thread of its own writes, so that the capture never waits for the
/// output. The descriptor's flags stay as they are: other processes may share it.
///
/// The thread writes whole lines, at most 4096 octets at a time: a pipe takes such a piece whole
/// or not at all.
final class OutputQueue: ByteSink {
  private struct State {
    var buffer: [UInt8] = []
    /// Octets at the start of `buffer` that the thread has taken.
    var taken = 0
    /// Octets that are not written yet, those included that the thread is writing.
    var held = 0
    var failure: WriteFailure?
    /// When the output last took something, in microseconds.
    var progress: Int64 = 0
    var waits = false
    var isAbandoned = false
    var isEnded = false
  }

  /// Octets that may wait.
  private let capacity: Int
  private let sink: any ByteSink
  private let state = Mutex(State())
  /// For the thread: there is something to write.
  private let work: WakePipe
  /// From the thread: something was written, or cannot be.
  private let change: WakePipe

  /// What a pipe takes in one piece, everywhere.
  private static let pieceSize = 4096
  /// After a signal, how long the output may take nothing, in microseconds.
  private static let patience: Int64 = 350_000

  /// - Returns: nil where the system has no thread or no descriptor left.
  init?(_ sink: any ByteSink, capacity: Int = 4 << 20) {
    guard let work = WakePipe(), let change = WakePipe() else { return nil }
    self.sink = sink
    self.capacity = capacity
    self.work = work
    self.change = change
    guard LiveSystem.startThread({ self.run() }) else { return nil }
  }

  /// Why the output cannot be written.
  var failure: WriteFailure? { state.withLock { $0.failure } }

  /// Can be read after something was written, or could not be.
  var descriptor: Int32 { change.descriptor }

  /// Takes what was written so far as known: `descriptor` can be read again after the next change.
  func clear() { change.clear() }

  /// Whether `write` waits for room. Else it drops what has none.
  var waits: Bool {
    get { state.withLock { $0.waits } }
    set { state.withLock { $0.waits = newValue } }
  }

  /// Whether at least half of the room is free.
  var isRoomy: Bool { state.withLock { $0.held <= capacity / 2 } }

  /// Takes all of `bytes`, or nothing where there is no room. It never waits.
  func offer(_ bytes: [UInt8]) -> Bool {
    let (isTaken, wasIdle) = state.withLock { state in
      guard state.failure == nil, state.held + bytes.count <= capacity else {
        return (false, false)
      }
      let wasIdle = state.taken == state.buffer.count
      state.buffer += bytes
      state.held += bytes.count
      return (true, wasIdle)
    }
    // While there is something to take, the thread does not wait for more. Not under the lock,
    // which the thread that wakes up needs at once.
    if isTaken, wasIdle { work.poke() }
    return isTaken
  }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(64 << 10))
      if !offer(piece) {
        if let failure { throw failure }
        guard waits else { return }
        try wait { state in state.held + piece.count <= capacity }
        continue
      }
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Waits until everything is written. After a signal it gives up where the output takes nothing.
  func drain() throws(WriteFailure) {
    try wait { state in state.held == 0 }
  }

  /// Ends the thread, with what waits unwritten.
  func end() {
    state.withLock { $0.isEnded = true }
    work.poke()
  }

  private func wait(until isDone: (State) -> Bool) throws(WriteFailure) {
    var hurriedSince: Int64?
    while true {
      change.clear()
      let (done, failure, progress) = state.withLock { state in
        (isDone(state), state.failure, state.progress)
      }
      if let failure { throw failure }
      if done { return }
      if SignalWatch.isInterrupted {
        let now = LiveSystem.now
        let since = hurriedSince ?? now
        hurriedSince = since
        if now - max(since, progress) >= Self.patience {
          state.withLock { state in
            state.isAbandoned = true
            state.failure = .notRead
          }
          throw .notRead
        }
      }
      _ = LiveSystem.wait([change.descriptor], milliseconds: 20)
    }
  }

  // MARK: The thread that writes

  private func run() {
    while true {
      work.clear()
      guard let piece = nextPiece() else {
        if state.withLock({ $0.isEnded || $0.failure != nil }) { return }
        _ = LiveSystem.wait([work.descriptor], milliseconds: 1000)
        continue
      }
      var failure: WriteFailure?
      do {
        try sink.write(piece)
      } catch {
        failure = error
      }
      state.withLock { state in
        state.held -= piece.count
        state.progress = LiveSystem.now
        if state.failure == nil { state.failure = failure }
      }
      change.poke()
    }
  }

  /// Whole lines, where a line is not longer than a piece.
  private func nextPiece() -> [UInt8]? {
    state.withLock { state in
      guard !state.isAbandoned, !state.isEnded, state.failure == nil,
        state.taken < state.buffer.count
      else { return nil }
      var piece = state.buffer[state.taken...].prefix(Self.pieceSize)
      if state.taken + piece.count < state.buffer.count,
        let end = piece.lastIndex(of: UInt8(ascii: "\n"))
      {
        piece = piece[...end]
      }
      let result = Array(piece)
      state.taken += result.count
      if state.taken == state.buffer.count {
        state.buffer.removeAll(keepingCapacity: state.buffer.count <= 64 << 10)
        state.taken = 0
      } else if state.taken >= max(64 << 10, state.buffer.count / 2) {
        state.buffer.removeFirst(state.taken)
        state.taken = 0
      }
      return result
    }
  }
}

/// Wakes a thread that waits for descriptors.
final class WakePipe: Sendable {
  /// Can be read after `poke`, until `clear`.
  let descriptor: Int32
  private let other: Int32

  /// nil where there are too many open files.
  init?() {
    guard let pipe = LiveSystem.makePipe() else { return nil }
    (descriptor, other) = pipe
  }

  deinit {
    LiveSystem.closeFile(descriptor)
    LiveSystem.closeFile(other)
  }

  func poke() { LiveSystem.poke(other) }

  func clear() { LiveSystem.drain(descriptor) }
}
