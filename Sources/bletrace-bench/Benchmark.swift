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
    try compareWithOthers()
    try compareLines(.mixed, "A line for each of")
    try compareLines(.advertising, "The same of advertising reports alone,")
    try compareWithBareLoop()
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
    page.ratios += race.ratios.map { "`analyze` takes 1/\($0.times) of the time of `\($0.label)`" }
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
    let what = story == .mixed ? "takes" : "takes, for advertising alone,"
    page.ratios += race.ratios.map { "`decode` \(what) 1/\($0.times) of the time of `\($0.label)`" }
  }

  // MARK: - The bare loop

  private mutating func compareWithBareLoop() throws(BenchFailure) {
    let expected = try files.generate(.mixed, records: options.records)
    var own = Trials()
    var bare = Trials()
    var ratios = Samples()
    // The first pair brings the file and the programs into memory, and does not count.
    complain("against the bare loop, \(grouped(options.records)) records")
    for pair in 0...options.pairs {
      let usage: Usage
      let loop: Usage
      if pair % 2 == 0 {
        usage = try analyze.measure(expected)
        loop = try BareLoop.measure(files, expected)
      } else {
        loop = try BareLoop.measure(files, expected)
        usage = try analyze.measure(expected)
      }
      guard pair > 0 else { continue }
      own.add(usage)
      bare.add(loop)
      ratios.add(usage.processor / loop.processor)
    }
    page.ratios.append(
      "`analyze` takes \(decimal(ratios.median, 1)) times the time of a bare loop in C over the "
        + "record headers")
    page.ratios.append(
      "`analyze` reads \(rate(own.processor.median)) million records a second on one core, with "
        + "\(megabytes(own.peak)) of memory")
    page.add(pairTable(own, bare, ratios, octets: expected.octets))
  }

  private func pairTable(_ own: Trials, _ bare: Trials, _ ratios: Samples, octets: Int)
    -> Page.Table
  {
    let size = decimal(Double(octets) / 1e6, 0)
    var table = Page.Table(
      "\(grouped(options.records)) records (\(size) MB), \(grouped(options.pairs, "pair"))",
      [
        "", "million records a CPU second", "least", "most", "CPU seconds", "seconds",
        "peak memory",
      ])
    for (label, trials) in [("bletrace analyze", own), (Self.bareLoop, bare)] {
      let times = trials.processor
      let rates = [times.median, times.greatest, times.least].map(rate)
      table.add(
        [label] + rates + [
          decimal(times.median, 3), decimal(trials.wall.median, 3),
          label == Self.bareLoop ? "" : megabytes(own.peak),
        ])
    }
    let spread = "\(decimal(ratios.least, 1)) to \(decimal(ratios.greatest, 1))"
    table.notes = [
      "Analyze takes \(decimal(ratios.median, 1)) times as long as the loop (\(spread)), its own start "
        + "included.",
      "The loop maps the file and counts ATT opcodes, no more.",
    ]
    return table
  }

  private static let bareLoop = "bare loop in C"

  /// Million records a second, told from the seconds for all of them.
  private func rate(_ seconds: Double) -> String {
    decimal(Double(options.records) / seconds / 1e6, 1)
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
