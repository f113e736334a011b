import Text

/// What options and containers cost: each beside a plain run over the same capture.
struct Ways {
  let analyze: Analyze
  let files: WorkFiles
  let pairs: Int

  private struct Way {
    let label: String
    var arguments: [String] = []
    /// Makes another file of the capture, under this name.
    var packed: (name: String, program: String, arguments: [String])?
    var isLive = false
    var extracts = false
  }

  private static let records = 1_000_000
  private static let story = Story.mixed

  func table() throws(BenchFailure) -> Page.Table {
    var table = Page.Table(
      "What options and containers cost, \(grouped(Self.records)) records of a busy phone, "
        + grouped(pairs, "pair"),
      ["", "CPU seconds", "times a plain run", "peak memory"])
    let counts = try files.generate(Self.story, records: Self.records)
    _ = try analyze.measure(counts)
    for way in ways {
      complain("way: \(way.label)")
      if let (name, program, arguments) = way.packed,
        try bletrace_bench.measure(program, arguments, output: files.path(name)) == nil
      {
        table.notes.append("\(program) is not installed and was left out.")
        continue
      }
      let (trials, ratios) = try measure(way)
      table.add([
        way.label, decimal(trials.processor.median, 3),
        "\(decimal(ratios.median, 2)) (\(decimal(ratios.least, 2)) to "
          + "\(decimal(ratios.greatest, 2)))",
        megabytes(trials.peak),
      ])
    }
    return table
  }

  private var ways: [Way] {
    [
      Way(label: "`--extract`", extracts: true),
      Way(label: "`--timeline`", arguments: ["--timeline"]),
      Way(label: "`--format json`", arguments: ["--format", "json"]),
      Way(label: "gzip", packed: ("capture.gz", "gzip", ["-c", files.capture])),
      Way(label: "zip", packed: ("capture.zip", "zip", ["-jq", "-", files.capture])),
      Way(label: "`bletrace live -`", isLive: true),
    ]
  }

  private func measure(_ way: Way) throws(BenchFailure) -> (Trials, Samples) {
    var trials = Trials()
    var ratios = Samples()
    // The first pair brings the file and the program into memory.
    defer { for pair in 0...pairs { files.remove(folder: files.payloads(pair)) } }
    for pair in 0...pairs {
      let plain = try analyze.text()
      let usage = try run(way, pair)
      guard pair > 0 else { continue }
      trials.add(usage)
      ratios.add(usage.processor / plain.processor)
    }
    return (trials, ratios)
  }

  private func run(_ way: Way, _ pair: Int) throws(BenchFailure) -> Usage {
    if way.isLive {
      return try bletrace_bench.measure(
        analyze.program, ["live", "-"], output: "/dev/null"
      ) { generate(Self.story, records: Self.records, to: $0) }.usage
    }
    // A folder for each run: ext4 looks at the inodes of files that were just removed before it
    // makes others.
    let extract = way.extracts ? ["--extract", files.payloads(pair)] : []
    return try analyze.text(way.arguments + extract, of: way.packed.map { files.path($0.name) })
  }
}
