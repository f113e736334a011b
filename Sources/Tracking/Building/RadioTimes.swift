import Bytes
import Report

/// What the radios of this host's controllers were used for beside its links: when they scanned,
/// looked for BR/EDR devices, paged one, or tried to connect to one over LE.
///
/// An attempt by the Filter Accept List may wait for hours in the background, and is none of them.
struct RadioTimes: Sendable {
  private struct Use: Hashable {
    var controller: Int
    var work: ReportV1.RadioWork
  }

  private struct Stretch {
    var start: TraceTime
    var end: TraceTime
  }

  /// In order, and apart from each other.
  private var stretches: [Use: [Stretch]] = [:]

  init() {}

  /// - Parameter end: of what goes on at the end of the capture.
  init(_ sessions: borrowing Sessions, _ attempts: [AttemptFact], until end: TraceTime) {
    var all: [Use: [Stretch]] = [:]
    func add(_ controller: Int, _ work: ReportV1.RadioWork, _ start: TraceTime, _ last: TraceTime) {
      guard last > start else { return }
      all[Use(controller: controller, work: work), default: []].append(
        Stretch(start: start, end: last))
    }
    for scan in sessions.scans {
      add(scan.controller, .scan, scan.start.time, scan.stop?.time ?? end)
    }
    for inquiry in sessions.inquiries {
      add(inquiry.controller, .inquiry, inquiry.start.time, min(inquiry.end, end))
    }
    for attempt in attempts where !attempt.isByList {
      add(
        attempt.controller, attempt.transport == .le ? .connect : .page, attempt.start.time,
        attempt.last?.time ?? end)
    }
    stretches = all.mapValues { list in
      var merged: [Stretch] = []
      for next in list.sorted(by: { $0.start < $1.start }) {
        if let last = merged.indices.last, next.start <= merged[last].end {
          merged[last].end = max(merged[last].end, next.end)
        } else {
          merged.append(next)
        }
      }
      return merged
    }
  }

  /// What went on for half of some time or more; the longest of several.
  func work(of controller: Int, from start: TraceTime, to end: TraceTime) -> ReportV1.RadioWork? {
    var best: (work: ReportV1.RadioWork, us: Int64)?
    for work in ReportV1.RadioWork.allCases {
      guard let list = stretches[Use(controller: controller, work: work)] else { continue }
      var us: Int64 = 0
      for stretch in list[list.partitionPoint { $0.end > start }...] {
        guard stretch.start < end else { break }
        us &+= min(stretch.end, end).since(max(stretch.start, start))
      }
      if us > best?.us ?? 0 { best = (work, us) }
    }
    return best.flatMap { $0.us >= end.since(start) / 2 ? $0.work : nil }
  }
}
