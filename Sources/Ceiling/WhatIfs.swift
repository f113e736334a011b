import Report

/// What the same payload would take with one thing changed, by the same model: the part of the time
/// that the model accounts for changes as the model does, and the rest stays.
package struct WhatIfs {
  private let run: MeasuredRun
  private let link: LinkFacts
  private let model: ThroughputModel
  private let waterfall: TimeWaterfall
  /// What the model says for the values as they were.
  private let wholeUs: Int
  /// Only what saves a tenth at least; the one that saves most first.
  private(set) var lines: [ReportV1.WhatIf] = []

  /// What iOS offers, in Memfault's words "iOS 10 max".
  static let usualMTU = 185
  /// The shortest interval that an app gets from iOS, and its multiple. Apple, "Accessory Design
  /// Guidelines for Apple Devices", connection parameters.
  package static let shortIntervalUs = 15_000

  init(
    run: MeasuredRun, link: LinkFacts, model: ThroughputModel, waterfall: TimeWaterfall,
    wholeUs: Int
  ) {
    self.run = run
    self.link = link
    self.model = model
    self.waterfall = waterfall
    self.wholeUs = wholeUs
    addChangesOfValues()
    addChangesOfLink()
    addWithoutLosses()
  }

  private mutating func addChangesOfValues() {
    if run.isCut, let limit = link.chunkLimit, limit > 0 {
      let chunks = run.chunkBytes
      if limit > chunks {
        add(.init(.largerChunks, chunkBytes: limit), model, cut(limit))
      }
      // With larger chunks unused, a larger MTU would not be used either.
      let mtu = limit + 3
      if mtu < Self.usualMTU, chunks > limit / 5 * 4 {
        let values = cut(Self.usualMTU - 3)
        let octets = model.llOctets
        add(.init(.largerMTU, mtu: Self.usualMTU), model, values)
        if link.mayLengthenPackets, octets < ThroughputModel.maximumOctets {
          let change = ReportV1.WhatIf(
            .largerMTUAndDataLength, mtu: Self.usualMTU, llOctets: ThroughputModel.maximumOctets)
          add(change, withLongPackets, values)
        }
      }
    }
    if model.exchange == .oneInFlight {
      var streamed = model
      streamed.exchange = .streamed
      add(.init(.severalInFlight), streamed, run.values)
    }
    if run.isConfirmed {
      var streamed = model
      streamed.exchange = .streamed
      add(.init(.withoutAnswers(areWrites: run.kind == .write)), streamed, run.values)
    }
  }

  private mutating func addChangesOfLink() {
    let (octets, interval) = (model.llOctets, model.intervalUs)
    if link.mayLengthenPackets, octets < ThroughputModel.maximumOctets {
      add(
        .init(.largerDataLength, llOctets: ThroughputModel.maximumOctets), withLongPackets,
        run.values)
    }
    if let phy = link.phy, phy != .le2M, link.mayUse2MPHY {
      var faster = model
      faster.phy = .le2M
      faster.acknowledgementPHY = .le2M
      add(.init(.le2MPHY), faster, run.values)
    }
    if interval > Self.shortIntervalUs {
      var shorter = model
      shorter.intervalUs = Self.shortIntervalUs
      add(.init(.shorterInterval, intervalUs: Self.shortIntervalUs), shorter, run.values)
    }
  }

  private static let kindsOfLosses: [(kind: ReportV1.WhatIfKind, causes: [ReportV1.TimeCause?])] = [
    (.noStalls, [.creditStall, .completionStall]), (.noAppPauses, [.appPause]),
    (.noSenderPauses, [.senderPause]), (.noSilences, [.linkSilence, .missedEvents]),
    (.noMarkerDelays, [.markerDelay]), (.noGaps, [nil]),
  ]

  private mutating func addWithoutLosses() {
    // Where values come as they arise, the time between them is no wait.
    guard run.isCut, !waterfall.losses.isEmpty else { return }
    for (kind, causes) in Self.kindsOfLosses {
      let losses = waterfall.losses.filter { causes.contains($0.cause) }
      let count = losses.reduce(0) { $0 + $1.gaps }
      let us = losses.reduce(0) { $0 + $1.us }
      guard count > 0 else { continue }
      add(.init(kind, losses: count), us: waterfall.achievedUs - us)
    }
  }

  // MARK: -

  private func cut(_ chunkBytes: Int) -> [ThroughputModel.Values] {
    run.values(chunkBytes: chunkBytes)
  }

  /// The buffers would have to be as long.
  private var withLongPackets: ThroughputModel {
    var longer = model
    longer.llOctets = ThroughputModel.maximumOctets
    longer.aclOctets = longer.aclOctets.map { max($0, ThroughputModel.maximumOctets) }
    return longer
  }

  private mutating func add(
    _ change: ReportV1.WhatIf, _ model: ThroughputModel, _ values: [ThroughputModel.Values]
  ) {
    let stays = waterfall.achievedUs - waterfall.modelledUs
    let us = Scale.scaled(waterfall.modelledUs, by: model.estimate(values).us, per: wholeUs)
    add(change, us: stays + model.notWithinOneEvent(us, of: waterfall.modelledUs))
  }

  /// Behind those that save more, or as much.
  private mutating func add(_ change: ReportV1.WhatIf, us: Int) {
    let duration = max(us, 1)
    guard duration <= waterfall.achievedUs - waterfall.achievedUs / 10 else { return }
    if lines.isEmpty { lines.reserveCapacity(4) }
    var line = change
    line.durationUs = duration
    line.bytesPerS = Scale.rate(run.payloadBytes, in: us)
    lines.insert(line, at: lines.firstIndex { $0.durationUs > duration } ?? lines.count)
  }
}
