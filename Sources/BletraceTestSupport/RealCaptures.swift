import Foundation

/// Captures that other people made, which are no part of the package.
package enum RealCaptures {
  /// The folder that `BLETRACE_CAPTURES` names, else `../shared/captures` beside the package, where
  /// that is there.
  package static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["BLETRACE_CAPTURES"] ?? ""
    if !named.isEmpty { return named }
    let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "../shared/captures").standardizedFileURL
      .path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }()

  /// Sniffed ones: the folder `air` beside the other, where that is there.
  package static let airFolder: String? = folder.flatMap { folder in
    let beside = URL(filePath: folder).deletingLastPathComponent().appending(path: "air")
      .path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }
}
