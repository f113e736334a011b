import BletraceTestSupport
import Text

/// What captures are like, each beside the bare loop over the same file.
struct Shapes {
  let analyze: Analyze
  let files: WorkFiles
  let pairs: Int
  /// A folder with captures, for the mix.
  let captures: String
  /// Whether these are captures of other people's devices, and not the samples.
  let isReal: Bool
  /// Another build, that this one is compared with.
  let other: (name: String, analyze: Analyze)?

  private var label: String { isReal ? "real captures" : "captures of the samples" }

  private enum Content {
    case made(Story)
    case mix(CaptureMix)
  }

  private struct Shape {
    let label: String
    let content: Content
    let records: Int
  }

  private struct Result {
    var own = Trials()
    var loop = Trials()
    var ratios = Samples()
    /// How many times as long as the other build.
    var toOther = Samples()
    /// How many times as long tshark took.
    var tshark: Double?

    func nanoseconds(_ records: Int) -> Double { own.processor.median * 1e9 / Double(records) }
  }

  /// The table of shapes, and what to say of the first of them.
  func measure() throws(BenchFailure) -> (table: Page.Table, headline: [String]) {
    let mix = try CaptureMix(folder: captures)
    var table = Page.Table(
      "Shapes of captures, \(grouped(pairs, "pair")) of runs each",
      [
        "", "records", "CPU ns a record", "times the bare loop", "peak memory",
        "tshark takes",
      ] + (other.map { ["times as long as \($0.name)"] } ?? []))
    var headline: [String] = []
    for (index, shape) in shapes(mix).enumerated() {
      complain("shape: \(shape.label)")
      let result = try measure(shape, withTshark: index < 3)
      let times = decimal(result.ratios.median, 1)
      table.add(
        [
          shape.label, grouped(shape.records), decimal(result.nanoseconds(shape.records), 1),
          range(result.ratios, 1),
          megabytes(result.own.peak), result.tshark.map { "\(decimal($0, 0)) times as long" } ?? "",
        ] + (other == nil ? [] : [range(result.toOther, 2)]))
      guard index == 0 else { continue }
      let rate = 1e3 / result.nanoseconds(shape.records)
      headline = [
        "`analyze` reads \(decimal(rate, 1)) million records of \(shape.label) a second on one "
          + "core, with \(megabytes(result.own.peak)) of memory",
        "on \(shape.label), `analyze` takes \(times) times as long as a C loop that only reads the record "
          + "headers",
      ]
      if let tshark = result.tshark {
        headline.append(
          "on \(shape.label), `analyze` is \(decimal(tshark, 0)) times as fast as `tshark -q -z io,phs`"
        )
      }
    }
    table.notes = [
      "Text output. The loop maps the file and counts ATT opcodes, no more.",
      "\(label.prefix(1).uppercased())\(label.dropFirst()): \(grouped(mix.captureCount)) with "
        + "\(grouped(mix.recordCount)) records, one after the other, repeatedly"
        + (isReal ? "; other people made them, and they are no part of the project." : "."),
    ]
    return (table, headline)
  }

  /// `16.5 (16.2 to 16.8)`
  private func range(_ samples: Samples, _ decimals: Int) -> String {
    "\(decimal(samples.median, decimals)) (\(decimal(samples.least, decimals)) to "
      + "\(decimal(samples.greatest, decimals)))"
  }

  private func shapes(_ mix: CaptureMix) -> [Shape] {
    let made: [(String, Story, Int)] = [
      ("advertising of 200 devices", .advertising, 2_000_000),
      ("short connections with discovery", .short, 350_000),
      ("streams of values", .notifications, 4_000_000),
      ("a busy phone: eight connections and advertising", .mixed, 4_000_000),
      ("1000 devices in random order", .advertisers(1000), 2_000_000),
      ("33 000 devices in random order", .advertisers(33_000), 2_000_000),
      ("8 streams by turns", .streams(8), 2_000_000),
      ("300 streams by turns", .streams(300), 2_000_000),
    ]
    return [Shape(label: label, content: .mix(mix), records: 1_000_000)]
      + made.map { Shape(label: $0.0, content: .made($0.1), records: $0.2) }
  }

  private func measure(_ shape: Shape, withTshark: Bool) throws(BenchFailure) -> Result {
    // Brings the file and the programs into memory, too.
    switch shape.content {
    case .made(let story):
      _ = try analyze.measure(try files.generate(story, records: shape.records))
    case .mix(let mix):
      _ = try files.generate(mix, records: shape.records)
      try analyze.requireRecords(shape.records)
    }
    _ = try BareLoop.measure(files, records: shape.records)
    var result = Result()
    for pair in 0..<pairs {
      let usage: Usage
      let loop: Usage
      if pair % 2 == 0 {
        usage = try analyze.text()
        loop = try BareLoop.measure(files, records: shape.records)
      } else {
        loop = try BareLoop.measure(files, records: shape.records)
        usage = try analyze.text()
      }
      result.own.add(usage)
      result.loop.add(loop)
      result.ratios.add(usage.processor / loop.processor)
      if let other {
        let before = try other.analyze.text()
        result.toOther.add(try analyze.text().processor / before.processor)
      }
    }
    if withTshark,
      let other = try bletrace_bench.measure("tshark", ["-q", "-z", "io,phs", "-r", files.capture])
    {
      result.tshark = other.processor / result.own.processor.median
    }
    return result
  }
}
