/// `bletrace decode` as a child process, a line for each record.
struct Decode {
  let program: String
  let files: WorkFiles

  func measure() throws(BenchFailure) -> Usage {
    try require(program, ["decode", "--quiet", files.capture])
  }

  /// Each record has its line. Not measured, as the lines are kept for once.
  func requireLines(_ records: Int) throws(BenchFailure) {
    _ = try require(program, ["decode", "--quiet", files.capture], output: files.report)
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
}
