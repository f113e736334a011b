import Report

/// Packets of a link that its controller took, and has to report as completed: Core Vol 4, Part E,
/// 4.1.1. Without that a host has no buffers after a while, and sends nothing more.
struct DeliveryWatch: Sendable {
  /// Those that are out, the oldest first, as far as there is room.
  private var out: [(time: Int64, frame: Int)] = []
  private var more = 0
  private var sent = 0
  private var completed = 0
  /// What came from the peer, and how much of it since the oldest was sent.
  private var lastReceived = Int64.min
  private var receivedSince = 0
  /// More was completed than is known to have been sent, or records were lost.
  private var isOff = false

  /// The link is known to live by so many packets of the peer, so long after the packet was sent.
  private static let leastReceived = 3
  private static let leastMicroseconds: Int64 = 5_000_000
  private static let most = 64

  mutating func forget() { isOff = true }

  mutating func take(_ row: LogRow) {
    switch LogKind(rawValue: row.stream) {
    case .completion: complete(Int(row.length))
    case .sentPart, .sentOther, .sentSignal, .sentPairing: send(row)
    case .receivedPart, .receivedOther, .receivedSignal, .receivedPairing: receive(row)
    default: break
    }
  }

  mutating func take(_ row: LogRow, isSent: Bool) {
    if isSent { send(row) } else { receive(row) }
  }

  private mutating func send(_ row: LogRow) {
    guard row.isPacket else { return }
    sent &+= 1
    if out.isEmpty { receivedSince = 0 }
    if out.count < Self.most, more == 0 {
      out.append((row.time, Int(row.frame)))
    } else {
      more &+= 1
    }
  }

  private mutating func receive(_ row: LogRow) {
    lastReceived = row.time
    receivedSince &+= 1
  }

  private mutating func complete(_ count: Int) {
    guard count > 0 else { return }
    completed &+= count
    if count > out.count &+ more { isOff = true }
    let known = min(count, out.count)
    out.removeFirst(known)
    more = max(0, more &- (count &- known))
    receivedSince = 0
  }

  func breach(_ facts: LinkFacts) -> BreachFact? {
    // Where nothing was ever completed on any link, the capture lacks the events.
    guard !isOff, facts.knowsCompletions, facts.beginsHere, let oldest = out.first,
      receivedSince >= Self.leastReceived,
      lastReceived &- oldest.time >= Self.leastMicroseconds
    else { return nil }
    return BreachFact(
      .completionsMissing, by: .controller, at: oldest.time, frame: oldest.frame
    ) {
      $0.count = out.count &+ more
      $0.frames = out.prefix(BreachFact.mostFrames).map(\.frame)
      $0.lastFrame = out[out.count - 1].frame
      ($0.value, $0.limit) = (completed, sent)
      $0.openUs = Int(reported: lastReceived &- oldest.time)
    }
  }
}
