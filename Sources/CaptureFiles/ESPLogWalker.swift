import Bytes

/// Reads the HCI packets out of a BLE log of ESP-IDF. What makes no sense on the line is passed
/// over up to the next frame whose checksum is right, and counted.
///
/// What precedes the first frame is not counted: reading a line may begin at any time. Frames of
/// other sources are no records; one of HCI that is no packet as it should be is skipped.
struct ESPLogWalker: RecordWalker {
  private let era: ESPLogEra
  private var clock: ZephyrClock
  private var gaps = SequenceGaps()
  /// Whether all that is logged has one sequence.
  private var countsTogether: Bool
  /// The number of the last frame, if it is of another source than HCI.
  private var lastOther: UInt32?
  /// Whether events say that the host received them: older versions set no bit, whatever it is.
  private var marksDirection: Bool?
  /// Octets passed over since the last frame.
  private var skippedNow = 0
  private var frames = 0
  private var effort = ESPLogFrame.Effort()
  /// Whether HCI packets are those that the controller logs.
  private var isOfController = false
  private var damage: (offset: Int, octets: Int, count: Int)?

  /// Noise between two frames.
  private static let mostBetween = CaptureLimits.recordLength
  var format: CaptureFormat { .espressif }

  var linkTypeName: String { LinkType.hciH4.rawValue }

  var timeOfDayIsKnown: Bool { clock.tellsTimeOfDay }

  /// - Parameter now: gives the records the time of this computer's clock, where they come live.
  init(_ era: ESPLogEra, now: (@Sendable () -> TraceTime)?) {
    self.era = era
    countsTogether = era == .microseconds
    clock = ZephyrClock(now, unit: era.unit)
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
      switch ESPLogFrame.look(rest, &effort) {
      case .frame(let frame):
        note(endingAt: cursor)
        take(frame, rest, at: cursor.position, into: &records, &tally)
        cursor.position += frame.length
        frames += 1
      case .needs(let count):
        guard cursor.isLast else { return .needs(count) }
        if let stop = try endingInside(rest, &cursor, &tally) { return stop }
      case .no:
        cursor.position += 1
        skippedNow += 1
        effort.passOver()
        guard skippedNow > Self.mostBetween else { continue }
        gaps.settle(all: true, &tally)
        return .damaged(
          CaptureDamage(
            offset: cursor.offsetInFile(cursor.position) - skippedNow,
            reason: "\(skippedNow) consecutive bytes form no frame"))
      }
    }
    return .full
  }

  /// The source ended inside what may be a frame: unless there is a whole one in it, it is cut.
  private mutating func endingInside(
    _ rest: Span<UInt8>, _ cursor: inout WindowCursor, _ tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop? {
    for index in 1..<max(1, rest.count) {
      guard case .frame = ESPLogFrame.look(rest.extracting(index...), &effort) else { continue }
      cursor.position += index
      skippedNow += index
      return nil
    }
    let isCut = !rest.isEmpty && skippedNow == 0
    if !isCut { skippedNow += rest.count }
    cursor.position = cursor.end
    note(endingAt: cursor)
    gaps.settle(all: true, &tally)
    if tally.records == tally.skipped { throw .foreign(.espLogWithoutHCI) }
    return .ended(cutShort: isCut)
  }

  private mutating func note(endingAt cursor: WindowCursor) {
    defer { skippedNow = 0 }
    guard skippedNow > 0, frames > 0 else { return }
    let before = damage ?? (cursor.offsetInFile(cursor.position) - skippedNow, 0, 0)
    damage = (before.offset, before.octets + skippedNow, before.count + 1)
  }

  /// - Parameter bytes: begin with the frame.
  private mutating func take(
    _ frame: ESPLogFrame, _ bytes: Span<UInt8>, at index: Int,
    into records: inout [CapturedRecord], _ tally: inout RecordTally
  ) {
    let isHCI = frame.source == ESPLogFrame.Source.hci
    let isLog = ESPLogFrame.Source.isLog(frame.source)
    // A number that follows that of another source, not its own, shows that they count together.
    if isHCI, !countsTogether, let lastOther, gaps.misses(frame.sequence),
      frame.sequence == (lastOther + 1) & SequenceGaps.mask
    {
      countsTogether = true
      gaps.goOn(at: frame.sequence)
    }
    if isHCI || countsTogether && isLog { gaps.take(frame.sequence, before: tally.records + 1) }
    if isLog { lastOther = isHCI ? nil : frame.sequence }
    defer { gaps.settle(all: false, &tally) }
    if era == .microseconds, frame.source == ESPLogFrame.Source.controllerHCI {
      isOfController = true
    }
    let start = frame.payload.lowerBound
    guard isHCI else {
      // A pause may be longer than half of what the clock counts.
      if ESPLogFrame.Source.hasTime(frame.source) { _ = clock.time(ticks: bytes.u32le(start)) }
      return
    }
    tally.records += 1
    guard !isOfController,
      let (kind, isReceived) = packet(bytes.extracting(start + 4..<frame.payload.upperBound))
    else {
      tally.skipped += 1
      return
    }
    let time = clock.time(ticks: bytes.u32le(start))
    records.append(
      CapturedRecord(
        number: tally.records, time: time,
        bytes: ByteRange(
          start: index + start + 5, count: frame.payload.count - 5,
          originalCount: frame.payload.count - 5),
        controller: 0, kind: kind, direction: direction(kind, isReceived: isReceived),
        detail: kind.rawValue + 1))
  }

  /// The kind of an HCI packet behind its indicator, and whether the indicator says that the host
  /// received it; nil where it is as long as no such packet.
  private func packet(_ bytes: Span<UInt8>) -> (RecordKind, isReceived: Bool)? {
    let kind = h4Kind(bytes[0] & 0x7F)
    let isReceived = bytes[0] & 0x80 != 0
    guard kind != .unrecognized, !(kind == .command && isReceived),
      packetLength(kind, bytes.extracting(1...)) == bytes.count - 1
    else { return nil }
    return (kind, isReceived)
  }

  private mutating func direction(_ kind: RecordKind, isReceived: Bool) -> RecordDirection {
    if kind == .command { return .tx }
    if kind == .event || isReceived {
      marksDirection = isReceived || marksDirection == true
      return .rx
    }
    return marksDirection == true ? .tx : .unknown
  }
}

/// What the sequence numbers of frames leave out. Frames of several tasks may overtake each other,
/// so that a number is missed only when many others came.
struct SequenceGaps {
  private var next: UInt32?
  /// In order, each with the number of the record before which it was missed.
  private var missing: [(number: UInt32, before: Int)] = []

  static let mask: UInt32 = 0xFF_FFFF
  /// Frames overtake each other by so many at most; a longer step is a restart.
  private static let (most, restart) = (256, 500)

  /// Whether it is another one than the next.
  func misses(_ number: UInt32) -> Bool { next != nil && next != number }

  /// What is between was not lost.
  mutating func goOn(at number: UInt32) { next = number }

  mutating func take(_ number: UInt32, before record: Int) {
    guard let expected = next else {
      next = (number + 1) & Self.mask
      return
    }
    let ahead = Int((number &- expected) & Self.mask)
    if ahead <= Self.restart {
      for step in 0..<UInt32(ahead) {
        missing.append(((expected &+ step) & Self.mask, record))
      }
    } else if let late = missing.firstIndex(where: { $0.number == number }) {
      missing.remove(at: late)
      return
    } else if ahead > Int(Self.mask) - Self.most {
      return
    }
    next = (number + 1) & Self.mask
  }

  /// - Parameter all: also what could still come.
  mutating func settle(all: Bool, _ tally: inout RecordTally) {
    guard let next, !missing.isEmpty else { return }
    let settled = missing.prefix {
      all || Int((next &- $0.number) & Self.mask) > Self.most
    }
    guard let first = settled.first, tally.records > 0 || !all else { return }
    // In groups, as they were missed.
    var (before, count) = (first.before, 0)
    for gap in settled {
      if gap.before != before {
        tally.lose(count, before: min(before, max(1, tally.records)))
        (before, count) = (gap.before, 0)
      }
      count += 1
    }
    tally.lose(count, before: min(before, max(1, tally.records)))
    missing.removeFirst(settled.count)
  }
}
