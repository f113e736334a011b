import BluetoothProtocol
import CaptureFiles
import Text

/// A packet as an object on one line.
extension PacketPrinter {
  mutating func appendObject(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout TextBuffer
  ) {
    let record = context.record
    output.append(text: "{\"frame\":")
    output.append(decimal: UInt64(clamping: record.number))
    output.append(key: "time")
    if timeOfDayIsKnown {
      output.append(text: "\"")
      output.append(iso8601: record.time)
      output.append(text: "\"")
    } else {
      output.append(text: "null")
    }
    output.append(key: "time_us")
    output.append(decimal: context.time)
    output.append(key: "controller")
    output.append(
      number: record.controller == 0xFFFF ? nil : UInt64(record.controller))
    output.append(key: "direction")
    switch context.direction {
    case .tx: output.append(text: "\"tx\"")
    case .rx: output.append(text: "\"rx\"")
    case .unknown: output.append(text: "null")
    }
    output.append(key: "connection")
    output.append(number: context.connection.map { UInt64($0 + 1) })
    output.append(key: "layer")
    output.append(text: "\"")
    output.append(contentsOf: fields.layer.rawValue)
    output.append(text: "\"")
    output.append(key: "octets")
    output.append(decimal: UInt64(record.bytes.originalCount))
    output.append(key: "captured_octets")
    output.append(decimal: UInt64(record.bytes.count))
    output.append(key: "summary")
    output.append(text: "\"")
    let start = output.count
    if fields.summaryIsOfPDU {
      appendSummary(fields.pdu, from: fields.summary, context, in: copies, to: &output)
    } else {
      appendSummary(fields.frame, from: fields.summary, context, in: bytes, to: &output)
    }
    output.closeString(from: start)
    if let verdict = context.verdict {
      output.append(key: "verdict")
      switch verdict {
      case .new: output.append(text: "\"new\"")
      case .retransmitted: output.append(text: "\"retransmitted\"")
      case .uncertain: output.append(text: "\"uncertain\"")
      }
    }
    text.isBrief = false
    defer { text.isBrief = true }
    output.append(key: "fields")
    append(fields.frame, from: record.bytes.start, context, in: bytes, to: &output)
    output.append(key: "reassembled_fields")
    if fields.pdu.isEmpty {
      output.append(text: "null")
    } else {
      append(fields.pdu, from: 0, context, in: copies, to: &output)
    }
    output.append(text: "}\n")
  }

  /// Fields as a tree: groups hold the fields after them that are deeper.
  private mutating func append(
    _ list: FieldList, from base: Int, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    var subject = Subject(context)
    output.append(text: "[")
    var open = 0
    var isFirst = true
    for index in 0..<list.count {
      let field = list[index]
      while open > Int(field.depth) {
        output.append(text: "]}")
        open -= 1
        isFirst = false
      }
      output.append(text: isFirst ? "{\"name\":\"" : ",{\"name\":\"")
      output.append(text: field.name)
      output.append(text: "\",\"offset\":")
      output.append(decimal: Int64(field.range.start - base))
      output.append(key: "octets")
      output.append(decimal: UInt64(field.range.originalCount))
      appendValue(of: field, &subject, context, in: bytes, to: &output)
      let hasFields =
        index + 1 < list.count && list[index + 1].depth > field.depth
      if hasFields {
        output.append(key: "fields")
        output.append(text: "[")
        open += 1
      } else {
        output.append(text: "}")
      }
      isFirst = hasFields
    }
    while open > 0 {
      output.append(text: "]}")
      open -= 1
    }
    output.append(text: "]")
  }

  /// The number as it is in the packet, and what it says.
  private mutating func appendValue(
    of field: DecodedField, _ subject: inout Subject, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    subject.pass(field)
    switch field.value {
    case .group: return
    case .element(let index):
      output.append(key: "element")
      output.append(decimal: UInt64(index))
      return
    case .signed(let number, _):
      output.append(key: "value")
      output.append(decimal: number)
    case .address, .uuid:
      break
    case .bytes, .attributeValue, .leftOver, .text:
      output.append(key: "bytes")
      output.append(text: "\"")
      output.append(hexOctetsOf: field.range, in: bytes, spaced: false)
      output.append(text: "\"")
    case .missing(let needed, let available, let limit):
      output.append(key: "missing")
      output.append(text: "{\"needed\":")
      output.append(decimal: Int64(needed))
      output.append(key: "available")
      output.append(decimal: Int64(available))
      output.append(key: "limit")
      output.append(text: limit == .capture ? "\"capture\"}" : "\"packet\"}")
    default:
      if let number = field.value.number {
        output.append(key: "value")
        // Whole numbers beyond 2^63 are no numbers to most readers; their digits are in the text.
        output.append(number: number >> 63 == 0 ? number : nil)
      }
    }
    let before = output.count
    output.append(key: "text")
    output.append(text: "\"")
    let start = output.count
    appendText(of: field, subject, context, in: bytes, to: &output)
    if output.count == start {
      output.cut(to: before)
    } else {
      output.closeString(from: start)
    }
  }

  /// What the value of a field says in words; nothing where it is octets alone.
  mutating func appendText(
    of field: DecodedField, _ subject: Subject, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    guard case .attributeValue = field.value else {
      return appendValue(field, context, in: bytes, to: &output)
    }
    if let said = words(of: field, subject, context, in: bytes) {
      output.append(contentsOf: said)
    }
  }
}

extension TextBuffer {
  /// A key that is a word of our own, after another of the same object.
  fileprivate mutating func append(key: StaticString) {
    append(text: ",\"")
    append(text: key)
    append(text: "\":")
  }

  fileprivate mutating func append(number: UInt64?) {
    if let number { append(decimal: number) } else { append(text: "null") }
  }

  /// Makes what follows `start` the contents of a string, whose first quotation mark is
  /// before it.
  fileprivate mutating func closeString(from start: Int) {
    escapeJSON(from: start)
    append(text: "\"")
  }
}
