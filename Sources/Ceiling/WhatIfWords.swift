import Report

extension ReportV1.WhatIf {
  init(
    _ kind: ReportV1.WhatIfKind, chunkBytes: Int? = nil, mtu: Int? = nil, llOctets: Int? = nil,
    intervalUs: Int? = nil, losses: Int? = nil
  ) {
    self = ReportV1.WhatIf {
      $0.kind = kind
      $0.chunkBytes = chunkBytes
      $0.mtu = mtu
      $0.llOctets = llOctets
      $0.intervalUs = intervalUs
      $0.losses = losses
    }
  }
}

extension ReportV1.WhatIfKind {
  /// What a value costs that waits for no answer, as it would be sent.
  package static func withoutAnswers(areWrites: Bool) -> Self {
    areWrites ? .writesWithoutResponse : .notificationsForIndications
  }
}

/// What would change, in words. This is the only place that has them.
extension ReportV1.Ceiling {
  mutating func wordWhatIfs() {
    for index in whatIf.indices { whatIf[index].change = words(of: whatIf[index]) }
  }

  /// - Parameter parts: what the data are cut into; a run has values, where a transfer has chunks.
  package func words(of change: ReportV1.WhatIf, parts: String = "chunks") -> String {
    switch change.kind {
    case .largerChunks: "\(parts) of \(change.chunkBytes ?? 0) instead of \(chunkBytes) bytes"
    case .largerMTU: "\(Self.newMTU(change)) instead of \(oldMTU)"
    case .largerMTUAndDataLength:
      "\(Self.newMTU(change)) and data length \(change.llOctets ?? 0) "
        + "instead of \(oldMTU) and \(llOctets)"
    case .largerDataLength: "data length \(change.llOctets ?? 0) instead of \(llOctets)"
    case .le2MPHY: "2M PHY instead of \(phy ?? "")"
    case .shorterInterval:
      "interval \(Self.milliseconds(change.intervalUs ?? 0)) instead of "
        + Self.milliseconds(intervalUs)
    case .severalInFlight: "several packets in flight instead of one"
    case .writesWithoutResponse: "writes without response"
    case .notificationsForIndications: "notifications instead of indications"
    case .noTimer: "sending when the link is ready instead of on a timer"
    case .noPauses: "without the pauses"
    case .noStalls: without(change, "stall", "stalls")
    case .noAppPauses: without(change, "pause or wait of the app", "pauses or waits of the app")
    case .noSenderPauses: without(change, "pause of the sender", "pauses of the sender")
    case .noSilences:
      without(change, "silence of sender or link", "silences of sender or link")
    case .noMarkerDelays: without(change, "delay of the marker", "delays of the marker")
    case .noGaps: without(change, "gap", "gaps")
    case nil: change.change
    }
  }

  /// `MTU 185`
  package static func newMTU(_ change: ReportV1.WhatIf) -> String { "MTU \(change.mtu ?? 0)" }

  private var oldMTU: Int { (chunkLimit ?? 0) + 3 }

  private func without(_ change: ReportV1.WhatIf, _ one: String, _ many: String) -> String {
    let count = change.losses ?? 0
    return "without the \(count == 1 ? one : "\(count) \(many)")"
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
