import BluetoothProtocol
import Report

/// Something that was owed and did not come, came twice, or came unasked, as a log shows it: what
/// the report says of it, but for the time from the capture's first packet on.
package struct BreachFact: Sendable {
  package internal(set) var report: ReportV1.Breach
  /// When the first frame came.
  package let time: Int64
  /// The address of the peer, where the connection is known by it.
  package private(set) var peer: UInt64?

  static let mostFrames = 5

  /// - Parameter frame: what broke it, or what asked for that which never came.
  init(
    _ obligation: ReportV1.Obligation, by party: ReportV1.BreachParty, at time: Int64, frame: Int,
    peer: UInt64? = nil, _ describe: (inout ReportV1.Breach) -> Void = { _ in }
  ) {
    self.time = time
    self.peer = peer
    report = ReportV1.Breach {
      ($0.obligation, $0.party) = (obligation, party)
      ($0.frame, $0.lastFrame, $0.frames, $0.count) = (frame, frame, [frame], 1)
      describe(&$0)
    }
  }

  /// It was broken once more.
  mutating func add(_ frame: Int) {
    report.count &+= 1
    report.lastFrame = frame
    if report.frames.count < Self.mostFrames { report.frames.append(frame) }
  }

  private static let ofAbsence: Set<ReportV1.Obligation> = [
    .controllerSilent, .hostRequestUnanswered, .hostBuffersKept, .sentAfterEnd,
    .procedureUnfinished,
  ]

  /// Whether what did not come may be among records that the logger lost.
  ///
  /// - Parameters:
  ///   - losses: records were lost before these frames.
  ///   - end: the frame up to which it was waited for.
  func mayBeLost(_ losses: [UInt32], until end: Int) -> Bool {
    let start = min(report.causeFrame ?? report.frame, report.frame)
    return Self.ofAbsence.contains(report.obligation)
      && losses.contains { Int($0) > start && Int($0) <= end }
  }
}
