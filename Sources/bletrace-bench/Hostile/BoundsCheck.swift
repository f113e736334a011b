/// Has the released program read every hostile capture, and looks at the memory that it took.
struct BoundsCheck {
  static let limit = 256_000_000

  private let isMarkdown: Bool
  private let stories: [HostileStory]
  private let files: WorkFiles
  private let program: String

  init(_ options: BenchOptions, only stories: [HostileStory]) throws(BenchFailure) {
    isMarkdown = options.isMarkdown
    self.stories = stories.isEmpty ? HostileStory.allCases : stories
    files = try WorkFiles()
    program = options.bletrace ?? System.neighbour("bletrace")
  }

  func run() throws(BenchFailure) {
    defer { files.remove() }
    System.ignoreBrokenPipes()
    var table = TextTable(["input", "records", "octets", "seconds", "peak memory", "told"])
    var failures: [String] = []
    for story in stories {
      complain("hostile-\(story.rawValue)")
      let (usage, written, told) = try measure(story)
      let missing = story.told.filter { !told.contains($0) }
      if usage.peak > Self.limit { failures.append("\(story.rawValue): \(megabytes(usage.peak))") }
      if !missing.isEmpty {
        failures.append("\(story.rawValue): not told: \(missing.joined(separator: ", "))")
      }
      table.add([
        story.input, grouped(written.records), megabytes(written.octets), decimal(usage.wall, 1),
        megabytes(usage.peak), story.told.filter(told.contains).joined(separator: ", "),
      ])
    }
    print(isMarkdown ? table.markdown : table.text)
    guard failures.isEmpty else {
      throw BenchFailure(failures.joined(separator: "\n"), isWrongResult: true)
    }
  }

  private typealias Outcome = (
    usage: Usage, written: (records: Int, octets: Int), told: Set<String>
  )

  private func measure(_ story: HostileStory) throws(BenchFailure) -> Outcome {
    let pipe = try System.pipe()
    var arguments = ["analyze", "--quiet", "--format", "json"]
    if story == .timeline { arguments.append("--timeline") }
    let child: ChildProcess?
    do throws(BenchFailure) {
      child = try ChildProcess(
        program, arguments + ["-"], input: pipe.input, output: files.report)
      System.closeDescriptor(pipe.input)
    } catch {
      System.closeDescriptor(pipe.input)
      System.closeDescriptor(pipe.output)
      throw error
    }
    let written = generate(
      story, records: story.records, to: FileSink(descriptor: pipe.output))
    guard let child else {
      throw BenchFailure(
        "there is no \(program); build the release first, or name one with --bletrace")
    }
    let usage = try child.finish()
    var scanner = ReportScanner()
    try System.read(files.report) { scanner.scan($0) }
    return (usage, written, scanner.told)
  }
}
