import Framing
import Report
import Workbench

/// Layouts with messages that fit them, made here.
struct LayoutSample {
  var spec: String
  var layout: FramingLayout
  var messages: [[UInt8]]

  /// Requests are written to 0x0012, answers come from 0x0015.
  static let handles = (request: 0x0012, answer: 0x0015)

  static let specs = [
    "each-value,start:F0,sum:8", "each-value,counter:u8@1,xor:8", "each-value,twos:8/from=1,end:EF",
    "each-value,start:7E,ones:8/from=1", "each-value,counter:u16be,crc:16/be,end:0D0A",
    "start:DD,length:u8@3/payload,crc:16/xmodem/be/from=2,end:77", "length:u16le,crc:32",
    "length:u16be@1/all,start:FE,sum:16", "length:u8@1,crc:8/at=2", "record:12,sum:8",
    "flags:80/40@0,crc:16", "roles:01/02/03/00@0", "left:u8@0", "index:u8,total:u8@1",
    "counter:u8/1", "start:55AA", "start:55AA/AA55", "counter:u8,length:u16le,crc:16/modbus",
    "start:55AA/AA55,length:u8@2,ones:16/from=2",
    "start:DD,length:u8@3/payload,twos:16/be/from=2,end:77",
    "end:0D0A", "block:AA/FF/00,length:u16be",
    "counter:u8,chunk-length:u8@1,length:u16be,chunk-crc:8", "length:u32be/+4,crc:32/bzip2/be",
  ]

  static let all = specs.compactMap { LayoutSample($0) }

  init?(_ spec: String, count: Int = 24) {
    guard case .layout(let layout)? = try? FramingSpec(spec) else { return nil }
    (self.spec, self.layout) = (spec, layout)
    messages = (0..<count).map { Self.message(layout, $0) }
  }

  /// The first half of the octets of the payload is the same in all; none is as a start.
  private static func message(_ layout: FramingLayout, _ index: Int) -> [UInt8] {
    var payload: [UInt8] = [0x10, UInt8(index % 3)]
    var random = UInt32(truncatingIfNeeded: index &* 2_654_435_761 &+ 17)
    for _ in 0..<(index * 7 % 61) {
      random = random &* 1_664_525 &+ 1_013_904_223
      payload.append(UInt8(random >> 24) & 0x4F)
    }
    let framed = layout.messageHeader + layout.messageTrailer
    if case .record(let size) = layout.boundary {
      payload = Array((payload + [UInt8](repeating: 0, count: size)).prefix(size - framed))
    }
    var message = [UInt8](repeating: 0x21, count: layout.messageHeader) + payload
    let other = !layout.otherStart.isEmpty && index % 2 == 1
    message.replaceSubrange(0..<layout.start.count, with: other ? layout.otherStart : layout.start)
    message += [UInt8](repeating: 0, count: layout.messageTrailer)
    if let length = layout.length {
      set(length.number, message.count - length.extra, &message)
    }
    if layout.boundary == .value, let counter = layout.counter {
      set(counter.number, 250 + index, &message)
    }
    message.replaceSubrange(message.count - layout.end.count..<message.count, with: layout.end)
    return MessagePieces(layout).sealed(message)
  }

  private static func set(_ number: FramingLayout.Number, _ value: Int, _ octets: inout [UInt8]) {
    for index in 0..<number.width {
      let shift = 8 * (number.isBigEndian ? number.width - 1 - index : index)
      octets[number.offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// As an analysis would give it: requests and answers in turn.
  var trace: MessageTrace? {
    var messages = ReportV1.Messages()
    messages.layout = spec
    var request = ReportV1.MessageStream()
    (request.valueHandle, request.uuid) = (Self.handles.request, "FFF2")
    (request.kind, request.direction) = (.write, .tx)
    var answer = ReportV1.MessageStream()
    (answer.valueHandle, answer.uuid) = (Self.handles.answer, "FFF1")
    messages.streams = [request, answer]
    messages.count = self.messages.count
    for id in 1...2 {
      let octets = self.messages.indices.filter { $0 % 2 == id - 1 }.map { self.messages[$0] }
      var kind = ReportV1.MessageKind()
      (kind.id, kind.direction, kind.count) = (id, id == 1 ? .tx : .rx, octets.count)
      kind.bytes = octets.map(\.count).min() ?? 0
      kind.bytesMax = octets.map(\.count).max() ?? 0
      kind.example = hexText((octets.first ?? []).prefix(64))
      let varying = (0..<min(64, kind.bytes)).filter { offset in
        octets.contains { $0[offset] != octets[0][offset] }
      }
      kind.varying = varying.map { "\($0)" }
      messages.kinds.append(kind)
    }
    messages.kindsTotal = 2
    let traced = self.messages.enumerated().map { index, octets in
      var message = TracedMessage()
      (message.connection, message.stream, message.kind) = (1, index % 2, index % 2 + 1)
      (message.frame, message.lastFrame, message.timeUs) = (index + 10, index + 10, index * 1000)
      message.octets = octets
      return message
    }
    return MessageTrace(messages, traced)
  }
}
