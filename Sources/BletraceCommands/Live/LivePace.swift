import Bytes
import CaptureFiles
import Report

/// How often a report is made while a capture goes on: often enough to follow, and never for more
/// than a tenth of the time, however long the report has become.
struct ReportPace {
  /// When the next one may be made, in microseconds.
  private(set) var next: Int64 = 0
  private static let shortest: Int64 = 100_000
  static let share: Int64 = 10

  func isDue(_ now: Int64) -> Bool { now >= next }

  /// A report made at `now` took so long.
  mutating func spent(_ cost: Int64, at now: Int64) {
    next = now + max(Self.shortest, cost * Self.share)
  }
}

/// How many records came in each recent second.
struct RecordRate {
  private(set) var perSecond: Double = 0
  private var before: (count: Int, at: Int64)?
  private static let span: Int64 = 1_000_000

  mutating func pass(_ count: Int, at now: Int64) {
    guard let before else {
      self.before = (count, now)
      return
    }
    let passed = now - before.at
    guard passed >= Self.span else { return }
    perSecond = Double(count - before.count) * 1_000_000 / Double(passed)
    self.before = (count, now)
  }
}

/// The clock of the records.
struct RecordClock {
  private var firstRecord: Int64?
  private var firstPacket: Int64?
  /// The time of the last record, and when it came.
  private var last: (time: Int64, came: Int64)?
  /// The latest time of all: a clock may be set back.
  private var highest: Int64?

  mutating func pass(_ records: [CapturedRecord], now: Int64) {
    guard let first = records.first, let final = records.last else { return }
    if firstRecord == nil { firstRecord = first.time.microseconds }
    if firstPacket == nil {
      firstPacket = records.first { $0.kind.isPacket }?.time.microseconds
    }
    last = (final.time.microseconds, now)
    let latest = records.reduce(final.time) { max($0, $1.time) }.microseconds
    highest = max(highest ?? latest, latest)
  }

  /// What the report's times count from.
  private var start: Int64? { firstPacket ?? firstRecord }

  /// Microseconds from the first record to the last one, and to the latest time of all. What is
  /// printed counts from the first record, which does not change once there are lines.
  var latestOffset: Int { last.map { offset($0.time) } ?? 0 }
  var highestOffset: Int { highest.map(offset) ?? 0 }

  /// - Parameter first: the first record, where none has passed before.
  func offset(_ time: TraceTime, since first: CapturedRecord) -> Int {
    Int(reported: time.microseconds &- (firstRecord ?? first.time.microseconds))
  }

  private func offset(_ time: Int64) -> Int { Int(reported: time &- (firstRecord ?? time)) }

  /// Microseconds from the report's start until now, on the clock of the records.
  func elapsed(_ now: Int64) -> Int {
    guard let start, let last else { return 0 }
    return Int(reported: last.time &- start &+ (now - last.came))
  }

  /// Of the last record, in microseconds of its own clock.
  var latest: Int64? { last?.time }

  /// What the clock of the records shows at `now`.
  func estimate(_ now: Int64) -> Int64 {
    guard let last else { return 0 }
    return last.time &+ (now - last.came)
  }
}

/// The records with which a monitor describes the state to a new reader: which controllers there
/// are, which are on, who listens. They are no news.
struct OpeningState {
  /// How many there are.
  private(set) var frames = 0
  private var isOver = false
  private let endsAtPause: Bool

  /// - Parameter endsAtPause: a device gives all of them at once, a pipe may not.
  init(endsAtPause: Bool) {
    self.endsAtPause = endsAtPause
  }

  mutating func pass(_ records: [CapturedRecord]) {
    for record in records {
      guard !isOver else { return }
      switch record.kind {
      case .systemNote, .newIndex, .openIndex, .indexInfo, .controlOpen: frames = record.number
      default: isOver = true
      }
    }
  }

  mutating func pause() {
    if endsAtPause { isOver = true }
  }
}

/// Which controllers are plugged in, as the records of the monitor say.
struct PluggedControllers {
  /// The captured one has gone, or of all the last one.
  private(set) var isOver = false
  private let wanted: UInt16?
  private let endsWithLast: Bool
  private var present: Set<UInt16> = []
  private var gone: Set<UInt16> = []
  /// How often the last of all has gone. One that is loose comes and goes without end.
  private var losses = 0
  private static let mostLosses = 1000

  init(wanted: UInt16?, endsWithLast: Bool) {
    self.wanted = wanted
    self.endsWithLast = endsWithLast
  }

  /// What there is to say about these records: the one that was captured went, or came back.
  mutating func pass(_ records: [CapturedRecord]) -> [String] {
    var notes: [String] = []
    for record in records {
      let index = record.controller
      switch record.kind {
      case .newIndex:
        let isFirst = present.isEmpty && !gone.isEmpty
        present.insert(index)
        let isBack = gone.remove(index) != nil
        if isBack && index == wanted {
          notes.append("hci\(index) is back")
        } else if isFirst, wanted == nil, losses <= Self.mostLosses {
          notes.append("hci\(index) is there now")
        }
      case .deleteIndex:
        guard present.remove(index) != nil else { continue }
        gone.insert(index)
        isOver = endsWithLast && (wanted.map { $0 == index } ?? present.isEmpty)
        guard !isOver else { return notes }
        if index == wanted {
          notes.append("hci\(index) was unplugged; waiting for it to come back")
        } else if wanted == nil, present.isEmpty, losses <= Self.mostLosses {
          losses += 1
          notes.append("hci\(index), the last controller, was unplugged; waiting for one")
        }
      default: break
      }
      if isOver { return notes }
    }
    return notes
  }
}
