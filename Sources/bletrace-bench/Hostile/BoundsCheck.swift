import Report
import Text

/// Has the released program read every hostile capture in every way, and looks at the memory that
/// it took.
struct BoundsCheck {
  static let limit = 256_000_000

  private let options: BenchOptions
  private let stories: [HostileStory]
  private let ways: [HostileWay]
  private let files: WorkFiles
  private let program: String
  private var failures: [String] = []

  init(_ options: BenchOptions, only stories: [HostileStory]) throws(BenchFailure) {
    self.options = options
    self.stories = stories.isEmpty ? HostileStory.allCases : stories
    ways = options.isThorough ? HostileWay.allCases : HostileWay.usual
    files = try WorkFiles()
    program = options.bletrace ?? System.neighbour("bletrace")
  }

  mutating func run() throws(BenchFailure) {
    defer { files.remove() }
    var page = Page()
    var table = Page.Table(
      "Hostile captures: the bound, the input that reaches it, and peak memory",
      ["input", "bound", "records", "size"] + ways.map(\.head), words: 2)
    for story in stories {
      let row = try row(story)
      complain("hostile-\(story.rawValue): \(row.suffix(ways.count).joined(separator: ", "))")
      table.add(row)
    }
    table.notes = ["None may take more than \(Self.limit / 1_000_000) MB."]
    page.add(table)
    page.add(try several())
    print(options.isMarkdown ? page.tables(inMarkdown: true) : page.tables(inMarkdown: false))
    guard failures.isEmpty else {
      throw BenchFailure(failures.joined(separator: "\n"), isWrongResult: true)
    }
  }

  // MARK: - One capture, through a pipe

  private mutating func row(_ story: HostileStory) throws(BenchFailure) -> [String] {
    var cells: [String] = []
    var size = (records: 0, octets: 0)
    for way in ways {
      let usage: Usage
      let written: (records: Int, octets: Int)
      (usage, written) = try measure(story, way)
      if way == .json { size = written }
      cells.append(megabytes(usage.peak))
      judge(usage, "\(story.rawValue), \(way.head)")
      guard way == .json else { continue }
      var scanner = ReportScanner()
      try System.read(files.report) { scanner.scan($0) }
      let missing = story.reported.filter { !scanner.reported.contains($0) }
      if !missing.isEmpty {
        failures.append("\(story.rawValue): not reported: \(missing.joined(separator: ", "))")
      }
    }
    return [story.input, bounds(story), grouped(size.records), megabytes(size.octets)] + cells
  }

  private mutating func judge(_ usage: Usage, _ what: String) {
    if usage.peak > Self.limit { failures.append("\(what): \(megabytes(usage.peak))") }
  }

  /// `gaps 256`, `findings 1 000`; the memory of all is reported where nothing else is.
  private func bounds(_ story: HostileStory) -> String {
    let own = story.reported.filter { $0 != "memory" }
    let named = own.isEmpty ? story.reported : own
    if named.isEmpty { return "none: read, not kept" }
    return named.map { name in
      Bound.allCases.first { $0.name == name }.map {
        "\(name) \($0 == .memory ? megabytes($0.limit) : grouped($0.limit))"
      } ?? (name == "capture-cut" ? "interfaces 4 096" : name)
    }.joined(separator: ", ")
  }

  private func measure(
    _ story: HostileStory, _ way: HostileWay
  ) throws(BenchFailure) -> (Usage, (records: Int, octets: Int)) {
    defer { files.removeRecordings() }
    // The ways of `--all` keep what the others keep, and some take long for each record.
    let isUsual = HostileWay.usual.contains(way)
    let records = isUsual ? story.records : fewer(story, than: 300_000)
    return try bletrace_bench.measure(
      program, way.arguments(story, folder: files.folder),
      output: way == .json ? files.report : "/dev/null"
    ) { generate(story, records: records, to: $0) }
  }

  // MARK: - Several in one call

  /// All of them at once, and two against each other.
  private mutating func several() throws(BenchFailure) -> Page.Table {
    var table = Page.Table(
      "Several hostile captures in one call", ["", "files", "size", "peak memory"])
    var names: [String] = []
    var octets = 0
    defer { for name in names { System.remove(name) } }
    for story in stories {
      let name = "\(files.folder)/\(story.rawValue)"
      let sink = try FileSink(path: name)
      let written = generate(story, records: fewer(story, than: 400_000), to: sink)
      if let failure = sink.failure { throw failure }
      names.append(name)
      octets += written.octets
    }
    complain("all in one call")
    let calls: [(String, [String], [String])] = [
      ("analyze, JSON", ["analyze", "--format", "json"], names),
      ("analyze --timeline, text", ["analyze", "--timeline"], names),
    ]
    for (label, arguments, names) in calls {
      let usage = try start(arguments + names)
      judge(usage, "\(names.count) in one call, \(label)")
      table.add([label, "\(names.count)", megabytes(octets), megabytes(usage.peak)])
    }
    for story in stories where [.everything, .openLinks, .gattEntries].contains(story) {
      let name = "\(files.folder)/\(story.rawValue)"
      let usage = try start(["diff", name, name])
      judge(usage, "diff, \(story.rawValue)")
      table.add(["diff: \(story.input)", "2", "", megabytes(usage.peak)])
    }
    return table
  }

  /// Enough for a part of the memory to be used up, and not much on a disk.
  private func fewer(_ story: HostileStory, than count: Int) -> Int {
    switch story {
    case .reassembly, .sdus, .payload, .openPayloads, .notes, .loggerNotes: 500
    case .interfaces: 5500
    case .options: 10_000
    default: min(story.records, count)
    }
  }

  private func start(_ arguments: [String]) throws(BenchFailure) -> Usage {
    try require(program, arguments + ["--quiet"])
  }
}
