import Archives
import BletraceTestSupport
import CaptureFiles

/// All that an archive gives.
struct ReadArchive: Equatable {
  struct File: Equatable {
    var name: [UInt8]
    /// As far as it could be unpacked.
    var contents: [UInt8] = []
    var obstacle: ArchiveEntry.Obstacle?
    var trouble: String?
  }

  var files: [File] = []
  var trouble: String?

  init(_ files: [File] = [], trouble: String? = nil) {
    self.files = files
    self.trouble = trouble
  }

  /// - Parameter reads: whether the contents of a file are read, or passed over.
  init(
    from make: () throws(CaptureFileError) -> any ArchiveEntries,
    reading reads: (Int) -> Bool = { _ in true }
  ) {
    do throws(CaptureFileError) {
      let entries = try make()
      while let entry = try entries.next() {
        var file = File(name: entry.name, obstacle: entry.obstacle)
        if reads(files.count) { Self.read(entries, into: &file) }
        files.append(file)
      }
    } catch {
      trouble = error.message
    }
  }

  private static func read(_ entries: any ArchiveEntries, into file: inout File) {
    do throws(CaptureFileError) {
      let source = try entries.contents()
      var piece = [UInt8](repeating: 0, count: 100)
      while true {
        let got = try source.read(into: &piece, at: 0, upTo: piece.count)
        guard got > 0 else { return }
        file.contents += piece[..<got]
      }
    } catch {
      file.trouble = error.message
    }
  }

  /// By the directory at its end.
  static func zip(_ bytes: [UInt8], reading reads: (Int) -> Bool = { _ in true }) -> ReadArchive {
    ReadArchive(
      from: { () throws(CaptureFileError) in
        try ZipDirectory(size: bytes.count) {
          MemorySource(Array(bytes[$0.clamped(to: 0..<bytes.count)]))
        }
      }, reading: reads)
  }

  /// From its start on.
  static func zipStream(
    _ bytes: [UInt8], readSize: Int = .max, reading reads: (Int) -> Bool = { _ in true }
  ) -> ReadArchive {
    ReadArchive(
      from: { ZipStream(HeldSource(MemorySource(bytes, readSize: readSize))) }, reading: reads)
  }

  static func tar(
    _ bytes: [UInt8], readSize: Int = .max, reading reads: (Int) -> Bool = { _ in true }
  ) -> ReadArchive {
    ReadArchive(
      from: { () throws(CaptureFileError) in
        try TarEntries(HeldSource(MemorySource(bytes, readSize: readSize)))
      }, reading: reads)
  }

  /// Whether each file of it is the beginning of what another has in its place.
  func begins(_ other: ReadArchive) -> Bool {
    guard files.count <= other.files.count else { return false }
    for (part, whole) in Swift.zip(files, other.files) {
      guard part.name == whole.name, whole.contents.starts(with: part.contents) else {
        return false
      }
      let isWhole = part.contents == whole.contents
      guard isWhole || part.trouble != nil || trouble != nil else { return false }
    }
    return true
  }
}

/// Some octets, no two of the same value side by side.
func octets(_ count: Int, _ first: Int = 0) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: first + $0 * 7) }
}
