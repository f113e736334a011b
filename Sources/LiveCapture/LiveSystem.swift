import Bytes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operating system's calls that a live capture needs, in Swift's terms. Every pointer lives
/// only for the length of a call.
package enum LiveSystem {
  // MARK: Waiting

  /// A pipe whose ends do not block and do not outlive an exec; nil where there are too many open
  /// files.
  package static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress!) }) == 0 else {
      return nil
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Waits until one of the descriptors can be read, or the time is over, or a signal came; returns
  /// which can be read. Negative descriptors are passed over.
  package static func wait(_ descriptors: [Int32], milliseconds: Int) -> [Bool] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout = Int32(clamping: milliseconds)
    let count = unsafe requests.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), timeout)
    }
    guard count > 0 else { return descriptors.map { _ in false } }
    // The end and an error are to be read too.
    return requests.map { $0.revents != 0 }
  }

  /// Microseconds of a clock that is never set.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return microseconds(time)
  }

  /// The clock with which the kernel stamps records, beside one that is never set and goes on while
  /// the computer sleeps.
  static var clocks: ClockPair {
    #if os(Linux)
      let steadyClock = CLOCK_BOOTTIME
    #else
      let steadyClock = CLOCK_MONOTONIC
    #endif
    var (before, wall, after) = (timespec(), timespec(), timespec())
    for _ in 0..<5 {
      _ = unsafe clock_gettime(steadyClock, &before)
      _ = unsafe clock_gettime(CLOCK_REALTIME, &wall)
      _ = unsafe clock_gettime(steadyClock, &after)
      // Else something else ran in between.
      if microseconds(after) - microseconds(before) < 1000 { break }
    }
    return ClockPair(wall: microseconds(wall), steady: microseconds(before))
  }

  private static func microseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// What this computer's clock says, with which the kernel stamps records.
  static var timeOfDay: TraceTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return TraceTime(microseconds: microseconds(time))
  }

  /// Microseconds that this thread has used a processor. They do not grow while the program is
  /// stopped.
  package static var spent: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return microseconds(time)
  }

  /// Writes an octet for a reader that waits. Where the pipe is full, it will wake anyway.
  package static func poke(_ descriptor: Int32) {
    var octet: UInt8 = 0
    _ = unsafe write(descriptor, &octet, 1)
  }

  /// Takes out what `poke` put in.
  package static func drain(_ descriptor: Int32) {
    while case .octets(_) = readChunk(descriptor, 64) {}
  }

  // MARK: Reading

  enum Chunk {
    case octets([UInt8])
    case end
    case nothingNow
    case failure(Int32)
  }

  /// At most `count` octets, at least one.
  static func readChunk(_ descriptor: Int32, _ count: Int) -> Chunk {
    while true {
      var got = -1
      let octets = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, used in
        got = unsafe read(descriptor, room.baseAddress, count)
        used = max(0, got)
      }
      if got > 0 { return .octets(octets) }
      if got == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothingNow
      default: return .failure(errno)
      }
    }
  }

  // MARK: Files

  enum Opened {
    case file(Int32, FileIdentity)
    case missing
    case failure(Int32)
  }

  struct FileIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  /// Opens for reading, without waiting for the writer of a named pipe.
  static func openFile(_ path: [UInt8]) -> Opened {
    let descriptor = unsafe withName(path) {
      unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return errno == ENOENT ? .missing : .failure(errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      return .failure(number)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      return .failure(EISDIR)
    }
    return .file(descriptor, FileIdentity(status))
  }

  package static func closeFile(_ descriptor: Int32) { close(descriptor) }

  static func size(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Which file has the name now; nil for none.
  static func identity(_ path: [UInt8]) -> FileIdentity? {
    var status = stat()
    guard unsafe withName(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    return FileIdentity(status)
  }

  static func rewind(_ descriptor: Int32) { _ = lseek(descriptor, 0, SEEK_SET) }

  package static func describe(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// A word of the command line holds no zero octet, so its bytes are a C string.
  package static func withName<Result>(
    _ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    var terminated = name.map { CChar(bitPattern: $0) }
    terminated.append(0)
    return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }

  // MARK: Threads

  /// Runs `body` on a thread of its own; false where the system has none left.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = unsafe pthread_create(&thread, nil, { runThread($0) }, box)
      if result == 0, let thread { unsafe pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = unsafe pthread_create(&thread, nil, { unsafe runThread($0!) }, box)
      if result == 0 { pthread_detach(thread) }
    #endif
    if result != 0 { unsafe Unmanaged<ThreadBody>.fromOpaque(box).release() }
    return result == 0
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
  return nil
}

extension LiveSystem.FileIdentity {
  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
