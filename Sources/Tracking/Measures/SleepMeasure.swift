import BluetoothProtocol
import Bytes
import Report

/// Requests of the local client that waited for the next connection event, or until a peripheral
/// woke.
///
/// A peripheral that has nothing to send may skip as many connection events as its latency says.
/// What is sent to it meanwhile waits. So a request counts as one that waited for it from half of
/// the longest sleep on, up to that and the two events of the answer; what takes longer has another
/// cause. At least three intervals are needed: an answer takes two events also where no side
/// sleeps.
///
/// A request after a silence of some seconds is none of a sequence that it could hold up: a status
/// that is asked for now and then waits, and costs nothing.
struct SleepMeasure: Sendable {
  /// Shorter waits go unnoticed, in microseconds.
  private static let least = 200_000
  private static let slowInterval = 100_000
  private static let silence: Int64 = 2_000_000

  private var parameters = ReportV1.Parameters()
  private var isSlow = false
  private var lastAnswer = TraceTime(microseconds: .min)
  /// One, or none: few connections have it, and it is large.
  private var found: [ReportV1.SleepWaits] = []
  private var asked = 0
  private var afterSilence = 0

  func waits(of role: ConnectionRole?) -> ReportV1.SleepWaits? {
    guard var waits = found.first else { return nil }
    switch role {
    case .central:
      waits.asked = asked
      waits.afterSilence = afterSilence
    case .peripheral:
      // The central does not sleep: its answers wait for the next event.
      (waits.count, waits.totalUs) = (0, 0)
    default: return nil
    }
    return waits
  }

  /// Returns whether a request waits in another way from now on.
  mutating func set(_ fact: ReportV1.Parameters) -> Bool {
    defer { parameters = fact }
    isSlow =
      fact.usedIntervalUs > 0
      && (fact.latency > 0 && fact.sleepUs >= Self.least
        || fact.usedIntervalUs >= Self.slowInterval)
    return fact.usedIntervalUs != parameters.usedIntervalUs || fact.latency != parameters.latency
  }

  @inline(__always)
  mutating func add(_ transaction: ATTTransaction, lastValue: TraceTime) {
    if isSlow { take(transaction, lastValue) }
    if transaction.server == .peer { lastAnswer = transaction.answer.time }
  }

  @inline(never)
  private mutating func take(_ transaction: ATTTransaction, _ lastValue: TraceTime) {
    let latency = Int(reported: transaction.latency)
    let (sleep, interval) = (parameters.sleepUs, parameters.usedIntervalUs)
    guard transaction.isTimed, transaction.server == .peer,
      transaction.request.frame > parameters.frame,
      interval <= .max / 8, sleep <= .max / 2
    else { return }
    let maySleep = parameters.latency > 0 && sleep >= Self.least
    if maySleep { asked &+= 1 }
    // A peripheral that woke answers within two further events.
    guard latency >= Self.least, latency <= max(sleep + 2 * interval, 4 * interval) else { return }
    let waited = parameters.latency > 0 && latency >= max(sleep / 2, 3 * interval)
    let last = max(lastAnswer, lastValue)
    guard
      last.microseconds == .min || transaction.request.time.since(last) < Self.silence
    else {
      if waited, maySleep { afterSilence &+= 1 }
      return
    }
    var known = found.popLast() ?? ReportV1.SleepWaits { $0.firstFrame = transaction.request.frame }
    known.requests &+= 1
    known.requestsUs = Int(reported: known.requestsUs + latency)
    known.lastFrame = transaction.answer.frame
    if waited {
      known.count &+= 1
      known.totalUs = Int(reported: known.totalUs + latency - 2 * interval)
    }
    if latency > known.longest.latencyUs {
      known.longest = ReportV1.SlowStep(
        transaction.request, transaction.answer, transaction.opcode, transaction.handle,
        transaction.latency, asked: transaction.answerer)
      known.parameters = parameters
    }
    found.append(known)
  }
}
