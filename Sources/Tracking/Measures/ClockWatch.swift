import Bytes
import CaptureFiles
import Report

/// Keeps an eye on the capture itself: where its clock stepped back, and where it lost records.
struct ClockWatch: Sendable {
  struct Step: Hashable, Sendable {
    var frame: Int
    var microseconds: Int64
  }

  private(set) var steps: [Step] = []
  /// Where records were lost, as the reader tells.
  var losses: [RecordLoss] = []
  private(set) var bounds = BoundsReached(Ledger())

  private var last = TraceTime(microseconds: .min)

  /// Loggers write packets of several queues a little out of order; that is no step.
  private static let leastStep: Int64 = 1000

  /// Looks for steps between HCI packets only: notes of the logger may carry other times.
  ///
  /// - Returns: the latest time of all records.
  mutating func pass(_ records: Span<CapturedRecord>) -> TraceTime {
    var latest = last
    for place in records.indices {
      guard records[place].time >= latest else { return passOutOfOrder(records) }
      latest = records[place].time
    }
    // They are in order, as most are, and so no step.
    for place in records.indices.reversed() where records[place].isPacket {
      last = records[place].time
      break
    }
    return latest
  }

  private mutating func passOutOfOrder(_ records: Span<CapturedRecord>) -> TraceTime {
    var latest = TraceTime(microseconds: .min)
    // Out of the structure, so that it is not written for each record.
    var last = last
    for place in records.indices {
      let time = records[place].time
      if time > latest { latest = time }
      guard records[place].isPacket else { continue }
      if time < last, time.since(last) <= -Self.leastStep { noteStep(records[place], after: last) }
      last = time
    }
    self.last = last
    return latest
  }

  @inline(never)
  private mutating func noteStep(_ record: CapturedRecord, after last: TraceTime) {
    guard steps.count < Bound.clockSteps.limit else { return bounds.insert(.clockSteps) }
    steps.append(Step(frame: record.number, microseconds: record.time.since(last)))
  }

  /// Whether records were lost between two frames, as far as can be told.
  func lost(between first: Int, and last: Int) -> Bool {
    losses.contains { first < $0.beforeFrame && $0.beforeFrame <= last }
  }

  func stepped(between first: Int, and last: Int) -> Bool {
    steps.contains { first < $0.frame && $0.frame <= last }
  }
}

extension CapturedRecord {
  /// Whether it is an HCI packet, and no note of the logger.
  fileprivate var isPacket: Bool { kind.rawValue <= RecordKind.iso.rawValue }
}
