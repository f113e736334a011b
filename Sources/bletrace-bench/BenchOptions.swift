/// What the command line asks for.
enum BenchCommand {
  case generate(Story, records: Int, output: String)
  case stages(path: String, runs: Int)
  case help

  static let usage = """
    usage: bletrace-bench generate --records N --output FILE|- [--story STORY]
           bletrace-bench stages FILE [--runs N]

    generate  writes a made-up capture: \(Story.names)
    stages    times the stages of an analysis inside this process
    """

  init(_ arguments: [String]) throws(BenchFailure) {
    var words = Words(arguments)
    let options = try words.options()
    switch words.operands.first {
    case "generate":
      guard let output = options["output"], words.operands.count == 1 else {
        throw BenchFailure("generate needs --output")
      }
      let name = options["story"] ?? "mixed"
      guard let story = Story(name) else {
        throw BenchFailure("no story '\(name)'; there are \(Story.names)")
      }
      self = .generate(
        story, records: try Words.number(options, "records") ?? 1_000_000, output: output)
    case "stages":
      guard words.operands.count == 2 else { throw BenchFailure("stages needs one file") }
      self = .stages(path: words.operands[1], runs: try Words.number(options, "runs") ?? 5)
    default:
      self = .help
    }
  }
}

/// The words of a command line: options with their values, and the others.
private struct Words {
  private let arguments: [String]
  private(set) var operands: [String] = []

  private static let known = ["records", "output", "story", "runs"]

  init(_ arguments: [String]) { self.arguments = arguments }

  mutating func options() throws(BenchFailure) -> [String: String] {
    var found: [String: String] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        operands.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      guard Self.known.contains(name) else { throw BenchFailure("no option \(word)") }
      guard let value = rest.popFirst() else { throw BenchFailure("\(word) needs a value") }
      found[name] = value
    }
    return found
  }

  static func number(_ options: [String: String], _ name: String) throws(BenchFailure) -> Int? {
    guard let text = options[name] else { return nil }
    guard let number = Int(text.filter { $0 != "_" }), number > 0 else {
      throw BenchFailure("--\(name) needs a number above 0, not '\(text)'")
    }
    return number
  }
}
