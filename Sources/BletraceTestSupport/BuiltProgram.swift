import Foundation

/// The programs of the package, as they were built with the tests.
package enum BuiltProgram {
  package static func path(_ name: String) -> String {
    folder.appending(path: name).path()
  }

  /// For tests that read many captures, or that run it in an emulator: the program that
  /// `BLETRACE_PROGRAM` names, a release build in CI, which takes a twentieth of the time; else the
  /// one that was built with the tests.
  package static var bletrace: String {
    let named = ProcessInfo.processInfo.environment["BLETRACE_PROGRAM"] ?? ""
    return named.isEmpty ? path("bletrace") : named
  }

  /// Beside the tests.
  private static let folder: URL = {
    let own =
      FileManager.default.fileExists(atPath: "/proc/self/exe")
      ? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      : URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent()
  }()
}
