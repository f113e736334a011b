import BluetoothProtocol
import CaptureFiles
import Reports
import Sessions
import TraceBytes

/// A packet as an object on one line.
extension PacketPrinter {
  mutating func appendObject(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout [UInt8]
  ) {
    var writer = JSONWriter(layout: .compact)
    let record = context.record
    writer.beginObject()
    writer.key("frame")
    writer.int(record.number)
    writer.key("time")
    writer.string(record.time.iso8601)
    writer.key("time_us")
    writer.int(Int(context.time))
    writer.key("controller")
    if record.controller == 0xFFFF { writer.null() } else { writer.int(Int(record.controller)) }
    writer.key("direction")
    switch context.direction {
    case .tx: writer.string("tx")
    case .rx: writer.string("rx")
    case .unknown: writer.null()
    }
    writer.key("connection")
    if let connection = context.connection { writer.int(connection + 1) } else { writer.null() }
    writer.key("layer")
    writer.string(fields.layer.rawValue)
    writer.key("octets")
    writer.int(record.bytes.originalCount)
    writer.key("captured_octets")
    writer.int(record.bytes.count)
    writer.key("summary")
    var summary: [UInt8] = []
    if fields.summaryIsOfPDU {
      appendSummary(fields.pdu, from: 0, context, in: copies, to: &summary)
    } else {
      appendSummary(fields.frame, from: fields.summary, context, in: bytes, to: &summary)
    }
    writer.string(String(decoding: summary, as: UTF8.self))
    text.isBrief = false
    defer { text.isBrief = true }
    writer.key("fields")
    append(fields.frame, from: record.bytes.start, context, in: bytes, to: &writer)
    writer.key("reassembled_fields")
    if fields.pdu.fields.isEmpty {
      writer.null()
    } else {
      append(fields.pdu, from: 0, context, in: copies, to: &writer)
    }
    writer.endObject()
    writer.finish()
    output.append(contentsOf: writer.bytes)
  }

  /// Fields as a tree: groups hold the fields behind them that are deeper.
  private mutating func append(
    _ list: FieldList, from base: Int, _ context: Context, in bytes: Span<UInt8>,
    to writer: inout JSONWriter
  ) {
    var subject = Subject(context)
    writer.beginArray()
    var open = 0
    for place in list.fields.indices {
      let field = list.fields[place]
      while open > Int(field.depth) {
        writer.endArray()
        writer.endObject()
        open -= 1
      }
      writer.beginObject()
      writer.key("name")
      writer.string(field.name.description)
      writer.key("offset")
      writer.int(field.range.start - base)
      writer.key("octets")
      writer.int(field.range.originalCount)
      appendValue(of: field, &subject, context, in: bytes, to: &writer)
      let hasFields =
        place + 1 < list.fields.count && list.fields[place + 1].depth > field.depth
      if hasFields {
        writer.key("fields")
        writer.beginArray()
        open += 1
      } else {
        writer.endObject()
      }
    }
    while open > 0 {
      writer.endArray()
      writer.endObject()
      open -= 1
    }
    writer.endArray()
  }

  /// The number as it stands in the packet, and what it says.
  private mutating func appendValue(
    of field: DecodedField, _ subject: inout Subject, _ context: Context, in bytes: Span<UInt8>,
    to writer: inout JSONWriter
  ) {
    subject.pass(field)
    switch field.value {
    case .group: return
    case .element(let place):
      writer.key("element")
      writer.int(place)
      return
    case .signed(let number, _):
      writer.key("value")
      writer.int(Int(number))
    case .address, .uuid:
      break
    case .bytes, .attributeValue, .leftOver, .text:
      writer.key("bytes")
      var hex: [UInt8] = []
      hex.append(hexOctetsOf: field.range, in: bytes)
      writer.string(String(decoding: hex.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    case .missing(let needed, let available, let limit):
      writer.key("missing")
      writer.beginObject()
      writer.key("needed")
      writer.int(needed)
      writer.key("available")
      writer.int(available)
      writer.key("limit")
      writer.string(limit == .capture ? "capture" : "packet")
      writer.endObject()
    default:
      if let number = field.value.number {
        writer.key("value")
        // Whole numbers beyond 2^63 are no numbers to most readers; their digits are in the text.
        if let value = Int(exactly: number) { writer.int(value) } else { writer.null() }
      }
    }
    var words: [UInt8] = []
    if case .attributeValue = field.value {
      if let said = self.words(of: field, subject, context, in: bytes) {
        words.append(contentsOf: said.utf8)
      }
    } else {
      appendValue(field, context, in: bytes, to: &words)
    }
    guard !words.isEmpty else { return }
    writer.key("text")
    writer.string(String(decoding: words, as: UTF8.self))
  }
}
