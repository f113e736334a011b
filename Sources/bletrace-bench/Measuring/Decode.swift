/// `bletrace decode` as a child process, a line for each record.
struct Decode {
  let program: String
  let files: WorkFiles

  func measure() throws(BenchFailure) -> Usage {
    guard let usage = try bletrace_bench.measure(program, ["decode", "--quiet", files.capture])
    else { throw missing }
    return usage
  }

  /// Each record has its line. Not measured, as the lines are kept for once.
  func requireLines(_ records: Int) throws(BenchFailure) {
    let usage = try bletrace_bench.measure(
      program, ["decode", "--quiet", files.capture], output: files.report)
    guard usage != nil else { throw missing }
    var lines = 0
    try System.read(files.report) { bytes in
      for byte in bytes where byte == UInt8(ascii: "\n") { lines += 1 }
    }
    guard lines == records else {
      throw BenchFailure(
        "\(program) decode printed \(lines) lines for \(records) records",
        isWrongResult: true)
    }
  }

  private var missing: BenchFailure {
    BenchFailure("there is no \(program); build the release first, or name one with --bletrace")
  }
}
