extension ReportV1 {
  /// What the link allowed against what was achieved.
  package struct Ceiling: ReportObject {
    package var intervalUs = 0
    /// Link layer data packets a connection event that the estimate counts with.
    package var packetsPerEvent: Double = 0
    package var packetsPerEventSource: EstimateSource = .assumed
    /// The largest link layer payload.
    package var llOctets = 0
    package var phy: String?
    /// The size of most chunks.
    package var chunkBytes = 0
    package var chunkLimit: Int?
    package var llPacketsPerChunk = 0
    /// The least time for this payload, in chunks as long as the MTU in force allows. For a stream:
    /// for its values as they were.
    package var possibleUs = 0
    package var achievedUs = 0
    package var possibleBytesPerS: Double = 0
    package var achievedBytesPerS: Double?
    /// Where the time went; adds up to `achieved_us`.
    package var waterfall: [TimeShare] = []
    package var whatIf: [WhatIf] = []
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("interval_us", &intervalUs)
      visitor.number("packets_per_event", &packetsPerEvent, decimals: 2)
      visitor.field("packets_per_event_source", &packetsPerEventSource)
      visitor.field("ll_octets", &llOctets)
      visitor.field("phy", &phy)
      visitor.field("chunk_bytes", &chunkBytes)
      visitor.field("chunk_limit", &chunkLimit)
      visitor.field("ll_packets_per_chunk", &llPacketsPerChunk)
      visitor.field("possible_us", &possibleUs)
      visitor.field("achieved_us", &achievedUs)
      visitor.number("possible_bytes_per_s", &possibleBytesPerS, decimals: 1)
      visitor.number("achieved_bytes_per_s", &achievedBytesPerS, decimals: 1)
      visitor.field("waterfall", &waterfall)
      visitor.field("what_if", &whatIf)
    }
  }

  /// A part of a transfer's time.
  package struct TimeShare: ReportObject {
    /// `air` (packets, their acknowledgements and the spaces between), `connection-events` or,
    /// where each value awaits an answer, `round-trips`; then what explains the gaps:
    /// `credit-stall`, `completion-stall`, `app-pause`, `sender-pause`, `link-silence`,
    /// `missed-events`, `marker-delay`, `capture-drops`, `clock-step`; last `unexplained`, or
    /// `sender-pace` for a stream whose values come several connection events apart. Of a run: the
    /// parts of `waits_us`, with `round-trips` for the answers.
    package var cause: TimeCause = ""
    package var us = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("cause", &cause)
      visitor.field("us", &us)
    }
  }

  /// What the same transfer would take with one thing changed.
  package struct WhatIf: ReportObject {
    package var change = ""
    package var durationUs = 0
    package var bytesPerS: Double = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("change", &change)
      visitor.field("duration_us", &durationUs)
      visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
    }
  }

  package enum EstimateSource: String, ReportWord {
    /// Counted in this capture.
    case seen
    /// Taken from what devices of the kind do.
    case assumed
  }
}
