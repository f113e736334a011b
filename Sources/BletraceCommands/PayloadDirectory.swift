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
/// A payload stays in memory while it is small. From then on it grows in a file under a temporary
/// name, which is open only while it is written to, so that a capture with thousands of transfers
/// at once takes neither much memory nor many descriptors.
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
    var temporary: [UInt8]?
    var written = 0
    var failure: SystemError?
  }

  private let directory: PayloadDirectory
  /// 1-based place of the capture on the command line.
  private let capture: Int
  private var growing: [Int: Growing] = [:]
  private var heldInAll = 0

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
    heldInAll += bytes.count
    if growing[payload]!.held.count >= Self.pieceLimit { flush(payload) }
    if heldInAll >= Self.totalLimit {
      for other in Array(growing.keys) { flush(other) }
    }
  }

  func finish(_ payload: Int, as info: ExtractedPayload) {
    if growing[payload] == nil { growing[payload] = Growing() }
    flush(payload)
    guard let done = growing.removeValue(forKey: payload) else { return }
    let name = fileName(for: info)
    do throws(SystemError) {
      if let failure = done.failure { throw failure }
      if let temporary = done.temporary { try publish(temporary, as: Array(name.utf8)) }
      files += 1
      bytes += done.written
    } catch {
      if let temporary = done.temporary { POSIX.remove(temporary, in: directory.descriptor) }
      if firstFailure == nil {
        let why = error == .exists ? "exists already, and is left as it is" : error.message
        firstFailure = CommandFailure("\(directory.name.text)/\(name): \(why)")
      } else {
        furtherFailures += 1
      }
    }
  }

  func discard(_ payload: Int) {
    guard let dropped = growing.removeValue(forKey: payload) else { return }
    heldInAll -= dropped.held.count
    if let temporary = dropped.temporary { POSIX.remove(temporary, in: directory.descriptor) }
  }

  /// `capture1-connection2-transfer3.png`, `capture1-connection2-transfer4-incomplete.bin`,
  /// `capture1-connection2-run1.bin`
  private func fileName(for info: ExtractedPayload) -> String {
    "capture\(capture)-connection\(info.connection)-"
      + "\(info.isRun ? "run" : "transfer")\(info.transfer)"
      + (info.complete || info.isRun ? "." : "-incomplete.") + (Self.suffixes[info.type ?? "empty"] ?? "bin")
  }

  /// Writes out what is held of a payload; also makes its file where there is none yet.
  private func flush(_ payload: Int) {
    guard var entry = growing.removeValue(forKey: payload) else { return }
    heldInAll -= entry.held.count
    if entry.failure == nil {
      do throws(SystemError) {
        let file: Int32
        if let temporary = entry.temporary {
          file = try POSIX.openToAppend(temporary, in: directory.descriptor)
        } else {
          let temporary = temporaryName("capture\(capture)-payload\(payload)")
          file = try POSIX.create(temporary, in: directory.descriptor, for: .owner)
          entry.temporary = temporary
        }
        do throws(SystemError) {
          try POSIX.writeAll(entry.held[...], to: file)
        } catch {
          try? POSIX.close(file)
          throw error
        }
        try POSIX.close(file)
        entry.written += entry.held.count
      } catch {
        entry.failure = error
      }
    }
    entry.held = []
    growing[payload] = entry
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
