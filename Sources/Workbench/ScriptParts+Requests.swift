import Framing
import Report

extension ScriptParts {
  /// Streams that are written.
  private static let mostStreams = 64

  func writeKinds(to text: inout GeneratedText) {
    text.lines(
      """


      # The kinds of messages: octets that all have in common (.. varies), and what varies.
      KINDS = [
      """)
    for kind in trace.messages.kinds {
      let isRequest = trace.isRequest(kind)
      let pattern = KindPattern(kind)
      let word = isRequest ? "True" : "False"
      text.line("{", indent: 4)
      text.line("\"name\": \"\(plainName(trace.name(of: kind)))\",", indent: 8)
      text.line("\"request\": \(word),", indent: 8)
      text.line("\"least\": \(pattern.least),", indent: 8)
      text.line("\"most\": \(pattern.most),", indent: 8)
      text.line("\"pattern\": \"\(pattern.text)\",", indent: 8)
      let counters = isRequest ? counters(of: kind) : []
      text.line("\"counters\": [\(counters.joined(separator: ", "))],", indent: 8)
      text.line("\"fields\": [", indent: 8)
      for field in trace.fields(of: kind) { text.line("(\(field.listed)),", indent: 12) }
      text.line("],", indent: 8)
      text.line("},", indent: 4)
    }
    text.line("]")
  }

  /// The numbers in a kind that grow, and the first one of each.
  private func counters(of kind: ReportV1.MessageKind) -> [String] {
    let example = kind.exampleOctets
    var places = kind.fields.filter { $0.kind == .counter && (1...4).contains($0.bytes) }.map {
      FramingLayout.Number(offset: max(0, $0.offset), width: $0.bytes, isBigEndian: $0.bigEndian)
    }
    for piece in pieces.header {
      if case .counter(let number) = piece.content, !places.contains(number) {
        places.append(number)
      }
    }
    return places.compactMap { number in
      number.read(example).map { first in
        "(\(number.offset), \(number.width), \(Self.order(number.isBigEndian)), \(first))"
      }
    }
  }

  // MARK: Requests

  private struct Request {
    var message: TracedMessage
    var count: Int
  }

  /// Those that differ in more than counters and checksums, in the order of the capture.
  private var requests: [Request] {
    var found: [Request] = []
    var known: [Key: Int] = [:]
    for message in trace.traced where !message.isDamaged && trace.isRequest(message.stream) {
      let kind = trace.messages.kinds.first { $0.id == message.kind }
      var octets = message.octets
      for offset in octets.indices where isComputed(offset, of: octets.count, kind) {
        octets[offset] = 0
      }
      let key = Key(stream: message.stream, octets: octets)
      if let index = known[key] {
        found[index].count += 1
      } else {
        known[key] = found.count
        found.append(Request(message: message, count: 1))
      }
    }
    return found
  }

  private struct Key: Hashable {
    var stream: Int
    var octets: [UInt8]
  }

  private func isComputed(_ offset: Int, of count: Int, _ kind: ReportV1.MessageKind?) -> Bool {
    if pieces.isFraming(offset, of: count) { return true }
    guard let kind else { return false }
    return kind.fields.contains {
      $0.kind == .counter && offset >= $0.offset && offset - $0.offset < $0.bytes
    }
  }

  func writeRequests(to text: inout GeneratedText) {
    text.lines(
      """


      # What carries the messages: the UUID, the handle in the capture, and whether it is written.
      CHARACTERISTICS = [
      """)
    for stream in trace.messages.streams.prefix(Self.mostStreams) {
      let uuid = fullUUID(stream.uuid).map { "\"\($0)\"" } ?? "None"
      let word = stream.kind == .write ? "True" : "False"
      text.line("(\(uuid), \(hexNumber(max(0, stream.valueHandle))), \(word)),", indent: 4)
    }
    text.lines(
      """
      ]

      # What was written: the characteristic, and the parts of the message.
      REQUESTS = [
      """)
    var octets = 0
    let requests = requests
    var written = 0
    for request in requests.prefix(PythonScript.mostRequests) {
      octets += request.message.octets.count
      guard octets <= PythonScript.mostOctets else { break }
      write(request, to: &text)
      written += 1
    }
    text.line("]")
    if written < requests.count {
      text.line("# \(requests.count - written) more requests of the capture are left out.")
    }
    text.line()
  }

  private func write(_ request: Request, to text: inout GeneratedText) {
    let message = request.message
    let kind = trace.messages.kinds.first { $0.id == message.kind }
    let name = kind.map { plainName(trace.name(of: $0)) } ?? "no kind"
    let times = request.count == 1 ? "once" : "\(request.count) times"
    text.line("# \(name), \(times), first in frame \(message.frame)", indent: 4)
    let octets = message.octets
    guard pieces.isMadeAgain(octets) else {
      // Something that the layout does not have, such as octets that escape others.
      text.line("(\(message.stream), {\"whole\": \(Self.octets(octets))}),", indent: 4)
      return
    }
    var parts: [String] = []
    for piece in pieces.header where piece.octets.upperBound <= octets.count {
      let held = Array(octets[piece.octets])
      switch piece.content {
      case .starts, .data: parts.append("\"\(piece.name)\": \(Self.octets(held))")
      case .counter(let number):
        parts.append("\"counter\": \(number.read(octets) ?? 0)")
      case .start, .length, .checksum: break
      }
    }
    let payload = octets.dropFirst(layout.messageHeader).dropLast(layout.messageTrailer)
    parts.append("\"payload\": \(Self.octets(Array(payload)))")
    text.line("(\(message.stream), {\(parts.joined(separator: ", "))}),", indent: 4)
  }
}

/// The 36 characters of a UUID.
func fullUUID(_ uuid: String?) -> String? {
  guard let uuid = plainUUID(uuid) else { return nil }
  switch uuid.utf8.count {
  case 4: return "0000\(uuid)-0000-1000-8000-00805f9b34fb"
  case 8: return "\(uuid)-0000-1000-8000-00805f9b34fb"
  default: return uuid
  }
}
