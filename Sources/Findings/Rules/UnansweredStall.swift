import BluetoothProtocol
import Report

/// Requests of one client without an answer, each sent while the one before it was open: one stall,
/// whatever the client broke by not waiting.
struct UnansweredStall {
  var first: ReportV1.PendingRequest
  var later: [ReportV1.PendingRequest] = []
  /// The request that was open when the first one was sent, and was answered.
  var openFrame: Int?

  var isOverlapped: Bool { !later.isEmpty || openFrame != nil }

  /// Those that are worth a finding.
  static func all(in connection: ReportV1.Connection) -> [UnansweredStall] {
    guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return [] }
    let pending = connection.att.pending
    let repetitions = Set(pending.compactMap(\.repeatedFrame))
    let open = pending.filter {
      !$0.isInLostLink(of: connection) && !repetitions.contains($0.frame)
    }
    guard !connection.att.overlaps.isEmpty else {
      return open.filter { !$0.mayBeCutOff(in: connection) }.map { Self(first: $0) }
    }
    var stalls: [UnansweredStall] = []
    for request in open.sorted(by: { $0.frame < $1.frame }) {
      let overlap = connection.att.overlaps.first { $0.holds(request) }
      let position = stalls.lastIndex { $0.first.asked == request.asked }
      if let overlap, let position, overlap.holds(stalls[position].last),
        stalls[position].last.ageUs - request.ageUs < ATTLimits.transactionTimeoutUs
      {
        stalls[position].later.append(request)
        continue
      }
      // One that the end may have cut off makes no stall, but belongs to one that was there.
      guard !request.mayBeCutOff(in: connection) else { continue }
      var stall = UnansweredStall(first: request)
      if let overlap, overlap.count == 1, overlap.nextFrame == request.frame {
        stall.openFrame = overlap.frame
      }
      stalls.append(stall)
    }
    return stalls
  }

  /// Whether a request is one of it.
  func holds(_ frame: Int?) -> Bool {
    first.frame == frame || later.contains { $0.frame == frame }
  }

  private var last: ReportV1.PendingRequest { later.last ?? first }
}

extension ReportV1.RequestOverlap {
  /// Whether a request lies where requests of its client overlapped.
  func holds(_ request: ReportV1.PendingRequest) -> Bool {
    asked == request.asked && (frame...max(frame, lastFrame)).contains(request.frame)
  }
}
