import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets a capture end in good order when it is interrupted: Control-C, a kill, a terminal that is
/// closed. A second Control-C ends the program at once.
///
/// The handler touches two numbers and a pipe, which is all that a handler may.
package final class SignalWatch {
  /// Can be read once a signal came.
  package let descriptor: Int32
  private let other: Int32
  private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGWINCH]

  /// nil where there are too many open files.
  package init?() {
    guard let pipe = LiveSystem.makePipe() else { return nil }
    (descriptor, other) = pipe
    interruptions.store(0, ordering: .relaxed)
    pipeEnd.store(pipe.write, ordering: .releasing)
    for number in Self.watched { Self.install(number) }
    Self.unblock()
  }

  /// A call that waits, as one that opens a named pipe, ends with EINTR instead of going on.
  private static func install(_ number: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = onSignal
    #else
      unsafe action.__sigaction_handler.sa_handler = onSignal
    #endif
    _ = unsafe sigaction(number, &action, nil)
  }

  /// A program that starts others may have them inherit signals that it does not want itself.
  private static func unblock() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in watched { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  deinit {
    for number in Self.watched { _ = signal(number, SIG_DFL) }
    interruptions.store(0, ordering: .relaxed)
    pipeEnd.store(-1, ordering: .releasing)
    LiveSystem.closeFile(descriptor)
    LiveSystem.closeFile(other)
  }

  /// Whether the capture is to end.
  package var isInterrupted: Bool { Self.isInterrupted }

  /// The same, for calls that wait without knowing of a watch. False where nothing watches.
  package static var isInterrupted: Bool { interruptions.load(ordering: .relaxed) > 0 }

  /// Takes note of what woke the program.
  package func clear() { LiveSystem.drain(descriptor) }

  /// What a second interruption does before the program ends; it may only call what a signal
  /// handler may.
  package static func beforeForcedEnd(_ body: @escaping @convention(c) () -> Void) {
    lastWords.store(unsafe unsafeBitCast(body, to: UInt.self), ordering: .releasing)
  }
}

private let pipeEnd = Atomic<Int32>(-1)
private let interruptions = Atomic<Int>(0)
private let lastWords = Atomic<UInt>(0)

private func onSignal(_ number: Int32) {
  let saved = errno
  if number != SIGWINCH {
    let count = interruptions.add(1, ordering: .relaxed).newValue
    if number == SIGINT, count > 1 {
      let words = lastWords.load(ordering: .acquiring)
      if words != 0 {
        unsafe unsafeBitCast(words, to: (@convention(c) () -> Void).self)()
      }
      _exit(128 + number)
    }
  }
  let end = pipeEnd.load(ordering: .acquiring)
  if end >= 0 { LiveSystem.poke(end) }
  errno = saved
}
