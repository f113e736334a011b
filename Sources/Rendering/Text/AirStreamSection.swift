import Report
import Text

/// Isochronous streams and periodic trains that a sniffer heard.
enum AirStreamSection {
  static func write(
    _ streams: [ReportV1.AirStream], limit: Int, to document: inout Document
  ) {
    if streams.isEmpty || limit == 0 { return }
    document.skip()
    document.heading("Streams on the air")
    for stream in streams.prefix(limit) {
      document.paragraph(StyledText(title(stream)), indent: 2, hanging: 6)
      for line in lines(stream) { document.paragraph(StyledText(line), indent: 6, hanging: 8) }
    }
    if streams.count > limit { document.more(streams.count - limit, indent: 2) }
  }

  /// `CIS 1 of group 0, connection 1, access address 8A3B1C55, every 10 ms, 4 subevents: #130–#900`
  private static func title(_ stream: ReportV1.AirStream) -> String {
    var facts = [name(stream)]
    if let connection = stream.connection { facts.append("connection \(connection)") }
    if let address = stream.address {
      facts.append(
        "by \(address)" + (stream.addressType.map { " (\(Name.addressType($0)))" } ?? ""))
    }
    facts.append("access address \(stream.accessAddress)")
    if let interval = stream.intervalUs { facts.append("every \(Quantity.duration(us: interval))") }
    if let subevents = stream.subevents { facts.append(Quantity.count(subevents, "subevent")) }
    if let frame = stream.announcedFrame {
      facts.append("its terms in \(Name.frame(frame))")
    } else {
      facts.append("its terms were not heard")
    }
    guard let first = stream.firstFrame, let last = stream.lastFrame else {
      return facts.joined(separator: ", ") + ": nothing of it was heard"
    }
    return facts.joined(separator: ", ") + ": \(Name.frames(first, last))"
  }

  private static func name(_ stream: ReportV1.AirStream) -> String {
    switch stream.kind {
    case .cis:
      guard let number = stream.stream, let group = stream.group else { return "CIS" }
      return "CIS \(number) of group \(group)"
    case .bis: return stream.stream.map { "BIS \($0)" } ?? "BIS"
    case .periodic: return "Periodic train"
    }
  }

  private static func lines(_ stream: ReportV1.AirStream) -> [String] {
    var lines: [String] = []
    if stream.firstFrame != nil {
      if let heard = stream.eventsHeard, let silent = stream.eventsSilent {
        lines.append(
          "\(Quantity.count(heard, "event")), \(Quantity.count(silent)) between them not heard")
      }
      switch stream.kind {
      case .cis:
        lines.append("central \(words(stream.central))")
        if let peripheral = stream.peripheral { lines.append("peripheral \(words(peripheral))") }
      case .bis: lines.append(words(stream.central))
      case .periodic:
        lines.append(Quantity.count(stream.central.packets, "packet") + failed(stream.central))
        if let responses = stream.peripheral, responses.packets + responses.crcFailed > 0 {
          lines.append("\(Quantity.count(responses.packets, "response"))\(failed(responses))")
        }
      }
    }
    if let ended = stream.endedFrame {
      let reason = stream.reason.map {
        ", \(Name.status(Int($0.rawValue), stream.reasonName ?? $0.name))"
      }
      lines.append("ended in \(Name.frame(ended))\(reason ?? "")")
    }
    return lines
  }

  /// `450 packets: 200 payloads, 240 of them sent again, 10 packets without payload`
  private static func words(_ side: ReportV1.AirStreamSide) -> String {
    var facts = [
      Quantity.count(side.payloads, "payload"),
      "\(Quantity.count(side.retransmitted)) sent again",
    ]
    if side.null > 0 { facts.append("\(Quantity.count(side.null)) without a payload") }
    var text = Quantity.count(side.packets, "packet") + ": " + facts.joined(separator: ", ")
    text += failed(side)
    if side.acknowledged > 0 || side.unacknowledged > 0 {
      text += "; \(Quantity.count(side.acknowledged)) acknowledged"
    }
    if side.unacknowledged > 0 {
      text +=
        ", of \(Quantity.count(side.unacknowledged)) no acknowledgement was heard before the next "
        + "one (in \(Quantity.count(side.eventsUnacknowledged, "event")))"
    }
    if let unheard = side.unheard, unheard > 0 {
      text += "; \(Quantity.count(unheard, "subevent")) of these events not heard"
    }
    return text
  }

  private static func failed(_ side: ReportV1.AirStreamSide) -> String {
    side.crcFailed > 0 ? ", \(Quantity.count(side.crcFailed)) more with a wrong CRC" : ""
  }
}
