extension ReportV1 {
  /// What the link allowed against what was achieved.
  public struct Ceiling: ReportObject {
    /// The connection interval that the estimate uses.
    public var intervalUs = 0
    /// Link layer data packets a connection event that the estimate counts with.
    public var packetsPerEvent: Double = 0  // decimals: 2
    /// Where the packets per event come from.
    public var packetsPerEventSource: EstimateSource = .assumed
    /// The largest link layer payload.
    public var llOctets = 0
    /// The PHY that the estimate uses.
    public var phy: String?
    /// The size of most chunks.
    public var chunkBytes = 0
    /// The longest value that the ATT_MTU allows.
    public var chunkLimit: Int?
    /// How many Link Layer packets a value takes.
    public var llPacketsPerChunk = 0
    /// The least time for this payload, in chunks as long as the MTU in force allows. For a stream:
    /// for its values as they were.
    public var possibleUs = 0
    /// How long it took.
    public var achievedUs = 0
    /// The rate that the link could have reached, in octets a second.
    public var possibleBytesPerS: Double = 0  // decimals: 1
    /// The rate that was reached, in octets a second.
    public var achievedBytesPerS: Double?  // decimals: 1
    /// Where the time went; adds up to `achieved_us`.
    public var waterfall: [TimeShare] = []
    /// How long it would have taken with one change each.
    public var whatIf: [WhatIf] = []
    package static var isCompound: Bool { true }
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
    /// How long this cause lasted.
    public var us = 0
  }

  /// What the same transfer would take with one thing changed.
  public struct WhatIf: ReportObject {
    /// What `kind` and its numbers say in words, with what they were.
    public var change = ""
    /// How long it would have taken.
    public var durationUs = 0
    /// The rate that would have been reached, in octets a second.
    public var bytesPerS: Double = 0  // decimals: 1
    /// Which change it is; `null` only in a report of an older bletrace.
    public var kind: WhatIfKind?
    /// The size of the chunks as it would be, where the kind is about it.
    public var chunkBytes: Int?
    /// The MTU as it would be, where the kind is about it.
    public var mtu: Int?
    /// The longest data packet as it would be, where the kind is about it.
    public var llOctets: Int?
    /// The interval as it would be, where the kind is about it.
    public var intervalUs: Int?
    /// How many stalls, pauses, silences, delays or gaps there would not be.
    public var losses: Int?
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
