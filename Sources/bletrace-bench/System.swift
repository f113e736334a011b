#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The operating system's calls; the one file of the benchmark that says `unsafe`.

/// Something the benchmark needs could not be done.
struct BenchFailure: Error {
  var message: String

  init(_ message: String) { self.message = message }

  /// With what the last system call left behind.
  static func system(_ what: String) -> BenchFailure {
    BenchFailure(unsafe "\(what): \(String(cString: strerror(errno)))")
  }
}

/// Writes a capture to a file or to standard output.
final class FileSink: CaptureSink {
  private let descriptor: Int32
  private let closes: Bool
  private(set) var failure: BenchFailure?

  init(path: String) throws(BenchFailure) {
    closes = path != "-"
    descriptor =
      closes ? unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) : STDOUT_FILENO
    if descriptor < 0 { throw .system(path) }
  }

  init(descriptor: Int32) {
    self.descriptor = descriptor
    closes = true
  }

  deinit { if closes { close(descriptor) } }

  func write(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count, failure == nil {
      let count = unsafe bytes.withUnsafeBytes { octets in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: octets[written...])
        return unsafe put(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        failure = .system("cannot write the capture")
      }
    }
  }
}

private func put(_ descriptor: Int32, _ from: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, from, count)
}

extension [UInt8] {
  /// Overwrites octets with those of a number, as it lies in memory; checks that they are there.
  @inline(__always)
  mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at place: Int)
  {
    var octets = mutableSpan
    var raw = unsafe octets.mutableBytes
    raw.storeBytes(of: number, toByteOffset: place, as: Number.self)
  }
}

/// Nanoseconds.
enum Clock {
  /// Of a clock that nobody sets.
  static var wall: Int { read(CLOCK_MONOTONIC) }
  /// That this process has spent on a processor.
  static var processor: Int { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

func complain(_ line: String) {
  FileSink(descriptor: dup(STDERR_FILENO)).write(Array("bletrace-bench: \(line)\n".utf8))
}

func leave(_ code: Int32) -> Never {
  exit(code)
}
