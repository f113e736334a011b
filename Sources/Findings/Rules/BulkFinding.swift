import Ceiling
import Report

/// What the bulk rules say: size, time and rate, the largest cause, and the others after it.
struct BulkFinding {
  private let data: BulkRuns
  private let run: ReportV1.Run
  private let connection: ReportV1.Connection
  private let gain: BulkRuns.Gain
  /// Of the connections that have one of the runs.
  private let ids: [Int]

  /// In the explanations of all rules but bulk-small-values.
  static let reference = "See bulk-small-values for the limits."

  /// When the rules report, in the explanation of bulk-small-values.
  static let explanation = """
    There is one finding for all runs of a peer's characteristic. It is reported under the rule of \
    the cause that took the most time, and mentions the others. A cause is reported if, by the \
    report's estimate, it took at least 20 % of the time and at least 1 s. It is a warning if the \
    cause took at least 50 % of the time and at least 5 s, otherwise info. Requests and the values \
    that answer them are not bulk data.
    """

  static func all(_ cause: BulkRuns.Cause, in file: CaseFile) -> [RuleFinding] {
    file.bulkRuns.filter { $0.gains.first?.cause == cause }.compactMap { data in
      let (index, run) = data.largest
      // Records of a device that come at a steady period have pauses by nature. What is sent with
      // steady pauses, such as blocks that are written to flash, is an upload all the same.
      if cause == .pauses, run.direction == .rx,
        isPeriodic(run, file.capture.connections[index])
      {
        return nil
      }
      return data.gains.first.map {
        BulkFinding(
          data: data, run: run, connection: file.capture.connections[index], gain: $0,
          ids: data.runs.map { file.capture.connections[$0.connection].id }
        ).finding
      }
    }
  }

  private var finding: RuleFinding {
    // More than half of a time that a person notices.
    let isGrave = gain.us >= 5_000_000 && gain.us >= data.durationUs / 2
    return RuleFinding(
      isGrave ? .warning : .info, connection: connection.id, frames: frames, lostUs: gain.us
    ) {
      RuleFinding.Words(
        message: "\(subject): \(cause(gain)).\(others)\(ownInterval)", evidence: evidence,
        advice: advice)
    }.covering(ids)
  }

  /// Whether the pauses of a run come at a steady period: a device that sends a record of several
  /// values each half second.
  private static func isPeriodic(_ run: ReportV1.Run, _ connection: ReportV1.Connection) -> Bool {
    let starts = Self.gaps(of: run, connection).compactMap(\.startUs).sorted()
    guard starts.count >= 10 else { return false }
    let periods = zip(starts.dropFirst(), starts).map { $0.minus($1) }.sorted()
    let median = periods[periods.count / 2]
    let near = periods.filter { $0 >= median / 4 * 3 && $0 <= median / 4 * 5 }.count
    return near * 10 >= periods.count * 7
  }

  /// The sender of the data is who could have sent them otherwise.
  private var party: Party { run.direction == .tx ? .local : .remote }

  private var frames: [Int] {
    let gap = gain.cause == .pauses ? longestGap : nil
    return [run.firstFrame, gap?.afterFrame, gap?.frame, run.lastFrame].compactMap { $0 }
  }

  // MARK: - Message

  /// `164 kB in 8,189 Write Commands to FFF1 took 4 min 34 s (599 B/s)`
  private var subject: String {
    let count = data.runs.map(\.run.values).total
    let runs =
      data.runs.count == 1
      ? "" : ", in \(data.runs.count) runs"
    // Rounded, as everywhere else.
    let rate =
      data.durationUs > 0
      ? data.bytes.times(1_000_000).plus(data.durationUs / 2) / data.durationUs : 0
    return "\(Wording.bytes(data.bytes)) in \(Wording.count(count, noun)) "
      + "\(way) \(run.uuid ?? Wording.handle(run.valueHandle)) "
      + "took \(Wording.duration(data.durationUs)) (\(Wording.bytes(rate))/s)\(runs)"
  }

  private var noun: String {
    switch run.kind {
    case .notification: "notification"
    case .indication: "indication"
    case .write: "Write Request"
    case .writeCommand: "Write Command"
    }
  }

  private var way: String {
    let isWrite = run.kind == .write || run.kind == .writeCommand
    return isWrite ? "to" : "of"
  }

  private func time(_ gain: BulkRuns.Gain) -> String {
    "about \(Wording.duration(data.durationUs.minus(gain.us)))"
  }

  private func cause(_ gain: BulkRuns.Gain) -> String {
    let interval = run.ceiling.map { Wording.interval($0.intervalUs) } ?? "the interval"
    switch gain.cause {
    case .smallValues:
      return "values had \(Wording.count(run.ceiling?.chunkBytes ?? 0, "byte"))\(limit); "
        + "with \(gainedValues(gain)) it would take \(time(gain))"
    case .oneInFlight:
      return "the sender waited for the completion of each packet, so that each connection event "
        + "(every \(interval)) carried one; with several in flight it would take \(time(gain))"
    case .answered:
      return "each value waited for its answer before the next, "
        + "\(Wording.duration(run.durationUs / max(run.values, 1))) per value; with "
        + "\(change(gain)) it would take \(time(gain))"
    case .timer:
      return
        "the sender sent a value every \(Wording.duration(run.durationUs / max(run.values, 1)))"
        + " although the link was ready; without the timer it would take \(time(gain))"
    case .slowInterval:
      return "values waited for connection events \(interval) apart; with "
        + "\(change(gain)) it would take \(time(gain))"
    case .pauses:
      let pauses = data.runs.map { $0.run.waitsUs.gaps ?? 0 }.total
      let longest = longestGap.map { " (the longest pause: \(Wording.duration($0.gapUs)))" } ?? ""
      // What does not arrive shows neither that it was not sent nor that it was lost.
      let cause =
        run.direction == .tx
        ? "this host sent "
          + "nothing" : "no data was received, because of the sender or the link"
      return "for \(Wording.duration(pauses)) of it\(longest) \(cause)"
    }
  }

  /// `MTU 185 instead of 23`
  private func change(_ gain: BulkRuns.Gain) -> String {
    run.ceiling?.words(of: gain.change, parts: "values") ?? ""
  }

  /// The limit says which MTU it was.
  private func gainedValues(_ gain: BulkRuns.Gain) -> String {
    gain.change.mtu == nil || isBelowLimit
      ? change(gain) : ReportV1.Ceiling.newMTU(gain.change)
  }

  private var limit: String {
    guard let limit = run.ceiling?.chunkLimit else { return "" }
    if isBelowLimit { return ", although the MTU allows \(limit)" }
    if connection.isMTUExchanged(before: run) { return ", all that the MTU allows" }
    return ", all that MTU 23 allows: "
      + (connection.mtu.frame.map { "the MTU was exchanged only later (#\($0))" }
        ?? "no MTU was exchanged")
  }

  /// Whether the values were shorter than the MTU took.
  private var isBelowLimit: Bool {
    guard let ceiling = run.ceiling, let limit = ceiling.chunkLimit else { return false }
    return ceiling.chunkBytes < limit
  }

  private var others: String {
    let rest = data.gains.dropFirst().prefix(3).map { gain in
      let what =
        switch gain.cause {
        case .smallValues: "small values (with \(change(gain))"
        case .oneInFlight: "one packet in flight (with several"
        case .answered: "an answer to each value (with \(change(gain))"
        case .timer: "the sender's timer (without it"
        case .slowInterval:
          "the interval (with \(ReportV1.Ceiling.milliseconds(WhatIfs.shortIntervalUs))"
        case .pauses: "pauses (without them"
        }
      return "\(what): \(time(gain)))"
    }
    return rest.isEmpty ? "" : " Other causes: \(rest.joined(separator: ", "))."
  }

  /// Where the interval was made longer than it had been, and it cost time: who wanted it.
  private var ownInterval: String {
    guard data.gains.contains(where: { $0.cause == .slowInterval }),
      let index = connection.parameters.lastIndex(where: { $0.frame <= run.firstFrame }), index > 0,
      let command = connection.parameters[index].commandFrame
    else { return "" }
    let (before, after) = (connection.parameters[index - 1], connection.parameters[index])
    guard before.usedIntervalUs > 0, after.usedIntervalUs >= before.usedIntervalUs.times(2) else {
      return ""
    }
    let was = " The interval was \(Wording.interval(before.usedIntervalUs)) until "
    return connection.requestOfPeer(for: after).map {
      was + "the peer's request (#\($0.frame), applied in #\(command))."
    } ?? was + "this host changed it (#\(command))."
  }

  /// Of the largest run's own.
  private var longestGap: ReportV1.Gap? {
    Self.gaps(of: run, connection).max { $0.gapUs < $1.gapUs }
  }

  private static func gaps(
    of run: ReportV1.Run, _ connection: ReportV1.Connection
  ) -> [ReportV1.Gap] {
    let streams =
      run.kind == .write || run.kind == .writeCommand
      ? connection.writes : connection.notifications
    let gaps =
      streams.first {
        $0.valueHandle == run.valueHandle && $0.direction == run.direction
          && ($0.kind == .write || $0.kind.rawValue == run.kind.rawValue)
      }?.gaps ?? []
    return gaps.filter { run.firstFrame < $0.frame && $0.frame <= run.lastFrame }
  }

  // MARK: - Evidence

  private var evidence: EvidenceList {
    func number(_ value: Int?) -> ReportV1.Evidence { value.map { .int($0) } ?? .null }
    return [
      .party: party.evidence, .transport: connection.transportEvidence,
      .valueHandle: .int(run.valueHandle), .kind: .string(run.kind.rawValue),
      .runs: .int(data.runs.count), .bytes: .int(data.bytes),
      .durationUs: .int(data.durationUs), .possibleUs: .int(data.durationUs.minus(gain.us)),
      .valueBytes: number(run.ceiling?.chunkBytes),
      .valueLimit: number(run.ceiling?.chunkLimit),
      .intervalUs: number(run.ceiling?.intervalUs), .inFlightMax: number(run.inFlightMax),
      .packetsPerEvent: run.packetsPerEvent.map { .double($0) } ?? .null,
      .pacing: run.pacing.map { .string($0.rawValue) } ?? .null,
      .completionUs: number(sum(\.completion)), .senderUs: number(sum(\.sender)),
      .answerUs: number(sum(\.answer)), .gapsUs: number(sum(\.gaps)),
    ]
  }

  private func sum(_ part: KeyPath<ReportV1.RunWaits, Int?>) -> Int? {
    let parts = data.runs.compactMap { $0.run.waitsUs[keyPath: part] }
    return parts.isEmpty ? nil : parts.total
  }

  // MARK: - Advice

  private var advice: String {
    let isLocal = party == .local
    switch gain.cause {
    case .smallValues:
      return isBelowLimit
        ? "The sending app should send values as long as the MTU allows (MTU - 3 bytes), with "
          + "several messages in one; the receiving app has to accept them."
        : "The central should exchange the MTU before the data (Android: the app calls requestMtu; "
          + "iOS and BlueZ exchange it automatically), and the sending app should send values of "
          + "MTU - 3 bytes; both sides have to support it."
    case .oneInFlight:
      return isLocal
        ? "The app should queue the next values before the previous one is completed: "
          + "\(SendingCalls(run.kind).whileAccepted)."
        : "The peer's app should queue several values instead of waiting for each."
    case .answered:
      return "The sending app should send without response or confirmation, and request one answer "
        + "sometimes or at the end; the Link Layer delivers in order and retransmits lost packets."
    case .timer:
      return "The sending app should send when its stack is ready for more, instead of on a timer."
    case .slowInterval:
      return "Either app should request 15 to 30 ms while data is sent, and the long interval "
        + "again afterwards."
    case .pauses:
      return isLocal
        ? "Look at what this host's app did in the pauses: no packet was outstanding."
        : "Look at what the sender did in the pauses, preferably in its own log; the link may also "
          + "be the cause of a silence."
    }
  }
}
