import Report

extension ReportV1.Run {
  /// Whether what was received came at its sender's own period.
  var isPacedBySender: Bool { direction == .rx && pacing == .timer }

  /// Whether an event took no more than the run shows: more was out, or values came in every event,
  /// several each. One value an event may be all that there was.
  fileprivate var fillsItsEvents: Bool {
    let perEvent = packetsPerEvent ?? 0
    if direction == .tx { return Double(inFlightMax ?? 0) >= max(perEvent * 2, 4) }
    return perEvent >= 1.5 && (waitsUs.sender ?? 0) * 10 <= durationUs - (waitsUs.gaps ?? 0)
  }
}

/// What the link allowed for a run, following what its sender was seen to wait for; and where the
/// waits that the frames show as one are divided into air, connection events and the rest.
///
/// A sender with one packet in flight, or one value that awaits its answer, has one connection
/// event or more for each value: a shorter interval shortens these, and nothing else. What it waits
/// for with each value (completion, its own time) goes with the number of values; what it waits for
/// now and then (pauses, the other side's acknowledgements) stays.
package struct RunCeiling {
  private let run: ReportV1.Run
  private let link: LinkFacts
  private let model: ThroughputModel
  private let values: [ThroughputModel.Values]
  private let chunkBytes: Int
  /// Whether the packets per event were counted.
  private var isSeen = false
  /// Whether the other side sent about a value for each: the sender may have waited for that.
  private let hasReplies: Bool
  private(set) var waits: ReportV1.RunWaits
  private var whatIf: [ReportV1.WhatIf] = []

  /// `nil` where the interval or the duration is not known.
  ///
  /// - Parameter seen: values that events of this link were seen to bring; see `SeenEvents`.
  init?(
    _ run: ReportV1.Run, _ connection: borrowing ReportV1.Connection,
    _ controllers: [ReportV1.Controller], seen: Int?
  ) {
    guard run.durationUs > 0, run.values > 1,
      let chunks = run.valueBytes.mostFrequent, chunks > 0,
      let link = LinkFacts(
        connection, controllers: controllers, direction: run.direction,
        frames: min(run.firstFrame, run.lastFrame)...max(run.firstFrame, run.lastFrame),
        spanUs: run.startUs...(run.startUs + run.durationUs),
        chunkLimit: connection.chunkLimit(of: run))
    else { return nil }
    self.run = run
    self.link = link
    chunkBytes = chunks
    values = Self.values(run)
    hasReplies = connection.notifications.containsInPlace {
      $0.direction != run.direction && $0.count >= run.values / 5 * 4
        && $0.firstFrame < run.lastFrame && run.firstFrame < $0.lastFrame
    }
    var model = ThroughputModel(
      intervalUs: link.intervalUs, phy: link.phy ?? .le1M,
      acknowledgementPHY: link.acknowledgementPHY, isEncrypted: link.isEncrypted,
      llOctets: link.llOctets, aclOctets: link.buffers?.bytes,
      exchange: Self.exchange(run, link))
    // What is received is counted in values, what is sent in packets.
    let size = run.direction == .rx ? model.packets(value: chunks) : 1
    let own = Int(min(max((run.packetsPerEvent ?? 0) + 0.5, 0), 1000)) * size
    let others =
      run.direction == .rx ? SeenEvents.packets(values: seen ?? 0, each: size, areAll: false) : 0
    if run.direction == .tx, let buffers = link.buffers?.count, buffers > 0 {
      model.packetsPerEvent = min(model.packetsPerEvent, buffers)
    }
    if run.pacing == .streamed, own > 0 {
      isSeen = run.fillsItsEvents || max(own, others) >= model.packetsPerEvent
      if isSeen { model.packetsPerEvent = max(own, others) }
    }
    self.model = model
    waits = run.waitsUs
    divideWaits()
    addWhatIfs()
  }

  private static func exchange(
    _ run: ReportV1.Run, _ link: LinkFacts
  ) -> ThroughputModel.Exchange {
    switch run.pacing {
    case .oneInFlight: .oneInFlight
    case .answered:
      // The answer comes within the event where there is no time for a second one.
      .confirmed(
        events: run.durationUs / run.values <= link.intervalUs + link.intervalUs / 2 ? 1 : 2)
    case .streamed, .timer, nil: .streamed
    }
  }

  /// Those whose length was not kept count with the mean of what is left.
  private static func values(_ run: ReportV1.Run) -> [ThroughputModel.Values] {
    var values: [ThroughputModel.Values] = []
    var (count, bytes) = (run.values, run.bytes)
    for entry in run.valueBytes.entries.prefix(60) {
      guard let octets = Int(entry.key), count > 0 else { continue }
      let value = ThroughputModel.Values(octets: octets, count: min(entry.value, count))
      values.append(value)
      count -= value.count
      bytes = max(0, bytes - value.octets * value.count)
    }
    if count > 0 { values.append(.init(octets: bytes / count, count: count)) }
    return values
  }

  // MARK: - Waits

  private mutating func divideWaits() {
    let air = model.estimate(values).airUs
    if run.kind.isConfirmed, let answer = waits.answer {
      waits.air = min(air, answer)
      waits.answer = answer - min(air, answer)
    } else if let used = waits.connectionEvents {
      waits.air = min(air, used)
      waits.connectionEvents = used - min(air, used)
    }
  }

  /// HCI packets that a value takes.
  private func acl(value octets: Int) -> Int {
    let size = link.buffers.map { max($0.bytes, ThroughputModel.minimumOctets) } ?? .max
    return (octets + ThroughputModel.headerOctets - 1) / size + 1
  }

  /// The part that the model accounts for, and what it says of it itself.
  private var modelledUs: Int {
    let seen = [waits.air, waits.connectionEvents, run.kind.isConfirmed ? waits.answer : 0]
      .reduce(0) { $0 + ($1 ?? 0) }
    return min(seen, model.estimate(values).us, run.durationUs)
  }

  /// What the sender waits for with each value.
  private var perValueUs: Int {
    switch run.pacing {
    case .oneInFlight, .answered, .timer: (waits.completion ?? 0) + (waits.sender ?? 0)
    case .streamed, nil: 0
    }
  }

  // MARK: - The ceiling

  /// `nil` of values that come when their sender's timer makes them: no link would be faster.
  var ceiling: ReportV1.Ceiling? {
    guard !run.isPacedBySender else { return nil }
    let whole = model.estimate(values).us
    let chunks = max(chunkBytes, link.chunkLimit ?? 0)
    let full = chunks > chunkBytes ? min(whole, model.estimate(cut(chunks)).us) : whole
    let possible = min(
      run.durationUs,
      model.notWithinOneEvent(Scale.scaled(modelledUs, by: full, per: whole), of: modelledUs))
    guard possible > 0 else { return nil }
    return ReportV1.Ceiling {
      $0.intervalUs = model.intervalUs
      $0.packetsPerEvent = Double(model.effectivePacketsPerEvent(values))
      $0.packetsPerEventSource =
        isSeen || run.pacing != .streamed && run.packetsPerEvent != nil ? .seen : .assumed
      if model.exchange == .oneInFlight { $0.packetsPerEvent = run.packetsPerEvent ?? 1 }
      $0.llOctets = model.llOctets
      $0.phy = link.phy?.reportName
      $0.chunkBytes = chunkBytes
      $0.chunkLimit = link.chunkLimit
      $0.llPacketsPerChunk = model.packets(value: chunkBytes)
      $0.possibleUs = possible
      $0.achievedUs = run.durationUs
      $0.possibleBytesPerS = Scale.rate(run.bytes, in: possible)
      $0.achievedBytesPerS = run.throughputBytesPerS
      $0.waterfall = waterfall
      $0.whatIf = whatIf
      $0.wordWhatIfs()
    }
  }

  private var waterfall: [ReportV1.TimeShare] {
    let parts: [(ReportV1.TimeCause, Int?)] = [
      (.air, waits.air), (.connectionEvents, waits.connectionEvents),
      (.completion, waits.completion), (.roundTrips, waits.answer), (.sender, waits.sender),
      (.gaps, waits.gaps), (.unexplained, waits.unexplained),
    ]
    return parts.compactMap { cause, us in
      guard let us, us > 0 else { return nil }
      return ReportV1.TimeShare {
        $0.cause = cause
        $0.us = us
      }
    }
  }

  // MARK: - What if

  private mutating func addWhatIfs() {
    addChangesOfChunks()
    addChangesOfPacing()
    addChangesOfLink()
    if let gaps = waits.gaps, gaps > 0 {
      add(.init(.noPauses), us: run.durationUs - gaps)
    }
  }

  private mutating func addChangesOfChunks() {
    guard let limit = link.chunkLimit, limit > 0 else { return }
    if limit > chunkBytes {
      add(.init(.largerChunks, chunkBytes: limit), model, chunks: limit)
    }
    // With larger chunks unused, a larger MTU would not be used either.
    let mtu = limit + 3
    if mtu < WhatIfs.usualMTU, chunkBytes > limit / 5 * 4 {
      add(.init(.largerMTU, mtu: WhatIfs.usualMTU), model, chunks: WhatIfs.usualMTU - 3)
      if link.mayLengthenPackets, model.llOctets < ThroughputModel.maximumOctets {
        let change = ReportV1.WhatIf(
          .largerMTUAndDataLength, mtu: WhatIfs.usualMTU, llOctets: ThroughputModel.maximumOctets)
        add(change, withLongPackets, chunks: WhatIfs.usualMTU - 3)
      }
    }
  }

  /// The buffers would have to be as long.
  private var withLongPackets: ThroughputModel {
    var longer = model
    longer.llOctets = ThroughputModel.maximumOctets
    longer.aclOctets = longer.aclOctets.map { max($0, ThroughputModel.maximumOctets) }
    return longer
  }

  private mutating func addChangesOfPacing() {
    let sender = waits.sender ?? 0
    let rest = (waits.gaps ?? 0) + (waits.unexplained ?? 0)
    var streamed = model
    streamed.exchange = .streamed
    if let buffers = link.buffers?.count, buffers > 0 {
      streamed.packetsPerEvent = min(streamed.packetsPerEvent, buffers)
    }
    let us = max(streamed.estimate(values).us, sender) + rest
    switch run.pacing {
    case .oneInFlight: add(.init(.severalInFlight), us: us + (waits.answer ?? 0))
    case .answered where run.kind.isConfirmed && !hasReplies:
      add(.init(.withoutAnswers(areWrites: run.kind == .write)), us: us)
    case .timer: add(.init(.noTimer), us: run.durationUs - sender)
    case .streamed, .answered, nil: break
    }
  }

  private mutating func addChangesOfLink() {
    if model.intervalUs > WhatIfs.shortIntervalUs {
      var shorter = model
      shorter.intervalUs = WhatIfs.shortIntervalUs
      add(.init(.shorterInterval, intervalUs: WhatIfs.shortIntervalUs), shorter)
    }
    if link.mayLengthenPackets, model.llOctets < ThroughputModel.maximumOctets {
      add(.init(.largerDataLength, llOctets: ThroughputModel.maximumOctets), withLongPackets)
    }
    if let phy = link.phy, phy != .le2M, link.mayUse2MPHY {
      var faster = model
      faster.phy = .le2M
      faster.acknowledgementPHY = .le2M
      add(.init(.le2MPHY), faster)
    }
  }

  private func cut(_ chunks: Int) -> [ThroughputModel.Values] {
    let (whole, rest) = run.bytes.quotientAndRemainder(dividingBy: max(chunks, 1))
    return [.init(octets: chunks, count: whole)]
      + (rest > 0 ? [.init(octets: rest, count: 1)] : [])
  }

  private mutating func add(
    _ change: ReportV1.WhatIf, _ changed: ThroughputModel, chunks: Int? = nil
  ) {
    let values = chunks.map(cut) ?? self.values
    let count = values.reduce(0) { $0 + $1.count }
    let modelled = Scale.scaled(
      modelledUs, by: changed.estimate(values).us, per: model.estimate(self.values).us)
    let perValue = chunks == nil ? perValueUs : Scale.scaled(perValueUs, by: count, per: run.values)
    let stays = max(0, run.durationUs - modelledUs - perValueUs)
    let us = changed.notWithinOneEvent(modelled, of: modelledUs)
    add(change, us: stays + perValue + us)
  }

  /// Behind those that save more, or as much.
  private mutating func add(_ change: ReportV1.WhatIf, us: Int) {
    let duration = max(us, 1)
    guard duration <= run.durationUs - run.durationUs / 10 else { return }
    var line = change
    line.durationUs = duration
    line.bytesPerS = Scale.rate(run.bytes, in: duration)
    whatIf.insert(line, at: whatIf.firstIndex { $0.durationUs > duration } ?? whatIf.count)
  }
}
