import Reports

/// What the same payload would take with one thing changed, by the same model: the part of the time
/// that the model accounts for changes as the model does, and the rest stays.
struct WhatIfs {
  let run: MeasuredRun
  let link: LinkFacts
  let model: ThroughputModel
  let waterfall: TimeWaterfall
  /// What the model says for the values as they were.
  let wholeUs: Int

  /// What iOS offers, in Memfault's words "iOS 10 max".
  private static let usualMTU = 185
  /// The shortest interval that an app gets from iOS, and its multiple. Apple, "Accessory Design
  /// Guidelines for Apple Devices", connection parameters.
  private static let shortIntervalUs = 15_000

  /// Only what saves a tenth at least; the one that saves most first.
  var lines: [ReportV1.WhatIf] {
    let limit = waterfall.achievedUs - waterfall.achievedUs / 10
    let helpful = (changesOfValues + changesOfLink + withoutLosses).filter {
      $0.durationUs <= limit
    }
    let order = helpful.indices.sorted {
      (helpful[$0].durationUs, $0) < (helpful[$1].durationUs, $1)
    }
    return order.map { helpful[$0] }
  }

  private var changesOfValues: [ReportV1.WhatIf] {
    var lines: [ReportV1.WhatIf] = []
    if run.isCut, let limit = link.chunkLimit, limit > 0 {
      if limit > run.chunkBytes {
        lines.append(
          line("chunks of \(limit) instead of \(run.chunkBytes) bytes", model, cut(limit)))
      }
      // With larger chunks unused, a larger MTU would not be used either.
      let mtu = limit + 3
      if mtu < Self.usualMTU, run.chunkBytes > limit / 5 * 4 {
        let values = cut(Self.usualMTU - 3)
        lines.append(line("MTU \(Self.usualMTU) instead of \(mtu)", model, values))
        if model.llOctets < ThroughputModel.maximumOctets {
          lines.append(
            line(
              "MTU \(Self.usualMTU) and data length \(ThroughputModel.maximumOctets) "
                + "instead of \(mtu) and \(model.llOctets)", withLongPackets, values))
        }
      }
    }
    if run.isConfirmed {
      var streamed = model
      streamed.exchange = .streamed
      let change =
        run.kind == .write ? "writes without response" : "notifications instead of indications"
      lines.append(line(change, streamed, run.values))
    }
    return lines
  }

  private var changesOfLink: [ReportV1.WhatIf] {
    var lines: [ReportV1.WhatIf] = []
    if model.llOctets < ThroughputModel.maximumOctets {
      lines.append(
        line(
          "data length \(ThroughputModel.maximumOctets) instead of \(model.llOctets)",
          withLongPackets, run.values))
    }
    if let phy = link.phy, phy != .le2M {
      var faster = model
      faster.phy = .le2M
      faster.acknowledgementPHY = .le2M
      lines.append(line("2M PHY instead of \(phy.reportName)", faster, run.values))
    }
    if model.intervalUs > Self.shortIntervalUs {
      var shorter = model
      shorter.intervalUs = Self.shortIntervalUs
      lines.append(
        line(
          "interval \(Self.milliseconds(Self.shortIntervalUs)) instead of "
            + Self.milliseconds(model.intervalUs), shorter, run.values))
    }
    return lines
  }

  private var withoutLosses: [ReportV1.WhatIf] {
    // Where values come as they arise, nobody waits in the time between them.
    guard run.isCut else { return [] }
    let groups: [(causes: [String?], one: String, many: String)] = [
      (["credit-stall", "completion-stall"], "stall", "stalls"),
      (["app-pause"], "pause of the app", "pauses of the app"),
      (["link-silence", "missed-events"], "silence of the link", "silences of the link"),
      (["marker-delay"], "delay of the marker", "delays of the marker"),
      ([nil], "gap", "gaps"),
    ]
    return groups.compactMap { group in
      let losses = waterfall.losses.filter { group.causes.contains($0.cause) }
      let count = losses.reduce(0) { $0 + $1.gaps }
      let us = losses.reduce(0) { $0 + $1.us }
      guard count > 0 else { return nil }
      let what = count == 1 ? group.one : "\(count) \(group.many)"
      return line("without the \(what)", us: waterfall.achievedUs - us)
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

  private func line(
    _ change: String, _ model: ThroughputModel, _ values: [ThroughputModel.Values]
  ) -> ReportV1.WhatIf {
    let stays = waterfall.achievedUs - waterfall.modelledUs
    let us = Scale.scaled(waterfall.modelledUs, by: model.estimate(values).us, per: wholeUs)
    return line(change, us: stays + model.notWithinOneEvent(us, of: waterfall.modelledUs))
  }

  private func line(_ change: String, us: Int) -> ReportV1.WhatIf {
    ReportV1.WhatIf(
      change: change, durationUs: max(us, 1), bytesPerS: Scale.rate(run.payloadBytes, in: us))
  }

  /// Intervals are multiples of 1.25 ms: `48.75 ms`.
  private static func milliseconds(_ us: Int) -> String {
    let (whole, rest) = us.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(whole) ms" }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms"
  }
}
