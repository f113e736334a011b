import Tracking

/// The directory that `--extract` names, held open: what happens to its name meanwhile cannot lead
/// a payload elsewhere.
final class PayloadDirectory: Sendable {
  let name: Argument
  let descriptor: Int32

  init(_ name: Argument) throws(CommandFailure) {
    self.name = name
    do throws(SystemError) {
      var isNew = true
      do throws(SystemError) {
        try POSIX.makeDirectory(name.bytes)
      } catch {
        guard error == .exists else { throw error }
        isNew = false
      }
      descriptor = try POSIX.openDirectory(name.bytes)
      if isNew { POSIX.giveToCaller(descriptor) }
    } catch {
      throw CommandFailure(
        "\(name.text): \(error == .notDirectory ? "is not a directory" : error.message)")
    }
  }

  deinit {
    try? POSIX.close(descriptor)
  }
}

/// Writes the payloads of one capture to files whose names are made of numbers and of a word from
/// a list: nothing in a capture has a say in them, and nothing that is there is written over.
///
/// What becomes of a payload is known at the end of the capture. Until then it stays in memory, and
/// where all together take too much, in one file for all: those that turn out to be none never have
/// a file of their own. A large payload grows in a file of its own under a temporary name, which is
/// open only while it is written to, so that thousands of transfers at once take few descriptors.
final class PayloadFiles: PayloadSink {
  /// Octets of one payload, and of all, that are kept in memory.
  private static let pieceLimit = 256 << 10
  private static let totalLimit = 1 << 20

  /// How the name ends for each type of payload; for all others it is `bin`. Nothing that a double
  /// click would run.
  private static let suffixes = [
    "png": "png", "jpeg": "jpg", "gif": "gif", "bmp": "bmp", "webp": "webp", "pdf": "pdf",
    "json": "json", "xml": "xml", "csv": "csv", "cbor": "cbor", "plist": "plist", "vcard": "vcf",
    "gzip": "gz", "zip": "zip", "text": "txt",
  ]

  private struct Growing {
    var held: [UInt8] = []
    /// Where in the common file the octets before those are.
    var stored: [Range<Int>] = []
    /// A file of its own, which has all that came before those.
    var temporary: [UInt8]?
    var octets = 0
    var failure: SystemError?
  }

  /// A file for what is not held any more of payloads without a file of their own.
  private struct Store {
    let name: [UInt8]
    let descriptor: Int32
    var end = 0
    /// Why no more can be written to it.
    var failure: SystemError?
  }

  private let directory: PayloadDirectory
  /// 1-based position of the capture on the command line.
  private let capture: Int
  private var growing: [Int: Growing] = [:]
  private var heldInAll = 0
  private var store: Store?

  private(set) var files = 0
  private(set) var bytes = 0
  /// The first thing that went wrong, and how many more did.
  private(set) var firstFailure: CommandFailure?
  private(set) var furtherFailures = 0

  init(_ directory: PayloadDirectory, capture: Int) {
    self.directory = directory
    self.capture = capture
  }

  deinit {
    for payload in Array(growing.keys) { discard(payload) }
  }

  func append(_ bytes: ArraySlice<UInt8>, to payload: Int) {
    // A payload of nothing is one too, so the entry is made in any case.
    growing[payload, default: Growing()].held += bytes
    growing[payload]!.octets += bytes.count
    heldInAll += bytes.count
    if growing[payload]!.held.count >= Self.pieceLimit { flush(payload) }
    if heldInAll >= Self.totalLimit { storeAll() }
  }

  func finish(_ payload: Int, as info: ExtractedPayload) {
    var done = remove(payload) ?? Growing()
    defer { closeStore() }
    let name = fileName(for: info)
    do throws(SystemError) {
      if let failure = done.failure { throw failure }
      if done.temporary == nil, done.octets < Self.pieceLimit {
        try create(Array(name.utf8), try all(of: done))
      } else {
        try write(&done, payload)
        if let temporary = done.temporary { try publish(temporary, as: Array(name.utf8)) }
      }
      files += 1
      bytes += done.octets
    } catch {
      if let temporary = done.temporary { POSIX.remove(temporary, in: directory.descriptor) }
      if firstFailure == nil {
        let why = error == .exists ? "exists already, and was not changed" : error.message
        firstFailure = CommandFailure("\(directory.name.text)/\(name): \(why)")
      } else {
        furtherFailures += 1
      }
    }
  }

  func discard(_ payload: Int) {
    let dropped = remove(payload)
    if let temporary = dropped?.temporary { POSIX.remove(temporary, in: directory.descriptor) }
    closeStore()
  }

  private func remove(_ payload: Int) -> Growing? {
    guard let entry = growing.removeValue(forKey: payload) else { return nil }
    heldInAll -= entry.held.count
    return entry
  }

  /// `capture1-connection2-transfer3.png`, `capture1-connection2-transfer4-incomplete.bin`,
  /// `capture1-connection2-run1.bin`
  private func fileName(for info: ExtractedPayload) -> String {
    "capture\(capture)-connection\(info.connection)-"
      + "\(info.isRun ? "run" : "transfer")\(info.transfer)"
      + (info.complete || info.isRun ? "." : "-incomplete.")
      + (Self.suffixes[info.type ?? "empty"] ?? "bin")
  }

  // MARK: Large payloads

  /// Writes out what is held of a payload, to a file of its own.
  private func flush(_ payload: Int) {
    guard var entry = remove(payload) else { return }
    if entry.failure == nil {
      do throws(SystemError) { try write(&entry, payload) } catch { entry.failure = error }
    }
    entry.held = []
    growing[payload] = entry
  }

  private func write(_ entry: inout Growing, _ payload: Int) throws(SystemError) {
    let rest = try all(of: entry)
    entry.stored = []
    if let temporary = entry.temporary {
      guard !rest.isEmpty else { return }
      let file = try POSIX.openToAppend(temporary, in: directory.descriptor)
      try write(rest, closing: file)
    } else {
      let temporary = temporaryName("capture\(capture)-payload\(payload)")
      let file = try POSIX.create(temporary, in: directory.descriptor, for: .owner)
      entry.temporary = temporary
      try write(rest, closing: file)
    }
  }

  // MARK: Small payloads

  /// Moves all that is held to the common file.
  private func storeAll() {
    for payload in Array(growing.keys) where !(growing[payload]!.held.isEmpty) {
      if growing[payload]!.temporary != nil || growing[payload]!.octets >= Self.pieceLimit {
        flush(payload)
        continue
      }
      guard var entry = remove(payload) else { continue }
      if entry.failure == nil {
        do throws(SystemError) {
          entry.stored.append(try stored(entry.held))
        } catch {
          entry.failure = error
        }
      }
      entry.held = []
      growing[payload] = entry
    }
  }

  private func stored(_ bytes: [UInt8]) throws(SystemError) -> Range<Int> {
    var open: Store
    if let store {
      open = store
    } else {
      let name = temporaryName("capture\(capture)-payloads")
      open = Store(
        name: name,
        descriptor: try POSIX.create(
          name, in: directory.descriptor, for: .owner, readsBack: true))
    }
    defer { store = open }
    if let failure = open.failure { throw failure }
    do throws(SystemError) {
      try POSIX.writeAll(bytes[...], to: open.descriptor)
    } catch {
      open.failure = error
      throw error
    }
    defer { open.end += bytes.count }
    return open.end..<(open.end + bytes.count)
  }

  /// What is not in a file of the payload's own.
  private func all(of entry: Growing) throws(SystemError) -> [UInt8] {
    guard let store, !entry.stored.isEmpty else { return entry.held }
    var bytes: [UInt8] = []
    for range in entry.stored { bytes += try POSIX.read(range, of: store.descriptor) }
    return bytes + entry.held
  }

  /// Once no payload has anything in it.
  private func closeStore() {
    guard let store, growing.isEmpty else { return }
    try? POSIX.close(store.descriptor)
    POSIX.remove(store.name, in: directory.descriptor)
    self.store = nil
  }

  // MARK: Files

  private func create(_ name: [UInt8], _ bytes: [UInt8]) throws(SystemError) {
    let file = try POSIX.create(name, in: directory.descriptor, for: .owner)
    do throws(SystemError) {
      try write(bytes, closing: file)
    } catch {
      POSIX.remove(name, in: directory.descriptor)
      throw error
    }
  }

  private func write(_ bytes: [UInt8], closing file: Int32) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.writeAll(bytes[...], to: file)
    } catch {
      try? POSIX.close(file)
      throw error
    }
    try POSIX.close(file)
  }

  /// Gives a whole file its name, unless that is taken.
  private func publish(_ temporary: [UInt8], as name: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(temporary, to: name, in: directory.descriptor)
      POSIX.remove(temporary, in: directory.descriptor)
    } catch {
      guard POSIX.meansNoLinks(error) else { throw error }
      // The name is taken with an empty file of our own first, so that only that is replaced.
      try POSIX.close(try POSIX.create(name, in: directory.descriptor, for: .owner))
      do throws(SystemError) {
        try POSIX.replace(name, with: temporary, in: directory.descriptor)
      } catch {
        POSIX.remove(name, in: directory.descriptor)
        throw error
      }
    }
  }
}
