import Report
import Text

/// How much of what was sent on each channel did not arrive, in one line.
enum ChannelLoss {
  private static let fewestFaults = 8
  /// One of few packets is a high rate.
  private static let leastPackets = 16
  private static let dataChannels = 37
  /// A scale that makes a few retransmissions look like many would mislead.
  private static let leastSpan = 0.1

  /// nil where hardly anything was lost.
  static func line(_ channels: [ReportV1.AirChannel]) -> StyledText? {
    let faults = channels.reduce(0.0) { $0 + Double($1.sentAgain) + Double($1.crcFailed) }
    guard faults >= Double(fewestFaults) else { return nil }
    var rates = [Double?](repeating: nil, count: dataChannels)
    for channel in channels where rates.indices.contains(channel.channel) {
      rates[channel.channel] = rate(of: channel)
    }
    let known = rates.enumerated().compactMap { place, rate in rate.map { (place, $0) } }
    guard let most = known.max(by: { $0.1 < $1.1 }), known.count > 1,
      let percent = Decimal.shortest(100 * most.1, decimals: 1)
    else { return nil }
    return StyledText("0 ") + StyledText(.rates(rates, upTo: max(leastSpan, most.1)))
      + StyledText(
        " 36 sent again, or with a wrong CRC; at most \(percent)\u{A0}% on channel \(most.0)")
  }

  /// Where the sniffer heard nothing on the channels that stand in for those that the map leaves
  /// out, and nearly all else.
  static func remapped(_ events: ReportV1.AirEvents) -> String? {
    guard let silent = events.silentRemapped, events.heardRemapped == 0, silent >= fewestFaults,
      Double(silent) >= 0.9 * Double(events.silent)
    else { return nil }
    let which =
      silent >= events.silent
      ? "all of the events that were not heard"
      : "\(Quantity.count(silent)) of the events that were not heard"
    let end =
      events.unused * 2 > silent
      ? "the sequence numbers go on, as if one of the devices did not follow the map"
      : "the sniffer does not follow the map"
    return "\(which) are on a channel that stands in for one that the map leaves out, and none of "
      + "those was heard: \(end)"
  }

  private static func rate(of channel: ReportV1.AirChannel) -> Double? {
    let packets = Double(channel.packets) + Double(channel.crcFailed)
    guard packets >= Double(leastPackets) else { return nil }
    return min(1, (Double(channel.sentAgain) + Double(channel.crcFailed)) / packets)
  }
}
