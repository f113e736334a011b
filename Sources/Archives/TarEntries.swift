import CaptureFiles

/// Reads a tar archive from its beginning to its end; memory does not grow with it.
package final class TarEntries: ArchiveEntries {
  /// Octets of a header of pax that are looked through; what it says of a name or a size is in
  /// the first lines.
  private static let extendedLimit = 128 << 10

  private let source: HeldSource
  private var offset: Int
  private var current: CountedSource?
  /// Octets after the current file, up to the next header.
  private var padding = 0

  /// - Parameter offset: octets before the header to begin with, as `ArchiveEntry` has it.
  package init(_ source: HeldSource, from offset: Int = 0) throws(CaptureFileError) {
    self.source = source
    self.offset = offset
    guard try source.skip(offset) == offset else { throw CountedSource.cutArchive }
  }

  package func next() throws(CaptureFileError) -> ArchiveEntry? {
    try finishCurrent()
    let first = offset
    var longName: [UInt8]?
    var extended = PaxRecords()
    while let header = try nextHeader() {
      switch header.kind {
      case .longName:
        longName = try body(of: header, upTo: ArchiveEntry.longestName)
        if let end = longName?.firstIndex(of: 0) { longName?.removeSubrange(end...) }
      case .extended:
        extended = PaxRecords(try body(of: header, upTo: Self.extendedLimit))
      case .other:
        try pass(header.paddedSize)
        // They were about this one.
        longName = nil
        extended = PaxRecords()
      case .file, .sparse:
        let size = extended.size ?? header.size
        try begin(size)
        let name = extended.path ?? longName ?? header.name
        let isSparse = header.kind == .sparse || extended.isSparse
        return ArchiveEntry(
          name: Array(name.prefix(ArchiveEntry.longestName)), size: size,
          obstacle: isSparse ? .packing : nil, offset: first)
      }
    }
    return nil
  }

  package func contents() throws(CaptureFileError) -> any ByteSource {
    guard let current else { return MemorySource([]) }
    return current
  }

  /// Nil at the end: a block of zeros, or nothing.
  private func nextHeader() throws(CaptureFileError) -> TarHeader? {
    let block = try source.beginning(TarHeader.length)
    guard !block.isEmpty else { return nil }
    guard block.count == TarHeader.length else { throw CountedSource.cutArchive }
    guard let header = TarHeader(block) else {
      if block.allSatisfy({ $0 == 0 }) { return nil }
      throw .cannotUnpack(reason: "the archive is damaged at offset \(offset) of its unpacked data")
    }
    source.drop(TarHeader.length)
    offset += TarHeader.length
    return header
  }

  private func begin(_ size: Int) throws(CaptureFileError) {
    let block = TarHeader.length
    let (end, isOver) = offset.addingReportingOverflow(size)
    guard size >= 0, !isOver, end <= Int.max - block else {
      throw .cannotUnpack(reason: "the archive has a file of an impossible size in it")
    }
    current = CountedSource(source, size)
    padding = (block - size % block) % block
    offset = end + padding
  }

  private func finishCurrent() throws(CaptureFileError) {
    guard let current else { return }
    self.current = nil
    try current.finish()
    // Some writers leave the last padding out.
    _ = try source.skip(padding)
  }

  /// What a header is followed by; what is longer than wanted is passed over.
  private func body(of header: TarHeader, upTo limit: Int) throws(CaptureFileError) -> [UInt8] {
    let bytes = try source.take(min(header.size, limit))
    guard bytes.count == min(header.size, limit) else { throw CountedSource.cutArchive }
    try pass(header.paddedSize.map { $0 - bytes.count })
    offset += bytes.count
    return bytes
  }

  private func pass(_ count: Int?) throws(CaptureFileError) {
    guard let count, try source.skip(count) == count else { throw CountedSource.cutArchive }
    offset += count
  }
}

/// What an extended header of pax says, as far as it matters here: lines of `LENGTH KEY=VALUE`.
private struct PaxRecords {
  var path: [UInt8]?
  var size: Int?
  var isSparse = false

  init() {}

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
      length > space + 1 - rest.startIndex, length <= rest.count
    {
      // Without the line's end.
      let line = rest[(space + 1)..<(rest.startIndex + length - 1)]
      rest = rest.dropFirst(length)
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = line[(sign + 1)...]
      switch String(decoding: line[..<sign], as: UTF8.self) {
      case "path": path = Array(value)
      case "size": size = Int(String(decoding: value, as: UTF8.self))
      case "GNU.sparse.major", "GNU.sparse.map", "GNU.sparse.size": isSparse = true
      default: break
      }
    }
  }
}
