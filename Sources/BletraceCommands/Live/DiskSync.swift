import LiveCapture
import Synchronization

/// Waits for the disk on a thread of its own, so that the records are not kept waiting.
final class DiskSync: Sendable {
  private enum Job {
    /// What was written so far is to be on the disk.
    case sync(Int32, directory: [UInt8]?)
    /// The file is written: all of it is to be on the disk.
    case close(Int32, Argument)
  }

  private struct State {
    var jobs: [Job] = []
    var isStarted = false
    var isBusy = false
    var isEnded = false
    var failure: CommandFailure?
  }

  private let state = Mutex(State())
  private let work: WakePipe
  private let change: WakePipe
  /// Files that may wait to be closed.
  private static let most = 8

  /// nil where the system has no descriptor left.
  init?() {
    guard let work = WakePipe(), let change = WakePipe() else { return nil }
    self.work = work
    self.change = change
  }

  /// The first thing that went wrong.
  var failure: CommandFailure? { state.withLock { $0.failure } }

  /// Lets what was written so far go to the disk; false while the disk is not done with the last.
  ///
  /// - Parameter directory: is to hold the name of the file on the disk, too.
  func sync(_ descriptor: Int32, directory: [UInt8]?) -> Bool {
    // One job at a time comes from outside, so that it stays free.
    let isFree = state.withLock { $0.jobs.isEmpty && !$0.isBusy }
    if isFree { add(.sync(descriptor, directory: directory)) }
    return isFree
  }

  /// Closes a file when it is on the disk. Waits where very many are not.
  func close(_ descriptor: Int32, _ name: Argument) {
    wait { $0.jobs.count < Self.most }
    add(.close(descriptor, name))
  }

  /// The first job starts the thread: by then the process has dropped its privileges, and a thread
  /// keeps those that it began with.
  private func add(_ job: Job) {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst, !LiveSystem.startThread({ self.run() }) {
      state.withLock { state in
        state.jobs = []
        state.failure = CommandFailure("too many threads")
      }
    }
    work.poke()
  }

  /// Waits until all is on the disk, and ends the thread. After a signal it does not wait for long:
  /// the system has what was written, and goes on with it.
  func finish() {
    var hurriedSince: Int64?
    wait { state in
      if SignalWatch.isInterrupted, hurriedSince == nil { hurriedSince = LiveSystem.now }
      return (state.jobs.isEmpty && !state.isBusy)
        || hurriedSince.map { LiveSystem.now - $0 > 300_000 } ?? false
    }
    state.withLock { $0.isEnded = true }
    work.poke()
  }

  private func wait(until isDone: (State) -> Bool) {
    while true {
      change.clear()
      if state.withLock({ isDone($0) }) { return }
      _ = LiveSystem.wait([change.descriptor], milliseconds: 20)
    }
  }

  // MARK: The thread

  private func run() {
    while true {
      work.clear()
      let job = state.withLock { state -> Job? in
        guard !state.jobs.isEmpty else { return nil }
        state.isBusy = true
        return state.jobs.removeFirst()
      }
      guard let job else {
        if state.withLock({ $0.isEnded }) { return }
        _ = LiveSystem.wait([work.descriptor], milliseconds: 1000)
        continue
      }
      let failure = Self.run(job)
      state.withLock { state in
        state.isBusy = false
        if state.failure == nil { state.failure = failure }
      }
      change.poke()
    }
  }

  private static func run(_ job: Job) -> CommandFailure? {
    switch job {
    case .sync(let descriptor, let directory):
      // What goes wrong here goes wrong again when the file is closed.
      try? POSIX.synchronizeData(descriptor)
      if let directory { POSIX.synchronizeDirectory(directory) }
      return nil
    case .close(let descriptor, let name):
      do throws(SystemError) {
        do throws(SystemError) {
          try POSIX.synchronize(descriptor)
        } catch {
          try? POSIX.close(descriptor)
          throw error
        }
        try POSIX.close(descriptor)
        return nil
      } catch {
        return CommandFailure(name, error)
      }
    }
  }
}
