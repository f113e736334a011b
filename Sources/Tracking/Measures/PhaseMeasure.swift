import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// A stretch of a connection's life with one thing going on.
struct PhaseStretch: Sendable {
  var name: ReportV1.PhaseName
  var first: Moment
  var last: Moment
  /// Of requests and pairing, how long they took; values and reads last from the first to the last.
  var busy: Int64 = 0
  var roundTrips = 0
  var slowest: ReportV1.SlowStep?

  init(_ name: ReportV1.PhaseName, _ first: Moment, _ last: Moment) {
    self.name = name
    self.first = first
    self.last = last
    busy = max(0, last.time.since(first.time))
  }

  /// Whether what comes next is more of the same.
  func isJoined(by next: PhaseStretch, _ leastPause: Int64) -> Bool {
    // A clock that steps back far begins another one.
    name == next.name && next.first.time.since(last.time).magnitude <= UInt64(leastPause)
  }

  /// Takes what comes right after it under the same name.
  mutating func join(_ next: PhaseStretch) {
    if name.isSumOfExchanges {
      busy = busy.addingReportingOverflow(next.busy).overflow ? .max : busy &+ next.busy
    } else {
      busy = max(busy, next.last.time.since(first.time))
    }
    if next.last.time > last.time { last = next.last }
    roundTrips &+= next.roundTrips
    if (slowest?.latencyUs ?? -1) < (next.slowest?.latencyUs ?? -1) { slowest = next.slowest }
  }
}

/// What the phases of one connection are made of: stretches of activity, in order and apart from
/// each other. Where nothing is going on is seen from the time between them.
///
/// They are few, whatever comes: where there are too many, first the shortest pauses count as part
/// of what is around them, and then neighbours with different names become one.
struct PhaseMeasure: Sendable {
  /// How the connection was asked for and came about.
  var request: Moment?
  /// Whether it named the device.
  var isRequestDirect = false
  var complete: Moment?
  var ended: Moment?
  /// Whom this host connected to.
  var peer: (DeviceAddress, AddressType)?
  /// The peer's advertising that led to this connection.
  var heard: Heard?
  /// The first report of the peer after the command that asked for the connection.
  var heardAfterRequest: Moment?
  /// The first report of the peer since the connection began.
  private(set) var heardAgain: HeardMoment?

  private var stretches: [PhaseStretch] = []
  /// The last value, while values are what is going on.
  private var latest = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private var isInteracting = false
  /// The last command of a pairing that goes on.
  private var pairingStep: Moment?
  /// A longer silence is a pause.
  private(set) var leastPause = Self.usualPause

  static let usualPause: Int64 = 2_000_000
  /// So many are in the weight of the connection.
  private static let few = 8

  mutating func noteHeard(_ heard: HeardMoment) { heardAgain = heardAgain ?? heard }

  // MARK: - Values

  @inline(__always)
  mutating func add(valueAt moment: Moment, _ bounds: inout BoundsReached) {
    let step = moment.time.since(latest.time)
    if isInteracting, UInt64(bitPattern: step) <= UInt64(bitPattern: leastPause) {
      latest = moment
    } else {
      begin(at: moment, &bounds)
    }
  }

  @inline(never)
  private mutating func begin(at moment: Moment, _ bounds: inout BoundsReached) {
    settle()
    if let last = stretches.last, moment.frame <= last.last.frame {
      // One that was written is known only when it is accepted: others may have come before.
      guard last.name == .interact else { return }
      reach(back: moment, &bounds)
    } else {
      add(PhaseStretch(.interact, moment, moment), &bounds)
    }
    latest = stretches.last?.last ?? moment
    isInteracting = true
  }

  // MARK: - Exchanges

  mutating func add(_ transaction: ATTTransaction, _ bounds: inout BoundsReached) {
    let name = transaction.purpose.phase
    settle()
    if name.isSumOfExchanges {
      cutValues(back: transaction.request, &bounds)
    } else if name == stretches.last?.name {
      reach(back: transaction.request, &bounds)
    }
    // What went on until then was the pairing, and that goes on after it.
    if isPairing(at: transaction.request),
      transaction.request.frame > stretches.last?.last.frame ?? 0
    {
      add(pairingAt: transaction.request, &bounds)
    }
    var stretch = PhaseStretch(
      name, max(transaction.request, stretches.last?.last, by: transaction.answer),
      transaction.answer)
    stretch.roundTrips = 1
    if transaction.isTimed {
      stretch.slowest = ReportV1.SlowStep(
        transaction.request, transaction.answer, transaction.opcode, transaction.handle,
        transaction.latency, asked: transaction.answerer)
    }
    add(stretch, &bounds)
  }

  /// A command of the Security Manager. All time from a pairing's request to its end belongs to it
  /// in which nothing else goes on: to the encryption, and to the keys that are sent after it.
  mutating func add(_ step: PairingStep, at moment: Moment, _ bounds: inout BoundsReached) {
    // It only asks for a pairing, or for the encryption of one that was before.
    if step.code == .securityRequest { return }
    settle()
    let isKey = step.code.isKey
    let followsPairing = stretches.last.map {
      $0.name == .pair && moment.time.since($0.last.time) <= leastPause
    }
    add(pairingAt: moment, goesOn: isKey && followsPairing ?? false, &bounds)
    // Nothing says whether more keys will come.
    pairingStep = step.code == .pairingFailed || isKey ? nil : moment
  }

  /// A step of a pairing over BR/EDR: of all time up to its end.
  mutating func add(
    _ step: ClassicPairingStep, at moment: Moment, _ bounds: inout BoundsReached
  ) {
    settle()
    let followsPairing = stretches.last.map {
      $0.name == .pair && moment.time.since($0.last.time) <= leastPause
    }
    add(pairingAt: moment, goesOn: step.isLast && followsPairing ?? false, &bounds)
    pairingStep = step.isLast ? nil : moment
  }

  /// Encryption was switched on, or failed to be: a pairing that leads to it is over.
  mutating func encrypt(at moment: Moment, _ bounds: inout BoundsReached) {
    guard isPairing(at: moment) else { return }
    add(pairingAt: moment, &bounds)
    pairingStep = nil
  }

  /// Without a further command for so long, in microseconds, a pairing has failed. Core Vol 3,
  /// Part H, 3.4.
  private static let pairingTimeout: Int64 = 30_000_000

  private func isPairing(at moment: Moment) -> Bool {
    guard let pairingStep else { return false }
    return moment.time.since(pairingStep.time) <= Self.pairingTimeout
  }

  private mutating func add(
    pairingAt moment: Moment, goesOn: Bool = false, _ bounds: inout BoundsReached
  ) {
    settle()
    guard goesOn || isPairing(at: moment), let last = stretches.last?.last,
      last.time <= moment.time
    else {
      return add(PhaseStretch(.pair, moment, moment), &bounds)
    }
    add(PhaseStretch(.pair, last, moment), &bounds)
  }

  /// The latest stretch, of values and reads, began earlier than it seemed.
  private mutating func reach(back moment: Moment, _ bounds: inout BoundsReached) {
    guard let end = stretches.indices.last else { return }
    var first = moment
    if end > 0, stretches[end - 1].last.time > first.time { first = stretches[end - 1].last }
    guard first.time < stretches[end].first.time else { return }
    stretches[end].first = first
    stretches[end].busy = max(0, stretches[end].last.time.since(first.time))
    guard end > 0, stretches[end - 1].isJoined(by: stretches[end], leastPause) else { return }
    let latest = stretches[end]
    removeLast(&bounds)
    stretches[end - 1].join(latest)
  }

  /// Values that came while a request waited for its answer are no activity of their own.
  private mutating func cutValues(back request: Moment, _ bounds: inout BoundsReached) {
    guard let end = stretches.indices.last, stretches[end].name == .interact,
      stretches[end].last.frame > request.frame
    else { return }
    if stretches[end].first.frame > request.frame, stretches[end].roundTrips == 0 {
      removeLast(&bounds)
    } else if stretches[end].first.frame <= request.frame {
      stretches[end].last = request
      stretches[end].busy = max(0, request.time.since(stretches[end].first.time))
    }
  }

  // MARK: - The list

  /// What came up to now, in order.
  mutating func take() -> [PhaseStretch] {
    settle()
    var taken: [PhaseStretch] = []
    swap(&taken, &stretches)
    return taken
  }

  /// Writes down how far the values have come.
  private mutating func settle() {
    guard isInteracting, let end = stretches.indices.last else { return }
    isInteracting = false
    stretches[end].last = latest
    stretches[end].busy = max(
      stretches[end].busy, latest.time.since(stretches[end].first.time))
  }

  private mutating func add(_ stretch: PhaseStretch, _ bounds: inout BoundsReached) {
    settle()
    if let end = stretches.indices.last, stretches[end].isJoined(by: stretch, leastPause) {
      return stretches[end].join(stretch)
    }
    if stretches.count >= Bound.phases.limit { thin(&bounds) }
    guard stretches.count < Self.few || bounds.take(Bound.phases.weight, for: .phases) else {
      return stretches[stretches.count - 1].join(stretch)
    }
    stretches.append(stretch)
  }

  private mutating func removeLast(_ bounds: inout BoundsReached) {
    stretches.removeLast()
    if stretches.count >= Self.few { bounds.give(Bound.phases.weight) }
  }

  /// Makes room: a quarter of the list, or more.
  private mutating func thin(_ bounds: inout BoundsReached) {
    let most = Bound.phases.limit / 4 * 3
    let before = stretches.count
    while stretches.count > most, leastPause < .max / 4 {
      leastPause *= 2
      let pause = leastPause
      joinNeighbours { $0.isJoined(by: $1, pause) }
    }
    if stretches.count > most {
      bounds.insert(.phases)
      // One of two keeps its name: the one that took longer.
      var isSecond = false
      joinNeighbours { _, _ in
        isSecond.toggle()
        return isSecond
      }
    }
    let counted = max(before, Self.few) - max(stretches.count, Self.few)
    bounds.give(counted * Bound.phases.weight)
  }

  private mutating func joinNeighbours(where isOne: (PhaseStretch, PhaseStretch) -> Bool) {
    var joined: [PhaseStretch] = []
    joined.reserveCapacity(stretches.count)
    for stretch in stretches {
      guard let end = joined.indices.last, isOne(joined[end], stretch) else {
        joined.append(stretch)
        continue
      }
      if joined[end].busy < stretch.busy { joined[end].name = stretch.name }
      joined[end].join(stretch)
    }
    stretches = joined
  }
}

/// The later of two moments, unless the clock stepped back since the second.
private func max(_ one: Moment, _ other: Moment?, by end: Moment) -> Moment {
  guard let other, other.time > one.time, other.time <= end.time else { return one }
  return other
}
