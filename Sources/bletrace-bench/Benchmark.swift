import Text
import Tracking

/// Measures the released program, and prints what came of it.
struct Benchmark {
  let options: BenchOptions
  private let files: WorkFiles
  private let analyze: Analyze
  private var page = Page()

  init(_ options: BenchOptions) throws(BenchFailure) {
    self.options = options
    files = try WorkFiles()
    analyze = Analyze(program: options.bletrace ?? System.neighbour("bletrace"), files: files)
  }

  mutating func run() throws(BenchFailure) {
    defer { files.remove() }
    page.machine = Machine.description
    let (shapes, headline) = try Shapes(
      analyze: analyze, files: files, pairs: options.pairs, captures: options.captures,
      isReal: options.captures != BenchOptions.samples,
      other: options.other.map { ($0.name, Analyze(program: $0.path, files: files)) }
    ).measure()
    page.ratios += headline
    page.add(shapes)
    page.add(try Ways(analyze: analyze, files: files, pairs: options.pairs).table())
    try compareWithOthers()
    try compareLines(.mixed, "A line for each of")
    try compareLines(.advertising, "The same of advertising reports alone,")
    try measureStart()
    if options.isGrowth {
      let growth = Growth(analyze: analyze, records: options.records)
      for table in try growth.tables() { page.add(table) }
    }
    print(options.isMarkdown ? page.markdown : page.text)
  }

  // MARK: - Other programs

  /// On a million records, for the others need their time; in turn, so that all see the same
  /// machine.
  private mutating func compareWithOthers() throws(BenchFailure) {
    let records = min(options.records, 1_000_000)
    let expected = try files.generate(.mixed, records: records)
    complain("against others, \(grouped(records)) records")
    var race = Race([
      ("btmon", ["-a"], "btmon -a"),
      ("tshark", ["-q", "-z", "io,phs", "-r"], "tshark -q -z io,phs"),
    ])
    try race.run(files.capture) { () throws(BenchFailure) in try analyze.measure(expected) }
    page.add(
      race.table(
        "The same \(grouped(records)) records, 3 runs in turn", "bletrace analyze"))
    page.ratios += race.ratios.map {
      "on a busy phone, `analyze` is \($0.times) times as fast as `\($0.label)`"
    }
  }

  /// What others print of the same packets, a line or a few for each; all that is printed goes
  /// nowhere.
  private mutating func compareLines(_ story: Story, _ title: String) throws(BenchFailure) {
    let records = min(options.records, 1_000_000)
    _ = try files.generate(story, records: records)
    let decode = Decode(program: analyze.program, files: files)
    try decode.requireLines(records)
    complain("lines against others, \(grouped(records)) records")
    var race = Race([
      ("tshark", ["-n", "-r"], "tshark -n -r"), ("btmon", ["-r"], "btmon -r"),
    ])
    try race.run(files.capture) { () throws(BenchFailure) in try decode.measure() }
    page.add(
      race.table("\(title) \(grouped(records)) records, 3 runs in turn", "bletrace decode"))
    let beginning = story == .mixed ? "`decode` is" : "for advertising alone, `decode` is"
    page.ratios += race.ratios.map { "\(beginning) \($0.times) times as fast as `\($0.label)`" }
  }

  // MARK: - Start

  private mutating func measureStart() throws(BenchFailure) {
    _ = try files.generate(.mixed, records: 200)
    var table = Page.Table("From start to end, 50 runs", ["", "ms", "least", "most"])
    let calls = [
      ("bletrace --version", ["--version"]),
      ("bletrace analyze, 200 records", ["analyze", "--quiet", files.capture]),
    ]
    for (label, arguments) in calls {
      var times = Samples()
      for _ in 0..<50 { times.add(try analyze.start(arguments) * 1000) }
      table.add([label] + [times.median, times.least, times.greatest].map { decimal($0, 1) })
    }
    page.add(table)
  }
}
