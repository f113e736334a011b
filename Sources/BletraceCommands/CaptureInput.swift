import Archives
import CaptureFiles
import Tracking

/// A capture on the command line, opened: a file, standard input for `-`, or a file in an archive.
struct CaptureInput {
  let name: Argument
  /// How the report names it.
  let path: String
  let descriptor: Int32
  let status: FileStatus
  /// Its octets, unpacked where they are packed.
  let source: HeldSource
  /// How many they are, where that is known.
  let size: Int?
  /// Whether these are the octets of the file itself.
  let isPlain: Bool

  /// Opens `operand` for the time of `body`. An archive stands for the capture in it, where there
  /// is one and no other.
  static func open<Result>(
    _ operand: Argument, _ invocation: Invocation,
    _ body: (CaptureInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let place = invocation.place(of: operand)
    let (descriptor, status) = try invocation.open(place.file)
    defer {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
    }
    if !operand.isStandardInput,
      let archive = try ArchiveFile(
        place.file, descriptor, status, invocation.unpackLimit)
    {
      return try body(CaptureInput(the: try archive.only(place.entry), descriptor, status))
    }
    guard place.entry == nil else {
      throw CommandFailure("\(place.file.text): is not an archive")
    }
    let (wrapping, input) = try unwrapping(
      operand, descriptor, status, invocation.unpackLimit)
    guard !wrapping.isArchive else {
      throw CommandFailure(
        "\(input.name.text): is \(wrapping.name), which only analyze can read from a pipe; name "
          + "the file itself")
    }
    return try body(input)
  }

  /// What comes by a descriptor from its start on, and how it is wrapped; of an archive, its
  /// octets.
  static func unwrapping(
    _ operand: Argument, _ descriptor: Int32, _ status: FileStatus, _ limit: UnpackLimit
  ) throws(CommandFailure) -> (wrapping: Wrapping, input: CaptureInput) {
    do throws(CaptureFileError) {
      let (wrapping, source) = try unwrap(FileDescriptorSource(descriptor: descriptor), limit)
      let isPlain = wrapping == .none && status.kind == .regular
      let input = CaptureInput(
        name: operand.asInput, path: operand.text, descriptor: descriptor, status: status,
        source: source, size: isPlain ? status.size : nil, isPlain: isPlain)
      return (wrapping, input)
    } catch {
      throw CommandFailure(operand.asInput, error)
    }
  }

  private init(
    name: Argument, path: String, descriptor: Int32, status: FileStatus, source: HeldSource,
    size: Int?, isPlain: Bool = false
  ) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
    self.status = status
    self.source = source
    self.size = size
    self.isPlain = isPlain
  }

  /// An archive, itself no capture.
  init(_ operand: Argument, _ descriptor: Int32, _ status: FileStatus) {
    self.init(
      name: operand.asInput, path: operand.text, descriptor: descriptor, status: status,
      source: HeldSource(MemorySource([])), size: nil)
  }

  /// Made of several, in memory.
  ///
  /// - Parameter status: of one of these.
  init(merged octets: [UInt8], _ name: Argument, _ status: FileStatus) {
    self.init(
      name: name, path: name.text, descriptor: -1, status: status,
      source: HeldSource(MemorySource(octets)), size: octets.count)
  }

  /// A capture found in this one, which is an archive.
  func member(_ found: ArchiveSearch.Place) -> CaptureInput {
    let entry = String(decoding: found.name.bytes.dropFirst(name.bytes.count), as: UTF8.self)
    return CaptureInput(
      name: found.name, path: path + entry, descriptor: descriptor, status: status, source: source,
      size: found.size)
  }

  /// A file in an archive.
  init(the member: ArchiveFile.Member, _ descriptor: Int32, _ status: FileStatus) {
    self.init(
      name: member.name, path: member.name.text, descriptor: descriptor, status: status,
      source: member.contents, size: member.size)
  }

  /// Whether what it holds may still be on its way.
  var isPiped: Bool { status.kind != .regular }

  /// What there is to say of a file that has become shorter since it was opened: what was read of
  /// it is neither what it was nor what it is.
  var shrinkage: CommandFailure? {
    guard !isPiped, let now = try? POSIX.status(of: descriptor).size, now < status.size else {
      return nil
    }
    return CommandFailure(
      "\(name.text): became shorter while it was read, from \(byteCount(status.size)) to "
        + "\(byteCount(now)); not all of it could be read")
  }

  /// What there is to say of a device or a connection that failed before the capture's end, and of
  /// what could not be unpacked to its end.
  func failure(_ reader: CaptureReader) -> CommandFailure? {
    reader.failure.map { CommandFailure(name, $0) }
  }

  /// What kept the capture from being read to its end.
  func trouble(_ reader: CaptureReader) -> CommandFailure? { shrinkage ?? failure(reader) }

  /// - Parameter octets: what its octets come from, where not from its source itself.
  func reader(of octets: HashedSource? = nil) throws(CommandFailure) -> CaptureReader {
    do throws(CaptureFileError) {
      return try CaptureReader(octets ?? source)
    } catch {
      throw CommandFailure(name, error)
    }
  }
}

extension CommandFailure {
  init(_ name: Argument, _ error: CaptureFileError) {
    self.init("\(name.text): \(error.message)")
  }
}

extension LineReader {
  /// The next line, or what is wrong with the file, by its name.
  mutating func next(of file: Argument) throws(CommandFailure) -> Line? {
    do throws(CaptureFileError) {
      return try next()
    } catch {
      throw CommandFailure(file, error)
    }
  }
}

extension Invocation {
  /// Opens a file of the command line for reading; a directory is none.
  func open(
    _ operand: Argument
  ) throws(CommandFailure) -> (descriptor: Int32, status: FileStatus) {
    let descriptor: Int32
    let status: FileStatus
    if let openFolders, !openFolders.holds(operand) {
      throw CommandFailure("\(operand.text): is not in the folders that are open")
    }
    do throws(SystemError) {
      descriptor = operand.isStandardInput ? standardInput : try POSIX.openForReading(operand.bytes)
      status = try POSIX.status(of: descriptor)
    } catch {
      throw CommandFailure(operand.asInput, error)
    }
    if status.kind == .directory {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
      throw CommandFailure("\(operand.text): is a directory; name a capture file in it")
    }
    // A link may have been put in the way since it was looked at.
    if let openFolders, !openFolders.holds(operand, as: status) {
      try? POSIX.close(descriptor)
      throw CommandFailure("\(operand.text): is not in the folders that are open")
    }
    return (descriptor, status)
  }
}

extension Argument {
  /// `-` among the files.
  var isStandardInput: Bool { text == "-" }

  /// How an error line names the file.
  var asInput: Argument { isStandardInput ? "standard input" : self }
}
