import Report

/// How a cause of time is called and drawn, wherever a report is shown.
struct TimeCauseWords {
  /// Work of the link, waiting for its rhythm or for answers, a stall, a pause of one side, or
  /// unknown: what has the same colour.
  enum Group: String {
    case onAir = "on-air"
    case waiting, answers, stall, pause, unknown
  }

  /// What no other cause of the group has.
  enum Pattern: String { case right, left, cross, across, upright, dots }

  let cause: ReportV1.TimeCause
  /// A part of the time of a transfer or a run.
  let share: String
  /// In a narrow column, and of a single gap: a silence in which nothing came does not show whether
  /// anything was sent.
  let short: String
  /// In the plots of the page; `nil` of what they do not draw.
  let plot: String?
  let group: Group
  let pattern: Pattern?

  private init(
    _ cause: ReportV1.TimeCause, _ share: String, short: String? = nil, plot: String? = nil,
    _ group: Group, _ pattern: Pattern? = nil
  ) {
    self.cause = cause
    self.share = share
    self.short = short ?? share
    self.plot = plot
    self.group = group
    self.pattern = pattern
  }

  static let all: [Self] = [
    .init(.air, "packets on the air", short: "air", .onAir),
    .init(
      .connectionEvents, "waiting for connection events", short: "connection events", .waiting),
    .init(.roundTrips, "waiting for answers", short: "answers to requests", .answers),
    .init(
      .request, "before a request of this host", short: "after a request",
      plot: "waited for a request", .waiting, .upright),
    .init(.creditStall, "credit stalls", plot: "no free buffer", .stall, .right),
    .init(
      .completionStall, "other stalls of the controller", plot: "controller completed nothing",
      .stall, .cross),
    .init(.appPause, "app paused or waited", plot: "app paused", .pause, .left),
    .init(
      .senderPause, "pauses of the sender", short: "sender paused", plot: "sender paused", .pause,
      .across),
    .init(
      .peerValues, "waiting for values of the peer", short: "peer's values",
      plot: "the peer sent values", .answers, .across),
    .init(
      .linkSilence, "silence of sender or link", short: "sender or link",
      plot: "nothing from sender or link", .unknown, .dots),
    .init(
      .missedEvents, "connection events without data", short: "sender or link",
      plot: "connection events without data", .waiting, .across),
    .init(.markerDelay, "delay of the marker", plot: "marker came late", .pause, .upright),
    .init(
      .captureDrops, "records that were lost", plot: "records lost by the logger", .unknown, .cross),
    .init(
      .snifferMissed, "packets that the sniffer missed", short: "sniffer missed packets",
      plot: "the sniffer missed packets", .unknown, .left),
    .init(.clockStep, "a step of the clock", plot: "clock stepped", .unknown, .upright),
    .init(
      .parameterUpdate, "changes of the parameters", short: "parameters changed",
      plot: "the parameters were changed", .waiting, .dots),
    .init(.senderPace, "pace of the sender", .pause),
    .init(.completion, "late completions", short: "completion", .stall),
    .init(.sender, "the sender's own time", short: "sender", .pause, .cross),
    .init(.gaps, "pauses", .pause, .dots),
    .init(.unexplained, "unexplained", .unknown),
    // The page alone has these.
    .init(.notAsked, "before the request", plot: "this host had not asked yet", .waiting, .left),
    .init(.answer, "after the request", plot: "from its request to the data", .answers),
    .init(.unknownGap, "gaps", plot: "gap, cause unknown", .unknown),
  ]

  private static let byCause = Dictionary(uniqueKeysWithValues: all.map { ($0.cause, $0) })

  /// A newer bletrace may know more of them.
  static func of(_ cause: ReportV1.TimeCause) -> Self {
    byCause[cause] ?? Self(cause, cause.rawValue, .unknown)
  }
}

extension ReportV1.TimeCause {
  static let notAsked: Self = "not-asked"
  static let answer: Self = "answer"
  static let unknownGap: Self = "gap"

  var words: TimeCauseWords { .of(self) }
}
