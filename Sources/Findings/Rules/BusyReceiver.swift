import Report
import Text

/// What a scan shows of this host's receiver: its controller was set to listen, and did so for a
/// part of the time only.
///
/// Devices are independent of each other, so that the receiver explains why all are silent at once;
/// a controller that takes long to end a scan has other work, too.
struct BusyReceiver {
  /// In which the scan began.
  let frame: Int
  /// `in the scan from #11334, reports of all devices came only in bursts, one burst every 1.28 s`
  let words: String

  fileprivate init(_ scan: ReportV1.Scan) {
    frame = scan.startFrame
    if let bursts = scan.bursts, scan.hasUnexplainedBursts {
      words =
        "in the scan from #\(frame), reports of all devices came only in bursts, one burst every "
        + "\(Wording.duration(bursts.periodUs))"
    } else {
      words =
        "the controller took \(Wording.duration(scan.stopAnswerUs ?? 0)) to end the scan "
        + "from #\(frame)"
    }
  }
}

/// The scans of a capture that show a busy receiver.
struct BusyReceivers {
  /// In the order of their beginnings. The report does not say which controller scans: where there
  /// are several, nothing is said.
  private let scans: [ReportV1.Scan]

  /// A controller answers at once, as a rule.
  static let slowAnswer = RuleLimit("slow_answer_us", 500_000, .microseconds)
  /// A scan farther from an attempt than this says nothing about it.
  private static let nearUs = 60_000_000
  private static let mostCompared = 16

  init(_ capture: ReportV1.Capture) {
    scans =
      capture.controllers.count > 1
      ? []
      : capture.scans.filter {
        $0.hasUnexplainedBursts || $0.stopAnswerUs ?? 0 >= Self.slowAnswer.value
      }
      .sorted { $0.startUs < $1.startUs }
  }

  /// The scan nearest before the end of an attempt, one with bursts first.
  func near(_ startUs: Int, _ endUs: Int) -> BusyReceiver? {
    var (low, high) = (0, scans.count)
    while low < high {
      let middle = (low + high) / 2
      if scans[middle].startUs <= endUs { low = middle + 1 } else { high = middle }
    }
    let before = scans[..<low].suffix(Self.mostCompared).reversed().filter {
      startUs - $0.startUs - ($0.durationUs ?? 0) <= Self.nearUs
    }
    return (before.first { $0.hasUnexplainedBursts } ?? before.first).map { BusyReceiver($0) }
  }
}
