import Text

/// What there is in a directory and in those in it: its own files by name, then those of each
/// directory.
///
/// Content decides what a file is. Nothing but regular files is opened: a pipe or a device could
/// take forever. No link to a directory is followed, and none at all in an inner directory, so that
/// no circle is walked, and nothing is read that is not there.
struct FolderFiles {
  /// Directories in directories. A bug report that was unpacked has eight.
  private static let deepest = 32

  private(set) var captures: [Argument] = []
  private(set) var reports: [Argument] = []
  private(set) var skipped: SkippedFiles
  /// What could not be looked into.
  private(set) var failures: [EmptyDirectory] = []

  private let input: TraceInput
  private let folder: Argument
  private let namesEntries: Bool
  /// Names that may still be looked at.
  private var room: Int

  /// - Parameters:
  ///   - takesReports: whether its files are compared, each of which is one run.
  ///   - limit: files that there may be.
  init(_ folder: Argument, _ input: TraceInput, takesReports: Bool, limit: Int) {
    self.folder = folder
    self.input = input
    namesEntries = takesReports
    room = 10 * limit
    skipped = SkippedFiles(folder: folder)
    walk(folder, depth: 0)
    guard !takesReports || !captures.isEmpty else { return }
    for report in reports { skipped.add(report, .json) }
  }

  /// The captures; its reports where it holds no capture. A report beside the capture that it was
  /// made from would count one run twice.
  func result(takesReports: Bool) -> (files: [Argument], failures: [EmptyDirectory]) {
    if !captures.isEmpty { return (captures, failures) }
    if takesReports, !reports.isEmpty { return (reports, failures) }
    // Where it cannot be looked into, that is what is wrong with it.
    guard failures.isEmpty else { return ([], failures) }
    let what = "contains no capture" + (takesReports ? " and no report" : "") + skipped.summary
    let failure = CommandFailure("\(folder.text): \(what)")
    return ([], [EmptyDirectory(name: folder, failure: failure)])
  }

  // MARK: The walk

  private mutating func walk(_ folder: Argument, depth: Int) {
    let names: [Argument]
    do throws(SystemError) {
      names = try POSIX.entries(of: folder, limit: room + 1)
    } catch {
      return fail(folder, error.message)
    }
    var inner: [Argument] = []
    var files: [(name: Argument, kind: TraceInput.Kind)] = []
    for name in names {
      guard room > 0 else {
        fail(folder, "there are too many files in it; the others were not looked at")
        break
      }
      room -= 1
      let isLink = POSIX.isLink(name.bytes)
      switch (try? POSIX.status(name.bytes))?.kind {
      case .directory where !isLink: inner.append(name)
      case .regular where !isLink || depth == 0 && !leadsInside(name):
        guard input.invocation.openFolders?.holds(name) ?? true else { continue }
        files.append((name, input.kind(of: name, namesEntries: namesEntries)))
      default: skipped.add(name, isLink ? .link : .noFile)
      }
    }
    take(files, depth: depth)
    for name in inner {
      guard depth < Self.deepest else {
        fail(name, "is too deep in \(self.folder.text), and was not looked into")
        continue
      }
      guard room > 0 else { break }
      walk(name, depth: depth + 1)
    }
  }

  private mutating func take(
    _ files: [(name: Argument, kind: TraceInput.Kind)], depth: Int
  ) {
    let hasCapture = files.contains { if case .captures = $0.kind { true } else { false } }
    var found: [Argument] = []
    for (name, kind) in files {
      switch kind {
      case .captures(let names): found += names
      case .report: reports.append(name)
      // To read it says what is wrong.
      case .unreadable: found.append(name)
      // The run of a logger that failed.
      case .other where hasName(name, among: captureSuffixes): found.append(name)
      // The file of a logger that never began to write.
      case .other(.empty)
      where (hasCapture || depth == 0) && !hasName(name, among: otherSuffixes):
        found.append(name)
      case .other(let reason): skipped.add(name, reason)
      }
    }
    captures += RotatedLogs.sorted(found, input.invocation)
  }

  private mutating func fail(_ name: Argument, _ reason: String) {
    failures.append(
      EmptyDirectory(name: name, failure: CommandFailure("\(name.text): \(reason)")))
  }

  /// Whether a link leads to a file that is met by its own name.
  private func leadsInside(_ link: Argument) -> Bool {
    guard let root = try? POSIX.realPath(folder.bytes), let real = try? POSIX.realPath(link.bytes),
      real.starts(with: root + [UInt8(ascii: "/")])
    else { return false }
    let hidden = Array("/.".utf8)
    return real.dropFirst(root.count).firstRange(of: hidden) == nil
  }

  private func hasName(_ file: Argument, among suffixes: [String]) -> Bool {
    let name = file.text.lowercased()
    return suffixes.contains { name.endsWith($0) }
  }
}

/// What loggers and tools append to the names of captures.
private let captureSuffixes = [
  ".btsnoop", ".cfa", ".pcap", ".pcapng", ".pklg", ".snoop", "btsnoop_hci.log",
  "btsnoop_hci.log.last",
].flatMap { [$0, $0 + ".gz"] }

/// Suffixes of files that stand beside captures, and may be empty.
private let otherSuffixes = [
  ".csv", ".html", ".json", ".log", ".md", ".ndjson", ".txt", ".xml", ".yaml", ".yml",
]
