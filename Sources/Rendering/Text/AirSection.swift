import Report
import Text

/// What a sniffer heard of one connection.
enum AirSection {
  /// - Parameter isFull: by channel, too.
  static func write(_ air: ReportV1.Air, isFull: Bool, to document: inout Document) {
    var lines = [line("central", air.central), line("peripheral", air.peripheral)]
    var events = [
      Quantity.count(air.events.heard, "event"),
      "\(Quantity.count(air.events.oneSided)) of one side only",
      "\(Quantity.count(air.events.silent)) not heard",
    ]
    if let off = air.events.offChannel, off > 0 {
      events.append("\(Quantity.count(off)) on another channel than expected")
    }
    lines.append(StyledText(events.joined(separator: ", ")))
    document.items("On air", lines, limit: lines.count)
    guard isFull else { return }
    document.items(
      "RF channels", air.channels.map(line(channel:)), limit: ReportExtent.mostRows)
  }

  private static func line(_ name: String, _ side: ReportV1.AirSide) -> StyledText {
    var text = StyledText("\(name) \(Quantity.count(side.packets, "packet"))")
    if let rate = side.retransmissionRate.flatMap({ Decimal.shortest(100 * $0, decimals: 1) }) {
      text = text + StyledText(", \(rate)\u{A0}% sent again")
    }
    for (count, words) in [
      (side.missed, "missed"), (side.crcFailed, "with a wrong CRC"),
      (side.micFailed, "with a wrong MIC"),
    ] where count > 0 {
      text = text + StyledText(", \(Quantity.count(count)) \(words)", .warning)
    }
    return text
  }

  private static func line(channel: ReportV1.AirChannel) -> StyledText {
    let faults = [(channel.sentAgain, "sent again"), (channel.crcFailed, "with a wrong CRC")]
      .filter { $0.0 > 0 }.map { ", \(Quantity.count($0.0)) \($0.1)" }
    return StyledText(
      "\(channel.channel): \(Quantity.count(channel.packets, "packet"))\(faults.joined())")
  }
}
