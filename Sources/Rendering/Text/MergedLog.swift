import Bytes

/// What another program wrote while the capture was made, by the times of its lines.
package struct MergedLog: Sendable {
  package struct Line: Sendable {
    /// Since the first packet.
    package var timeUs: Int
    /// The line, then those after it that have no time of their own.
    package var texts: [String]

    package init(timeUs: Int, text: String) {
      self.timeUs = timeUs
      texts = [text]
    }
  }

  package var path = ""
  /// What was added to the times of the log.
  package var offsetUs = 0
  /// Some lines do not name their zone: their times were taken as UTC.
  package var assumesZone = false
  /// Some lines do not name the year or the date: what is nearest to the capture was taken.
  package var assumesDate = false
  /// Those between the first packet and the last one, by time.
  package var lines: [Line] = []
  package var before = 0
  package var after = 0
  /// Lines of that time beyond the number that is kept.
  package var omitted = 0

  package init() {}
}

/// How a timeline is printed.
package struct TimelineOptions: Sendable {
  /// Whether times are moments in UTC, where the capture has them; else they count from the first
  /// packet.
  package var showsClock = false
  /// By the index of the capture.
  package var logs: [Int: MergedLog] = [:]

  package init() {}
}
