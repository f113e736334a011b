import BletraceTestSupport
import Foundation
import Testing

/// What sniffed packets are judged to be, against a simulation that knows: `make air-score` prints
/// the figures of all runs.
@Suite("Verdicts on sniffed packets") struct AirScoreTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "AirScore/score").path()

  @Test("meet their aims in a tenth of the runs", .enabled(if: Python.isExpected))
  func aims() throws {
    let end = try Program(
      ["-B", Self.script, "--few", "--bletrace", BuiltProgram.bletrace], of: Python.path
    ).end(within: 600)
    print(end.text)
    #expect(end.status == 0, "\(end.text)\(end.errors)")
  }
}

/// The interpreter of the project's scripts.
enum Python {
  static let path = "/usr/bin/python3"

  /// Where it is missing, its tests are skipped on a developer's machine, and fail in CI.
  static let isExpected =
    ProcessInfo.processInfo.environment["CI"] == "true"
    || FileManager.default.fileExists(atPath: path)
}
