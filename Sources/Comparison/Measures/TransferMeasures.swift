import Report

/// The numbers of one transfer.
package enum TransferMeasures {
  package static let all: [Measure<ReportV1.Transfer>] = [
    Measure(
      "complete", .yesOrNo,
      "Whether the transfer reached its end, and the controller completed all its packets",
      better: .more, weight: .loss, where: { !$0.isCutByCapture },
      value: { ($0.outcome == .complete).number }),
    Measure(
      "intact", .yesOrNo, "Whether the payload is valid, by the rules of its format",
      better: .more, weight: .loss, where: { !$0.isCutByCapture },
      value: { $0.payloadIntact?.number }),
    // What an incomplete transfer took says nothing.
    Measure(
      "duration_us", .microseconds,
      "The time from the first chunk of a complete transfer to its marker or last chunk; for a "
        + "sent one, until all its packets were completed",
      // Medians of five runs that swing by 6 % are 10 % apart once in 25 times, and 12 % apart once
      // in 70; a slowdown of 20 % still shows.
      better: .less, within: 0.12, or: 30_000, weight: .time,
      words: longerOrShorter
    ) { $0.outcome == .complete ? Double($0.paceUs) : nil },
    Measure(
      "throughput_bytes_per_s", .bytesPerSecond,
      "The payload divided by duration_us, if the duration is long enough",
      better: .more, within: 0.12, weight: .time,
      words: fasterOrSlower
    ) { $0.outcome == .complete ? $0.paceBytesPerS : nil },
    Measure(
      "payload_bytes", .bytes, "The payload, without the marker", better: .neither,
      words: greaterOrSmaller
    ) {
      Double($0.payloadBytes)
    },
    Measure(
      "chunks", .count,
      "The number of values that carried the "
        + "payload", better: .neither, within: 0.05,
      or: 1, words: moreOrFewer
    ) {
      Double($0.chunks)
    },
    // The size of most chunks: the first of the list.
    Measure(
      "chunk_bytes", .bytes, "The size of most chunks", better: .more, words: greaterOrSmaller
    ) {
      ($0.chunkBytes.entries.first.flatMap { Int($0.key) }).number
    },
    Measure(
      "gap_us.p50", .microseconds,
      "The median of the time from a chunk to the next, or to the marker",
      better: .less, within: 0.1, or: 10_000, words: longerOrShorter
    ) { $0.gapUs.p50.number },
    Measure(
      "gap_us.max", .microseconds, "The longest time from a chunk to the next, or to the marker",
      better: .less, within: 0.5, or: 60_000, words: longerOrShorter
    ) { $0.gapUs.max.number },
    Measure(
      "gaps", .count, "Times longer than the gap threshold between two chunks",
      better: .less, weight: .time, swings: true, words: moreOrFewer
    ) {
      $0.countedGaps.number
    },
    Measure(
      "resends", .count,
      "Chunks that were sent twice", better: .less, weight: .time, words: moreOrFewer
    ) {
      Double($0.resends.count)
    },
    Measure(
      "framing.retries", .count, "Messages of the transfer's protocol that were sent again",
      better: .less, weight: .time, words: moreOrFewer
    ) {
      ($0.framing?.retries).number
    },
    Measure(
      "framing.errors", .count,
      "Error answers of the transfer's protocol, wrong checksums, and missing sequence numbers",
      better: .less, weight: .loss, words: moreOrFewer
    ) {
      ($0.framing?.errors).number
    },
  ]

  static let facts: [Fact<ReportV1.Transfer>] = [
    Fact(
      "marker", weight: .loss, isGood: { $0.marker != nil },
      value: { $0.isCutByCapture || $0.framing != nil ? nil : $0.marker ?? noMarker }),
    Fact("marker_style") { $0.markerStyle?.rawValue },
    Fact("ending") { $0.complete ? nil : $0.ending.rawValue },
    Fact("payload_type") { $0.payloadType },
    Fact("framing.protocol") { $0.framing?.name },
    Fact("framing.content") { $0.framing?.content },
  ]

  private static let noMarker = "no marker"

  /// Means little where the payload is another.
  static let ofOnePayload: Set<String> = ["duration_us", "chunks"]
}

extension ReportV1.Transfer {
  /// The rest of it may have come after the capture ended.
  fileprivate var isCutByCapture: Bool { !complete && ending == .captureEnded }
}
