import BluetoothProtocol
import Report

/// Something that was owed and did not come, came twice, or came unasked, as a log shows it.
package struct BreachFact: Sendable {
  package let obligation: ReportV1.Obligation
  package let party: ReportV1.BreachParty
  /// When the first frame came.
  package let time: Int64
  /// At most five; the first is what broke it, or what asked for that which never came.
  package private(set) var frames: [Int]
  package private(set) var lastFrame: Int
  package private(set) var count = 1
  package var causeFrame: Int?
  package var pdu: ATTOpcode?
  package var request: ATTOpcode?
  package var openFrame: Int?
  package var handle: UInt16?
  /// The address of the peer, where the connection is known by it.
  package var peer: UInt64?
  package var command: HCIOpcode?
  package var name: String?
  package var status: HCIStatus?
  package var value: Int?
  package var limit: Int?
  package var openMicroseconds: Int64?
  package var worked = false

  private static let mostFrames = 5

  init(
    _ obligation: ReportV1.Obligation, by party: ReportV1.BreachParty, at time: Int64, frame: Int
  ) {
    self.obligation = obligation
    self.party = party
    self.time = time
    frames = [frame]
    lastFrame = frame
  }

  /// It was broken once more.
  mutating func add(_ frame: Int) {
    count &+= 1
    lastFrame = frame
    if frames.count < Self.mostFrames { frames.append(frame) }
  }

  /// More of them were counted than frames are known.
  mutating func raise(to total: Int, last frame: Int) {
    count = max(count, total)
    lastFrame = max(lastFrame, frame)
  }
}

/// Where what is written down is not missing from the capture alone: records that the logger lost
/// may hold it.
extension BreachFact {
  /// Whether it rests on something that did not come.
  private var restsOnAbsence: Bool {
    switch obligation {
    case .controllerSilent, .hostRequestUnanswered, .hostBuffersKept, .sentAfterEnd: true
    case .responseUnmatched, .mtuExchangedAgain, .valuesCutAtMTU, .commandRefused,
      .completionsMissing:
      false
    }
  }

  /// - Parameters:
  ///   - losses: records were lost before these frames.
  ///   - end: the frame up to which it was waited for.
  func mayBeLost(_ losses: [UInt32], until end: Int) -> Bool {
    let start = causeFrame ?? frames[0]
    return restsOnAbsence && losses.contains { Int($0) > min(start, frames[0]) && Int($0) <= end }
  }
}
