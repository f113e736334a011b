/// `bletrace analyze --format json` as a child process, its report held against what was generated.
struct Analyze {
  let program: String
  let files: WorkFiles

  private let options = ["analyze", "--quiet", "--format", "json"]

  /// Of the capture that was generated last.
  func measure(_ expected: CaptureCounts) throws(BenchFailure) -> Usage {
    let usage = try require(program, options + [files.capture], output: files.report)
    try ReportCounts(expected).require(ReportCounts(of: files.report))
    return usage
  }

  /// Of a capture that is generated into a pipe meanwhile, and so takes no room anywhere.
  func measure(
    _ story: Story, records: Int
  ) throws(BenchFailure) -> (usage: Usage, counts: CaptureCounts) {
    let (usage, counts) = try bletrace_bench.measure(
      program, options + ["-"], output: files.report
    ) { generate(story, records: records, to: $0) }
    try ReportCounts(counts).require(ReportCounts(of: files.report))
    return (usage, counts)
  }

  /// Of a capture of which only the number of records is known.
  func requireRecords(_ records: Int) throws(BenchFailure) {
    _ = try require(program, options + [files.capture], output: files.report)
    let found = try ReportCounts(of: files.report).records
    guard found == records else {
      throw BenchFailure(
        "analyze reports \(found) records instead of \(records)", isWrongResult: true)
    }
  }

  /// The text report, which goes nowhere, of the capture that was generated last or of another
  /// file.
  func text(_ further: [String] = [], of path: String? = nil) throws(BenchFailure) -> Usage {
    try require(program, ["analyze", "--quiet"] + further + [path ?? files.capture])
  }

  /// The time from start to end of one call; for the shortest ones.
  func start(_ arguments: [String]) throws(BenchFailure) -> Double {
    try require(program, arguments).wall
  }
}
