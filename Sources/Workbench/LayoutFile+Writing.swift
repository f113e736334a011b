import Framing
import Report

extension LayoutFile {
  /// The text of a file with what is known about the messages of these traces.
  package static func text(of traces: [MessageTrace], version: String) -> String {
    var text = GeneratedText()
    text.line("# Messages, by bletrace \(plainName(version)). Names can be changed; a line")
    text.line("#   layout = FILE")
    text.line("# in .bletrace lets all commands use them; bletrace-messages(1) explains the lines.")
    for trace in traces.prefix(mostSections) { write(trace, alone: traces.count == 1, to: &text) }
    return text.text
  }

  private static func write(
    _ trace: MessageTrace, alone: Bool, to text: inout GeneratedText
  ) {
    text.line()
    text.line("layout = \(alone ? "device" : "device \(trace.number)")")
    var written: Set<String> = []
    for stream in trace.messages.streams {
      let place = stream.uuid.flatMap(plainUUID)?.uppercased() ?? hexNumber(stream.valueHandle)
      guard written.insert(place).inserted else { continue }
      text.line("characteristic = \(place)")
    }
    for part in trace.parts { text.line("# \(part.description)") }
    for item in trace.layout.spec.utf8.split(separator: 0x2C) {
      text.line("framing = \(String(decoding: item, as: UTF8.self))")
    }
    var names: Set<String> = []
    for kind in trace.messages.kinds.prefix(mostKinds)
    where kind.bytes > 0 && kind.bytes <= mostPattern {
      let way = trace.isRequest(kind) ? "to the device" : "from the device"
      let times = kind.count == 1 ? "once" : "\(kind.count) times"
      let answer = kind.answeredBy.map { ", answered by kind \($0)" } ?? ""
      var name = plainLine(trace.name(of: kind), most: mostName - 8)
      if !names.insert(name).inserted {
        name += " \(kind.id)"
        names.insert(name)
      }
      let own = trace.named(kind)?.pattern
      var pattern = own.flatMap { $0.octets.isEmpty ? nil : $0 } ?? trace.essence(of: kind)
      // Of a long message only the beginning is known.
      pattern.octets += [UInt8?](
        repeating: nil, count: max(0, pattern.least - pattern.octets.count))
      let more = pattern.most - pattern.least
      text.line("# \(way), \(times)\(answer)")
      text.line("message = \(name): \(pattern.text)" + (more > 0 ? " +\(more)" : ""))
      for field in trace.fields(of: kind) { text.line("field = \(name): \(line(of: field))") }
    }
  }

  private static func line(of field: MessageFieldName) -> String {
    let type =
      switch field.type {
      case .text: "text:\(field.octets)"
      case .octets: "octets:\(field.octets)"
      case .number(let isSigned, let isBigEndian):
        "\(isSigned ? "i" : "u")\(8 * field.octets)"
          + (field.octets == 1 ? "" : isBigEndian ? "be" : "le")
      }
    let factor = field.factor.map { " *\($0)" } ?? ""
    let unit = field.unit.map { " \(plainLine($0, most: 8))" } ?? ""
    let name = plainLine(field.name, most: mostName, blank: "_")
    return "\(name) \(type)@\(field.offset)\(factor)\(unit)"
  }
}

extension MessageTrace {
  /// The octets by which a kind is known: those of its header, and as many of its payload as set it
  /// apart from the others. What else is the same in this capture may differ in the next one.
  func essence(of kind: ReportV1.MessageKind) -> KindPattern {
    let whole = KindPattern(kind)
    let others = messages.kinds.filter { $0.id != kind.id && $0.direction == kind.direction }
      .map { KindPattern($0) }
    for count in layout.messageHeader...max(layout.messageHeader, whole.octets.count) {
      var pattern = whole
      for index in pattern.octets.indices where index >= count { pattern.octets[index] = nil }
      if others.allSatisfy({ !pattern.mayBe($0) }) { return pattern }
    }
    return whole
  }
}

extension KindPattern {
  /// Whether a message may match both.
  func mayBe(_ other: KindPattern) -> Bool {
    least <= other.most && other.least <= most
      && zip(octets, other.octets).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }
}
