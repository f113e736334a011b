import Report

/// Requests of L2CAP's signalling channels, which the other side has to answer, and channels of
/// BR/EDR, which both sides have to configure: Core Vol 3, Part A, 4 and 7.1.
///
/// An update of the connection's parameters has rules of its own.
struct SignalWatch: Sendable {
  /// Of this host, and of the peer.
  private var sides = [Side(), Side()]
  /// Whether a side owes something: who else sends what counts from then on.
  private(set) var isWaiting = false

  private struct Side: Sendable {
    var asked: [Asked] = []
    /// Channels that were opened, which this side has not configured.
    var toConfigure: [(time: Int64, frame: Int)] = []
    /// The last that this side sent, of any kind.
    var lastSent = Int64.min
  }

  private struct Asked: Sendable {
    var code: UInt8
    var identifier: UInt8
    var time: Int64
    var frame: Int
  }

  private static let most = 16
  private static let patience = Int64(ProcedurePatience.signallingUs)

  mutating func forget() {
    sides = [Side(), Side()]
    isWaiting = false
  }

  /// Anything that a side sent shows that it is there.
  @inline(__always)
  mutating func hear(_ isSent: Bool, at time: Int64) { sides[isSent ? 0 : 1].lastSent = time }

  mutating func take(_ row: LogRow, isSent: Bool) {
    let code = UInt8(truncatingIfNeeded: row.head)
    let identifier = UInt8(truncatingIfNeeded: row.head >> 8)
    let result = UInt16(truncatingIfNeeded: row.head >> 16)
    let (own, other) = isSent ? (0, 1) : (1, 0)
    if Self.name(ofRequest: code) != nil {
      sides[own].asked.removeAll { $0.code == code && $0.identifier == identifier }
      if sides[own].asked.count >= Self.most { sides[own].asked.removeFirst() }
      sides[own].asked.append(
        Asked(code: code, identifier: identifier, time: row.time, frame: Int(row.frame)))
    } else if Self.isFinal(code, result) {
      // Command Reject answers whatever has its identifier.
      sides[other].asked.removeAll {
        $0.identifier == identifier && (code == 0x01 || $0.code == code - 1)
      }
    }
    switch code {
    // Connection Response: both sides configure the channel then.
    case 0x03 where result == 0:
      for side in 0..<2 where sides[side].toConfigure.count < Self.most {
        sides[side].toConfigure.append((row.time, Int(row.frame)))
      }
    case 0x04:
      if !sides[own].toConfigure.isEmpty { sides[own].toConfigure.removeFirst() }
    // Disconnection Request: which channel it is about is not in the row.
    case 0x06:
      for side in 0..<2 {
        sides[side].toConfigure = []
        sides[side].asked.removeAll { $0.code == 0x02 || $0.code == 0x04 }
      }
    default: break
    }
    isWaiting = sides.contains { !$0.asked.isEmpty || !$0.toConfigure.isEmpty }
  }

  /// Whether it is an answer, and not one that another one follows.
  private static func isFinal(_ code: UInt8, _ result: UInt16) -> Bool {
    switch code {
    case 0x01, 0x07, 0x09, 0x0B, 0x15, 0x1A: true
    // Pending.
    case 0x03, 0x0D: result != 1
    case 0x05: result != 4
    case 0x18: !(0xD...0xF).contains(result)
    default: false
    }
  }

  private static func name(ofRequest code: UInt8) -> String? {
    switch code {
    case 0x02: "L2CAP Connection Request"
    case 0x04: "L2CAP Configuration Request"
    case 0x06: "L2CAP Disconnection Request"
    case 0x08: "L2CAP Echo Request"
    case 0x0A: "L2CAP Information Request"
    case 0x0C: "L2CAP Create Channel Request"
    case 0x14: "LE Credit Based Connection Request"
    case 0x17: "Credit Based Connection Request"
    case 0x19: "Credit Based Reconfigure Request"
    default: nil
    }
  }

  private static func answer(to code: UInt8) -> String? {
    switch code {
    case 0x02: "L2CAP Connection Response"
    case 0x04: "L2CAP Configuration Response"
    case 0x06: "L2CAP Disconnection Response"
    case 0x08: "L2CAP Echo Response"
    case 0x0A: "L2CAP Information Response"
    case 0x0C: "L2CAP Create Channel Response"
    case 0x14: "LE Credit Based Connection Response"
    case 0x17: "Credit Based Connection Response"
    case 0x19: "Credit Based Reconfigure Response"
    default: nil
    }
  }

  /// - Parameter end: of the link, or of the capture.
  func breaches(until end: Int64) -> [BreachFact] {
    var found: [BreachFact] = []
    for (asking, owing) in [(0, 1), (1, 0)] {
      // A side that sends nothing at all may not be in the capture, or not be there any more.
      let party: ReportV1.BreachParty = owing == 0 ? .local : .peer
      let heard = sides[owing].lastSent
      for asked in sides[asking].asked where heard > asked.time {
        guard let breach = Self.breach(party, asked.time, asked.frame, until: end) else { continue }
        found.append(breach)
        found[found.count - 1].report.name = Self.name(ofRequest: asked.code)
        found[found.count - 1].report.awaited = Self.answer(to: asked.code)
      }
      for opened in sides[owing].toConfigure where heard > opened.time {
        guard let breach = Self.breach(party, opened.time, opened.frame, until: end) else {
          continue
        }
        found.append(breach)
        found[found.count - 1].report.name = "L2CAP Connection Response"
        found[found.count - 1].report.awaited = "L2CAP Configuration Request"
      }
    }
    return found
  }

  private static func breach(
    _ party: ReportV1.BreachParty, _ time: Int64, _ frame: Int, until end: Int64
  ) -> BreachFact? {
    guard end &- time >= patience else { return nil }
    var breach = BreachFact(.procedureUnfinished, by: party, at: time, frame: frame)
    breach.report.openUs = Int(reported: end &- time)
    breach.report.limit = Int(patience)
    return breach
  }
}
