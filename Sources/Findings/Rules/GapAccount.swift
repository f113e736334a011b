import Report

/// How many of the gaps of a transfer or stream have one of several causes, and how long they were
/// together: of all that were counted, where the list holds the longest only.
struct GapAccount {
  var count = 0
  var us = 0
  /// The longest.
  var longest: ReportV1.Gap?
  /// Whether there were more than could be counted.
  var isPartial = false

  init(_ transfer: borrowing ReportV1.Transfer, _ test: (ReportV1.TimeCause?) -> Bool) {
    self.init(transfer.gaps, transfer.gapCauses, transfer.gapCount, test)
  }

  init(_ stream: borrowing ReportV1.NotificationStream, _ test: (ReportV1.TimeCause?) -> Bool) {
    self.init(stream.gaps, stream.gapCauses, stream.gapCount, test)
  }

  private init(
    _ gaps: [ReportV1.Gap], _ causes: [ReportV1.GapCause], _ all: Int?,
    _ test: (ReportV1.TimeCause?) -> Bool
  ) {
    for index in gaps.indices where test(gaps[index].explainedBy) {
      count += 1
      us = Int(reported: us + gaps[index].gapUs)
      if longest.map({ gaps[index].gapUs > $0.gapUs }) ?? true { longest = gaps[index] }
    }
    // A report of an earlier version has the list only.
    guard !causes.isEmpty else { return }
    let chosen = causes.indices.filter { test(causes[$0].explainedBy) }
    count = chosen.map { causes[$0].count }.total
    us = chosen.map { causes[$0].us }.total
    isPartial = all == nil
  }
}

extension ReportV1.Gap {
  /// Whether nothing that the capture shows explains it: the other side, or the air.
  static func isUnexplained(_ cause: ReportV1.TimeCause?) -> Bool {
    cause == nil || cause == .linkSilence || cause == .missedEvents
  }

  /// Whether the other side sent nothing, or what it sent did not come.
  static func isOfOtherSide(_ cause: ReportV1.TimeCause?) -> Bool {
    cause == .senderPause || isUnexplained(cause)
  }

  var isUnexplained: Bool { Self.isUnexplained(explainedBy) }
}
