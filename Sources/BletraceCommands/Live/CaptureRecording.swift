import Bytes
import CaptureFiles

/// When another file is begun, and how many are kept.
struct Rotation: Equatable, Sendable {
  /// Octets of a file.
  var size: Int?
  /// Microseconds from the first record of a file, on the clock of the records.
  var time: Int64?
  /// The newest so many files are kept.
  var keep: Int?

  var isWanted: Bool { size != nil || time != nil }
}

/// The file that `--write` names, or the row of files that `--rotate` makes of it.
///
/// Records are written whole, in the order in which they came, and at the latest a fraction of a
/// second after they came: whatever ends the program, what was written before is a capture. A
/// thread takes care that it is on the disk some time later.
final class CaptureRecording {
  /// The first file, as the user named it.
  let name: Argument
  /// The file that is written now.
  private(set) var current: Argument
  /// Octets of it, the waiting ones included.
  private(set) var size = 0
  /// Records that the Linux monitor has no word for.
  private(set) var leftOut = 0
  /// From when a pipe without a reader is not waited for, in microseconds of the monotonic clock.
  var end: Int64?

  private let file: MonitorFile
  private let rotation: Rotation
  /// How often what was written goes to the disk, in microseconds.
  private let syncInterval: Int64?
  private let disk: DiskSync
  private var descriptor: Int32
  private var status: FileStatus
  private var part = 1
  private var waiting: [UInt8] = []
  /// Where in it records end.
  private var ends: [Int] = []
  /// Octets of the file that are written.
  private var written = 0
  private var hasFailed = false
  private var isOpen = true
  private var isNameSynced = false
  /// The files of the row that are there, the oldest first.
  private var row: [(name: Argument, status: FileStatus)] = []
  /// When what waits has to be written.
  private var flushDue: Int64?
  /// When what is written has to go to the disk.
  private var syncDue: Int64?
  /// Of the records in the file.
  private var records = 0
  private var first: TraceTime?
  private var last = TraceTime(microseconds: 0)
  /// Records lost since the capture began, and those before the file and before the last record.
  private var drops = 0
  private var dropsBefore = 0
  private var dropsRecorded = 0
  private var losses = 0

  static let delayUs: Int64 = 250_000
  private static let much = 64 << 10

  /// - Parameters:
  ///   - syncInterval: nil leaves it to the system when what is written goes to the disk.
  ///   - container: the format, where the suffix of the name does not say it.
  init(
    _ name: Argument, _ rotation: Rotation = Rotation(), syncInterval: Int64? = nil,
    as container: RecordContainer? = nil
  ) throws(CommandFailure) {
    self.name = name
    self.rotation = rotation
    self.syncInterval = syncInterval
    current = name
    if rotation.isWanted { try Self.checkRow(of: name) }
    file = MonitorFile(container ?? Self.container(name))
    (descriptor, status) = try Self.open(name)
    guard let disk = DiskSync() else { throw CommandFailure("too many open files") }
    self.disk = disk
    row = [(name, status)]
    waiting = file.header
    size = waiting.count
    try flush()
  }

  private static func container(_ name: Argument) -> RecordContainer {
    if name.bytes.ends(with: Array(".pcapng".utf8)) { return .pcapng }
    return name.bytes.ends(with: Array(".pcap".utf8)) ? .pcap : .btsnoop
  }

  /// Looks at once for what would end the recording when its first file is full.
  private static func checkRow(of name: Argument) throws(CommandFailure) {
    if (try? POSIX.status(name.bytes))?.kind == .other {
      throw CommandFailure(
        "\(name.text): is a device or a pipe; '--rotate' works with files only")
    }
    let second = numbered(name, 2)
    if (try? POSIX.isTaken(second.bytes)) == true { throw CommandFailure(second, .exists) }
    do throws(SystemError) {
      // So many that no recording has them.
      _ = try POSIX.isTaken(numbered(name, 1_000_000).bytes)
    } catch {
      guard error == .nameTooLong else { return }
      throw CommandFailure(
        "\(name.text): is too long for '--rotate', which adds a number to the name")
    }
  }

  /// A file that is there already is left alone: it may be a capture. A device or a named pipe is
  /// written to, if it is the one that the user named.
  private static func open(
    _ name: Argument, isNew: Bool = false
  ) throws(CommandFailure) -> (Int32, FileStatus) {
    do throws(SystemError) {
      if !isNew, let status = try? POSIX.status(name.bytes), status.kind == .other {
        return (try POSIX.openExisting(name.bytes), status)
      }
      let descriptor = try POSIX.create(name.bytes, in: POSIX.currentDirectory, for: .owner)
      return (descriptor, try POSIX.status(of: descriptor))
    } catch {
      throw CommandFailure(name, error)
    }
  }

  // MARK: Records

  /// Takes records that the capture goes on with.
  ///
  /// - Parameters:
  ///   - losses: where records were lost, from the capture's start.
  ///   - now: microseconds of the monotonic clock.
  func add(
    _ records: [CapturedRecord], from link: LinkType?, in bytes: Span<UInt8>,
    losses: [RecordLoss], now: Int64
  ) throws(CommandFailure) {
    guard !hasFailed else { return }
    for record in records {
      while self.losses < losses.count, losses[self.losses].beforeFrame <= record.number {
        drops += losses[self.losses].count
        self.losses += 1
      }
      if !append(record, from: link, in: bytes) {
        leftOut += 1
      } else if isFull(with: record) {
        waiting.removeLast(waiting.count - (ends.dropLast().last ?? startOfRecords))
        ends.removeLast()
        try rotate()
        _ = append(record, from: link, in: bytes)
        // Not later: until then the new file is empty, and so no capture.
        count(record)
        try flush()
      } else {
        count(record)
      }
    }
    if waiting.count >= Self.much { try flush() }
    if !waiting.isEmpty, flushDue == nil { flushDue = now + Self.delayUs }
    if let syncInterval, syncDue == nil { syncDue = now + syncInterval }
  }

  /// Where in `waiting` records begin.
  private var startOfRecords: Int { written == 0 ? file.header.count : 0 }

  private func append(
    _ record: CapturedRecord, from link: LinkType?, in bytes: Span<UInt8>
  ) -> Bool {
    let start = waiting.count
    guard
      file.append(
        record, from: link, in: bytes, drops: drops - dropsBefore, lost: drops - dropsRecorded,
        to: &waiting)
    else { return false }
    size += waiting.count - start
    ends.append(waiting.count)
    return true
  }

  /// Whether the record that was appended last belongs into another file.
  private func isFull(with record: CapturedRecord) -> Bool {
    guard records > 0 else { return false }
    if let limit = rotation.size, size + trailer.count > limit { return true }
    guard let time = rotation.time, let first else { return false }
    let (passed, overflow) = record.time.microseconds.subtractingReportingOverflow(
      first.microseconds)
    return overflow ? record.time > first : passed >= time
  }

  private var trailer: [UInt8] {
    file.trailer(time: last, records: records, lost: dropsRecorded - dropsBefore)
  }

  private func count(_ record: CapturedRecord) {
    records += 1
    // A clock may be set back.
    first = first.map { min($0, record.time) } ?? record.time
    last = record.time
    dropsRecorded = drops
  }

  // MARK: Files

  /// When `flush(ifDueAt:)` has something to do.
  var deadline: Int64? { [flushDue, syncDue].compactMap(\.self).min() }

  /// Writes what waits, if it has waited long enough, and lets it go to the disk.
  func flush(ifDueAt now: Int64) throws(CommandFailure) {
    let isSyncDue = syncDue.map { $0 <= now } ?? false
    if isSyncDue || flushDue.map({ $0 <= now }) ?? false { try flush() }
    if let failure = disk.failure {
      hasFailed = true
      throw failure
    }
    guard isSyncDue else { return }
    // The disk may be busy with what came before.
    let directory = isNameSynced ? nil : directoryName(of: current.bytes)
    if disk.sync(descriptor, directory: directory) {
      isNameSynced = true
      syncDue = nil
    } else {
      syncDue = now + 50_000
    }
  }

  /// Goes on in another file.
  private func rotate() throws(CommandFailure) {
    try finishFile()
    part += 1
    current = numbered(name, part)
    // Never into what is there, a pipe or a link to a device included: that was not asked for.
    (descriptor, status) = try Self.open(current, isNew: true)
    isOpen = true
    isNameSynced = false
    row.append((current, status))
    waiting = file.header
    ends = []
    written = 0
    size = waiting.count
    records = 0
    first = nil
    dropsBefore = dropsRecorded
    guard let keep = rotation.keep else { return }
    while row.count > keep {
      let oldest = row.removeFirst()
      // Another file may have the name by now.
      if let found = try? POSIX.status(oldest.name.bytes), found.isSameFile(as: oldest.status) {
        POSIX.remove(oldest.name.bytes)
      }
    }
  }

  /// One write, so that little can come between.
  private func flush() throws(CommandFailure) {
    flushDue = nil
    guard !hasFailed else { return }
    try checkFile()
    guard !waiting.isEmpty else { return }
    do throws(SystemError) {
      if status.kind == .regular {
        try POSIX.writeAll(waiting[...], to: descriptor)
      } else {
        try POSIX.writeWhileTaken(waiting[...], to: descriptor, end: end)
      }
    } catch {
      hasFailed = true
      dropPartOfRecord()
      guard error == .interrupted else { throw CommandFailure(current, error) }
      throw CommandFailure("\(current.text): \(WriteFailure.notReadWords)")
    }
    written += waiting.count
    waiting.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Another program may have changed the file, which then is no capture, or have taken its name.
  private func checkFile() throws(CommandFailure) {
    guard status.kind == .regular else { return }
    let problem: String?
    do throws(SystemError) {
      let now = try POSIX.status(of: descriptor)
      let named = try? POSIX.status(current.bytes)
      problem =
        if now.isRemoved {
          "was removed while it was written, and is lost"
        } else if named.map({ !$0.isSameFile(as: status) }) ?? true {
          "was renamed or replaced by another program while it was written"
        } else if now.size < written {
          "was cut from \(written) to \(now.size) bytes by another program while it was written"
        } else if now.size > written {
          "was written to by another program"
        } else {
          nil
        }
    } catch {
      problem = error.message
    }
    guard let problem else { return }
    hasFailed = true
    throw CommandFailure("\(current.text): \(problem)")
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

  /// Writes the rest of a file.
  private func finishFile() throws(CommandFailure) {
    guard isOpen else { return }
    isOpen = false
    defer { disk.close(descriptor, current) }
    waiting += trailer
    try flush()
  }

  /// Writes the rest. The file is on the disk then; and it is said where its name is gone.
  func close() throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try finishFile()
    } catch {
      failure = error
    }
    disk.finish()
    if let failure = failure ?? (hasFailed ? nil : disk.failure) { throw failure }
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: [UInt8]) -> Bool { self.suffix(suffix.count) == suffix[...] }
}
