import CaptureFiles

/// The files of an archive as they are in it: what gzip packed one by one is unpacked, and archives
/// in it are entered where that is asked for, their files named `INNER/NAME`.
///
/// A sysdiagnose or a bug report reaches its reader in the zip of a mail, the tools of some makers
/// put the bug report of Android into an archive of their own, and logs that are kept are packed.
package final class NestedEntries: ArchiveEntries {
  /// Archives in archives in archives: as many as there were reasons to make them.
  package static let deepest = 3

  private struct Level {
    var entries: any ArchiveEntries
    /// What stands before the names of its files.
    var prefix: [UInt8] = []
  }

  private enum Contents {
    case source(HeldSource)
    case trouble(CaptureFileError)
  }

  /// Whether an archive was met that was not entered.
  package private(set) var hasMore = false

  private var levels: [Level]
  private let deepest: Int
  private let count: UnpackCount
  private var current: Contents?
  /// Where the outermost archive has what was last met in it.
  private var offset = 0

  /// - Parameters:
  ///   - depth: of archives in it that are entered.
  ///   - count: of what is unpacked of that which its files unpack to.
  package init(_ entries: any ArchiveEntries, depth: Int, _ count: UnpackCount) {
    levels = [Level(entries: entries)]
    deepest = depth
    self.count = count
  }

  package func next() throws(CaptureFileError) -> ArchiveEntry? {
    current = nil
    while let level = levels.last {
      guard var entry = try next(in: level) else {
        levels.removeLast()
        continue
      }
      if levels.count == 1 { offset = entry.offset }
      entry.offset = offset
      // That of a damaged archive is whole.
      let name = current == nil ? level.prefix + entry.name : entry.name
      entry.name = Array(name.prefix(ArchiveEntry.longestName))
      guard entry.obstacle == nil, current == nil else { return entry }
      do throws(CaptureFileError) {
        let packed = HeldSource(try level.entries.contents(), room: 1 << 14)
        let start = try packed.beginning(16)
        guard mayBeWrapped(start, entry.size) else {
          current = .source(packed)
          return entry
        }
        guard let (wrapping, source) = try unwrapped(packed) else {
          current = .source(HeldSource(MemorySource(start)))
          return entry
        }
        if wrapping.isArchive, levels.count <= deepest {
          let prefix = entry.name + [UInt8(ascii: "/")]
          levels.append(Level(entries: try open(wrapping, source), prefix: prefix))
          continue
        }
        hasMore = hasMore || wrapping.isArchive
        if wrapping == .gzip { (entry.size, entry.packed) = (nil, nil) }
        current = .source(source)
      } catch {
        current = .trouble(error)
      }
      return entry
    }
    return nil
  }

  package func contents() throws(CaptureFileError) -> any ByteSource {
    switch current {
    case .source(let source): return source
    case .trouble(let error): throw error
    case nil: return MemorySource([])
    }
  }

  /// An archive in another that is damaged ends there, and the other goes on: the damage is that of
  /// a file without contents.
  private func next(in level: Level) throws(CaptureFileError) -> ArchiveEntry? {
    do throws(CaptureFileError) {
      return try level.entries.next()
    } catch {
      guard levels.count > 1 else { throw error }
      levels.removeLast()
      current = .trouble(error)
      // Its own name, which is the prefix without the slash.
      return ArchiveEntry(name: Array(level.prefix.dropLast()), offset: offset)
    }
  }

  /// No more of a file is read than that takes to see, so that it is no one's matter here whether
  /// the rest of it is damaged.
  private func mayBeWrapped(_ start: [UInt8], _ size: Int?) -> Bool {
    if let record = ZipRecord(start) { return record == .local || record == .end }
    if start.starts(with: [0x1F, 0x8B, 8]) { return true }
    return start.first != 0 && size ?? 0 >= 2 * TarHeader.length
  }

  /// Nil where nothing is to be had of it: a file that gzip packed, and that was cut at once, is no
  /// fault of an archive of a thousand others.
  private func unwrapped(
    _ packed: HeldSource
  ) throws(CaptureFileError) -> (Wrapping, HeldSource)? {
    do throws(CaptureFileError) {
      return try unwrap(packed, counting: count)
    } catch {
      if error == count.limit.error { throw error }
      return nil
    }
  }

  private func open(
    _ wrapping: Wrapping, _ source: HeldSource
  ) throws(CaptureFileError) -> any ArchiveEntries {
    wrapping == .zip ? ZipStream(source, counting: count) : try TarEntries(source)
  }
}
