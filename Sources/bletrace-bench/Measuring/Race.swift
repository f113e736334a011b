/// Several runs of one program.
struct Trials {
  private(set) var wall = Samples()
  private(set) var processor = Samples()
  private(set) var peak = 0

  mutating func add(_ usage: Usage) {
    wall.add(usage.wall)
    processor.add(usage.processor)
    peak = max(peak, usage.peak)
  }
}

/// The program and others that read the same capture, three times in turn.
struct Race {
  private let others: [(program: String, arguments: [String], label: String)]
  private var own = Trials()
  private var theirs: [Trials]
  private var quotients: [Samples]
  private var failures: [String] = []

  init(_ others: [(program: String, arguments: [String], label: String)]) {
    self.others = others
    theirs = others.map { _ in Trials() }
    quotients = others.map { _ in Samples() }
  }

  mutating func run(
    _ capture: String, _ measureOwn: () throws(BenchFailure) -> Usage
  ) throws(BenchFailure) {
    for run in 0..<3 {
      let usage = try measureOwn()
      own.add(usage)
      for (index, other) in others.enumerated() {
        do {
          guard let taken = try measure(other.program, other.arguments + [capture]) else {
            if run == 0 { failures.append("\(other.program) is not installed and was left out.") }
            continue
          }
          theirs[index].add(taken)
          quotients[index].add(taken.processor / usage.processor)
        } catch {
          // btmon is known to crash on some captures.
          if run == 0 { failures.append("\(error.message), and was left out.") }
        }
      }
    }
  }

  /// How many times as long each took that ran.
  var ratios: [(label: String, times: String)] {
    others.indices.filter { !theirs[$0].wall.isEmpty }.map { index in
      let median = quotients[index].median
      return (others[index].label, decimal(median, median < 10 ? 1 : 0))
    }
  }

  func table(_ title: String, _ name: String) -> Page.Table {
    var table = Page.Table(
      title, ["", "CPU seconds", "seconds", "peak memory", "times as long"])
    let ran = theirs.filter { !$0.wall.isEmpty }
    let rows = [(label: name, times: "1")] + ratios
    for (trials, row) in zip([own] + ran, rows) {
      table.add([
        row.label, decimal(trials.processor.median, 3), decimal(trials.wall.median, 3),
        megabytes(trials.peak), row.times,
      ])
    }
    table.notes = failures
    return table
  }
}
