/// The file that `-o` names, checked before the work starts, so that a mistake shows at once.
struct OutputTarget {
  private enum Way {
    /// To a temporary name first. Owner and permissions stay those of a file that is replaced,
    /// unless the new one is for its owner alone.
    case replace(path: [UInt8], replaced: FileStatus?)
    /// A terminal, a device, a named pipe: has no contents to keep whole.
    case direct(path: [UInt8], isPipe: Bool)
  }

  let name: Argument
  private let way: Way
  /// Who may read it: its owner, or those that the permissions of a file that is replaced let, else
  /// the usual ones.
  var audience = POSIX.Audience.owner

  /// Whether it is a file that gets its name when it is complete.
  var isFile: Bool {
    if case .replace = way { true } else { false }
  }

  /// - Parameters:
  ///   - captures: files that must not be written over.
  ///   - others: other files that are read, such as a budget.
  init(
    _ name: Argument, sparing captures: [FileStatus] = [], _ others: [FileStatus] = []
  ) throws(CommandFailure) {
    self.name = name
    let status: FileStatus
    do throws(SystemError) {
      status = try POSIX.status(name.bytes)
    } catch {
      guard error == .notFound else { throw CommandFailure(name, error) }
      try Self.checkParent(of: name)
      // Neither the link is replaced nor a file made wherever it leads.
      if (try? POSIX.isTaken(name.bytes)) == true {
        throw CommandFailure("\(name.text): is a broken symbolic link; name the file itself")
      }
      way = .replace(path: name.bytes, replaced: nil)
      return
    }
    switch status.kind {
    case .directory:
      throw CommandFailure("\(name.text): is a directory; name a file in it")
    case .other:
      way = .direct(path: name.bytes, isPipe: status.isNamedPipe)
    case .regular:
      if captures.contains(where: status.isSameFile) {
        throw CommandFailure("\(name.text): is one of the captures, and will not be overwritten")
      }
      if others.contains(where: status.isSameFile) {
        throw CommandFailure("\(name.text): is read, too, and will not be overwritten")
      }
      do throws(SystemError) {
        // The file that a link leads to is replaced, not the link.
        let path = try POSIX.realPath(name.bytes)
        guard POSIX.isWritable(path) else { throw SystemError.notPermitted }
        way = .replace(path: path, replaced: status)
      } catch {
        throw CommandFailure(name, error)
      }
    }
  }

  private static func checkParent(of name: Argument) throws(CommandFailure) {
    guard name.bytes.last != UInt8(ascii: "/") else {
      throw CommandFailure("\(name.text): no such directory")
    }
    let parent = Argument(bytes: directoryName(of: name.bytes))
    guard (try? POSIX.status(parent.bytes))?.kind == .directory else {
      throw CommandFailure("\(name.text): no such directory: \(parent.text)")
    }
    guard POSIX.isWritable(parent.bytes) else {
      throw CommandFailure("\(name.text): the directory \(parent.text) is not writable")
    }
  }

  /// Writes the file: all of it, or none under its name.
  ///
  /// - Parameter waits: asked again and again while a named pipe has no reader, whether to go on
  ///   waiting for one. Without it the system waits, until a signal ends the program.
  func write(
    waitingWhile waits: (() -> Bool)? = nil,
    _ body: (any ByteSink) throws(WriteFailure) -> Void
  ) throws(CommandFailure) {
    var reached: Int32?
    if let waits, case .direct(let path, isPipe: true) = way {
      reached = try openPipe(path, waits)
    }
    do {
      switch way {
      case .direct(let path, _):
        let descriptor: Int32
        if let reached {
          descriptor = reached
        } else {
          descriptor = try system { () throws(SystemError) in try POSIX.openExisting(path) }
        }
        defer { try? POSIX.close(descriptor) }
        try body(DescriptorSink(descriptor))
      case .replace(let path, let replaced):
        try replace(path, replaced, body)
      }
    } catch {
      switch error {
      case .closedPipe: throw CommandFailure("\(name.text): the reader closed the pipe")
      case .notRead: throw CommandFailure("\(name.text): \(WriteFailure.notReadWords)")
      case .system(let error): throw CommandFailure(name, error)
      }
    }
  }

  private func openPipe(_ path: [UInt8], _ waits: () -> Bool) throws(CommandFailure) -> Int32 {
    do throws(SystemError) {
      repeat {
        if let descriptor = try POSIX.openPipe(path) { return descriptor }
      } while waits()
    } catch {
      throw CommandFailure(name, error)
    }
    throw CommandFailure("\(name.text): no program reads this pipe; the report was not written")
  }

  private func replace(
    _ path: [UInt8], _ replaced: FileStatus?,
    _ body: (any ByteSink) throws(WriteFailure) -> Void
  ) throws(WriteFailure) {
    let temporary = directoryName(of: path) + Array("/".utf8) + temporaryName("output")
    let descriptor = try system { () throws(SystemError) in
      try POSIX.create(temporary, in: POSIX.currentDirectory, for: audience, readsBack: true)
    }
    var isOpen = true
    do {
      if let replaced, audience == .others { POSIX.copyAccess(of: replaced, to: descriptor) }
      try body(DescriptorSink(descriptor))
      try system { () throws(SystemError) in
        // Else a loss of power soon after could leave an empty file under the final name.
        try POSIX.synchronize(descriptor)
        isOpen = false
        try POSIX.close(descriptor)
        try POSIX.replace(path, with: temporary)
      }
    } catch {
      if isOpen { try? POSIX.close(descriptor) }
      POSIX.remove(temporary)
      throw error
    }
  }
}

/// The directory that a file is in, as its name says.
func directoryName(of path: [UInt8]) -> [UInt8] {
  let slash = UInt8(ascii: "/")
  guard let last = path.lastIndex(of: slash) else { return Array(".".utf8) }
  let directory = path[..<last]
  return directory.allSatisfy { $0 == slash } ? [slash] : Array(directory)
}

/// A name that no other run uses now, and that is seen to be left over where one was killed.
func temporaryName(_ purpose: String) -> [UInt8] {
  let unique = "\(POSIX.processIdentifier)-\(POSIX.monotonicNanoseconds)"
  return Array(".bletrace-\(unique)-\(purpose).part".utf8)
}

private func system<Result>(
  _ body: () throws(SystemError) -> Result
) throws(WriteFailure) -> Result {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}
