/// The names of a live capture's files: of the log that it follows, of its recording and of its
/// report. Two of them in one place would destroy each other, however their names are spelled.
extension LiveSettings {
  func checkFileNames() throws(CommandFailure) {
    let report = report.flatMap { $0.isStandardInput ? nil : $0 }
    var followed: Argument?
    if case .file(let name) = source { followed = name }
    for (option, other) in [("--report", report), ("--follow", followed)] {
      guard let write, let other else { continue }
      if isSamePlace(write, other) {
        throw CommandFailure("'--write' and '\(option)' name the same file: \(write.text)")
      }
      if rotation.isWanted, isLaterFile(other, of: write) {
        throw CommandFailure("'\(option)' names a file that '--rotate' may begin: \(other.text)")
      }
    }
    if let report, let followed, isSamePlace(report, followed) {
      throw CommandFailure("'--report' and '--follow' name the same file: \(report.text)")
    }
  }
}

extension LiveSettings {
  /// What is opened or created once the capture is under way.
  var laterFiles: Privileges.LaterFiles {
    var files = Privileges.LaterFiles()
    let created = [rotation.isWanted ? write : nil, report].compactMap(\.self)
    files.directories = created.filter { !$0.isStandardInput }
      .map { Argument(bytes: directoryName(of: $0.bytes)) }
    if let report, let status = try? POSIX.status(report.bytes) {
      files.keepsOwner = status.owner != POSIX.effectiveUser
    }
    switch source {
    case .file(let name), .serialLine(let name, _): files.read = [name]
    case .device, .network, .standardInput: break
    }
    return files
  }
}

/// `walk.2.btsnoop` for the second file of `walk.btsnoop`.
func numbered(_ name: Argument, _ number: Int) -> Argument {
  let (stem, suffix) = parts(name.bytes)
  return Argument(bytes: stem + Array(".\(number)".utf8) + suffix)
}

/// Whether `other` is the name of a file that a row begins after its first one.
private func isLaterFile(_ other: Argument, of name: Argument) -> Bool {
  let (place, otherPlace) = (FilePlace(name), FilePlace(other))
  guard place.isBeside(otherPlace) else { return false }
  let (stem, suffix) = parts(place.name)
  guard otherPlace.name.starts(with: stem + Array(".".utf8)),
    otherPlace.name.count > stem.count + 1 + suffix.count,
    otherPlace.name.suffix(suffix.count) == suffix[...]
  else { return false }
  let number = otherPlace.name[(stem.count + 1)...].dropLast(suffix.count)
  return number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
}

private func isSamePlace(_ one: Argument, _ other: Argument) -> Bool {
  let (place, otherPlace) = (FilePlace(one), FilePlace(other))
  return place.name == otherPlace.name && place.isBeside(otherPlace)
}

/// A name taken apart where the number of a file goes in: before its suffix.
private func parts(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]) {
  let slash = name.lastIndex(of: UInt8(ascii: "/")) ?? -1
  let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? -1
  // A dot at the start hides a file, and begins no suffix.
  let index = dot > slash + 1 ? dot : name.count
  return (Array(name[..<index]), Array(name[index...]))
}

/// Where a file is, or will be.
private struct FilePlace {
  let name: [UInt8]
  private let directory: FileStatus?

  init(_ path: Argument) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    name = Array(path.bytes[(slash.map { $0 + 1 } ?? 0)...])
    directory = try? POSIX.status(directoryName(of: path.bytes))
  }

  func isBeside(_ other: FilePlace) -> Bool {
    guard let directory, let others = other.directory else { return false }
    return directory.isSameFile(as: others)
  }
}
