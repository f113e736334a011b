import BletraceTestSupport
import Foundation
import PacketText

/// Harms captures in every way there is, at every place, and looks at what is reported of each:
/// what the tests do with a choice of places. Each is decoded in one of the four forms; the report
/// of every fourth is rendered, too.
enum DamageRun {
  /// - Returns: the exit code.
  static func run(_ paths: [String]) -> Int32 {
    var problems = 0
    for path in paths {
      guard let file = FileManager.default.contents(atPath: path) else {
        return FuzzCommands.complain("\(path): cannot be read")
      }
      guard let (words, found) = harm(Array(file)) else {
        return FuzzCommands.complain("\(path): cannot be taken apart")
      }
      print("\(path): \(words)")
      problems += found
    }
    return problems == 0 ? 0 : 1
  }

  /// How often each damage was done, and how many problems showed.
  private static func harm(_ file: [UInt8]) -> (words: String, problems: Int)? {
    let formats: [PacketOptions.Format] = [.line, .fields, .octets, .json]
    let checks = formats.compactMap { DamageCheck(file, $0) }
    guard checks.count == formats.count else { return nil }
    var words: [String] = []
    var problems = 0
    for damage in Damages.all {
      let count = damage.count(checks[0].framed)
      for index in 0..<count {
        let check = checks[index % checks.count]
        let damaged = damage.harm(check.framed, index)
        let problem = check.problem(with: damaged, renders: index / checks.count % 4 == 0)
        guard let problem else { continue }
        problems += 1
        if problems <= 20 { print("  \(problem)") }
      }
      words.append("\(count) \(damage.name)")
    }
    return (words.joined(separator: ", ") + ": \(problems) problems", problems)
  }
}
