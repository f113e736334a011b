#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The operating system's calls. This file and ChildProcess.swift are those that say `unsafe`.

/// Something the benchmark needs could not be done.
struct BenchFailure: Error {
  var message: String
  /// Whether what was measured is wrong, rather than that it could not be measured.
  var isWrongResult: Bool

  init(_ message: String, isWrongResult: Bool = false) {
    self.message = message
    self.isWrongResult = isWrongResult
  }

  static func missing(_ program: String) -> BenchFailure {
    BenchFailure("there is no \(program); build the release first, or name one with --bletrace")
  }

  /// With what the last system call left behind, or an error number.
  static func system(_ what: String, _ number: Int32 = errno) -> BenchFailure {
    BenchFailure(unsafe "\(what): \(String(cString: strerror(number)))")
  }
}

/// Writes a capture to a file, a pipe, or standard output.
final class FileSink: CaptureSink {
  private let descriptor: Int32
  private(set) var failure: BenchFailure?

  init(path: String) throws(BenchFailure) {
    descriptor =
      path == "-"
      ? dup(STDOUT_FILENO) : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw .system(path) }
  }

  /// Takes a descriptor over, and closes it at the end.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

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
  mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at index: Int)
  {
    var octets = mutableSpan
    var raw = unsafe octets.mutableBytes
    raw.storeBytes(of: number, toByteOffset: index, as: Number.self)
  }
}

/// Nanoseconds.
enum Clock {
  /// Of a clock that is never set.
  static var wall: Int { read(CLOCK_MONOTONIC) }
  /// That this process has spent on a processor.
  static var processor: Int { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

enum System {
  /// Hands the octets of a file over, piece by piece.
  static func read(
    _ path: String, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(BenchFailure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe get(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return }
      if count > 0 {
        body(buffer[..<count])
      } else if errno != EINTR {
        throw .system(path)
      }
    }
  }

  private static func get(
    _ descriptor: Int32, _ into: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, into, count)
    #else
      unsafe Darwin.read(descriptor, into, count)
    #endif
  }

  /// A pipe whose ends no child inherits by accident.
  static func pipe() throws(BenchFailure) -> (input: Int32, output: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let result = unsafe Glibc.pipe(&ends)
    #else
      let result = unsafe Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw .system("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if os(Linux)
      // F_SETPIPE_SZ, which Glibc hides, with the most that anyone may ask for: the pipe is not to
      // be what is measured.
      _ = fcntl(ends[1], 1031, 1 << 20)
    #endif
    return (ends[0], ends[1])
  }

  /// May end early, by a signal.
  static func sleep(nanoseconds: Int) {
    guard nanoseconds > 0 else { return }
    var time = timespec()
    time.tv_sec = nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    _ = unsafe nanosleep(&time, nil)
  }

  static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// A reader that went away shall show as an error, not end the benchmark.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// A new folder that only this user can look into.
  static func makeTemporaryFolder() throws(BenchFailure) -> String {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/bletrace-bench.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .system(parent) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What is in a folder; nothing where there is none.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// All files in a folder and in those inside it, by name.
  static func files(in folder: String) -> [String] {
    names(in: folder).sorted().flatMap { name in
      let path = "\(folder)/\(name)"
      let inside = files(in: path)
      return inside.isEmpty ? [path] : inside
    }
  }

  /// Removes a file or an empty folder, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) == 0 || rmdir(path) == 0 }

  /// Where this program is.
  static var ownPath: String {
    #if os(Linux)
      if let path = unsafe realpath("/proc/self/exe", nil) {
        defer { unsafe free(path) }
        return unsafe String(cString: path)
      }
    #endif
    return CommandLine.arguments[0]
  }

  /// A program in the same folder.
  static func neighbour(_ name: String) -> String {
    "/" + ownPath.split(separator: "/").dropLast().joined(separator: "/") + "/" + name
  }

  static var processors: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  static func leave(_ code: Int32) -> Never { exit(code) }
}

func complain(_ line: String) {
  FileSink(descriptor: dup(STDERR_FILENO)).write(Array("bletrace-bench: \(line)\n".utf8))
}
