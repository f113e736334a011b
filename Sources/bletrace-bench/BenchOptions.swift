import BletraceTestSupport

/// What is to be measured.
struct BenchOptions {
  /// Of the captures that grow.
  var records = 10_000_000
  var pairs = 7
  var isGrowth = false
  var isMarkdown = false
  /// Also the ways through the program that hold much the same.
  var isThorough = false
  /// A folder with captures that are put one after the other.
  var captures = BenchCommand.captures(nil)
  /// Where there are no others: seen from the project's folder, in which `make bench` runs.
  static let samples = "samples"
  /// The program to be measured; without it, the one beside this program.
  var bletrace: String?
  /// Another build, by a name for it, that reads each shape in turn with the program.
  var other: (name: String, path: String)?
}

/// What the command line asks for.
enum BenchCommand {
  case compare(BenchOptions)
  case generate(Story, records: Int, rate: Int?, output: String)
  case generateMix(folder: String, records: Int, output: String)
  case generateHostile(HostileStory, records: Int?, output: String)
  case bounds(BenchOptions, only: [HostileStory])
  case stages(path: String, runs: Int)
  case bareLoop(path: String)
  case help

  static let usage = """
    usage: bletrace-bench [--captures FOLDER] [--pairs N] [--growth [--records N]] [--markdown]
                          [--bletrace PATH] [--against NAME=PATH]
           bletrace-bench generate --output FILE|- [--records N] [--story STORY] [--rate N]
                          [--captures FOLDER]
           bletrace-bench bounds [STORY ...] [--all] [--markdown] [--bletrace PATH]
           bletrace-bench stages FILE [--runs N]
           bletrace-bench bare-loop FILE

    Without a word it measures the released bletrace beside it: against a bare loop in C, btmon and
    tshark on captures of several shapes, what options cost, and how long a start takes.

      --captures  a folder with real captures; else the one that BLETRACE_CAPTURES names, else the samples
      --growth    also how cost grows with length, connections and advertisers
      --records   of most captures that grow; 10 000 000 by default
      --against   another build of bletrace at PATH, which reads each shape in turn with this one
      --markdown  as the tables of RESULTS.md

    generate      writes a made-up capture: \(Story.names),
                  real: the captures of the folder, one after the other;
                  or one that is out to take all memory: \(HostileStory.list);
                  with --rate not faster than so many records a second, as a live source would
    bounds        has bletrace read each of the latter in several ways, with --all in every one, then
                  all in one call, and prints the memory it took; fails where that is over
                  \(BoundsCheck.limit / 1_000_000) MB, or where a bound that was hit is not reported
    stages        times the stages of an analysis inside this process
    bare-loop     prints what the bare loop counts, and its nanoseconds: wall, processor
    """

  fileprivate static func captures(_ folder: String?) -> String {
    folder ?? RealCaptures.folder ?? BenchOptions.samples
  }

  init(_ arguments: [String]) throws(BenchFailure) {
    let words = try Words(arguments)
    let operands = words.operands.dropFirst()
    switch words.operands.first {
    case nil where words.flags.contains("help"):
      self = .help
    case nil:
      var options = BenchOptions()
      options.records = try words.number("records") ?? options.records
      options.pairs = try words.number("pairs") ?? options.pairs
      options.captures = Self.captures(words.values["captures"])
      options.isGrowth = words.flags.contains("growth")
      options.isMarkdown = words.flags.contains("markdown")
      options.bletrace = words.values["bletrace"]
      if let text = words.values["against"] {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw BenchFailure("--against needs NAME=PATH") }
        options.other = (parts[0], parts[1])
      }
      self = .compare(options)
    case "generate":
      guard let output = words.values["output"] else { throw BenchFailure("--output is missing") }
      let name = words.values["story"] ?? "mixed"
      if let story = HostileStory(argument: name) {
        self = .generateHostile(story, records: try words.number("records"), output: output)
        return
      }
      if name == "real" {
        self = .generateMix(
          folder: Self.captures(words.values["captures"]),
          records: try words.number("records") ?? 1_000_000, output: output)
        return
      }
      guard let story = Story(name) else {
        throw BenchFailure(
          "no story '\(name)'; there are \(Story.names), \(HostileStory.list)")
      }
      self = .generate(
        story, records: try words.number("records") ?? 1_000_000,
        rate: try words.number("rate"), output: output)
    case "bounds":
      var options = BenchOptions()
      options.isMarkdown = words.flags.contains("markdown")
      options.isThorough = words.flags.contains("all")
      options.bletrace = words.values["bletrace"]
      var only: [HostileStory] = []
      for name in operands {
        guard let story = HostileStory(argument: name) else {
          throw BenchFailure("no story '\(name)'; there are \(HostileStory.list)")
        }
        only.append(story)
      }
      self = .bounds(options, only: only)
    case "stages":
      guard let path = operands.first else { throw BenchFailure("stages needs a file") }
      self = .stages(path: path, runs: try words.number("runs") ?? 5)
    case "bare-loop":
      guard let path = operands.first else { throw BenchFailure("bare-loop needs a file") }
      self = .bareLoop(path: path)
    case let word?:
      throw BenchFailure("no command '\(word)'; see --help")
    }
  }
}

/// The words of a command line: options with values, options without, and the others.
private struct Words {
  private(set) var operands: [String] = []
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []

  init(_ arguments: [String]) throws(BenchFailure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--growth", "--markdown", "--all", "--help":
        flags.insert(String(word.dropFirst(2)))
      case "--records", "--pairs", "--output", "--story", "--runs", "--bletrace",
        "--rate", "--captures", "--against":
        guard let value = rest.popFirst() else { throw BenchFailure("\(word) needs a value") }
        values[String(word.dropFirst(2))] = value
      case _ where word.hasPrefix("-"):
        throw BenchFailure("no option \(word); see --help")
      default:
        operands.append(word)
      }
    }
  }

  func number(_ name: String) throws(BenchFailure) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text.filter { $0 != "_" }), number > 0 else {
      throw BenchFailure("--\(name) needs a number above 0, not '\(text)'")
    }
    return number
  }
}
