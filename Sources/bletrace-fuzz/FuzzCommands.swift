import BletraceTestSupport
import Foundation

/// What the program does beside fuzzing: runs stages over files, as those that a crash left,
/// makes the inputs to begin with, and harms captures.
enum FuzzCommands {
  static let usage = """
    usage: bletrace-fuzz run STAGE FILE...
           bletrace-fuzz chance STAGE SEED COUNT
           bletrace-fuzz seeds FOLDER FILE...
           bletrace-fuzz damage CAPTURE...
           bletrace-fuzz outputs FOLDER SEED COUNT
           bletrace-fuzz stages
    """

  /// The exit code; `nil` where the words are no command.
  static func run(_ words: [String]) -> Int32? {
    switch words.first {
    case "stages" where words.count == 1:
      for stage in FuzzStages.all { print(stage.name, stage.longest) }
      return 0
    case "run" where words.count > 2: return run(words[1], Array(words.dropFirst(2)))
    case "chance" where words.count == 4: return runByChance(words[1], words[2], words[3])
    case "damage" where words.count > 1: return DamageRun.run(Array(words.dropFirst()))
    case "outputs" where words.count == 4:
      return OutputsCommand.run(words[1], words[2], words[3])
    case "seeds" where words.count > 2: return makeSeeds(words[1], Array(words.dropFirst(2)))
    default: return nil
    }
  }

  static func complain(_ problem: String) -> Int32 {
    FileHandle.standardError.write(Data((problem + "\n").utf8))
    return 2
  }

  private static func run(_ name: String, _ paths: [String]) -> Int32 {
    guard let stage = FuzzStages.named(name) else { return complain("\(name): no such stage") }
    for path in paths {
      guard let input = FileManager.default.contents(atPath: path) else {
        return complain("\(path): cannot be read")
      }
      stage.run(Array(input))
    }
    return 0
  }

  /// Octets at random as inputs, without libFuzzer: for stages that take any octets as choices.
  /// What ends the program is named by the last number, and comes again with the same seed.
  private static func runByChance(_ name: String, _ seed: String, _ count: String) -> Int32 {
    guard let stage = FuzzStages.named(name) else { return complain("\(name): no such stage") }
    guard let seed = UInt64(seed), let count = Int(count), count > 0 else { return complain(usage) }
    for number in 1...count {
      FileHandle.standardError.write(Data("\r\(number)".utf8))
      stage.run(chance(seed, number, stage))
    }
    FileHandle.standardError.write(Data(" executions\n".utf8))
    return 0
  }

  static func chance(_ seed: UInt64, _ number: Int, _ stage: any FuzzStage.Type) -> [UInt8] {
    var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
    return random.octets(random.within(1...stage.longest))
  }

  private static func makeSeeds(_ folder: String, _ paths: [String]) -> Int32 {
    for (index, path) in paths.enumerated() {
      guard let file = FileManager.default.contents(atPath: path) else {
        return complain("\(path): cannot be read")
      }
      for (number, seed) in Seeds.of(Array(file), named: path).enumerated() {
        let into = "\(folder)/\(seed.stage)"
        do {
          try FileManager.default.createDirectory(
            atPath: into, withIntermediateDirectories: true)
          try Data(seed.octets).write(to: URL(filePath: "\(into)/seed-\(index)-\(number)"))
        } catch {
          return complain("\(into): \(error.localizedDescription)")
        }
      }
    }
    return 0
  }
}
