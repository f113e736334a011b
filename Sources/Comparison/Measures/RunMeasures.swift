import Report

/// The numbers of one stretch of bulk data that carried no transfer.
package enum RunMeasures {
  package static let all: [Measure<ReportV1.Run>] = [
    // As of transfers. Its gaps may be the app's, and are compared as the gaps of the stream.
    Measure(
      "duration_us", .microseconds,
      "The time from the first value to the last, without the gaps between values",
      better: .less, within: 0.12, or: 30_000, weight: .time, words: longerOrShorter,
      amount: Amount("bytes") { Double($0.bytes) }
    ) {
      // A clock that was set back leaves no duration.
      let duration = $0.durationUs - ($0.waitsUs.gaps ?? 0)
      return duration > 0 ? Double(duration) : nil
    }
  ]
}
