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

  package static let withoutResponses = "writes without response"
  package static let withoutConfirmations = "notifications instead of indications"

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
        add("chunks of \(limit) instead of \(chunks) bytes", model, cut(limit))
      }
      // With larger chunks unused, a larger MTU would not be used either.
      let mtu = limit + 3
      if mtu < Self.usualMTU, chunks > limit / 5 * 4 {
        let values = cut(Self.usualMTU - 3)
        let octets = model.llOctets
        add("MTU \(Self.usualMTU) instead of \(mtu)", model, values)
        if link.mayLengthenPackets, octets < ThroughputModel.maximumOctets {
          add(
            "MTU \(Self.usualMTU) and data length \(ThroughputModel.maximumOctets) "
              + "instead of \(mtu) and \(octets)", withLongPackets, values)
        }
      }
    }
    if model.exchange == .oneInFlight {
      var streamed = model
      streamed.exchange = .streamed
      add(RunCeiling.severalInFlight, streamed, run.values)
    }
    if run.isConfirmed {
      var streamed = model
      streamed.exchange = .streamed
      let change = run.kind == .write ? Self.withoutResponses : Self.withoutConfirmations
      add(change, streamed, run.values)
    }
  }

  private mutating func addChangesOfLink() {
    let (octets, interval) = (model.llOctets, model.intervalUs)
    if link.mayLengthenPackets, octets < ThroughputModel.maximumOctets {
      add(
        "data length \(ThroughputModel.maximumOctets) instead of \(octets)", withLongPackets,
        run.values)
    }
    if let phy = link.phy, phy != .le2M, link.mayUse2MPHY {
      var faster = model
      faster.phy = .le2M
      faster.acknowledgementPHY = .le2M
      add("2M PHY instead of \(phy.reportName)", faster, run.values)
    }
    if interval > Self.shortIntervalUs {
      var shorter = model
      shorter.intervalUs = Self.shortIntervalUs
      add(
        "interval \(Self.milliseconds(Self.shortIntervalUs)) instead of \(Self.milliseconds(interval))",
        shorter, run.values)
    }
  }

  private static let kindsOfLosses: [(causes: [ReportV1.TimeCause?], one: String, many: String)] = [
    ([.creditStall, .completionStall], "stall", "stalls"),
    ([.appPause], "pause or wait of the app", "pauses or waits of the app"),
    ([.senderPause], "pause of the sender", "pauses of the sender"),
    ([.linkSilence, .missedEvents], "silence of sender or link", "silences of sender or link"),
    ([.markerDelay], "delay of the marker", "delays of the marker"),
    ([nil], "gap", "gaps"),
  ]

  private mutating func addWithoutLosses() {
    // Where values come as they arise, the time between them is no wait.
    guard run.isCut, !waterfall.losses.isEmpty else { return }
    for kind in Self.kindsOfLosses {
      let losses = waterfall.losses.filter { kind.causes.contains($0.cause) }
      let count = losses.reduce(0) { $0 + $1.gaps }
      let us = losses.reduce(0) { $0 + $1.us }
      guard count > 0 else { continue }
      add(
        "without the \(count == 1 ? kind.one : "\(count) \(kind.many)")",
        us: waterfall.achievedUs - us)
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
    _ change: @autoclosure () -> String, _ model: ThroughputModel,
    _ values: [ThroughputModel.Values]
  ) {
    let stays = waterfall.achievedUs - waterfall.modelledUs
    let us = Scale.scaled(waterfall.modelledUs, by: model.estimate(values).us, per: wholeUs)
    add(change(), us: stays + model.notWithinOneEvent(us, of: waterfall.modelledUs))
  }

  /// Behind those that save more, or as much. Most changes are of little help, and need no words.
  private mutating func add(_ change: @autoclosure () -> String, us: Int) {
    let duration = max(us, 1)
    guard duration <= waterfall.achievedUs - waterfall.achievedUs / 10 else { return }
    if lines.isEmpty { lines.reserveCapacity(4) }
    let line = ReportV1.WhatIf {
      $0.change = change()
      $0.durationUs = duration
      $0.bytesPerS = Scale.rate(run.payloadBytes, in: us)
    }
    lines.insert(line, at: lines.firstIndex { $0.durationUs > duration } ?? lines.count)
  }

  /// Intervals are multiples of 1.25 ms: `48.75 ms`.
  package static func milliseconds(_ us: Int) -> String {
    let (whole, rest) = us.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(whole) ms" }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms"
  }
}
