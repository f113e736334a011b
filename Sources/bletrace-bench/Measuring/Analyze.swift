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

  /// The time from start to end of one call; for the shortest ones.
  func start(_ arguments: [String]) throws(BenchFailure) -> Double {
    try require(program, arguments).wall
  }
}
