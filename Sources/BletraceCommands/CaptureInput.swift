import CaptureFiles

/// A capture on the command line, opened: a file, or standard input for `-`.
struct CaptureInput {
  let name: Argument
  let descriptor: Int32
  let status: FileStatus

  /// Opens `operand` for the time of `body`.
  static func open<Result>(
    _ operand: Argument, _ invocation: Invocation,
    _ body: (CaptureInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let (descriptor, status) = try invocation.open(operand)
    defer {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
    }
    return try body(CaptureInput(name: operand.asInput, descriptor: descriptor, status: status))
  }

  /// Its size, where it has one.
  var size: Int? { status.kind == .regular ? status.size : nil }

  /// What there is to say of a file that has become shorter since it was opened: what was read of it
  /// is neither what it was nor what it is.
  var shrinkage: CommandFailure? {
    guard let size, let now = try? POSIX.status(of: descriptor).size, now < size else { return nil }
    return CommandFailure(
      "\(name.text): became shorter while it was read, from \(byteCount(size)) to "
        + "\(byteCount(now)); what it held could not be read in whole")
  }

  /// What there is to say of a device or a connection that failed before the capture's end.
  func failure(_ reader: CaptureReader) -> CommandFailure? {
    reader.failure.map { CommandFailure("\(name.text): \($0.message)") }
  }

  /// What kept the capture from being read to its end.
  func trouble(_ reader: CaptureReader) -> CommandFailure? { failure(reader) ?? shrinkage }

  func reader() throws(CommandFailure) -> CaptureReader {
    do {
      return try CaptureReader(FileDescriptorSource(descriptor: descriptor))
    } catch {
      throw CommandFailure("\(name.text): \(error.message)")
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
    return (descriptor, status)
  }
}

extension Argument {
  /// `-` among the files.
  var isStandardInput: Bool { text == "-" }

  /// How an error line names the file.
  var asInput: Argument { isStandardInput ? "standard input" : self }
}
