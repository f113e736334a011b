extension ReportV1 {
  /// What the link allowed against what was achieved.
  public struct Ceiling: ReportObject {
    public var intervalUs = 0
    /// Link layer data packets a connection event that the estimate counts with.
    public var packetsPerEvent: Double = 0
    public var packetsPerEventSource: EstimateSource = .assumed
    /// The largest link layer payload.
    public var llOctets = 0
    public var phy: String?
    /// The size of most chunks.
    public var chunkBytes = 0
    public var chunkLimit: Int?
    public var llPacketsPerChunk = 0
    /// The least time for this payload, in chunks as long as the MTU in force allows. For a stream:
    /// for its values as they were.
    public var possibleUs = 0
    public var achievedUs = 0
    public var possibleBytesPerS: Double = 0
    public var achievedBytesPerS: Double?
    /// Where the time went; adds up to `achieved_us`.
    public var waterfall: [TimeShare] = []
    public var whatIf: [WhatIf] = []
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
  public struct TimeShare: ReportObject {
    /// `air` (packets, their acknowledgements and the spaces between), `connection-events` or,
    /// where each value awaits an answer, `round-trips`; then what explains the gaps:
    /// `credit-stall`, `completion-stall`, `app-pause`, `sender-pause`, `link-silence`,
    /// `missed-events`, `marker-delay`, `capture-drops`, `clock-step`, `sniffer-missed`; last
    /// `unexplained`, or `sender-pace` for a stream whose values come several connection events
    /// apart. Of a run: the parts of `waits_us`, with `round-trips` for the answers.
    public var cause: TimeCause = ""
    public var us = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("cause", &cause)
      visitor.field("us", &us)
    }
  }

  /// What the same transfer would take with one thing changed.
  public struct WhatIf: ReportObject {
    /// What `kind` and its numbers say in words, with what they were.
    public var change = ""
    public var durationUs = 0
    public var bytesPerS: Double = 0
    /// `null` only in a report of an older bletrace.
    public var kind: WhatIfKind?
    /// The size of the chunks, the MTU, the longest data packet and the interval as they would be:
    /// those that the kind is about. As they were, the ceiling has them.
    public var chunkBytes: Int?
    public var mtu: Int?
    public var llOctets: Int?
    public var intervalUs: Int?
    /// How many stalls, pauses, silences, delays or gaps there would not be.
    public var losses: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("change", &change)
      visitor.field("duration_us", &durationUs)
      visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
      visitor.field("kind", &kind)
      visitor.field("chunk_bytes", &chunkBytes)
      visitor.field("mtu", &mtu)
      visitor.field("ll_octets", &llOctets)
      visitor.field("interval_us", &intervalUs)
      visitor.field("losses", &losses)
    }
  }

  public enum WhatIfKind: String, ReportWord {
    case largerChunks = "larger-chunks"
    case largerMTU = "larger-mtu"
    case largerMTUAndDataLength = "larger-mtu-and-data-length"
    case largerDataLength = "larger-data-length"
    case le2MPHY = "le-2m-phy"
    case shorterInterval = "shorter-interval"
    case severalInFlight = "several-in-flight"
    case writesWithoutResponse = "writes-without-response"
    case notificationsForIndications = "notifications-for-indications"
    case noTimer = "no-timer"
    /// The others leave out what a transfer or a run waited for.
    case noPauses = "no-pauses"
    case noStalls = "no-stalls"
    case noAppPauses = "no-app-pauses"
    case noSenderPauses = "no-sender-pauses"
    case noSilences = "no-silences"
    case noMarkerDelays = "no-marker-delays"
    case noGaps = "no-gaps"
  }

  public enum EstimateSource: String, ReportWord {
    /// Counted in this capture.
    case seen
    /// Taken from what devices of the kind do.
    case assumed
  }
}
