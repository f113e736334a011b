/// `bletrace analyze --format json` as a child process, its report held against what was generated.
struct Analyze {
  let program: String
  let files: WorkFiles

  private let options = ["analyze", "--quiet", "--format", "json"]

  /// Of the capture that was generated last.
  func measure(_ expected: CaptureCounts) throws(BenchFailure) -> Usage {
    guard
      let usage = try bletrace_bench.measure(
        program, options + [files.capture], output: files.report)
    else { throw missing }
    try ReportCounts(expected).require(ReportCounts(of: files.report))
    return usage
  }

  /// Of a capture that is generated into a pipe meanwhile, and so takes no room anywhere.
  func measure(
    _ story: Story, records: Int
  ) throws(BenchFailure) -> (usage: Usage, counts: CaptureCounts) {
    System.ignoreBrokenPipes()
    let pipe = try System.pipe()
    let child: ChildProcess?
    do throws(BenchFailure) {
      child = try ChildProcess(program, options + ["-"], input: pipe.input, output: files.report)
      System.closeDescriptor(pipe.input)
    } catch {
      System.closeDescriptor(pipe.input)
      System.closeDescriptor(pipe.output)
      throw error
    }
    let counts = generate(story, records: records, to: FileSink(descriptor: pipe.output))
    guard let child else { throw missing }
    let usage = try child.finish()
    try ReportCounts(counts).require(ReportCounts(of: files.report))
    return (usage, counts)
  }

  /// The time from start to end of one call; for the shortest ones.
  func start(_ arguments: [String]) throws(BenchFailure) -> Double {
    guard let usage = try bletrace_bench.measure(program, arguments) else { throw missing }
    return usage.wall
  }

  private var missing: BenchFailure {
    BenchFailure("there is no \(program); build the release first, or name one with --bletrace")
  }
}
