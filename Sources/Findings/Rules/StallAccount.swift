import Report

/// The stalls of a connection, each reported by one rule only: as a credit stall where every buffer
/// was taken for at least half of it, else as a completion stall.
struct StallAccount {
  private(set) var credit: [ReportV1.Stall] = []
  private(set) var completion: [ReportV1.Stall] = []

  /// Stalls that end with the link are left to the rule about its loss, and those that came near a
  /// timeout that is too short to the rule about that. What we send to a peripheral may have to
  /// wait for as many connection events as its latency lets it sleep through. A capture without a
  /// single completion was filtered, and says nothing.
  static func isNeeded(_ flow: borrowing ReportV1.Flow) -> Bool {
    flow.tx.completed > 0 && !flow.stalls.isEmpty
  }

  init(_ connection: ReportV1.Connection) {
    let end =
      connection.disconnect.flatMap { $0.reason == .connectionTimeout ? $0.frame : nil } ?? Int.max
    // All of a connection are of one kind where that rule speaks of some.
    let isTooShort = connection.flow.stalls.contains {
      SupervisionTooShortRule.covers($0, in: connection)
    }
    let stalls = connection.flow.stalls.filter {
      $0.lastFrame < end && $0.durationUs > 0 && connection.isStalled($0) && !isTooShort
    }
    let full = stalls.filter { $0.kind == .credit }
    var reported: [ReportV1.Stall] = []
    for stall in stalls where stall.kind == .completion {
      let within = full.filter { $0.overlapUs(stall) > 0 }
      if within.map({ $0.overlapUs(stall) }).total >= stall.durationUs / 2 {
        credit += within.filter { !credit.contains($0) }
      } else {
        completion.append(stall)
        reported += within
      }
    }
    credit += full.filter { !credit.contains($0) && !reported.contains($0) }
    credit.sort { $0.startUs < $1.startUs }
  }
}

extension ReportV1.Connection {
  /// Whether a time without completions is a stall beyond what the peripheral may sleep, and what a
  /// procedure of the link takes: more than the half second that lost packets may cost. Of a
  /// connection that began before the capture neither interval nor latency may be known, and most
  /// sleep for less than two seconds.
  fileprivate func isStalled(_ stall: ReportV1.Stall) -> Bool {
    let procedures = stall.time.us(.encryptionStart, .roleSwitch, .sniffMode, .parameterUpdate)
    let left = stall.durationUs - procedures
    guard procedures * 2 < stall.durationUs || left > 500_000 else { return false }
    guard role == .central, stall.kind != .resume else { return true }
    guard let link = parameters.last(where: { $0.frame <= stall.firstFrame }) else {
      return completeFrame != nil || parameters.isEmpty || stall.durationUs > 2_000_000
    }
    return link.latency == 0 || left - link.sleepUs > 500_000
  }
}

extension ReportV1.Stall {
  var endUs: Int { startUs + durationUs }

  func overlapUs(_ other: ReportV1.Stall) -> Int {
    min(endUs, other.endUs) - max(startUs, other.startUs)
  }
}

extension [ReportV1.Stall] {
  /// How long they were beyond what is usual; `nil` where the account of time is not known.
  var excessUs: Int? {
    allSatisfy { !$0.time.isEmpty }
      ? map { $0.time.totalUs - $0.time.us(.connectionEvents, .latency) }.total : nil
  }

  var totalUs: Int { map(\.durationUs).total }
  var longest: ReportV1.Stall? { self.max { $0.durationUs < $1.durationUs } }
}

/// What this host's own controller and radio did for half of some stalls, or longer.
struct StallCause {
  let cause: ReportV1.SpanCause
  /// How long in all of them.
  let us: Int
  let isInferred: Bool
  /// The frame with which it began in the longest of them.
  let frame: Int
  /// The command that was pending, where it was one.
  let command: String?

  private static let causes: [ReportV1.SpanCause] = [
    .controllerCommand, .encryptionStart, .roleSwitch, .sniffMode, .parameterUpdate, .otherRadio,
  ]

  init?(_ stalls: [ReportV1.Stall]) {
    let all = Self.causes.map { cause in (cause, stalls.map { $0.time.us(cause) }.total) }
    guard let (cause, us) = all.max(by: { $0.1 < $1.1 }), us > 0, us >= stalls.totalUs / 2,
      let stall = stalls.max(by: { $0.time.us(cause) < $1.time.us(cause) }),
      let share = stall.time.first(where: { $0.cause == cause })
    else { return nil }
    self.cause = cause
    self.us = us
    isInferred = share.inferredUs > 0
    frame = share.frames.first ?? stall.firstFrame
    command = stall.command
  }
}
