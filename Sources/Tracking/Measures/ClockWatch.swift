import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Keeps an eye on the capture itself: from when to when it holds Bluetooth traffic, where its
/// clock stepped back, and where it lost records.
///
/// Only HCI packets are traffic. Notes of the logger may carry other times: PacketLogger copies
/// some of other days to the beginning of a file, and the Linux monitor first gives a new reader
/// what controllers there are.
struct ClockWatch: Sendable {
  struct Step: Hashable, Sendable {
    var frame: Int
    var microseconds: Int64
  }

  private(set) var steps: [Step] = []
  /// Times without a packet, in the order of the packets that ended them.
  private var pauses: [Step] = []
  /// Where records were lost, as the reader says.
  var losses: [RecordLoss] = []
  private(set) var bounds = BoundsReached(Ledger())

  /// The times of the first packet and of the latest one.
  private(set) var traffic: (start: TraceTime, latest: TraceTime)?
  /// The time of the first record, whatever it is.
  private(set) var firstRecord: TraceTime?
  /// Notes that came before the first packet, or carry times before it.
  private var early = 0
  /// Notes since the last packet.
  private var late = 0
  private var last = TraceTime(microseconds: .min)
  /// What the times of all packets are multiples of, in microseconds from the first one; 0 while
  /// all are equal.
  private var grid: UInt64 = 0
  /// The grid is so fine that the times may be true.
  private var mayBeTrue = false
  private var onGrid = 0
  private var repeatedTimes = 0
  /// Steps of more than half an hour, and those of them that only the upper half of a time makes.
  private var longSteps = 0
  private var halfSteps = 0
  private var packets = 0
  /// The kinds of all packets: of each the bit that its number says.
  private var packetKinds: UInt8 = 0

  /// Loggers write packets of several queues a little out of order; that is no step.
  private static let leastStep: Int64 = 1000
  /// A day without a packet: the clock was set, or the log went on another time.
  private static let leastJump: Int64 = 86_400_000_000
  /// A pause: shorter than any stall that is reported.
  private static let leastPause: Int64 = 400_000
  private static let mostPauses = 4096

  /// The time of the last packet, which is not the latest where the clock went back.
  var lastPacket: TraceTime? { packets > 0 ? last : nil }

  /// What the times of the report count from.
  var start: TraceTime? { traffic?.start ?? firstRecord }

  /// By how much the times of the latest records were moved to a sniffer's clock, in microseconds.
  var moved: Int64 = 0

  /// When that was, by the latest records: the first ones may have waited for the computer.
  /// `nil` where they count from 0, as of a computer without a date.
  var startDate: TraceTime? {
    guard let start else { return nil }
    let (sum, overflows) = start.microseconds.subtractingReportingOverflow(moved)
    let date = overflows ? start : TraceTime(microseconds: sum)
    return date.microseconds < Self.firstDate ? nil : date
  }

  /// A day after the beginning of 1970.
  private static let firstDate: Int64 = 86_400_000_000

  /// Records that are no packets, before the traffic and after it.
  var strayRecords: Int { early &+ late }

  /// There are ACL data, and no other packet.
  var holdsACLAlone: Bool { packetKinds == Self.bit(of: .acl) }

  private static func bit(of kind: RecordKind) -> UInt8 { 1 << kind.rawValue }

  /// Steps of the clock of a minute and more, as of a file in which a part of each time is missing.
  private static let leastGrid: UInt64 = 60_000_000
  /// Fewer packets may come at one time.
  private static let leastOnGrid = 32

  /// What the upper half of a time of 64 bits counts.
  private static let half: Int64 = 1 << 32
  /// How far from a multiple of it a step may be: the lower half stands still, or holds what the
  /// upper one should, or a fraction of a second.
  private static let mostRest: Int64 = 1 << 20
  /// By chance, one long step of 2,048 is as near to a multiple; none is where all have to be.
  private static let fewestHalfSteps = 4

  /// Why the times of the packets cannot be true. Hosts and sniffers do not take so many packets in
  /// one microsecond, and do not wait for a clock that goes on in long steps.
  var timeFault: ReportV1.TimeFault? {
    if halfSteps >= Self.fewestHalfSteps, halfSteps == longSteps {
      return ReportV1.TimeFault {
        $0.kind = .steps
        $0.stepUs = Int(clamping: Self.half)
        $0.packets = packets
      }
    }
    guard !mayBeTrue, onGrid >= Self.leastOnGrid, repeatedTimes >= onGrid / 4 * 3 else {
      return nil
    }
    return ReportV1.TimeFault {
      $0.kind = grid == 0 ? .equal : .steps
      $0.stepUs = grid == 0 ? nil : Int(clamping: min(grid, UInt64(Int.mostReported)))
      $0.packets = onGrid
    }
  }

  /// The first packets of most captures show that their times may be true.
  private mutating func passGrid(_ records: Span<CapturedRecord>) {
    guard var start = traffic?.start ?? firstRecord else { return }
    var latest = last
    for index in records.indices where records[index].kind.isPacket {
      let time = records[index].time
      if onGrid == 0 { start = time }
      var (one, other) = (grid, time.since(start).magnitude)
      while other != 0 { (one, other) = (other, one % other) }
      grid = one
      onGrid &+= 1
      if time == latest || onGrid == 1 { repeatedTimes &+= 1 }
      latest = time
      if grid > 0, grid < Self.leastGrid {
        mayBeTrue = true
        return
      }
    }
  }

  /// Looks at the next records.
  mutating func pass(_ records: Span<CapturedRecord>) {
    guard records.count > 0 else { return }
    if firstRecord == nil { firstRecord = records[0].time }
    if !mayBeTrue { passGrid(records) }
    var latest = last
    var kinds: UInt8 = 0
    var bits: UInt8 = 0
    for index in records.indices {
      // One comparison for a step back, a pause, and the first packet of all.
      let step = records[index].time.microseconds &- latest.microseconds
      guard UInt64(bitPattern: step) < UInt64(Self.leastPause) else { return passSingly(records) }
      latest = records[index].time
      kinds = max(kinds, records[index].kind.rawValue)
      bits |= Self.bit(of: records[index].kind)
    }
    guard kinds <= RecordKind.iso.rawValue else { return passSingly(records) }
    packetKinds |= bits
    packets &+= records.count
    // Packets in order, as most are, and so no step.
    last = latest
    late = 0
    traffic = (traffic?.start ?? records[0].time, max(traffic?.latest ?? latest, latest))
  }

  private mutating func passSingly(_ records: Span<CapturedRecord>) {
    // Out of the structure, so that they are not written for each record.
    var (last, traffic) = (last, traffic)
    for index in records.indices {
      let time = records[index].time
      guard records[index].kind.isPacket else {
        noteStray(time, after: traffic?.start)
        continue
      }
      packetKinds |= Self.bit(of: records[index].kind)
      packets &+= 1
      if traffic != nil { noteLong(time.since(last)) }
      if time < last {
        if time.since(last) <= -Self.leastStep { noteStep(records[index], after: last) }
      } else if traffic != nil, time.since(last) >= Self.leastPause {
        notePause(records[index], after: last)
      }
      last = time
      late = 0
      traffic = (traffic?.start ?? time, max(traffic?.latest ?? time, time))
    }
    (self.last, self.traffic) = (last, traffic)
  }

  @inline(never)
  private mutating func notePause(_ record: CapturedRecord, after last: TraceTime) {
    let length = record.time.since(last)
    if length >= Self.leastJump { noteStep(record, after: last) }
    if pauses.count < Self.mostPauses {
      pauses.append(Step(frame: record.number, microseconds: length))
    }
  }

  /// Whether the step is one of those that swapped halves make.
  private mutating func noteLong(_ step: Int64) {
    guard step >= Self.half / 2 || step <= -Self.half / 2 else { return }
    longSteps &+= 1
    let rest = Int64(Int32(truncatingIfNeeded: step))
    if rest.magnitude <= UInt64(Self.mostRest) { halfSteps &+= 1 }
  }

  private mutating func noteStray(_ time: TraceTime, after start: TraceTime?) {
    if let start, time >= start { late &+= 1 } else { early &+= 1 }
  }

  @inline(never)
  private mutating func noteStep(_ record: CapturedRecord, after last: TraceTime) {
    guard steps.count < Bound.clockSteps.limit else { return bounds.insert(.clockSteps) }
    steps.append(Step(frame: record.number, microseconds: record.time.since(last)))
  }

  /// Whether records were lost between two frames, as far as is known.
  func lost(between first: Int, and last: Int) -> Bool {
    losses.contains { first < $0.beforeFrame && $0.beforeFrame <= last }
  }

  /// The longest time without a packet that ended behind one frame, and not behind another.
  func longestPause(after first: Int, through last: Int) -> Step? {
    let low = pauses.partitionPoint(where: { $0.frame > first })
    return pauses[low...].prefix { $0.frame <= last }.max { $0.microseconds < $1.microseconds }
  }

  /// The one pause that makes a wait longer than its client's timer. Where there is none, time has
  /// passed in the records, and the client has no such timer.
  func pause(within wait: OutlivedWait) -> Step? {
    let (from, to) = (wait.request, wait.answer)
    let timeout = Int64(ATTLimits.transactionTimeoutUs)
    guard wait.wentOn, !lost(between: from.frame, and: to.frame),
      let pause = longestPause(after: from.frame, through: to.frame),
      pause.microseconds >= timeout,
      to.time.since(from.time) &- pause.microseconds < timeout
    else { return nil }
    return pause
  }
}
