import CBareLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loop in C that `analyze` is held against, as a child process: a mapped file counts as memory
/// of its process.
enum BareLoop {
  /// What the child does: walks the file, and prints its counts and times on one line.
  static func runHere(_ path: String) throws(BenchFailure) {
    let wall = Clock.wall
    let processor = Clock.processor
    var counts = bare_loop_counts()
    guard unsafe bare_loop(path, &counts) == 0 else { throw .system(path) }
    let numbers = [
      Int(counts.records), Int(counts.opcodes.27), Clock.wall - wall,
      Clock.processor - processor,
    ]
    print(numbers.map(String.init).joined(separator: " "))
  }

  /// Runs it on a generated capture; the time is that of the loop alone.
  static func measure(_ files: WorkFiles, records: Int) throws(BenchFailure) -> Usage {
    guard
      var usage = try bletrace_bench.measure(
        System.ownPath, ["bare-loop", files.capture], output: files.report)
    else { throw BenchFailure("cannot start itself as \(System.ownPath)") }
    var line: [UInt8] = []
    try System.read(files.report) { line += $0 }
    let numbers = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      .compactMap { Int($0) }
    guard numbers.count == 4, numbers[0] == records else {
      throw BenchFailure("the bare loop counts something else", isWrongResult: true)
    }
    usage.wall = Double(numbers[2]) / 1e9
    usage.processor = Double(numbers[3]) / 1e9
    return usage
  }
}
