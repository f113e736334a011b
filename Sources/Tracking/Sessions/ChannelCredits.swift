import BluetoothProtocol

/// Times in which the sender of a channel had no credits, and something to send.
package struct CreditWaits: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var microseconds: Int64 = 0
  package private(set) var longest: Int64 = 0
  /// Of the longest: the frame that took the last credit, and the one that brought new ones.
  package private(set) var firstFrame = 0
  package private(set) var lastFrame = 0

  mutating func add(from first: Moment, to last: Moment) {
    let waited = max(0, last.time.since(first.time))
    count += 1
    microseconds &+= waited
    guard waited >= longest else { return }
    longest = waited
    (firstFrame, lastFrame) = (first.frame, last.frame)
  }
}

/// What one side of a credit-based channel may still send, and how long it had to wait for more.
///
/// Each K-frame takes a credit. The receiver gives them when the channel is opened, and with
/// L2CAP_FLOW_CONTROL_CREDIT_IND. Core Vol 3, Part A, 10.1. What a sender would like to say does
/// not show: a time without credits counts if it goes on as soon as it has some, or if it stands in
/// the middle of an SDU.
struct ChannelCredits: Sendable {
  private(set) var waits = CreditWaits()
  /// `nil` while it cannot be known.
  private var left: Int?
  /// When the last credit was taken, and when new ones came after that.
  private var empty: Moment?
  private var granted: Moment?
  private var hasSent = false
  /// The packet that took the last credit, and how long none came after it, up to the end.
  private(set) var exhausted: (frame: Int, microseconds: Int64)?

  /// What a receiver may have given at most. Core Vol 3, Part A, 10.1.
  private static let most = 0xFFFF

  mutating func open(with count: UInt16, at moment: Moment) {
    left = Int(count)
    empty = count == 0 ? moment : nil
    granted = nil
    hasSent = false
  }

  mutating func give(_ count: UInt16, at moment: Moment) {
    guard let left, count > 0 else { return }
    if left == 0 { granted = moment }
    self.left = min(left + Int(count), Self.most)
  }

  /// - Parameter patience: microseconds in which a sender that waited for credits goes on.
  mutating func send(at moment: Moment, patience: Int64) {
    guard let left else { return }
    if let empty, let granted, moment.time.since(granted.time) <= patience {
      waits.add(from: empty, to: granted)
    }
    (empty, granted) = (nil, nil)
    hasSent = true
    // More than it was given: the capture has lost what gave the others.
    self.left = left > 0 ? left - 1 : nil
    if left == 1 { empty = moment }
  }

  /// The channel is closed, or the capture ends.
  mutating func end(at moment: Moment, inMidstOfSDU: Bool) {
    if inMidstOfSDU, left == 0, let empty { waits.add(from: empty, to: moment) }
    // One that was opened without credits has used none.
    if hasSent, left == 0, granted == nil, let empty {
      exhausted = (empty.frame, max(0, moment.time.since(empty.time)))
    }
    left = nil
  }
}

extension ConnectionState {
  /// L2CAP_FLOW_CONTROL_CREDIT_IND names the channel by the end of the side that sends it.
  mutating func giveCredits(
    _ credit: L2CAPFlowControlCredit, _ context: inout SessionContext<some SessionObserver>
  ) {
    let isSent = context.direction == .tx
    for index in channels.indices
    where channels[index].isOpen
      && (isSent ? channels[index].local : channels[index].remote) == credit.channel
    {
      channels[index].credits[context.direction.reversed.index].give(
        credit.credits, at: context.moment)
    }
  }

  /// A sender that has credits again uses the next connection events, or it had nothing to send.
  var creditPatience: Int64 {
    max(100_000, 4 * Int64(parameters.last?.usedIntervalUs ?? 0))
  }
}
