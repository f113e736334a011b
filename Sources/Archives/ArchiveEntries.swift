import CaptureFiles

/// A file in an archive.
package struct ArchiveEntry: Hashable, Sendable {
  /// As the archive has it, at most `longestName` octets: any octets may be there.
  package var name: [UInt8]
  /// Octets of what it unpacks to, where the archive says so.
  package var size: Int?
  /// Octets that it takes in the archive, where they are known and may unpack to more.
  package var packed: Int?
  /// Why it cannot be unpacked.
  package var obstacle: Obstacle?
  /// Where the archive's reader has to begin to meet it again.
  package var offset: Int

  package enum Obstacle: Hashable, Sendable {
    case encrypted
    /// Packed in a way that is not read, such as LZMA.
    case packing
  }

  /// Octets of a name that are kept. A zip archive cannot have more.
  package static let longestName = 65_535
}

/// Reads the files of an archive in its order. Folders and links are passed over.
package protocol ArchiveEntries: AnyObject {
  /// The next file; nil after the last.
  func next() throws(CaptureFileError) -> ArchiveEntry?

  /// What the file that was last met unpacks to; asked for once. It holds until the next is met.
  func contents() throws(CaptureFileError) -> any ByteSource
}

/// What is wrapped around the octets of a source.
package enum Wrapping: Hashable, Sendable {
  case none
  /// One file, packed.
  case gzip
  case zip
  case tar
  /// `.tar.gz`: an archive, packed as a whole.
  case packedTar

  /// As an error line puts it.
  package var name: String {
    switch self {
    case .none: "no archive"
    case .gzip: "a gzip file"
    case .zip: "a zip archive"
    case .tar, .packedTar: "a tar archive"
    }
  }

  package var isArchive: Bool {
    switch self {
    case .none, .gzip: false
    case .zip, .tar, .packedTar: true
    }
  }
}

/// Detects by the first octets how a source is wrapped. The second value has all that it holds,
/// from the start: unpacked where it is packed as a whole.
///
/// What begins as a capture blocks no longer than that takes to see.
package func unwrap(
  _ source: any ByteSource, _ limit: UnpackLimit = .standard
) throws(CaptureFileError) -> (wrapping: Wrapping, source: HeldSource) {
  try unwrap(source, counting: UnpackCount(limit))
}

/// - Parameter count: of what is unpacked of an archive that the source is in.
func unwrap(
  _ source: any ByteSource, counting count: UnpackCount
) throws(CaptureFileError) -> (wrapping: Wrapping, source: HeldSource) {
  let outer = HeldSource(source)
  let start = try outer.beginning(16)
  if start.count < 4 || beginsCapture(start.span) { return (.none, outer) }
  if [ZipRecord.local, .end].contains(ZipRecord(start)) { return (.zip, outer) }
  // RFC 1952, 2.3: the third octet is the method, and 8 the only one there is.
  guard start.starts(with: [0x1F, 0x8B, 8]) else {
    return (try beginsTar(outer) ? .tar : .none, outer)
  }
  let inner = HeldSource(try InflatedSource(outer, .gzip, count))
  return (try beginsTar(inner) ? .packedTar : .gzip, inner)
}

private func beginsTar(_ source: HeldSource) throws(CaptureFileError) -> Bool {
  let start = try source.beginning(16)
  // A name comes first. What cannot be one, or is a capture, is not waited for any longer.
  guard let first = start.first, first != 0, !beginsCapture(start.span) else { return false }
  return TarHeader(try source.beginning(TarHeader.length)) != nil
}
