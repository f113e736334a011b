/// What a word of the command line names: a file, or a file in an archive as `ARCHIVE/ENTRY`.
struct OperandPlace {
  let file: Argument
  /// The name of the file in the archive, as the archive has it.
  let entry: [UInt8]?
}

extension Invocation {
  /// A name that goes on after a file cannot be one of the file system: where the system says so,
  /// the longest leading part that is a file is the archive.
  func place(of operand: Argument) -> OperandPlace {
    let whole = OperandPlace(file: operand, entry: nil)
    guard !operand.isStandardInput, Self.leadsBehindFile(operand) else { return whole }
    let slash = UInt8(ascii: "/")
    for end in operand.bytes.indices.reversed() where operand.bytes[end] == slash {
      let file = Argument(bytes: Array(operand.bytes[..<end]))
      guard let status = try? POSIX.status(file.bytes), status.kind == .regular else { continue }
      let entry = Array(operand.bytes[(end + 1)...])
      return entry.isEmpty ? whole : OperandPlace(file: file, entry: entry)
    }
    return whole
  }

  private static func leadsBehindFile(_ operand: Argument) -> Bool {
    do throws(SystemError) {
      _ = try POSIX.status(operand.bytes)
      return false
    } catch {
      // Names in archives may be longer than the system takes.
      return error == .notDirectory || error == .nameTooLong
    }
  }
}

extension Argument {
  /// Octets of the name of a file in an archive that are shown. It is in every line about it, and
  /// it was chosen by the maker of the archive.
  private static let shownName = 1024

  /// `ARCHIVE/ENTRY`; of a name that is too long, both ends.
  func entry(_ name: [UInt8]) -> Argument {
    var shown = name
    if name.count > Self.shownName {
      let half = Self.shownName / 2
      shown = Array(name.prefix(half)) + Array("\u{2026}".utf8) + Array(name.suffix(half))
    }
    return Argument(bytes: bytes + [UInt8(ascii: "/")] + shown)
  }
}
