#if !FUZZING
  import Foundation

  /// Without libFuzzer: runs stages over files, as those that a crash left behind, and makes the
  /// inputs to begin with.
  @main
  struct FuzzMain {
    private static let usage = """
      usage: bletrace-fuzz run STAGE FILE...
             bletrace-fuzz seeds FOLDER CAPTURE...
             bletrace-fuzz damage CAPTURE...
             bletrace-fuzz stages
      """

    static func main() {
      let words = Array(CommandLine.arguments.dropFirst())
      guard let problem = problem(with: words) else { return }
      FileHandle.standardError.write(Data((problem + "\n").utf8))
      exit(2)
    }

    private static func problem(with words: [String]) -> String? {
      if words == ["stages"] {
        print(FuzzStages.all.map { $0.name }.joined(separator: "\n"))
        return nil
      }
      if words.first == "damage", words.count > 1 { return DamageRun.run(Array(words.dropFirst())) }
      guard words.count > 2 else { return usage }
      if words[0] == "run" { return run(words[1], Array(words.dropFirst(2))) }
      return words[0] == "seeds" ? makeSeeds(words[1], Array(words.dropFirst(2))) : usage
    }

    private static func run(_ name: String, _ paths: [String]) -> String? {
      guard let stage = FuzzStages.named(name) else { return "\(name): no such stage" }
      for path in paths {
        guard let input = FileManager.default.contents(atPath: path) else {
          return "\(path): cannot be read"
        }
        stage.run(Array(input))
      }
      return nil
    }

    private static func makeSeeds(_ folder: String, _ paths: [String]) -> String? {
      for (place, path) in paths.enumerated() {
        guard let capture = FileManager.default.contents(atPath: path) else {
          return "\(path): cannot be read"
        }
        for (stage, seed) in Seeds.of(Array(capture)) {
          let into = "\(folder)/\(stage)"
          do {
            try FileManager.default.createDirectory(
              atPath: into, withIntermediateDirectories: true)
            try Data(seed).write(to: URL(filePath: "\(into)/seed-\(place)"))
          } catch {
            return "\(into): \(error.localizedDescription)"
          }
        }
      }
      return nil
    }
  }
#endif
