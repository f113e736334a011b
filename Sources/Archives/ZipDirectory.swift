import CaptureFiles

/// Reads the files that the directory at the end of a zip archive lists: nothing of what is passed
/// over is unpacked, and memory does not grow with the directory.
///
///     end of directory         zip64 end of directory    zip64 locator
///     octet  12 octets of it   octet  40 octets of it    octet  8 offset of the zip64 end
///            16 its offset            48 its offset
///            20 octets of comment
///
/// APPNOTE.TXT, 4.3.14 to 4.3.16.
package final class ZipDirectory: ArchiveEntries {
  private static let endLength = 22
  private static let locatorLength = 20
  private static let zip64EndLength = 56
  private static let longestComment = 65_535

  /// Octets of the archive, at any offset.
  package typealias Parts = (Range<Int>) -> any ByteSource

  private let part: Parts
  private let size: Int
  private let records: HeldSource
  private let count: UnpackCount
  private var offset: Int
  private let end: Int
  private var current: ZipFile?
  /// Packed octets of all files met. More than there are would be the same ones again and again,
  /// which is how a small archive takes for ever.
  private var packedInAll = 0

  /// - Parameters:
  ///   - size: of the archive, in octets.
  ///   - offset: of the file to begin with, as `ArchiveEntry` has it.
  /// - Throws: `cannotUnpack` where there is no directory, as in an archive that was cut.
  package init(
    size: Int, from offset: Int? = nil, limit: UnpackLimit = .standard, _ part: @escaping Parts
  ) throws(CaptureFileError) {
    self.part = part
    self.size = size
    count = UnpackCount(limit)
    let found = try Self.directory(size, part)
    end = found.upperBound
    let start = offset ?? found.lowerBound
    guard (0...end).contains(start) else { throw Self.noDirectory }
    self.offset = start
    records = HeldSource(part(start..<end))
  }

  static let noDirectory = CaptureFileError.cannotUnpack(
    reason: "the archive has no directory at its end; it was cut or damaged")

  package func next() throws(CaptureFileError) -> ArchiveEntry? {
    while offset < end {
      let start = offset
      let fixed = try records.take(ZipFile.centralLength)
      guard fixed.count == ZipFile.centralLength, ZipRecord(fixed) == .central else {
        throw .cannotUnpack(reason: "the archive's directory is damaged at offset \(start)")
      }
      var file = ZipFile(central: fixed)
      let name = try records.take(file.nameLength)
      let isWide = file.widen(try records.take(file.extraLength))
      _ = try records.skip(file.commentLength)
      offset += fixed.count + file.nameLength + file.extraLength + file.commentLength
      let (sum, isOver) = packedInAll.addingReportingOverflow(file.packed)
      guard isWide, offset <= end, !isOver, sum <= size else {
        throw .cannotUnpack(
          reason: "the archive's directory at offset \(start) has impossible values")
      }
      packedInAll = sum
      if name.isFolder { continue }
      current = file
      return ArchiveEntry(
        name: name, size: file.unpacked, packed: file.packed, obstacle: file.obstacle, offset: start
      )
    }
    return nil
  }

  package func contents() throws(CaptureFileError) -> any ByteSource {
    guard let file = current, file.obstacle == nil else { return MemorySource([]) }
    guard file.offset < size else { throw CountedSource.endedEarly }
    let packed = HeldSource(part(file.offset..<size), room: 1 << 14)
    let header = try packed.take(ZipFile.localLength)
    guard header.count == ZipFile.localLength, ZipRecord(header) == .local else {
      throw .cannotUnpack(reason: "the archive's directory gives an offset where it does not begin")
    }
    let local = ZipFile(local: header)
    _ = try packed.skip(local.nameLength + local.extraLength)
    let counted = CountedSource(packed, file.packed)
    let inside: any ByteSource =
      file.isStored ? counted : try InflatedSource(HeldSource(counted, room: 1 << 14), .bare, count)
    let expected = CheckedSource.Sum(crc: file.crc, count: file.unpacked)
    return CheckedSource(inside, atMost: file.unpacked) { (sum) throws(CaptureFileError) in
      try CheckedSource.compare(sum, with: expected)
    }
  }

  // MARK: The end

  private static func directory(
    _ size: Int, _ part: Parts
  ) throws(CaptureFileError) -> Range<Int> {
    let tailStart = max(0, size - endLength - longestComment)
    let tail = try octets(part, tailStart..<size)
    guard let offset = endRecord(in: tail) else { throw noDirectory }
    let bytes = tail.span
    var length = Int(bytes.u32le(offset + 12))
    var start = Int(bytes.u32le(offset + 16))
    var behind = tailStart + offset
    let entries = bytes.u16le(offset + 10)
    if entries == .max || length == Int(UInt32.max) || start == Int(UInt32.max),
      offset >= locatorLength,
      ZipRecord(Array(tail[(offset - locatorLength)..<offset])) == .zip64Locator
    {
      behind = Int(clamping: bytes.u64le(offset - locatorLength + 8))
      guard behind < size else { throw noDirectory }
      let wide = try octets(part, behind..<min(size, behind + zip64EndLength))
      guard wide.count == zip64EndLength, ZipRecord(wide) == .zip64End else { throw noDirectory }
      length = Int(clamping: wide.span.u64le(40))
      start = Int(clamping: wide.span.u64le(48))
    }
    let (end, isOver) = start.addingReportingOverflow(length)
    guard !isOver, end <= behind else { throw noDirectory }
    return start..<end
  }

  /// The last one whose comment fits after it.
  private static func endRecord(in tail: [UInt8]) -> Int? {
    let bytes = tail.span
    var offset = tail.count - endLength
    while offset >= 0 {
      if bytes.u32le(offset) == ZipRecord.end.rawValue,
        offset + endLength + Int(bytes.u16le(offset + 20)) <= tail.count
      {
        return offset
      }
      offset -= 1
    }
    return nil
  }

  private static func octets(
    _ part: Parts, _ range: Range<Int>
  ) throws(CaptureFileError) -> [UInt8] {
    try HeldSource(part(range), room: 1 << 12).take(range.count)
  }
}
