import Archives
import CaptureFiles

/// An archive that is a regular file: it can be gone through again and again.
struct ArchiveFile {
  /// A file in an archive, opened.
  struct Member {
    /// `ARCHIVE/ENTRY`
    var name: Argument
    var contents: HeldSource
    var size: Int?
  }

  /// Whether its files are found at their places, without unpacking what stands before them.
  let isPlaced: Bool
  /// Whether the hashes of its captures are asked for.
  var hashes = false

  private let name: Argument
  private let descriptor: Int32
  private let size: Int
  private let wrapping: Wrapping
  private let limit: UnpackLimit

  /// Nil where it is no archive, but perhaps a capture.
  init?(
    _ name: Argument, _ descriptor: Int32, _ status: FileStatus, _ limit: UnpackLimit
  ) throws(CommandFailure) {
    guard status.kind == .regular else { return nil }
    self.name = name
    self.descriptor = descriptor
    size = status.size
    self.limit = limit
    do throws(CaptureFileError) {
      wrapping = try unwrap(FilePartSource(descriptor: descriptor, 0..<size), limit).wrapping
    } catch {
      throw CommandFailure(name, error)
    }
    switch wrapping {
    case .none, .gzip: return nil
    case .packedTar: isPlaced = false
    case .tar: isPlaced = true
    // One that was cut has lost its directory, and is read from its start.
    case .zip: isPlaced = (try? Self.directory(descriptor, size, limit, from: nil)) != nil
    }
  }

  /// Its files, from that on which has this place; from the first where none is given.
  ///
  /// - Parameter nested: whether those of archives in it are among them, as `INNER/NAME`.
  private func entries(
    from offset: Int? = nil, nested: Bool
  ) throws(CaptureFileError) -> NestedEntries {
    NestedEntries(
      try entries(from: offset), depth: nested ? NestedEntries.deepest : 0,
      UnpackCount(limit, of: size))
  }

  private func entries(from offset: Int?) throws(CaptureFileError) -> any ArchiveEntries {
    if wrapping == .zip, isPlaced {
      return try Self.directory(descriptor, size, limit, from: offset)
    }
    let whole = try unwrap(FilePartSource(descriptor: descriptor, 0..<size), limit).source
    return wrapping == .zip ? ZipStream(whole, limit) : try TarEntries(whole, from: offset ?? 0)
  }

  private static func directory(
    _ descriptor: Int32, _ size: Int, _ limit: UnpackLimit, from offset: Int?
  ) throws(CaptureFileError) -> ZipDirectory {
    try ZipDirectory(size: size, from: offset, limit: limit) {
      FilePartSource(descriptor: descriptor, $0)
    }
  }

  /// Goes through all of it; where it has no capture, once more with the archives in it, and once
  /// more for texts that hold one.
  func search(_ body: (ArchiveSearch.Found) -> Bool) -> ArchiveSearch {
    var hasMore = false
    var found = search(for: .captures, &hasMore, body)
    guard found.found == 0, found.isWhole else { return found }
    let nested = hasMore
    if nested {
      found = search(for: .captures, nested: true, after: found, &hasMore, body)
      guard found.found == 0, found.isWhole else { return found }
    }
    return search(for: .texts, nested: nested, after: found, &hasMore, body)
  }

  /// - Parameters:
  ///   - earlier: a search that found nothing.
  ///   - hasMore: whether there are archives in it that were not entered.
  private func search(
    for aim: ArchiveSearch.Aim, nested: Bool = false, after earlier: ArchiveSearch? = nil,
    _ hasMore: inout Bool, _ body: (ArchiveSearch.Found) -> Bool
  ) -> ArchiveSearch {
    var search = ArchiveSearch(name, limit, near: earlier?.near, hashes: hashes)
    do throws(CaptureFileError) {
      let entries = try entries(nested: nested)
      search.run(entries, for: aim, isNested: nested, body)
      hasMore = entries.hasMore
    } catch {
      search.fail(error)
    }
    return search
  }

  /// A capture that a search has found.
  func open(_ found: ArchiveSearch.Place) throws(CommandFailure) -> Member {
    guard !found.isOverLimit else { throw CommandFailure(found.name, limit.error) }
    let isPlaced = isPlaced && !found.isNested
    let number = isPlaced ? 0 : found.number
    let member = try open(
      found.name, from: isPlaced ? found.offset : nil, nested: found.isNested
    ) { index, _ in index == number }
    guard let member else { throw Self.missing(found.name) }
    return member
  }

  private static func missing(_ shown: Argument) -> CommandFailure {
    CommandFailure("\(shown.text): no such file in the archive")
  }

  /// The file that an operand names; where it names none, the one capture in it.
  func only(_ wanted: [UInt8]?) throws(CommandFailure) -> Member {
    if let wanted {
      let shown = name.entry(wanted)
      for nested in [false, true] {
        let found = try open(shown, from: nil, nested: nested) { $1.name == wanted }
        if let found { return found }
      }
      throw Self.missing(shown)
    }
    var first: [ArchiveSearch.Place] = []
    let search = search { found in
      if first.count < Self.mostListed { first.append(found.place) }
      return true
    }
    guard let capture = first.first else {
      throw search.complaints.first ?? CommandFailure("\(name.text): contains no capture")
    }
    guard search.found == 1 else {
      let names = first.map(\.name.text).joined(separator: ", ")
      throw CommandFailure(
        "\(name.text): contains \(grouped(search.found)) captures; name one of them: \(names)"
          + (search.found > first.count ? ", ..." : ""))
    }
    // There may be others where it could not be looked.
    if let complaint = search.complaints.first {
      throw CommandFailure(
        complaint.message + "; to read this one, name \(capture.name.text)")
    }
    return try open(capture)
  }

  /// Captures that are named where one of them is to be chosen.
  private static let mostListed = 8

  private func open(
    _ shown: Argument, from offset: Int?, nested: Bool,
    where isMeant: (_ number: Int, ArchiveEntry) -> Bool
  ) throws(CommandFailure) -> Member? {
    do throws(CaptureFileError) {
      let entries = try entries(from: offset, nested: nested)
      var number = 0
      while number < ArchiveSearch.mostFiles, let entry = try entries.next() {
        defer { number += 1 }
        guard isMeant(number, entry) else { continue }
        switch entry.obstacle {
        case .encrypted: throw .cannotUnpack(reason: "it is encrypted")
        case .packing:
          throw .cannotUnpack(reason: "it is packed with a method that is not supported")
        case nil: break
        }
        return Member(
          name: shown, contents: HeldSource(try entries.contents()), size: entry.size)
      }
    } catch {
      throw CommandFailure(shown, error)
    }
    return nil
  }
}
