import Foundation

/// The programs of the package, as they were built with the tests.
package enum BuiltProgram {
  package static func path(_ name: String) -> String {
    folder.appending(path: name).path()
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
