import Report
import Text

/// What a sniffer heard of one connection.
enum AirSection {
  /// - Parameters:
  ///   - startUs: when the connection began.
  ///   - endUs: when it ended.
  ///   - isFull: by channel, too.
  static func write(
    _ air: ReportV1.Air, from startUs: Int, to endUs: Int, isFull: Bool, in document: inout Document
  ) {
    var lines = [
      line("central", air.central, isOwn: air.ownSide == .central),
      line("peripheral", air.peripheral, isOwn: air.ownSide == .peripheral),
    ]
    var events = [Quantity.count(air.events.heard, "event")]
    if air.ownSide == nil {
      events += [oneSided(air.events), silent(air.events)]
    }
    if air.events.cutOff > 0 {
      events.append("\(Quantity.count(air.events.cutOff)) without their end")
    }
    if let off = air.events.offChannel, off > 0 {
      events.append("\(Quantity.count(off)) on another channel than expected")
    }
    if let filter = air.filtered {
      lines.append(
        StyledText(
          "a filtered export\(leftOut(filter)): nothing is known of events, losses and "
            + "retransmissions"))
    } else {
      lines.append(StyledText(events.joined(separator: ", ")))
    }
    if let share = airTime(air, of: endUs - startUs) { lines.append(share) }
    document.items("On air", lines, limit: lines.count)
    document.items("Refused", air.refusals.map(line(refusal:)))
    if let course = air.course {
      let sides = [
        RateCourse("central", course.central, course),
        RateCourse("peripheral", course.peripheral, course),
      ]
      let most = max(sides.compactMap(\.most?.rate).max() ?? 0, RateCourse.leastSpan)
      document.items("Sent again", sides.compactMap { $0.line(upTo: most, endUs: endUs) })
    }
    if let line = ChannelLoss.line(air.channels) { document.item("By channel", line) }
    let map = [changesWords(air), mapWords(air) ?? ChannelLoss.remapped(air.events)]
      .compactMap(\.self)
    if !map.isEmpty { document.item("Channel map", StyledText(map.joined(separator: "; "))) }
    guard isFull else { return }
    document.items("Channels", words(of: air.channels), limit: ReportExtent.mostRows)
  }

  /// One line on all of them, and one for each that stands out.
  private static func words(of channels: [ReportV1.AirChannel]) -> [StyledText] {
    guard let first = channels.first else { return [] }
    let bad = channels.filter { channel in
      let others = channels.filter { $0.channel != channel.channel }
      let share = share(of: others.map(\.faults).total, in: others.map(\.all).total)
      return channel.faults >= fewestFaults
        && Self.share(of: channel.faults, in: channel.all) >= max(leastShare, 3 * share)
    }
    guard channels.count > 1 else { return [line(channel: first)] }
    let packets = channels.map(\.packets)
    let (least, most) = (packets.min() ?? 0, packets.max() ?? 0)
    let range =
      least == most
      ? Quantity.count(least, "packet")
      : "\(Quantity.count(least)) to \(Quantity.count(most, "packet"))"
    let end = bad.isEmpty ? ": none stands out" : "; these stand out:"
    return [StyledText("\(Quantity.count(channels.count)) channels with \(range) each\(end)")]
      + bad.map(line(channel:))
  }

  private static func share(of faults: Int, in packets: Int) -> Double {
    packets > 0 ? Double(faults) / Double(packets) : 0
  }

  /// By chance one of 37 has a few more than the others.
  private static let fewestFaults = 5
  private static let leastShare = 0.1

  /// `changed 32 times; the last one has 28 channels`
  private static func changesWords(_ air: ReportV1.Air) -> String? {
    guard air.channelMaps > 1, let digits = air.channelMap, let map = UInt64(digits, radix: 16)
    else { return nil }
    return "changed \(Quantity.count(air.channelMaps - 1, "time")); the last one has "
      + Quantity.count(map.nonzeroBitCount, "channel")
  }

  /// Channels that are in use, and not in the map: that of a new map that was not heard, or of a
  /// device that keeps to none. Of a map that was left for a smaller one the other channels were
  /// used earlier than most of those that stayed.
  private static func mapWords(_ air: ReportV1.Air) -> String? {
    guard let digits = air.channelMap, let map = UInt64(digits, radix: 16) else { return nil }
    let used = air.channels.filter { $0.packets > 0 && (0..<37).contains($0.channel) }
    let inside = used.filter { map >> UInt64($0.channel) & 1 == 1 }.map(\.lastFrame).sorted()
    guard let median = inside.isEmpty ? nil : inside[inside.count / 2] else { return nil }
    let outside = used.filter { map >> UInt64($0.channel) & 1 == 0 }
    guard outside.count(where: { $0.lastFrame > median }) >= fewestOutside else { return nil }
    return "\(digits), the last one that was heard, has \(map.nonzeroBitCount) channels; packets "
      + "were heard on \(outside.count) others"
  }

  private static let fewestOutside = 3

  /// `#107 LL_PHY_REQ by the peripheral, 0x11 Unsupported Feature or Parameter Value, 3 times`
  private static func line(refusal: ReportV1.AirRefusal) -> StyledText {
    let name = refusal.name.map { Printable.unbroken($0) } ?? Quantity.code(refusal.opcode)
    let count =
      refusal.count > 1
      ? ", \(Quantity.count(refusal.count, "time")) (last \(Name.frame(refusal.lastFrame)))" : ""
    let reason =
      refusal.isUnknown
      ? "LL_UNKNOWN_RSP" : Name.status(Int(refusal.status.rawValue), refusal.status.name)
    return StyledText(
      "\(Name.frame(refusal.frame)) \(name) by the \(refusal.party.rawValue), \(reason)\(count)")
  }

  private static func leftOut(_ filter: ReportV1.AirFilter) -> String {
    guard filter.leftOut > 0 else { return "" }
    return " without \(Quantity.count(filter.leftOut, "packet")) that the sniffer counted"
  }

  private static func oneSided(_ events: ReportV1.AirEvents) -> String {
    let all = "\(Quantity.count(events.oneSided)) of one side only"
    guard events.repeated > 0 else { return all }
    return "\(all) (after \(Quantity.count(events.repeated)) the central repeated its packet)"
  }

  private static func silent(_ events: ReportV1.AirEvents) -> String {
    let all = "\(Quantity.count(events.silent)) not heard"
    guard events.unused > 0 else { return all }
    let which =
      events.unused >= events.silent ? "these" : "\(Quantity.count(events.unused)) of these"
    return "\(all) (in \(which) probably nothing was exchanged: the sequence numbers go on)"
  }

  private static func line(
    _ name: String, _ side: ReportV1.AirSide, isOwn: Bool
  ) -> StyledText {
    var text = StyledText("\(name) \(Quantity.count(side.packets, "packet"))")
    if isOwn {
      text += StyledText(
        ", those of the tool that captured: they have no sequence numbers, so that nothing is known "
          + "of what was sent again")
    }
    if let rate = side.retransmissionRate.flatMap({ Decimal.shortest(100 * $0, decimals: 1) }) {
      text = text + StyledText(", \(rate)\u{A0}% retransmitted")
    }
    if side.attemptsMax > 2 {
      text = text + StyledText(", one of them up to \(Quantity.count(side.attemptsMax, "time"))")
    }
    for (count, words) in [
      (side.missedCertain, "certainly missed"), (side.crcFailed, "with a wrong CRC"),
      (side.micFailed, "with a wrong MIC"),
    ] where count > 0 {
      text =
        text + StyledText(", " + Printable.unbroken("\(Quantity.count(count)) \(words)"), .warning)
    }
    // In the time of an event that was not heard a side may have sent nothing.
    let possible = side.missed - side.missedCertain
    if possible > 0 {
      let more = side.missedCertain > 0 ? "\u{A0}more" : ""
      text = text + StyledText(", perhaps \(Quantity.count(possible))\(more)\u{A0}missed")
    }
    return text
  }

  /// How long both sides sent.
  private static func airTime(_ air: ReportV1.Air, of duration: Int) -> StyledText? {
    guard let central = air.central.airTimeUs, let peripheral = air.peripheral.airTimeUs,
      duration > 0, central >= 0, peripheral >= 0
    else { return nil }
    let sum = central + peripheral
    return Decimal.shortest(100 * Double(sum) / Double(duration), decimals: 1).map {
      StyledText(
        "sending for \(Quantity.duration(us: sum)), \($0)\u{A0}% of the time: the central "
          + "\(Quantity.duration(us: central)), the peripheral "
          + "\(Quantity.duration(us: peripheral))")
    }
  }

  private static func line(channel: ReportV1.AirChannel) -> StyledText {
    let faults = [(channel.sentAgain, "retransmitted"), (channel.crcFailed, "with a wrong CRC")]
      .filter { $0.0 > 0 }.map { ", \(Quantity.count($0.0)) \($0.1)" }
    return StyledText(
      "\(channel.channel): \(Quantity.count(channel.packets, "packet"))\(faults.joined())")
  }
}

extension ReportV1.AirChannel {
  fileprivate var faults: Int { sentAgain &+ crcFailed }
  fileprivate var all: Int { packets &+ crcFailed }
}

/// The retransmission rate of a side over time.
private struct RateCourse {
  private let name: String
  private let partUs: Int
  private let startUs: Int
  /// Of parts that have enough packets.
  private let rates: [Double?]
  private let packets: [Int]

  /// In a part with few packets one of them is a high rate.
  private static let leastPackets = 16
  private static let mostBars = 32
  /// A scale that makes a few retransmissions look like many would mislead.
  static let leastSpan = 0.1

  init(_ name: String, _ counts: ReportV1.AirCounts, _ course: ReportV1.AirCourse) {
    self.name = name
    startUs = course.startUs
    let count = min(counts.packets.count, counts.sentAgain.count)
    let joined = max(1, (count + Self.mostBars - 1) / Self.mostBars)
    partUs = Int(reported: Double(course.partUs) * Double(joined))
    let groups = stride(from: 0, to: count, by: joined).map { $0..<min($0 + joined, count) }
    packets = groups.map { counts.packets[$0].total }
    let again = groups.map { counts.sentAgain[$0].total }
    rates = zip(packets, again).map { packets, again in
      packets >= Self.leastPackets ? Double(again) / Double(packets) : nil
    }
  }

  /// Where it was highest.
  var most: (part: Int, rate: Double)? {
    rates.indices.compactMap { part in rates[part].map { (part, $0) } }
      .max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0 : nil }
  }

  /// - Parameter scale: of the highest bar, for both sides.
  func line(upTo scale: Double, endUs: Int) -> StyledText? {
    guard rates.count > 1, let most,
      let percent = Decimal.shortest(100 * most.rate, decimals: 1)
    else { return nil }
    let start = Int(reported: Double(startUs) + Double(partUs) * Double(most.part))
    let end = max(start, min(start + partUs, endUs))
    return StyledText("\(name) ") + StyledText(.rates(rates, upTo: scale))
      + StyledText(
        " at most \(percent)\u{A0}% of \(Quantity.count(packets[most.part], "packet")), from "
          + "\(Quantity.moment(us: start)) to \(Quantity.moment(us: end))")
  }
}
