/// The packets that sniffers counted. Where the count goes on and the file does not, they were
/// taken out after they had been received, or lost on the way to the file.
struct PacketCounters: Sendable {
  private var counters: [AirLinks.Sniffer: UInt16] = [:]
  private var latest: (sniffer: AirLinks.Sniffer, counter: UInt16)?

  private static let mostSniffers = 64
  /// A larger step is a count that began again.
  private static let most: UInt16 = 0x4000

  /// - Returns: how many packets were counted between the last one of a sniffer and this one.
  mutating func take(_ counter: UInt16, from sniffer: AirLinks.Sniffer) -> Int {
    if latest?.sniffer != sniffer {
      if let latest, counters[latest.sniffer] != nil || counters.count < Self.mostSniffers {
        counters[latest.sniffer] = latest.counter
      }
      latest = counters[sniffer].map { (sniffer, $0) }
    }
    let passed = counter &- (latest?.counter ?? counter)
    latest = (sniffer, counter)
    return passed > 1 && passed < Self.most ? Int(passed) - 1 : 0
  }
}

/// What shows that a filter took packets of a connection out before the file was written.
struct AirFilterTraces: Sendable {
  /// Packets in front of which the sniffer had counted others, and how many those were.
  private(set) var jumps = 0
  private(set) var leftOut = 0

  private var isCounted = false

  private static let fewest = 16
  private static let fewestUncounted = 32

  /// - Parameter count: `nil` where the sniffer does not count packets.
  mutating func note(leftOut count: Int?) {
    guard let count else { return }
    isCounted = true
    guard count > 0 else { return }
    jumps += 1
    leftOut &+= count
  }

  /// Whether the sniffer had received others in front of most packets, and none is left of a kind
  /// that each connection has: empty packets, or all of one side. Where it does not count them,
  /// what numbers and times show to be missing has to do.
  func showFilter(of central: AirSide, _ peripheral: AirSide) -> Bool {
    let packets = central.packets + peripheral.packets
    let hasEmpty = central.empty + peripheral.empty > 0
    guard isCounted else {
      let missed = central.missed + peripheral.missed
      return packets >= Self.fewestUncounted && !hasEmpty && missed * 4 >= packets
    }
    guard packets >= Self.fewest, jumps * 2 >= packets else { return false }
    return !hasEmpty || central.packets == 0 || peripheral.packets == 0
  }
}
