import Report
import Text

/// What a sniffer heard of one connection.
enum AirSection {
  /// - Parameters:
  ///   - duration: of the connection, in microseconds.
  ///   - isFull: by channel, too.
  static func write(
    _ air: ReportV1.Air, duration: Int, isFull: Bool, to document: inout Document
  ) {
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
    if let share = airTime(air, of: duration) { lines.append(share) }
    document.items("On air", lines, limit: lines.count)
    if let course = air.course {
      let lines = [
        line("central", course.central, course), line("peripheral", course.peripheral, course),
      ].compactMap(\.self)
      document.items("Sent again", lines)
    }
    guard isFull else { return }
    document.items(
      "Data channels", air.channels.map(line(channel:)), limit: ReportExtent.mostRows)
  }

  private static func line(_ name: String, _ side: ReportV1.AirSide) -> StyledText {
    var text = StyledText("\(name) \(Quantity.count(side.packets, "packet"))")
    if let rate = side.retransmissionRate.flatMap({ Decimal.shortest(100 * $0, decimals: 1) }) {
      text = text + StyledText(", \(rate)\u{A0}% sent again")
    }
    if side.attemptsMax > 2 {
      text = text + StyledText(", one of them up to \(Quantity.count(side.attemptsMax, "time"))")
    }
    for (count, words) in [
      (side.missed, "missed"), (side.crcFailed, "with a wrong CRC"),
      (side.micFailed, "with a wrong MIC"),
    ] where count > 0 {
      text = text + StyledText(", \(Quantity.count(count)) \(words)", .warning)
    }
    return text
  }

  /// How long both sides sent.
  private static func airTime(_ air: ReportV1.Air, of duration: Int) -> StyledText? {
    guard let central = air.central.airTimeUs, let peripheral = air.peripheral.airTimeUs,
      duration > 0, central >= 0, peripheral >= 0
    else { return nil }
    let sum = Int.clampedSum(central, peripheral)
    return Decimal.shortest(100 * Double(sum) / Double(duration), decimals: 1).map {
      StyledText(
        "sending for \(Quantity.duration(us: sum)), \($0)\u{A0}% of the time: the central "
          + "\(Quantity.duration(us: central)), the peripheral "
          + "\(Quantity.duration(us: peripheral))")
    }
  }

  /// The retransmission rate of a side over time, and where it was highest.
  private static func line(
    _ name: String, _ counts: ReportV1.AirCounts, _ course: ReportV1.AirCourse
  ) -> StyledText? {
    let parts = zip(counts.packets, counts.sentAgain).map { packets, again in
      packets > 0 ? Double(again) / Double(packets) : nil
    }
    // In a part with few packets one of them is a high rate.
    let judged = counts.packets.indices.filter {
      counts.packets[$0] >= leastPackets && parts.indices.contains($0)
    }
    guard parts.count > 1, let most = judged.max(by: { parts[$0] ?? 0 < parts[$1] ?? 0 }),
      let rate = parts[most], rate > 0,
      let percent = Decimal.shortest(100 * rate, decimals: 1)
    else { return nil }
    let start = course.startUs &+ course.partUs &* most
    return StyledText("\(name) ")
      + StyledText(.series(Sparkline.condensed(parts, to: mostBars), leastSpan: leastSpan))
      + StyledText(
        " at most \(percent)\u{A0}% of \(Quantity.count(counts.packets[most], "packet")), from "
          + "\(Quantity.moment(us: start)) to \(Quantity.moment(us: start &+ course.partUs))")
  }

  private static let leastPackets = 16
  private static let mostBars = 32
  /// Of rates: a scale that makes a few retransmissions look like many would mislead.
  private static let leastSpan = 0.1

  private static func line(channel: ReportV1.AirChannel) -> StyledText {
    let faults = [(channel.sentAgain, "sent again"), (channel.crcFailed, "with a wrong CRC")]
      .filter { $0.0 > 0 }.map { ", \(Quantity.count($0.0)) \($0.1)" }
    return StyledText(
      "\(channel.channel): \(Quantity.count(channel.packets, "packet"))\(faults.joined())")
  }
}
