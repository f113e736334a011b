/// Which channel each connection event uses, by either of the two algorithms.
///
/// Core Vol 6, Part B, 4.5.8.
package struct ChannelHop: Sendable {
  package enum Algorithm: Hashable, Sendable {
    /// Channel Selection Algorithm #1: a fixed step from event to event.
    case first(hop: UInt8)
    /// Channel Selection Algorithm #2: a pseudo-random number for each event.
    case second
  }

  package let algorithm: Algorithm
  private let identifier: UInt16
  private let map: UInt64
  /// In ascending order.
  private let used: [UInt8]

  /// - Parameter map: a bit for each of the channels 0 to 36.
  /// - Returns: nil for a map without channels.
  package init?(_ algorithm: Algorithm, accessAddress: UInt32, map: UInt64) {
    self.algorithm = algorithm
    self.map = map
    identifier = UInt16(accessAddress >> 16) ^ UInt16(truncatingIfNeeded: accessAddress)
    used = (0..<37 as Range<UInt8>).filter { map >> $0 & 1 == 1 }
    if used.isEmpty { return nil }
  }

  /// Whether the channel of an event is one that stands in for another, which is not in the map.
  package func isRemapped(event: Int) -> Bool { !isUsed(unmapped(event: event).channel) }

  /// - Parameter event: 0 for the first event of the connection; it does not wrap.
  package func channel(event: Int) -> UInt8 {
    let (unmapped, place) = unmapped(event: event)
    return isUsed(unmapped) ? UInt8(unmapped) : used[place]
  }

  private func isUsed(_ channel: Int) -> Bool { map >> channel & 1 == 1 }

  /// The channel of an event if all were used, and where among those that are the one is that
  /// stands in for it.
  private func unmapped(event: Int) -> (channel: Int, place: Int) {
    switch algorithm {
    case .first(let hop):
      let channel = (event % 37 + 1) * Int(hop) % 37
      return (channel, channel % used.count)
    case .second:
      let number = Int(pseudoRandom(UInt16(truncatingIfNeeded: event)))
      return (number % 37, (used.count * number) >> 16)
    }
  }

  /// `prn_e`. 4.5.8.3.3.
  private func pseudoRandom(_ counter: UInt16) -> UInt16 {
    var number = counter ^ identifier
    for _ in 0..<3 { number = permuted(number) &* 17 &+ identifier }
    return number ^ identifier
  }

  /// The bits of each octet in reverse order.
  private func permuted(_ number: UInt16) -> UInt16 {
    var bits = number
    bits = (bits & 0xAAAA) >> 1 | (bits & 0x5555) << 1
    bits = (bits & 0xCCCC) >> 2 | (bits & 0x3333) << 2
    return (bits & 0xF0F0) >> 4 | (bits & 0x0F0F) << 4
  }
}
