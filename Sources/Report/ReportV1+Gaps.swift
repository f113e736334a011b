import Text

extension ReportV1 {
  /// What time went to: the explanation of a gap, or a part of a waterfall. Its text is that of the
  /// report; a newer bletrace may know more of them.
  public struct TimeCause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    ReportValue
  {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral rawValue: String) { self.init(rawValue: rawValue) }

    public static let creditStall: Self = "credit-stall"
    public static let completionStall: Self = "completion-stall"
    public static let appPause: Self = "app-pause"
    public static let senderPause: Self = "sender-pause"
    public static let request: Self = "request"
    /// Before a write: values came from the peer until more than half of the time was over.
    public static let peerValues: Self = "peer-values"
    public static let linkSilence: Self = "link-silence"
    public static let missedEvents: Self = "missed-events"
    public static let markerDelay: Self = "marker-delay"
    public static let captureDrops: Self = "capture-drops"
    public static let clockStep: Self = "clock-step"
    /// The parameters of the connection were being changed.
    public static let parameterUpdate: Self = "parameter-update"
    /// The sniffer missed packets meanwhile, or could not read them: it may be that none was late.
    public static let snifferMissed: Self = "sniffer-missed"
    // Of a waterfall alone.
    public static let air: Self = "air"
    public static let connectionEvents: Self = "connection-events"
    public static let roundTrips: Self = "round-trips"
    public static let senderPace: Self = "sender-pace"
    public static let unexplained: Self = "unexplained"
    public static let completion: Self = "completion"
    public static let sender: Self = "sender"
    public static let gaps: Self = "gaps"

    package static var schema: SchemaNode { .string }
    public var heapOctets: Int { rawValue.heapOctets }
    package func write(to json: inout JSONWriter) { rawValue.write(to: &json) }
    package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
      Self(rawValue: try String.read(json))
    }
  }
}

/// What the gaps of a stream or transfer come to.
extension ReportV1.NotificationStream {
  /// How many there were; `nil` where that is unknown.
  public var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }

  /// Whether its values follow one another so evenly that a longer silence is noticed: 20 or more,
  /// of which 95 in a hundred follow within twice the median. Of a stream that comes in bursts the
  /// median is now the time within a burst and now the time between two, as it happens.
  public var isSteady: Bool {
    guard count >= 20, let median = gapUs.p50, let most = gapUs.p95 else { return false }
    return most / 2 <= median
  }
}

extension ReportV1.Transfer {
  /// How many there were; `nil` where that is unknown.
  public var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }
}

extension ReportV1 {
  /// A report of an earlier version has the list only, of at most 256.
  package static func counted(_ count: Int?, _ list: [Gap]) -> Int? {
    count ?? (list.count < 256 ? list.count : nil)
  }
}
