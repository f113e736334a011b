import CaptureFiles

/// Reads a zip archive from its beginning on, as it comes by a pipe. The directory at its end,
/// which is authoritative, is not read; nor is it known which files were deleted.
package final class ZipStream: ArchiveEntries {
  private let source: HeldSource
  private var file: ZipFile?
  /// The packed octets of the current file, where their number is known.
  private var packed: CountedSource?
  private var unpacked: CheckedSource?
  private let count: UnpackCount

  package convenience init(_ source: HeldSource, _ limit: UnpackLimit = .standard) {
    self.init(source, counting: UnpackCount(limit))
  }

  /// - Parameter count: of what is unpacked of an archive that this one is in.
  init(_ source: HeldSource, counting count: UnpackCount) {
    self.source = source
    self.count = count
  }

  package func next() throws(CaptureFileError) -> ArchiveEntry? {
    try finishCurrent()
    while true {
      let start = try source.beginning(4)
      guard start.count == 4 else { throw CountedSource.cutArchive }
      switch ZipRecord(start) {
      case .local: break
      // What follows the files has no more of them.
      case .central, .end, .zip64End, .extraData: return nil
      case .descriptor, .zip64Locator, nil:
        throw .cannotUnpack(reason: "the archive is damaged in the middle")
      }
      let fixed = try source.take(ZipFile.localLength)
      guard fixed.count == ZipFile.localLength else { throw CountedSource.cutArchive }
      var file = ZipFile(local: fixed)
      let name = try source.take(file.nameLength)
      let extra = try source.take(file.extraLength)
      guard name.count == file.nameLength, extra.count == file.extraLength else {
        throw CountedSource.cutArchive
      }
      guard file.widen(extra) else {
        throw .cannotUnpack(reason: "the archive has a file of an impossible size in it")
      }
      try begin(file)
      if name.isFolder {
        try finishCurrent()
        continue
      }
      return ArchiveEntry(
        name: name, size: file.hasDescriptor ? nil : file.unpacked, obstacle: file.obstacle,
        offset: 0)
    }
  }

  package func contents() throws(CaptureFileError) -> any ByteSource {
    guard let unpacked else { return MemorySource([]) }
    return unpacked
  }

  private func begin(_ file: ZipFile) throws(CaptureFileError) {
    self.file = file
    // With a descriptor, a writer that knew the sizes all the same may have put them here.
    guard !file.hasDescriptor || file.packed > 0 else { return try beginUncounted(file) }
    let counted = CountedSource(source, file.packed)
    packed = counted
    guard file.obstacle == nil else { return }
    let room = HeldSource(counted, room: 1 << 14)
    let inside: any ByteSource = file.isStored ? room : try InflatedSource(room, .bare, count)
    let expected = CheckedSource.Sum(crc: file.crc, count: file.unpacked)
    let most = file.hasDescriptor ? .max : file.unpacked
    unpacked = CheckedSource(inside, atMost: most) { (sum) throws(CaptureFileError) in
      if !file.hasDescriptor { try CheckedSource.compare(sum, with: expected) }
    }
  }

  /// Deflated data marks its own end; nothing else does.
  private func beginUncounted(_ file: ZipFile) throws(CaptureFileError) {
    guard file.obstacle == nil, !file.isStored else {
      throw .cannotUnpack(
        reason:
          "the archive gives the length of a file only at its end, so that it cannot be read from "
          + "a pipe; name the file itself")
    }
    let source = self.source
    let inside = try InflatedSource(source, .bare, count)
    unpacked = CheckedSource(inside) { (sum) throws(CaptureFileError) in
      try Self.takeDescriptor(from: source, isWide: file.isZip64, sum)
    }
  }

  private func finishCurrent() throws(CaptureFileError) {
    guard let file else { return }
    defer {
      self.file = nil
      packed = nil
      unpacked = nil
    }
    if let packed {
      try packed.finish()
      if file.hasDescriptor { try Self.takeDescriptor(from: source, isWide: file.isZip64, nil) }
    } else {
      try unpacked?.finish()
    }
  }

  /// Signature or not, sizes of four octets or eight: writers differ, so what fits is taken.
  ///
  ///     octet   0..<4        4..<8    8..<12 or 8..<16    12..<16 or 16..<24
  ///             signature    CRC-32   octets packed       octets unpacked
  private static func takeDescriptor(
    from source: HeldSource, isWide: Bool, _ sum: CheckedSource.Sum?
  ) throws(CaptureFileError) {
    let start = try source.beginning(24)
    let isSigned = ZipRecord(start) == .descriptor
    let first = isSigned ? 4 : 0
    func length(_ isWide: Bool) -> Int { first + (isWide ? 20 : 12) }
    func found(_ isWide: Bool) -> CheckedSource.Sum? {
      guard start.count >= length(isWide) else { return nil }
      let bytes = start.span
      let count =
        isWide ? Int(clamping: bytes.u64le(first + 12)) : Int(bytes.u32le(first + 8))
      return CheckedSource.Sum(crc: bytes.u32le(first), count: count)
    }
    // A header that follows at once is the best witness of where this one ends.
    let fits = [isWide, !isWide].first { way in
      sum.map { $0 == found(way) } ?? endsBeforeRecord(start, length(way))
    }
    let way = fits ?? isWide
    guard start.count >= length(way) else { throw CountedSource.cutArchive }
    source.drop(length(way))
    if let sum, let expected = found(way) { try CheckedSource.compare(sum, with: expected) }
  }

  private static func endsBeforeRecord(_ start: [UInt8], _ length: Int) -> Bool {
    start.count >= length + 2 && start[length] == 0x50 && start[length + 1] == 0x4B
  }
}
