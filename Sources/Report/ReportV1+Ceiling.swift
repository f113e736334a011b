extension ReportV1 {
  /// What the link allowed against what was achieved.
  package struct Ceiling: Equatable, Sendable {
    package var intervalUs: Int
    /// Link layer data packets a connection event that the estimate counts with.
    package var packetsPerEvent: Double
    package var packetsPerEventSource: EstimateSource
    /// The largest link layer payload.
    package var llOctets: Int
    package var phy: String?
    /// The size of most chunks.
    package var chunkBytes: Int
    package var chunkLimit: Int?
    package var llPacketsPerChunk: Int
    /// The least time for this payload, in chunks as long as the MTU in force allows. For a stream:
    /// for its values as they were.
    package var possibleUs: Int
    package var achievedUs: Int
    package var possibleBytesPerS: Double
    package var achievedBytesPerS: Double?
    /// Where the time went; adds up to `achieved_us`.
    package var waterfall: [TimeShare]
    package var whatIf: [WhatIf]

    package init(
      intervalUs: Int = 0, packetsPerEvent: Double = 0,
      packetsPerEventSource: EstimateSource = .assumed, llOctets: Int = 0, phy: String? = nil,
      chunkBytes: Int = 0, chunkLimit: Int? = nil, llPacketsPerChunk: Int = 0, possibleUs: Int = 0,
      achievedUs: Int = 0, possibleBytesPerS: Double = 0, achievedBytesPerS: Double? = nil,
      waterfall: [TimeShare] = [], whatIf: [WhatIf] = []
    ) {
      self.intervalUs = intervalUs
      self.packetsPerEvent = packetsPerEvent
      self.packetsPerEventSource = packetsPerEventSource
      self.llOctets = llOctets
      self.phy = phy
      self.chunkBytes = chunkBytes
      self.chunkLimit = chunkLimit
      self.llPacketsPerChunk = llPacketsPerChunk
      self.possibleUs = possibleUs
      self.achievedUs = achievedUs
      self.possibleBytesPerS = possibleBytesPerS
      self.achievedBytesPerS = achievedBytesPerS
      self.waterfall = waterfall
      self.whatIf = whatIf
    }
  }

  /// A part of a transfer's time.
  package struct TimeShare: Equatable, Sendable {
    /// `air` (packets, their acknowledgements and the spaces between), `connection-events` or, where
    /// each value awaits an answer, `round-trips`; then what explains the gaps: `credit-stall`,
    /// `completion-stall`, `app-pause`, `sender-pause`, `link-silence`, `missed-events`, `marker-delay`,
    /// `capture-drops`, `clock-step`; last `unexplained`, or `sender-pace` for a stream whose values
    /// come several connection events apart.
    package var cause: String
    package var us: Int

    package init(
      cause: String = "", us: Int = 0
    ) {
      self.cause = cause
      self.us = us
    }
  }

  /// What the same transfer would take with one thing changed.
  package struct WhatIf: Equatable, Sendable {
    package var change: String
    package var durationUs: Int
    package var bytesPerS: Double

    package init(
      change: String = "", durationUs: Int = 0, bytesPerS: Double = 0
    ) {
      self.change = change
      self.durationUs = durationUs
      self.bytesPerS = bytesPerS
    }
  }

  package enum EstimateSource: String, CaseIterable, Sendable {
    /// Counted in this capture.
    case seen
    /// Taken from what devices of the kind do.
    case assumed
  }
}
