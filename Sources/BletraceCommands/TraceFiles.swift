import Text

/// A directory on the command line that holds no capture.
struct EmptyDirectory: Sendable {
  var name: Argument
  var failure: CommandFailure
}

/// What a directory on the command line stands for.
extension TraceInput {
  /// The files that are named, with those of each directory in its place.
  ///
  /// - Parameters:
  ///   - takesReports: whether the reports of a directory are wanted where it holds no capture.
  ///   - limit: files that there may be.
  ///   - failing: called with a directory that holds no capture; without it that is an error.
  func files(
    _ named: [Argument], takesReports: Bool, limit: Int, _ tooMany: String,
    failing: ((EmptyDirectory) -> Void)? = nil
  ) throws(CommandFailure) -> [Argument] {
    var files: [Argument] = []
    for name in named {
      if !name.isStandardInput, (try? POSIX.status(name.bytes))?.kind == .directory {
        do throws(CommandFailure) {
          files += try filesIn(name, takesReports: takesReports, limit: limit)
        } catch {
          guard let failing else { throw error }
          failing(EmptyDirectory(name: name, failure: error))
        }
      } else {
        files.append(name)
      }
      guard files.count <= limit else { throw CommandFailure(tooMany) }
    }
    return files
  }

  /// Whether a file that is no capture should have been one: its name says so, or it is empty, as
  /// the file of a logger that never began to write.
  private func isMeantAsCapture(_ file: Argument) -> Bool {
    guard let status = try? POSIX.status(file.bytes), status.kind == .regular else { return false }
    let name = file.text.lowercased()
    if captureSuffixes.contains(where: { name.endsWith($0) }) { return true }
    return status.size == 0 && !otherSuffixes.contains { name.endsWith($0) }
  }

  /// The captures of a directory, by name, with what should be one; its reports where it holds no
  /// capture. A report beside the capture that it was made from would count one run twice.
  private func filesIn(
    _ directory: Argument, takesReports: Bool, limit: Int
  ) throws(CommandFailure) -> [Argument] {
    var captures: [Argument] = []
    var reports: [Argument] = []
    let entries: [Argument]
    do throws(SystemError) {
      entries = try POSIX.entries(of: directory, limit: 10 * limit)
    } catch {
      throw CommandFailure(directory, error)
    }
    for file in entries where invocation.openFolders?.holds(file) ?? true {
      switch kind(of: file) {
      case .capture: captures.append(file)
      case .report: reports.append(file)
      // The run of a logger that failed: to read it says what is wrong.
      case nil where isMeantAsCapture(file): captures.append(file)
      case nil: break
      }
    }
    guard !captures.isEmpty || takesReports && !reports.isEmpty else {
      throw CommandFailure(
        "\(directory.text): contains no capture" + (takesReports ? " and no report" : ""))
    }
    return captures.isEmpty ? reports : captures
  }
}

/// What loggers and tools append to the names of captures.
private let captureSuffixes = [
  ".btsnoop", ".cfa", ".pcap", ".pcapng", ".pklg", ".snoop", "btsnoop_hci.log",
  "btsnoop_hci.log.last",
].flatMap { [$0, $0 + ".gz"] }

/// Of files that stand beside captures, and may be empty.
private let otherSuffixes = [
  ".csv", ".html", ".json", ".log", ".md", ".ndjson", ".txt", ".xml", ".yaml", ".yml",
]

extension POSIX {
  /// The files in a directory, by name, without those that are hidden.
  static func entries(of directory: Argument, limit: Int) throws(SystemError) -> [Argument] {
    let slash = directory.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return try names(in: directory.bytes, limit: limit).filter { $0.first != UInt8(ascii: ".") }
      .map { Argument(bytes: directory.bytes + slash + $0) }
  }
}
