import Archives
import CaptureFiles

/// Goes through an archive and finds the captures in it.
struct ArchiveSearch {
  /// What is taken for a capture.
  enum Aim {
    /// What begins as one; and PacketLogger, which has no such beginning, by its name.
    case captures
    /// Text in which a capture may stand, as the text of an Android bug report.
    case texts
  }

  /// Files of an archive that are looked at, and some more than a bug report has.
  static let mostFiles = 1_000_000

  /// Where a capture was found. Thousands are kept, so that of a long name only a part is.
  struct Place: Sendable {
    /// `ARCHIVE/ENTRY`
    var name: Argument
    /// Octets of what it unpacks to, where the archive says so.
    var size: Int?
    /// Where the archive's reader has to begin to meet it again.
    var offset: Int
    /// How many files were met before it.
    var number: Int
    /// Whether it was found with those of archives in the archive.
    var isNested = false
    /// Whether the captures before it unpack to too much. Each may be read by itself, so that none
    /// would know of the others.
    var isOverLimit = false
  }

  /// A capture that was found.
  struct Found {
    var place: Place
    /// What reads it, or why it cannot be read.
    var reader: Result<CaptureReader, CaptureFileError>
    /// What it is read from, where its hash is asked for.
    var hashed: HashedSource?
  }

  let archive: Argument
  private let isPiped: Bool
  private let limit: UnpackLimit
  private let hashes: Bool
  private var packed = 0
  private var unpacked = 0
  private(set) var files = 0
  private(set) var found = 0
  private var encrypted = 0
  private var otherwisePacked = 0
  private var damaged = 0
  private var firstDamage: CommandFailure?
  /// What may have been meant, and is none that can be read.
  private(set) var near: CommandFailure?
  private var end: CommandFailure?

  /// - Parameters:
  ///   - near: what an earlier search took for what may have been meant.
  ///   - hashes: whether the hashes of the captures are asked for.
  init(
    _ archive: Argument, _ limit: UnpackLimit, near: CommandFailure? = nil, isPiped: Bool = false,
    hashes: Bool = false
  ) {
    self.hashes = hashes
    self.archive = archive
    self.limit = limit
    self.isPiped = isPiped
    self.near = near
  }

  /// Hands over one capture after the other, until `body` has seen enough.
  ///
  /// - Parameter isNested: whether files of archives in it are among the entries.
  mutating func run(
    _ entries: any ArchiveEntries, for aim: Aim, isNested: Bool = false, _ body: (Found) -> Bool
  ) {
    do throws(CaptureFileError) {
      while let entry = try entries.next() {
        guard files < Self.mostFiles else {
          end = CommandFailure(
            "\(archive.text): has more than \(grouped(Self.mostFiles)) files in it; the others "
              + "were not searched")
          return
        }
        files += 1
        guard let (reader, hashed) = look(at: entry, entries, for: aim) else { continue }
        found += 1
        let place = Place(
          name: archive.entry(entry.name), size: entry.size, offset: entry.offset,
          number: files - 1, isNested: isNested, isOverLimit: isOverLimit(entry))
        guard body(Found(place: place, reader: reader, hashed: hashed)) else { return }
      }
    } catch {
      fail(error)
    }
  }

  /// Counts a capture of which the archive says what it takes and unpacks to.
  private mutating func isOverLimit(_ entry: ArchiveEntry) -> Bool {
    guard let size = entry.size, let packed = entry.packed else { return false }
    let isOverLimit = !limit.allows(unpacked, from: self.packed)
    let (sum, isOver) = unpacked.addingReportingOverflow(size)
    self.packed += packed
    unpacked = isOver ? .max : sum
    return isOverLimit
  }

  /// It could not be gone through to its end.
  mutating func fail(_ error: CaptureFileError) { end = CommandFailure(archive, error) }

  /// Whether nothing kept it from being looked through.
  var isWhole: Bool { end == nil }

  private mutating func look(
    at entry: ArchiveEntry, _ entries: any ArchiveEntries, for aim: Aim
  ) -> (Result<CaptureReader, CaptureFileError>, HashedSource?)? {
    switch entry.obstacle {
    case .encrypted:
      encrypted += 1
      return nil
    case .packing:
      otherwisePacked += 1
      return nil
    case nil: break
    }
    do throws(CaptureFileError) {
      let source = try entries.contents()
      let hashed = hashes ? HashedSource(source) : nil
      let contents = HeldSource(hashed ?? source, room: 1 << 12)
      let start = try contents.beginning(16)
      let isMarked = beginsCapture(start.span)
      let suffixes = aim == .texts ? [".txt"] : [".pklg", ".pklg.gz"]
      guard isMarked && aim == .captures || suffixes.contains(where: entry.name.endsWith)
      else { return nil }
      return read(contents, entry, isMarked).map { ($0, hashed) }
    } catch {
      damaged += 1
      if firstDamage == nil {
        firstDamage = CommandFailure(archive.entry(entry.name), error)
      }
      return nil
    }
  }

  private mutating func read(
    _ contents: HeldSource, _ entry: ArchiveEntry, _ isMarked: Bool
  ) -> Result<CaptureReader, CaptureFileError>? {
    do throws(CaptureFileError) {
      return .success(try CaptureReader(contents))
    } catch {
      switch error {
      // A capture of a network is no fault of a bug report; nor are other texts in it.
      case .unsupportedLinkType: break
      case _ where isMarked: return .failure(error)
      case .empty, .foreign(.text), .foreign(.json), .foreign(.xml), .notACapture: return nil
      default: break
      }
      if near == nil {
        near = CommandFailure(archive.entry(entry.name), error)
      }
      return nil
    }
  }

  /// What is to be reported of the archive itself, beside its captures.
  var complaints: [CommandFailure] {
    var complaints: [CommandFailure] = []
    if let firstDamage {
      complaints.append(
        damaged == 1
          ? firstDamage
          : CommandFailure(firstDamage.message + " (and \(grouped(damaged - 1)) more files)"))
    }
    if encrypted > 0 {
      complaints.append(
        CommandFailure(
          "\(archive.text): \(Self.count(encrypted)) encrypted; unpack it with its password first"))
    }
    if otherwisePacked > 0 {
      complaints.append(
        CommandFailure(
          "\(archive.text): \(Self.count(otherwisePacked)) packed with a method that is not "
            + "supported; unpack it first"))
    }
    if let end { complaints.append(end) }
    if complaints.isEmpty, found == 0 {
      let hint =
        isPiped
        ? "; text files and archives in an archive are searched only if it is a file, not a pipe"
        : ""
      complaints.append(
        near
          ?? CommandFailure(
            "\(archive.text): contains no capture (\(grouped(files)) "
              + (files == 1 ? "file was" : "files were") + " searched)" + hint))
    }
    return complaints
  }

  private static func count(_ files: Int) -> String {
    files == 1 ? "1 file in it is" : "\(grouped(files)) files in it are"
  }
}

extension [UInt8] {
  /// Whatever the case of its letters.
  fileprivate func endsWith(_ suffix: String) -> Bool {
    let end = self.suffix(suffix.utf8.count).map { octet in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
    }
    return end == Array(suffix.utf8)
  }
}
