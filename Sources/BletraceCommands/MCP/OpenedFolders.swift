/// The folders that a client may read. A path is resolved, with all links in it, before it is held
/// against them: neither `..` nor a link leads out of them.
struct OpenedFolders: Sendable {
  /// Files that are listed, and folders in folders that are looked into.
  static let mostListed = 200
  private static let mostLookedAt = 10_000
  private static let deepest = 8

  /// Resolved.
  let folders: [Argument]

  init(_ named: [Argument]) throws(CommandFailure) {
    var folders: [Argument] = []
    for name in named {
      let found: (path: [UInt8], kind: FileStatus.Kind)
      do throws(SystemError) {
        found = (try POSIX.realPath(name.bytes), try POSIX.status(name.bytes).kind)
      } catch {
        throw CommandFailure(name, error)
      }
      guard found.kind == .directory else {
        throw CommandFailure(
          "\(name.text): is not a "
            + "directory")
      }
      folders.append(Argument(bytes: found.path))
    }
    self.folders = folders
  }

  /// The resolved path of what a client names: a file or a folder that is in one of the folders, or
  /// `ARCHIVE/ENTRY` where the archive is. A relative path begins in the first folder that has it.
  func resolve(_ path: String, asFolder: Bool = false) throws(CommandFailure) -> Argument {
    let name = Argument(path)
    let isAbsolute = name.bytes.first == UInt8(ascii: "/")
    guard !name.bytes.isEmpty, !name.bytes.contains(0) else {
      throw CommandFailure("a path must not be empty or contain NUL")
    }
    let candidates = isAbsolute ? [name] : folders.map { $0.appending(name.bytes) }
    for candidate in candidates {
      guard let (found, entry) = Self.existing(candidate) else { continue }
      guard contains(found) else { continue }
      let kind = (try? POSIX.status(found.bytes))?.kind
      if entry.isEmpty, kind == .directory, asFolder { return found }
      // A pipe or a device is never read: it could take forever.
      if kind == .regular, !asFolder { return entry.isEmpty ? found : found.appending(entry) }
    }
    // The same words where it exists elsewhere: a client does not learn what is outside.
    throw CommandFailure(
      "\(path): no such \(asFolder ? "folder" : "file") in the folders that are open; "
        + "list_captures lists what is there")
  }

  /// The resolved longest leading part of a path that exists, and what follows it.
  private static func existing(_ path: Argument) -> (Argument, entry: [UInt8])? {
    if let found = try? POSIX.realPath(path.bytes) { return (Argument(bytes: found), []) }
    for end in path.bytes.indices.reversed() where path.bytes[end] == UInt8(ascii: "/") {
      guard end > 0, let found = try? POSIX.realPath(Array(path.bytes[..<end])) else { continue }
      // Behind a folder nothing can follow that does not exist.
      guard (try? POSIX.status(found))?.kind == .regular else { return nil }
      return (Argument(bytes: found), Array(path.bytes[(end + 1)...]))
    }
    return nil
  }

  /// Whether a path leads to a regular file in them, through whatever links.
  ///
  /// - Parameter status: of the file that was opened by this path.
  func holds(_ path: Argument, as status: FileStatus? = nil) -> Bool {
    guard let real = try? POSIX.realPath(path.bytes), contains(Argument(bytes: real)),
      let now = try? POSIX.status(real), now.kind == .regular
    else { return false }
    return status.map { $0.isSameFile(as: now) } ?? true
  }

  private func contains(_ resolved: Argument) -> Bool {
    folders.contains { folder in
      folder.bytes == Array("/".utf8) || resolved.bytes == folder.bytes
        || resolved.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }
  }

  /// The regular files in a folder and those in it, by name, without what is hidden; how many
  /// folders were not looked into, as there are too many files.
  func files(in folder: Argument?) -> (files: [Argument], isWhole: Bool) {
    var files: [Argument] = []
    var isWhole = true
    var waiting = (folder.map { [$0] } ?? folders).reversed().map { (folder: $0, depth: 0) }
    while let (folder, depth) = waiting.popLast() {
      let room = Self.mostLookedAt - files.count
      guard room > 0, depth <= Self.deepest,
        let names = try? POSIX.entries(of: folder, limit: room)
      else {
        isWhole = false
        continue
      }
      if names.count >= room { isWhole = false }
      var inside: [(folder: Argument, depth: Int)] = []
      for name in names {
        // A link is taken where it leads to something that is open as well; a folder only by its
        // own name, so that no circle is walked.
        guard let real = try? POSIX.realPath(name.bytes), contains(Argument(bytes: real)),
          let kind = (try? POSIX.status(real))?.kind
        else { continue }
        if kind == .regular { files.append(name) }
        if kind == .directory, real == name.bytes { inside.append((name, depth + 1)) }
      }
      waiting += inside.reversed()
    }
    return (files, isWhole)
  }
}

extension Argument {
  fileprivate func appending(_ part: [UInt8]) -> Argument {
    Argument(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + part)
  }
}
