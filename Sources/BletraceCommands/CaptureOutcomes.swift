import Archives
import CaptureFiles
import Tracking

/// Reads the captures that the words of the command line stand for. An archive stands for those in
/// it, as if they had been named one after the other.
///
/// One capture knows nothing of another, so they are taken at the same time, one a processor. But
/// how many there are in a pipe or a packed archive is known only at its end: these are read
/// before.
struct CaptureOutcomes {
  /// What is still to be read.
  private enum Source: Sendable {
    case operand(Argument)
    /// In an archive whose files stand at their places.
    case member(ArchiveSearch.Place, of: Argument)
  }

  private struct Waiting: Sendable {
    var source: Source
    /// Where its outcome belongs.
    var index: Int
    /// 1-based, among the captures.
    var number: Int
  }

  private let reading: CaptureReading
  private let memory: Int
  private let isAlone: Bool
  private var outcomes: [CaptureOutcome] = []
  private var waiting: [Waiting] = []
  /// Captures so far. A message about an archive itself is not one.
  private var captures = 0
  /// Whether one was left out.
  private var areTooMany = false
  private var shares: MemoryShares
  /// Octets that the reports on what was read before take.
  private var kept = 0

  private init(_ operands: [Argument], _ reading: CaptureReading, memory: Int) {
    self.reading = reading
    self.memory = memory
    isAlone = operands.count == 1
    shares = MemoryShares(operands.count, total: memory)
  }

  /// - Parameter memory: octets that all reports together may take.
  static func all(
    of operands: [Argument], _ reading: CaptureReading, memory: Int = AnalysisOptions.callMemory
  ) -> [CaptureOutcome] {
    var all = CaptureOutcomes(operands, reading, memory: memory)
    for operand in operands where !all.areTooMany { all.add(operand) }
    if all.areTooMany {
      all.report(CommandFailure("there are more than \(grouped(MemoryShares.mostFiles)) captures"))
    }
    all.readWaiting()
    return all.outcomes
  }

  // MARK: What an operand stands for

  private mutating func add(_ operand: Argument) {
    // Whatever is wrong with it is met again where it is read.
    let place = reading.invocation.place(of: operand)
    // What fills several pipes waits for all of them to be read at the same time.
    if !isAlone, !operand.isStandardInput,
      (try? POSIX.status(place.file.bytes))?.isNamedPipe == true
    {
      return wait(for: .operand(operand))
    }
    guard place.entry == nil, let (descriptor, status) = try? reading.invocation.open(operand)
    else { return wait(for: .operand(operand)) }
    defer {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
    }
    let limit = reading.invocation.unpackLimit
    do throws(CommandFailure) {
      guard !operand.isStandardInput, status.kind == .regular else {
        return try add(CaptureInput.unwrapping(operand, descriptor, status, limit))
      }
      guard var archive = try ArchiveFile(operand, descriptor, status, limit) else {
        return wait(for: .operand(operand))
      }
      archive.hashes = reading.settings.format == .ndjson
      add(archive, CaptureInput(operand, descriptor, status))
    } catch {
      if countsOne() { report(error, unread: operand.text) }
    }
  }

  private mutating func add(_ archive: ArchiveFile, _ input: CaptureInput) {
    let first = waiting.count
    let search = archive.search { found in
      if archive.isPlaced, !found.place.isNested {
        wait(for: .member(found.place, of: input.name))
      } else {
        read { $0.read(found, of: input, $1) }
      }
      return !areTooMany
    }
    sortParts(from: first)
    report(search, of: input)
  }

  /// What was found in one archive: the parts of a log in their order.
  private mutating func sortParts(from first: Int) {
    var places: [Argument: ArchiveSearch.Place] = [:]
    var names: [Argument] = []
    for entry in waiting[first...] {
      guard case .member(let place, _) = entry.source else { return }
      places[place.name] = place
      names.append(place.name)
    }
    // Names that are not those of one file each say nothing.
    guard places.count == names.count else { return }
    for (index, name) in RotatedLogs.sorted(names, reading.invocation).enumerated() {
      guard case .member(_, let archive) = waiting[first + index].source, let place = places[name]
      else { return }
      waiting[first + index].source = .member(place, of: archive)
    }
  }

  private mutating func add(_ piped: (wrapping: Wrapping, input: CaptureInput)) {
    let input = piped.input
    guard piped.wrapping.isArchive else { return read { $0.read(input, $1) } }
    let limit = reading.invocation.unpackLimit
    var search = ArchiveSearch(
      input.name, limit, isPiped: true, hashes: reading.settings.format == .ndjson)
    do throws(CaptureFileError) {
      let entries: any ArchiveEntries =
        piped.wrapping == .zip ? ZipStream(input.source, limit) : try TarEntries(input.source)
      let unpacked = NestedEntries(entries, depth: 0, UnpackCount(limit, of: 0))
      search.run(unpacked, for: .captures) { found in
        read { $0.read(found, of: input, $1) }
        return !areTooMany
      }
    } catch {
      search.fail(error)
    }
    report(search, of: input)
  }

  private mutating func report(_ search: ArchiveSearch, of archive: CaptureInput) {
    for (index, complaint) in search.complaints.enumerated() {
      report(complaint, unread: search.found == 0 && index == 0 ? archive.path : nil)
    }
  }

  private mutating func countsOne() -> Bool {
    areTooMany = captures >= MemoryShares.mostFiles
    if !areTooMany { captures += 1 }
    return !areTooMany
  }

  private mutating func report(_ failure: CommandFailure, unread: String? = nil) {
    var outcome = CaptureOutcome(failures: [failure], unread: unread)
    (outcome.name, outcome.alias) = (unread, reading.alias(max(captures, 1)))
    outcomes.append(outcome)
  }

  private mutating func wait(for source: Source) {
    guard countsOne() else { return }
    waiting.append(Waiting(source: source, index: outcomes.count, number: captures))
    outcomes.append(CaptureOutcome())
  }

  // MARK: Reading

  /// At once: what comes after it in a pipe has to wait.
  private mutating func read(
    _ body: (CaptureReading, CaptureReading.Terms) -> CaptureOutcome
  ) {
    guard countsOne() else { return }
    // None runs beside it, so that it never has to wait.
    let share = shares.begin() ?? 0
    let outcome = body(
      reading, CaptureReading.Terms(number: captures, share: share, showsProgress: isAlone))
    let weight = outcome.capture?.weight ?? 0
    shares.end(share, keeping: weight)
    kept += weight
    outcomes.append(outcome)
  }

  private mutating func readWaiting() {
    let (reading, waiting) = (reading, waiting)
    let progress =
      waiting.count > 1
      ? CountLine(
        of: waiting.count, "captures", reading.invocation, reading.settings.isQuiet) : nil
    defer { progress?.erase() }
    let showsProgress = waiting.count == 1 && outcomes.count == 1
    let rest = max(0, memory - kept)
    let results = inParallel(
      waiting.count, sharing: MemoryShares(waiting.count, total: rest),
      oneByOne: reading.settings.readsOneByOne
    ) { index, share in
      defer { progress?.addOne() }
      let terms = CaptureReading.Terms(
        number: waiting[index].number, share: share, showsProgress: showsProgress)
      switch waiting[index].source {
      case .operand(let operand): return reading.read(operand, terms)
      case .member(let place, let archive): return reading.read(place, in: archive, terms)
      }
    } keeping: {
      $0.capture?.weight ?? 0
    }
    for (entry, result) in zip(waiting, results) { outcomes[entry.index] = result }
  }
}
