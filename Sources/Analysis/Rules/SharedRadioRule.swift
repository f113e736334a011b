import Reports

/// Something else used the radio while a transfer was slow.
enum SharedRadioRule: Rule {
  static let name = "shared-radio"
  static let severity = ReportV1.Severity.warning
  static let summary = "Other connections or scanning took the radio while a transfer was slow."
  static let explanation = """
    A controller has one radio. A connection event that falls into another connection's, or into a \
    scan window, is skipped or cut short. Told for data of 1000 bytes or more that were slow: with \
    unexplained silences of a fifth of their time or more, or where five connection events or more, \
    and a sixth of all in the midst of traffic, brought nothing (a packet or two in a hundred are \
    lost on the air anyway); and only when a scan or a connection of the \
    same controller overlaps. That both happened at once is seen, that one caused the other is the \
    likely reading. It is quiet about other connections without slowness, which is how they should \
    be.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    capture.connections.flatMap { connection in
      let isPatchy = skippedMany(connection.flow.rx)
      let slow = connection.transfers.places { isPatchy || !$0[$1].gaps.isEmpty }
      return slow.compactMap { place -> RuleFinding? in
        let transfer = connection.transfers[place]
        guard BulkData(connection.transfers, at: place) != nil,
          let slowness = slowness(of: transfer, in: connection)
        else { return nil }
        return finding(capture, connection, transfer, slowness)
      }
    }
  }

  private struct Slowness {
    var words: String
    var silenceUs: Int
    var skippedEvents: Int
    var lostUs: Int
  }

  private static func skippedMany(_ rx: ReportV1.ReceiveFlow) -> Bool {
    rx.skippedEvents >= 5 && rx.skippedEvents.times(5) >= rx.events
  }

  private static func slowness(
    of transfer: ReportV1.Transfer, in connection: ReportV1.Connection
  ) -> Slowness? {
    let silence = transfer.gaps.filter(\.isUnexplained).map(\.gapUs).total
    let rx = connection.flow.rx
    let skipped =
      transfer.direction == .rx && rx.confidence != nil && rx.confidence != .low
      ? rx.skippedEvents : 0
    if silence > 0, transfer.durationUs > 0, silence >= transfer.durationUs / 5 {
      return Slowness(
        words: "stood still for \(Wording.duration(silence))", silenceUs: silence,
        skippedEvents: skipped, lostUs: silence)
    }
    guard skipped > 0, skippedMany(rx) else { return nil }
    let interval = connection.parameters(at: transfer.firstFrame)?.dataIntervalUs ?? 0
    return Slowness(
      words: "got nothing in \(skipped) of \(skipped + rx.events) connection events",
      silenceUs: silence, skippedEvents: skipped, lostUs: skipped.times(interval))
  }

  private static func finding(
    _ capture: ReportV1.Capture, _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer,
    _ slowness: Slowness
  ) -> RuleFinding? {
    // By place: a connection taken out of the list is a copy, and there may be ten thousand.
    let others = capture.connections.indices.filter {
      capture.connections[$0].id != connection.id
        && capture.connections[$0].controller == connection.controller
        && capture.connections[$0].transport != nil
        && transfer.overlaps(capture.connections[$0].startUs, capture.connections[$0].endUs)
    }
    // The report does not say which controller scans: where there are several, nothing is said.
    let scans =
      capture.controllers.count > 1
      ? [] : capture.scans.filter { transfer.overlaps($0.startUs, $0.endUs) }
    guard !others.isEmpty || !scans.isEmpty else { return nil }
    var causes: [String] = []
    if !others.isEmpty { causes.append(Wording.count(others.count, "other connection")) }
    if !scans.isEmpty { causes.append(scans.count == 1 ? "a scan" : "\(scans.count) scans") }
    return RuleFinding(
      .warning, connection: connection.id,
      frames: Array(
        Set(scans.prefix(2).map(\.startFrame) + [transfer.firstFrame, transfer.lastFrame])
      ).sorted(),
      "\(Wording.sentence(Wording.transfer(transfer))) \(slowness.words) while "
        + "\(causes.joined(separator: " and ")) used the same radio.",
      evidence: [
        "transfer": .int(transfer.id),
        "connections": .list(others.prefix(8).map { .int(capture.connections[$0].id) }),
        "scans": .int(scans.count), "skipped_events": .int(slowness.skippedEvents),
        "silence_us": .int(slowness.silenceUs),
      ],
      advice: "Stop scanning while data flow, and give connections intervals that are multiples "
        + "of one another, so that their events do not collide.",
      lostUs: slowness.lostUs)
  }
}

extension ReportV1.Scan {
  /// Of one that never ended: beyond all that happened.
  fileprivate var endUs: Int { durationUs.map { startUs.plus($0) } ?? .max }
}
