import CaptureFiles
import TraceBytes

/// The file that `--write` names, or the row of files that `--rotate` makes of it.
///
/// Records are written in whole, in the order in which they came, and at the latest a fraction of a
/// second after they came: whatever ends the program, what was written before is a capture.
final class CaptureRecording {
  /// The first file, as the user named it.
  let name: Argument
  /// The file that is written now.
  private(set) var current: Argument
  /// Octets of it, the waiting ones included.
  private(set) var size = 0
  /// Records that the Linux monitor has no word for.
  private(set) var leftOut = 0

  private let file: MonitorFile
  private let rotateSize: Int?
  private var descriptor: Int32
  private var part = 1
  private var waiting: [UInt8] = []
  /// Where in it records end.
  private var ends: [Int] = []
  /// Octets of the file that are written.
  private var written = 0
  private var hasFailed = false
  private var isOpen = true
  /// When what waits has to be written.
  private(set) var deadline: Int64?
  private var drops = 0
  private var losses = 0

  static let delayUs: Int64 = 250_000
  private static let much = 64 << 10

  init(_ name: Argument, rotateSize: Int?) throws(CommandFailure) {
    self.name = name
    self.rotateSize = rotateSize
    current = name
    if rotateSize != nil { try Self.checkRow(of: name) }
    file = MonitorFile(name.bytes.ends(with: Array(".pcap".utf8)) ? .pcap : .btsnoop)
    descriptor = try Self.open(name)
    waiting = file.header
    size = waiting.count
    try flush()
  }

  /// Looks at once for what would end the recording when its first file is full.
  private static func checkRow(of name: Argument) throws(CommandFailure) {
    if (try? POSIX.status(name.bytes))?.kind == .other {
      throw CommandFailure(
        "\(name.text): is a device or a pipe; '--rotate' makes further files of a file only")
    }
    let second = numbered(name, 2)
    if (try? POSIX.isTaken(second.bytes)) == true { throw CommandFailure(second, .exists) }
    do throws(SystemError) {
      // So many that no recording has them.
      _ = try POSIX.isTaken(numbered(name, 1_000_000).bytes)
    } catch {
      guard error == .nameTooLong else { return }
      throw CommandFailure(
        "\(name.text): is too long a name for '--rotate', which puts numbers into it")
    }
  }

  /// A file that is there already is left alone: it may be a capture. A device or a named pipe is
  /// written to.
  private static func open(_ name: Argument) throws(CommandFailure) -> Int32 {
    do throws(SystemError) {
      if let status = try? POSIX.status(name.bytes), status.kind == .other {
        return try POSIX.openExisting(name.bytes)
      }
      return try POSIX.create(name.bytes, in: POSIX.currentDirectory)
    } catch {
      throw CommandFailure(name, error)
    }
  }

  /// Takes records that the capture goes on with.
  ///
  /// - Parameters:
  ///   - losses: where records were lost, from the capture's start.
  ///   - now: microseconds of a clock that nobody sets.
  func add(
    _ records: [CapturedRecord], from link: LinkType?, in bytes: Span<UInt8>,
    losses: [RecordLoss], now: Int64
  ) throws(CommandFailure) {
    for record in records {
      while self.losses < losses.count, losses[self.losses].beforeFrame <= record.number {
        drops += losses[self.losses].count
        self.losses += 1
      }
      let start = waiting.count
      guard file.append(record, from: link, in: bytes, drops: drops, to: &waiting) else {
        leftOut += 1
        continue
      }
      size += waiting.count - start
      ends.append(waiting.count)
      if let rotateSize, size > rotateSize, size - (waiting.count - start) > file.header.count {
        try rotate(carrying: Array(waiting[start...]))
      }
    }
    if waiting.count >= Self.much { try flush() }
    if !waiting.isEmpty, deadline == nil { deadline = now + Self.delayUs }
  }

  /// Writes what waits, if it has waited long enough.
  func flush(ifDueAt now: Int64) throws(CommandFailure) {
    if let deadline, deadline <= now { try flush() }
  }

  /// Goes on in another file, with the record that does not fit.
  private func rotate(carrying record: [UInt8]) throws(CommandFailure) {
    waiting.removeLast(record.count)
    ends.removeLast()
    try close()
    part += 1
    current = numbered(name, part)
    do throws(SystemError) {
      // Never into what is there, a pipe or a link to a device included: nobody asked for that.
      descriptor = try POSIX.create(current.bytes, in: POSIX.currentDirectory)
    } catch {
      throw CommandFailure(current, error)
    }
    isOpen = true
    waiting = file.header + record
    ends = [waiting.count]
    written = 0
    size = waiting.count
    // Not later: until then the new file is empty, and so no capture.
    try flush()
  }

  /// One write, so that little can come between.
  private func flush() throws(CommandFailure) {
    deadline = nil
    guard !waiting.isEmpty else { return }
    do throws(SystemError) {
      try POSIX.writeAll(waiting[...], to: descriptor)
    } catch {
      hasFailed = true
      dropPartOfRecord()
      throw CommandFailure(current, error)
    }
    written += waiting.count
    waiting.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Not all could be written: the file is to end with a whole record, and not to be there without
  /// one.
  private func dropPartOfRecord() {
    guard let status = try? POSIX.status(of: descriptor), status.kind == .regular else { return }
    let arrived = status.size - written
    let kept = ends.last { $0 <= arrived } ?? 0
    if written + kept == 0 {
      POSIX.remove(current.bytes)
    } else {
      POSIX.truncate(descriptor, to: written + kept)
    }
  }

  /// Writes the rest. The file is on the disk then; and it is said where its name is gone.
  func close() throws(CommandFailure) {
    guard isOpen else { return }
    if !hasFailed { try flush() }
    isOpen = false
    let isLost: Bool
    do throws(SystemError) {
      if !hasFailed { try POSIX.synchronize(descriptor) }
      let status = try POSIX.status(of: descriptor)
      try POSIX.close(descriptor)
      isLost = status.isRemoved && !hasFailed
    } catch {
      throw CommandFailure(current, error)
    }
    if isLost {
      throw CommandFailure("\(current.text): was removed while it was written, and is lost")
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: [UInt8]) -> Bool { self.suffix(suffix.count) == suffix[...] }
}
