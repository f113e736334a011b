import Bytes

/// Reads Zephyr's monitor stream. A serial line loses octets and brings noise: what makes no sense
/// is passed over up to where two records on end make sense, and counted.
///
/// What precedes the first record is not counted: reading a line may begin at any time.
struct ZephyrWalker: RecordWalker {
  private var clock: ZephyrClock
  /// Octets passed over since the last record; at first, since the beginning.
  private var skippedNow = 0
  private var isInStep = false
  private var damage: (offset: Int, octets: Int, count: Int)?

  /// Noise without a single record in it: the wrong speed, or no monitor.
  private static let mostAtStart = 64 << 10
  /// Noise between two records.
  private static let mostBetween = CaptureLimits.recordLength
  var format: CaptureFormat { .zephyr }

  var linkTypeName: String { LinkType.linuxMonitor.rawValue }

  var timeOfDayIsKnown: Bool { clock.tellsTimeOfDay }

  /// - Parameter now: gives the records the time of this computer's clock, where they come live.
  init(now: (@Sendable () -> TraceTime)?) {
    clock = ZephyrClock(now)
  }

  var passedOver: CaptureDamage? {
    damage.map { CaptureDamage(passedOver: $0.octets, at: $0.count, from: $0.offset) }
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    while records.count < CaptureLimits.batch {
      let rest = bytes.extracting(cursor.position..<cursor.end)
      if rest.isEmpty, cursor.isLast { return .ended(cutShort: false) }
      guard isInStep else {
        if let stop = try findRecord(rest, &cursor, tally) { return stop }
        continue
      }
      switch ZephyrRecord.look(rest) {
      case .no: isInStep = false
      case .needs(let count):
        guard cursor.isLast else { return .needs(count) }
        cursor.position = cursor.end
        return .ended(cutShort: true)
      case .record(let record):
        if record.length > rest.count, !cursor.isLast { return .needs(record.length) }
        let held = min(record.length, rest.count)
        append(record, held: held, at: cursor.position, to: &records, &tally)
        cursor.position += held
        if held < record.length { return .ended(cutShort: true) }
      }
    }
    return .full
  }

  private mutating func append(
    _ record: ZephyrRecord, held: Int, at index: Int, to records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) {
    tally.records += 1
    tally.lose(record.drops, before: tally.records)
    if held < record.length { tally.truncated += 1 }
    let start = min(record.packet, held)
    var captured = CapturedRecord(
      number: tally.records, time: clock.time(ticks: record.ticks),
      bytes: ByteRange(
        start: index + start, count: held - start, originalCount: record.length - record.packet),
      controller: 0, kind: .unrecognized, direction: .unknown, detail: 0)
    captured.takeMonitor(opcode: record.opcode)
    records.append(captured)
  }

  /// Passes over octets up to where records begin; nothing if that is where they do.
  private mutating func findRecord(
    _ rest: Span<UInt8>, _ cursor: inout WindowCursor, _ tally: RecordTally
  ) throws(CaptureFileError) -> WalkStop? {
    var index = 0
    while index < rest.count {
      switch judgeZephyr(rest.extracting(index...), isLast: cursor.isLast, enough: 2) {
      case .yes:
        pass(index, &cursor)
        note(endingAt: cursor, tally)
        isInStep = true
        return nil
      case .needs(let count):
        pass(index, &cursor)
        return .needs(count)
      case .no: index += 1
      }
      if skippedNow + index > (tally.records == 0 ? Self.mostAtStart : Self.mostBetween) {
        pass(index, &cursor)
        guard tally.records > 0 else { throw .noRecords(.zephyr, octets: skippedNow) }
        return .damaged(
          CaptureDamage(
            offset: cursor.offsetInFile(cursor.position) - skippedNow,
            reason: "\(skippedNow) consecutive bytes form no record"))
      }
    }
    pass(index, &cursor)
    guard cursor.isLast else { return .needs(1) }
    note(endingAt: cursor, tally)
    return .ended(cutShort: false)
  }

  private mutating func pass(_ count: Int, _ cursor: inout WindowCursor) {
    cursor.position += count
    skippedNow += count
  }

  private mutating func note(endingAt cursor: WindowCursor, _ tally: RecordTally) {
    defer { skippedNow = 0 }
    guard skippedNow > 0, tally.records > 0 else { return }
    let offset = cursor.offsetInFile(cursor.position) - skippedNow
    let before = damage ?? (offset, 0, 0)
    damage = (before.offset, before.octets + skippedNow, before.count + 1)
  }
}
