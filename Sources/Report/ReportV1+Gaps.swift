import Text

extension ReportV1 {
  /// What time went to: the explanation of a gap, or a part of a waterfall. Its text is that of the
  /// report; a newer bletrace may know more of them.
  package struct TimeCause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    ReportValue
  {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral rawValue: String) { self.init(rawValue: rawValue) }

    package static let creditStall: Self = "credit-stall"
    package static let completionStall: Self = "completion-stall"
    package static let appPause: Self = "app-pause"
    package static let senderPause: Self = "sender-pause"
    package static let request: Self = "request"
    package static let linkSilence: Self = "link-silence"
    package static let missedEvents: Self = "missed-events"
    package static let markerDelay: Self = "marker-delay"
    package static let captureDrops: Self = "capture-drops"
    package static let clockStep: Self = "clock-step"
    // Of a waterfall alone.
    package static let air: Self = "air"
    package static let connectionEvents: Self = "connection-events"
    package static let roundTrips: Self = "round-trips"
    package static let senderPace: Self = "sender-pace"
    package static let unexplained: Self = "unexplained"
    package static let completion: Self = "completion"
    package static let sender: Self = "sender"
    package static let gaps: Self = "gaps"

    package static var schema: SchemaNode { .string }
    package var heapOctets: Int { rawValue.heapOctets }
    package func write(to json: inout JSONWriter) { rawValue.write(to: &json) }
    package static func read(_ json: JSONCursor) throws(ReadingFault) -> Self {
      Self(rawValue: try String.read(json))
    }
  }
}

/// What the gaps of a stream or transfer come to.
extension ReportV1.NotificationStream {
  /// How many there were; `nil` where that is unknown.
  package var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }

  /// Whether its values follow one another so evenly that a longer silence is noticed: 20 or more,
  /// of which 95 in a hundred follow within twice the median. Of a stream that comes in bursts the
  /// median is now the time within a burst and now the time between two, as it happens.
  package var isSteady: Bool {
    guard count >= 20, let median = gapUs.p50, let most = gapUs.p95 else { return false }
    return most / 2 <= median
  }
}

extension ReportV1.Transfer {
  /// How many there were; `nil` where that is unknown.
  package var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }
}

extension ReportV1 {
  /// A report of an earlier version has the list only, of at most 256.
  fileprivate static func counted(_ count: Int?, _ list: [Gap]) -> Int? {
    count ?? (list.count < 256 ? list.count : nil)
  }
}
