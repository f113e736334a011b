import Report

/// Adds to each transfer and stream of a finished report what the link allowed, where the time
/// went, and what would have helped. `ThroughputModel` says how it is calculated.
package enum CeilingBuilder {
  package static func addCeilings(to capture: inout ReportV1.Capture) {
    let seen = SeenEvents(capture.connections)
    for index in capture.connections.indices {
      let values = seen.values(of: capture.connections.span[index])
      addRuns(to: &capture.connections[index], capture.controllers, values)
      // All are computed before the first is set: then no other value holds the lists, and they are
      // changed where they are.
      let ceilings = Ceilings(capture.connections.span[index], capture.controllers, values)
      for (position, ceiling) in ceilings.notifications.enumerated() {
        capture.connections[index].notifications[position].ceiling = ceiling
      }
      for (position, ceiling) in ceilings.writes.enumerated() {
        capture.connections[index].writes[position].ceiling = ceiling
      }
      for (position, ceiling) in ceilings.transfers.enumerated() {
        capture.connections[index].transfers[position].ceiling = ceiling
      }
    }
  }

  private static func addRuns(
    to connection: inout ReportV1.Connection, _ controllers: [ReportV1.Controller], _ seen: Int?
  ) {
    let estimates = connection.runs.map { RunCeiling($0, connection, controllers, seen: seen) }
    for (index, estimate) in estimates.enumerated() {
      guard let estimate else { continue }
      connection.runs[index].waitsUs = estimate.waits
      connection.runs[index].ceiling = estimate.ceiling
    }
  }

  /// Those of one connection, in the order of its lists.
  private struct Ceilings {
    var notifications: [ReportV1.Ceiling?]
    var writes: [ReportV1.Ceiling?]
    var transfers: [ReportV1.Ceiling?]

    init(
      _ connection: ReportV1.Connection, _ controllers: [ReportV1.Controller], _ seen: Int?
    ) {
      func ofStreams(_ streams: [ReportV1.NotificationStream]) -> [ReportV1.Ceiling?] {
        streams.indices.map {
          ceiling(
            MeasuredRun(streams[$0], in: connection), connection, controllers, seen,
            chunkLimit: nil)
        }
      }
      notifications = ofStreams(connection.notifications)
      writes = ofStreams(connection.writes)
      transfers = connection.transfers.indices.map {
        ceiling(
          MeasuredRun(connection.transfers, at: $0, in: connection), connection, controllers, seen,
          chunkLimit: connection.transfers[$0].chunkLimit)
      }
    }
  }

  fileprivate static func ceiling(
    _ run: MeasuredRun?, _ connection: ReportV1.Connection, _ controllers: [ReportV1.Controller],
    _ seen: Int?, chunkLimit: Int?
  ) -> ReportV1.Ceiling? {
    guard let run,
      let link = LinkFacts(
        connection, controllers: controllers, direction: run.direction, frames: run.frames,
        spanUs: run.spanUs, chunkLimit: chunkLimit)
    else { return nil }
    return ceiling(run, link, connection.flow, seen: seen)
  }

  /// `nil` where the capture contradicts the model, or the controller's buffers hide the pace.
  ///
  /// - Parameter seen: values that events of this link were seen to bring.
  static func ceiling(
    _ run: MeasuredRun, _ link: LinkFacts, _ flow: ReportV1.Flow, seen: Int?
  ) -> ReportV1.Ceiling? {
    var model = ThroughputModel(
      intervalUs: link.intervalUs, phy: link.phy ?? .le1M,
      acknowledgementPHY: link.acknowledgementPHY, isEncrypted: link.isEncrypted,
      llOctets: link.llOctets, aclOctets: link.buffers?.bytes,
      exchange: run.isConfirmed
        ? .confirmed(events: roundTrip(run, link)) : run.isOneInFlight ? .oneInFlight : .streamed)
    guard let measured = measuredValues(run, link, flow) else { return nil }
    var source = choosePacketsPerEvent(&model, run, link, flow, seen)
    guard var estimate = explain(run, measured, &model, &source) else { return nil }
    let whole = measured == run.values ? estimate.us : model.estimate(run.values).us
    if run.isTimedToCompletion {
      // What is queued waits for the first event.
      estimate.us += min(max(run.achievedUs - estimate.us, 0), model.intervalUs)
    }

    let waterfall = TimeWaterfall(run, estimate, link)
    let fullChunks =
      link.chunkLimit.map { run.isCut && $0 > run.chunkBytes ? $0 : run.chunkBytes }
      ?? run.chunkBytes
    let full =
      fullChunks > run.chunkBytes
      ? min(whole, model.estimate(run.values(chunkBytes: fullChunks)).us) : whole
    let possible = min(
      run.achievedUs,
      model.notWithinOneEvent(Scale.scaled(estimate.us, by: full, per: whole), of: estimate.us))
    guard possible > 0 else { return nil }
    return ReportV1.Ceiling {
      $0.intervalUs = model.intervalUs
      $0.packetsPerEvent = Double(model.effectivePacketsPerEvent(run.values))
      $0.packetsPerEventSource = source
      $0.llOctets = model.llOctets
      $0.phy = link.phy?.reportName
      $0.chunkBytes = run.chunkBytes
      $0.chunkLimit = link.chunkLimit
      $0.llPacketsPerChunk = model.packets(value: run.chunkBytes)
      $0.possibleUs = possible
      $0.achievedUs = run.achievedUs
      $0.possibleBytesPerS = Scale.rate(run.payloadBytes, in: possible)
      $0.achievedBytesPerS = run.achievedBytesPerS
      $0.waterfall = waterfall.shares
      $0.whatIf =
        WhatIfs(run: run, link: link, model: model, waterfall: waterfall, wholeUs: whole)
        .lines
      $0.wordWhatIfs()
    }
  }

  /// The events that a value and its answer take: two, or one where the rhythm shows that the other
  /// side answers within the event.
  private static func roundTrip(_ run: MeasuredRun, _ link: LinkFacts) -> Int {
    run.usualGapUs > 0 && run.usualGapUs <= link.intervalUs + link.intervalUs / 2 ? 1 : 2
  }

  /// The values of which the capture shows when they went. Those that arrive are seen when they
  /// arrive. Those that are sent are seen when the controller takes them, long before the air when
  /// its buffers are free: so those that fill the buffers say nothing. `nil` where that is more
  /// than half, or it is not known how many the buffers are. Where it is known when the controller
  /// was done with the last, all were measured.
  private static func measuredValues(
    _ run: MeasuredRun, _ link: LinkFacts, _ flow: ReportV1.Flow
  ) -> [ThroughputModel.Values]? {
    guard run.direction == .tx, !run.isConfirmed, !run.isOneInFlight, !run.isTimedToCompletion
    else { return run.values }
    let buffers = link.buffers?.count ?? flow.tx.outstandingMax ?? 0
    guard buffers > 0 else { return nil }
    var hidden = max(1, buffers / buffersPerChunk(run, link))
    guard hidden <= run.count / 2 else { return nil }
    var values = run.values
    for index in values.indices.reversed() where hidden > 0 {
      let taken = min(values[index].count, hidden)
      values[index].count -= taken
      hidden -= taken
    }
    return values
  }

  private static func buffersPerChunk(_ run: MeasuredRun, _ link: LinkFacts) -> Int {
    let pdu = min(run.chunkBytes, 0xFFFF) + ThroughputModel.headerOctets
    let size = max(link.buffers?.bytes ?? pdu, ThroughputModel.minimumOctets)
    return (pdu - 1) / size + 1
  }

  /// What was counted is taken where it is more than assumed, or where it means a limit: values in
  /// every event, several each. One value an event, or events without any, are the pace of their
  /// sender, and say nothing of the link. A sender cannot send more in an event than its controller
  /// holds when it begins.
  private static func choosePacketsPerEvent(
    _ model: inout ThroughputModel, _ run: MeasuredRun, _ link: LinkFacts, _ flow: ReportV1.Flow,
    _ seen: Int?
  ) -> ReportV1.EstimateSource {
    if let buffers = link.buffers?.count, buffers > 0, !run.isConfirmed {
      let perBuffer = max(1, model.packets(value: run.chunkBytes) / buffersPerChunk(run, link))
      model.packetsPerEvent = min(model.packetsPerEvent, min(buffers, 1000) * perBuffer)
    }
    guard run.direction == .rx, !run.isConfirmed, let seen, seen > 0 else { return .assumed }
    let isBusy = run.usualGapUs <= model.intervalUs + model.intervalUs / 2
    let isLimit = isBusy && seen > 1 && flow.rx.skippedEvents <= flow.rx.events / 20
    let packets = SeenEvents.packets(
      values: seen, each: model.packets(value: run.chunkBytes), areAll: isLimit)
    guard packets >= model.packetsPerEvent || isLimit else { return .assumed }
    model.packetsPerEvent = packets
    return .seen
  }

  /// Where values went faster than the model has it by more than one event, connection events take
  /// more packets than was thought: as many as it needs to explain what was seen. Of many values
  /// that each waited for an answer some got it earlier.
  private static func explain(
    _ run: MeasuredRun, _ measured: [ThroughputModel.Values], _ model: inout ThroughputModel,
    _ source: inout ReportV1.EstimateSource
  ) -> ThroughputModel.Estimate? {
    let allowance = max(model.intervalUs, run.isConfirmed ? run.achievedUs / 32 : 0)
    func isTooSlow(_ estimate: ThroughputModel.Estimate) -> Bool {
      estimate.us > run.achievedUs && estimate.us - run.achievedUs > allowance
    }
    if run.isOneInFlight, isTooSlow(model.estimate(measured)) {
      // Some were completed, and followed by others, within the event.
      model.exchange = .streamed
    }
    let estimate = model.estimate(measured)
    guard isTooSlow(estimate) else { return estimate }
    var faster = model
    // No event has room for more of even the shortest packets.
    faster.packetsPerEvent = model.room(payload: 0)
    if isTooSlow(faster.estimate(measured)), run.isConfirmed {
      // Answers came within the event.
      model.exchange = .confirmed(events: 1)
      faster.exchange = model.exchange
      guard isTooSlow(model.estimate(measured)) else { return model.estimate(measured) }
    }
    if isTooSlow(faster.estimate(measured)) { return nil }
    var (low, high) = (model.packetsPerEvent, faster.packetsPerEvent)
    while low + 1 < high {
      faster.packetsPerEvent = low + (high - low) / 2
      let isSlow = isTooSlow(faster.estimate(measured))
      if isSlow { low = faster.packetsPerEvent } else { high = faster.packetsPerEvent }
    }
    model.packetsPerEvent = high
    source = .seen
    return model.estimate(measured)
  }
}

enum Scale {
  /// `value` x `factor` / `divisor`, without overflow on the way; all of them positive.
  static func scaled(_ value: Int, by factor: Int, per divisor: Int) -> Int {
    guard value > 0, factor > 0, divisor > 0 else { return max(0, divisor > 0 ? 0 : value) }
    let product = value.magnitude.multipliedFullWidth(by: factor.magnitude)
    guard product.high < divisor.magnitude else { return Int.mostReported }
    return Int(reported: Int(clamping: divisor.magnitude.dividingFullWidth(product).quotient))
  }

  static func rate(_ bytes: Int, in us: Int) -> Double {
    Double(bytes) * 1_000_000 / Double(max(us, 1))
  }
}
