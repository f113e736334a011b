import Report

/// The numbers of one connection.
package enum ConnectionMeasures {
  package static let all: [Measure<ReportV1.Connection>] =
    link + att + framings + discovery + phases

  private static let link: [Measure<ReportV1.Connection>] = [
    Measure(
      "mtu", .bytes,
      "The ATT_MTU in effect: 23, or the smaller of the two values that were exchanged",
      better: .more, words: greaterOrSmaller, where: { !$0.mayExchangeMTU },
      value: { $0.mtu.effective.number }),
    Measure(
      "data_length.tx_octets", .bytes,
      "The largest payload of a Link Layer packet to the peer, as last agreed", better: .more,
      words: greaterOrSmaller, where: { !$0.isCutEarly },
      value: { ($0.dataLengths.last?.txOctets).number }),
    Measure(
      "data_length.rx_octets", .bytes,
      "The largest payload of a Link Layer packet from the peer, as last agreed", better: .more,
      words: greaterOrSmaller, where: { !$0.isCutEarly },
      value: { ($0.dataLengths.last?.rxOctets).number }),
    Measure(
      "interval_us", .microseconds, "The connection interval at the end", better: .neither,
      swings: false, words: longerOrShorter
    ) {
      ($0.parameters.last?.intervalUs).number
    },
    Measure(
      "latency", .count,
      "Peripheral latency: connection events that the peripheral may skip, at "
        + "the end",
      better: .neither, words: greaterOrSmaller
    ) {
      ($0.parameters.last?.latency).number
    },
    Measure(
      "supervision_timeout_us", .microseconds, "The supervision timeout at the end",
      better: .neither, swings: false, words: longerOrShorter
    ) {
      ($0.parameters.last?.supervisionTimeoutUs).number
    },
    // Signal strength swings by several decibels when a person walks past.
    Measure(
      "rssi.mean", .dBm, "The mean signal strength that the host read from its controller",
      better: .more, or: 6, words: ("stronger", "weaker")
    ) {
      $0.rssi?.mean
    },
    Measure(
      "stalls", .count,
      "Times in which the controller completed no data, or the app paused in the middle of sending",
      better: .less, weight: .time, swings: true, words: moreOrFewer
    ) {
      Double($0.flow.stalls.count)
    },
    Measure(
      "stall_us", .microseconds, "The time of all stalls together", better: .less, within: 0.2,
      or: 50_000, weight: .time, isOccasional: true,
      words: longerOrShorter
    ) { $0.flow.stalls.reduce(0) { $0 + Double($1.durationUs) } },
    Measure(
      "pairings_failed", .count, "Pairings that failed", better: .less, weight: .time,
      words: moreOrFewer
    ) {
      Double($0.pairing.count { $0.result == .failed })
    },
  ]

  private static let att: [Measure<ReportV1.Connection>] = [
    // A request more or less is nothing; a tenth more of them is a slower start.
    Measure(
      "att.transactions", .count, "ATT requests and indications", better: .neither, within: 0.1,
      or: 2, words: moreOrFewer
    ) { Double($0.att.transactions.count) },
    // Attribute Not Found ends a discovery, and is no error. Core Vol 3, Part F, 3.4.1.1.
    Measure(
      "att.errors", .count, "Error responses, except Attribute Not Found, which ends a discovery",
      better: .less, weight: .time, words: moreOrFewer, amount: requests
    ) {
      Double($0.att.errors.count { $0.code != 0x0A })
    },
    Measure(
      "att.unanswered", .count,
      "ATT requests and indications without an answer, although the capture and the link lasted "
        + "long enough for one", better: .less, weight: .time,
      words: moreOrFewer
    ) { connection in
      let explained = connection.att.pending.count {
        connection.isCutOff && $0.mayBeCutOff(in: connection) || $0.isInLostLink(of: connection)
      }
      return Double(connection.att.transactions.unanswered) - Double(explained)
    },
    // An answer comes an interval earlier or later by chance: most intervals are 30 ms or less.
    latency("p50", within: 0.2, or: 15_000, atLeast: 8, half, \.p50),
    // Of a few answers the last twentieth is one of them, and says nothing.
    latency("p95", within: 0.3, or: 30_000, atLeast: 21, requestsByKind, \.p95),
    // The more requests, the longer the longest.
    latency("max", within: 0.5, or: 60_000, atLeast: 1, requestsByKind, \.max),
  ]

  /// - Parameter least: with fewer answers it says nothing beside another capture.
  private static func latency(
    _ name: String, within relative: Double, or absolute: Double, atLeast least: Int,
    _ amount: Amount<ReportV1.Connection>,
    _ value: any KeyPath<ReportV1.Summary, Int?> & Sendable
  ) -> Measure<ReportV1.Connection> {
    Measure(
      "att.latency_us.\(name)", .microseconds,
      "\(summaryWords(name)) from an ATT request to the peer's answer; where the peer was asked "
        + "nothing, to this host's", better: .less, within: relative,
      or: absolute, words: longerOrShorter,
      where: { $0.att.transactions.answersUs.count >= least }, amount: amount,
      value: { $0.att.transactions.answersUs[keyPath: value].number })
  }

  private static let requests = Amount<ReportV1.Connection>("requests") {
    Double($0.att.transactions.count)
  }

  /// A write waits for what the app makes of it, a discovery for the stack alone.
  private static let requestsByKind = {
    var amount = requests
    amount.kinds = { connection in
      [connection.att.pdus.tx, connection.att.pdus.rx].flatMap(\.entries).reduce(into: [:]) {
        if $1.key.endsWith("_request") { $0[$1.key] = $1.value }
      }
    }
    return amount
  }()

  /// A median depends little on how many there are.
  private static let half = {
    var amount = requestsByKind
    amount.tolerance = Tolerance(relative: 0.5, absolute: 2)
    return amount
  }()

  /// Of protocols that are specified: what was learned is no measure of an app.
  private static let framings: [Measure<ReportV1.Connection>] = [
    Measure(
      "framing.faults", .count,
      "What protocols inside the data must not do: missing answers, errors, wrong checksums, gaps",
      better: .less, weight: .loss, words: moreOrFewer
    ) { connection in
      connection.specifiedFramings.map { Double($0.reduce(0) { $0 + $1.faultCount }) }
    },
    Measure(
      "framing.unanswered", .count, "Requests of protocols inside the data without an answer",
      better: .less, weight: .time, words: moreOrFewer
    ) { connection in
      connection.specifiedFramings.map { Double($0.reduce(0) { $0 + $1.unanswered }) }
    },
    Measure(
      "framing.answer_us.p50", .microseconds,
      "The median of the time from a request of a protocol inside the data to its answer; of the "
        + "protocol with the most requests", better: .less, within: 0.2, or: 15_000,
      words: longerOrShorter
    ) { connection in
      let busiest = connection.specifiedFramings?.max { $0.requests < $1.requests }
      return (busiest.flatMap { $0.answered >= 8 ? $0.answerUs.p50 : nil }).number
    },
  ]

  private static let discovery: [Measure<ReportV1.Connection>] = [
    // One more is no fault: another app of the phone looks, or a cache was empty this time.
    Measure(
      "att.discovery_rounds", .count,
      "Rounds of discovery, of both sides together: 1 if nothing was requested again, 0 if the "
        + "client remembered the attributes", better: .less, within: 0.3, or: 1, weight: .time,
      words: moreOrFewer, amount: timeOfLoop, value: rounds),
    Measure(
      "att.rediscovery_us", .microseconds,
      "The time that discoveries waited for answers after their first round", better: .less,
      within: 0.2, or: 500_000, weight: .time, words: longerOrShorter, amount: timeOfLoop
    ) { connection in
      rounds(connection).map { _ in
        connection.att.discoveries.reduce(0) { $0 + Double($1.repeated?.requestsUs ?? 0) }
      }
    },
  ]

  /// Nothing where the beginning is missing: a discovery may have been over before the capture
  /// began.
  private static func rounds(_ connection: ReportV1.Connection) -> Double? {
    let discoveries = connection.att.discoveries
    guard !discoveries.isEmpty || connection.completeFrame != nil else { return nil }
    return discoveries.reduce(0) { $0 + Double($1.rounds) }
  }

  /// Where a discovery goes round and round, the number of rounds depends on how long that was
  /// captured.
  private static let timeOfLoop = {
    var amount = Amount<ReportV1.Connection>("s of the connection") { connection in
      guard let rounds = rounds(connection), rounds > 2 else { return nil }
      return Double(connection.endUs - connection.startUs) / 1e6
    }
    amount.tolerance = Tolerance(relative: 0.1, absolute: 1)
    return amount
  }()

  /// How long a scan, a visit or a pairing lasts is up to people, and how long connecting takes is
  /// up to the peer's advertising and to chance. Closing begins with the last that was said.
  private static let phases: [Measure<ReportV1.Connection>] = ReportV1.PhaseName.allCases.map {
    name in
    let isUpToPeople = [
      .scan, .discover, .connect, .interact, .idle, .pair, .close,
    ].contains(name)
    return Measure(
      "phases.\(name.rawValue).duration_us", .microseconds,
      name.isSumOfExchanges
        ? "The time that the exchanges of the phase \(name.rawValue) took, without the pauses between them"
        : "The time that the connection spent in the phase \(name.rawValue)",
      better: isUpToPeople ? .neither : .less, within: isUpToPeople ? 0.5 : 0.2,
      or: isUpToPeople ? 500_000 : 50_000, weight: .time,
      words: longerOrShorter,
      // One that never came to its end says nothing; that a request had no answer counts as such.
      where: { name != .explore || !$0.att.hasUnfinishedDiscovery },
      amount: isUpToPeople ? nil : roundTrips(in: name)
    ) { connection in
      let spans = connection.phases.filter { $0.name == name }
      return spans.isEmpty ? nil : spans.reduce(0) { $0 + Double($1.durationUs) }
    }
  }

  /// What takes longer where more is asked is no slower.
  private static func roundTrips(in name: ReportV1.PhaseName) -> Amount<ReportV1.Connection> {
    Amount("requests") { connection in
      connection.phases.reduce(0) { $0 + ($1.name == name ? Double($1.roundTrips) : 0) }
    }
  }

  static let facts: [Fact<ReportV1.Connection>] = [
    Fact(
      "encryption", isGood: { $0.encryption.last?.enabled },
      value: { $0.encryption.last.map { $0.enabled ? "on" : "off" } }),
    Fact("pairing.method") { $0.pairing.last?.method },
    Fact(
      "phy.tx", isGood: { isFast($0.phys.last?.tx) }, value: { $0.phys.last?.tx?.rawValue }),
    Fact(
      "phy.rx", isGood: { isFast($0.phys.last?.rx) }, value: { $0.phys.last?.rx?.rawValue }),
    Fact(
      "parameter_request",
      isGood: { $0.parameterRequests.last.map { $0.result == .accepted } },
      value: { connection in
        connection.parameterRequests.last.flatMap { request in
          connection.mayStillApply(request) ? nil : request.result.rawValue
        }
      }),
  ]

  private static func isFast(_ phy: ReportV1.PHY?) -> Bool? {
    switch phy {
    case .le2M: true
    case .le1M: false
    // Chosen for its reach.
    default: nil
    }
  }
}

extension ReportV1.Connection {
  /// `nil` where it has none.
  fileprivate var specifiedFramings: [ReportV1.Framing]? {
    let specified = framings.filter { $0.confidence == .specified }
    return specified.isEmpty ? nil : specified
  }
}
