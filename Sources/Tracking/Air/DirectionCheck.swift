import LinkLayer

/// Whether what the headers of a sniffer say about who sent a packet can be.
///
/// Packets that follow one another by the inter frame space are of two sides, and the first packet
/// of an event is the central's. Core Vol 6, Part B, 4.5.1. One header may be wrong; some programs
/// write the same for all packets, and some the opposite.
struct DirectionCheck: Sendable {
  private var agreeing = 0
  private var contradicting = 0

  /// The sniffer may miss the first packet of an event, and of several.
  private static let enough = 4

  var areWrong: Bool { contradicting >= Self.enough && contradicting > 4 * agreeing }

  /// - Parameter isSecond: whether the packet before was the first of its event that was heard.
  mutating func note(
    _ sender: AirPacket.Sender, after before: AirPacket.Sender, isSecond: Bool
  ) {
    guard sender != .unknown, before != .unknown else { return }
    if sender == before {
      // No packet that was missed explains that.
      contradicting += 2
    } else if isSecond {
      if before == .central { agreeing += 1 } else { contradicting += 1 }
    }
  }
}
