import CaptureFiles
import Synchronization

/// What a reading thread hands to the one that analyses, so that the first is always back at the
/// device in time: a capture is lost while it is not read.
///
/// Holds at most so many octets as it is made for; then the reading thread waits, and the device or
/// the pipe keeps what comes, as long as it can.
package final class ByteQueue: Sendable {
  enum Item {
    case bytes([UInt8])
    /// The file was replaced or emptied: what follows is a capture of its own.
    case segmentEnd
    case end(SourceEnd)
  }

  private struct State {
    var items: [Item] = []
    var held = 0
    var notes: [LiveNote] = []
    var drops = 0
    var failure: String?
    var isStopped = false
    var isFinished = false
    var isPoked = false
  }

  /// Can be read when there is something to take.
  package let wakeDescriptor: Int32
  /// Can be read when the reading thread has to end.
  let stopDescriptor: Int32
  private let wake: Int32
  private let stopEnd: Int32
  private let state = Mutex(State())
  private let capacity: Int
  private let patience: Int64
  /// What is known of the captures that come.
  let expectation: CaptureExpectation

  /// Fails where there are too many open files.
  package convenience init?(for source: any LiveSource) {
    self.init(
      capacity: source.waiting, patience: source.patience, expectation: source.expectation)
  }

  package init?(
    capacity: Int = 32 << 20, patience: Int64 = 500_000,
    expectation: CaptureExpectation = CaptureExpectation()
  ) {
    self.capacity = capacity
    self.patience = patience
    self.expectation = expectation
    guard let wakePipe = LiveSystem.makePipe() else { return nil }
    guard let stopPipe = LiveSystem.makePipe() else {
      LiveSystem.closeFile(wakePipe.read)
      LiveSystem.closeFile(wakePipe.write)
      return nil
    }
    (wakeDescriptor, wake) = wakePipe
    (stopDescriptor, stopEnd) = stopPipe
  }

  deinit {
    for descriptor in [wakeDescriptor, wake, stopDescriptor, stopEnd] {
      LiveSystem.closeFile(descriptor)
    }
  }

  // MARK: The reading thread

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Waits while there is no room. False when the reading thread has to end; what it has read
  /// before is kept all the same.
  package func put(_ bytes: [UInt8]) -> Bool {
    while true {
      let goesOn = state.withLock { state -> Bool? in
        if state.held >= capacity, !state.isStopped { return nil }
        state.items.append(.bytes(bytes))
        state.held += bytes.count
        poke(&state)
        return !state.isStopped
      }
      if let goesOn { return goesOn }
      _ = LiveSystem.wait([stopDescriptor], milliseconds: 5)
    }
  }

  /// The last octets of all, which wait for no room: there are no more than a device keeps.
  func putLast(_ bytes: [UInt8]) {
    if !bytes.isEmpty { put(.bytes(bytes)) }
  }

  package func putSegmentEnd() { put(.segmentEnd) }

  /// Nothing more will come.
  package func end(_ end: SourceEnd = .reached) {
    state.withLock { state in
      if case .failed(let reason) = end { state.failure = reason }
      state.items.append(.end(end))
      poke(&state)
    }
  }

  func put(_ note: LiveNote) {
    state.withLock { state in
      // A file that is replaced again and again while it is not looked at.
      if state.notes.count < 1000 { state.notes.append(note) }
      poke(&state)
    }
  }

  /// The reading thread has ended, and touches the source no more.
  func finish() { state.withLock { $0.isFinished = true } }

  /// Records that the kernel says were lost so far.
  func setDrops(_ count: Int) { state.withLock { $0.drops = count } }

  private func put(_ item: Item) {
    state.withLock { state in
      state.items.append(item)
      poke(&state)
    }
  }

  private func poke(_ state: inout State) {
    guard !state.isPoked else { return }
    state.isPoked = true
    LiveSystem.poke(wake)
  }

  // MARK: The thread that analyses

  /// All that came since the last call, in order; nothing if nothing came.
  func takeItems() -> [Item] {
    state.withLock { state in
      if state.isPoked {
        state.isPoked = false
        LiveSystem.drain(wakeDescriptor)
      }
      defer {
        state.items.removeAll()
        state.held = 0
      }
      return state.items
    }
  }

  package func takeNotes() -> [LiveNote] {
    state.withLock { state in
      defer { state.notes.removeAll() }
      return state.notes
    }
  }

  package var drops: Int { state.withLock { $0.drops } }

  package var failure: String? { state.withLock { $0.failure } }

  /// Lets the reading thread end, and waits for that, but not for long.
  package func stop() {
    state.withLock { $0.isStopped = true }
    LiveSystem.poke(stopEnd)
    let deadline = LiveSystem.now + patience
    while !state.withLock({ $0.isFinished }), LiveSystem.now < deadline {
      _ = LiveSystem.wait([], milliseconds: 1)
    }
  }
}

/// Why a source gives nothing more.
package enum SourceEnd: Hashable, Sendable {
  /// That is all there is.
  case reached
  /// The reading thread was asked to end. A record that is half there goes on, and is not read.
  case stopped
  /// In words: "the device is gone".
  case failed(String)
}

/// What happens to a source beside its records, for the user to know.
package enum LiveNote: Hashable, Sendable {
  case waitingForFile
  case fileAppeared
  /// The name belongs to another file now, which is read from its beginning.
  case fileReplaced
  /// The file became shorter than what was read of it, and is read from its beginning.
  case fileTruncated
  /// A device was unplugged, which is waited for.
  case unplugged
  case pluggedIn
  /// The connection to the other computer ended, for that reason, and is made again.
  case disconnected(String)
  case connectedAgain
}
