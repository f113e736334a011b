import Text

/// A directory on the command line that holds no capture, or one in it that cannot be looked into.
struct EmptyDirectory: Sendable {
  var name: Argument
  var failure: CommandFailure
}

/// What the words of a command line stand for.
struct NamedFiles: Sendable {
  /// Those that are named, with those of each directory in its place.
  var files: [Argument] = []
  var emptyDirectories: [EmptyDirectory] = []
  /// What else is in the directories.
  var skipped: [SkippedFiles] = []
}

extension TraceInput {
  /// - Parameters:
  ///   - takesReports: whether the reports of a directory are wanted where it holds no capture.
  ///   - limit: files that there may be.
  ///   - fails: whether a directory that holds no capture is an error.
  func files(
    _ named: [Argument], takesReports: Bool, limit: Int, _ tooMany: String, fails: Bool = true
  ) throws(CommandFailure) -> NamedFiles {
    var all = NamedFiles()
    for name in named {
      if !name.isStandardInput, (try? POSIX.status(name.bytes))?.kind == .directory {
        let found = FolderFiles(name, self, takesReports: takesReports, limit: limit)
        let (files, failures) = found.result(takesReports: takesReports)
        if fails, let failure = failures.first { throw failure.failure }
        all.files += files
        all.emptyDirectories += failures
        if !found.skipped.files.isEmpty { all.skipped.append(found.skipped) }
      } else {
        all.files.append(name)
      }
      guard all.files.count <= limit else { throw CommandFailure(tooMany) }
    }
    return all
  }
}

extension POSIX {
  /// The files in a directory, by name, without those that are hidden.
  static func entries(of directory: Argument, limit: Int) throws(SystemError) -> [Argument] {
    let slash = directory.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return try names(in: directory.bytes, limit: limit).filter { $0.first != UInt8(ascii: ".") }
      .map { Argument(bytes: directory.bytes + slash + $0) }
  }
}
