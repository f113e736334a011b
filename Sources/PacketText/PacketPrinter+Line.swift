import BluetoothProtocol
import Bytes
import CaptureFiles
import Text

/// One line a packet:
///
///     number, time, controller, direction, connection, layer, name of the packet, what it says
extension PacketPrinter {
  mutating func appendLine(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout TextBuffer
  ) {
    appendHead(context, to: &output)
    appendWords(context, in: bytes, copies: copies, to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  mutating func appendWords(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout TextBuffer
  ) {
    if fields.summaryIsOfPDU {
      appendSummary(fields.pdu, from: fields.summary, context, in: copies, to: &output)
    } else {
      appendSummary(fields.frame, from: fields.summary, context, in: bytes, to: &output)
    }
    switch context.verdict {
    case .retransmitted: output.append(text: ", retransmitted")
    case .uncertain: output.append(text: ", new or retransmitted")
    case .new, nil: break
    }
  }

  private mutating func appendHead(_ context: Context, to output: inout TextBuffer) {
    output.append(padded: UInt64(clamping: context.record.number), width: 7)
    output.append(text: "  ")
    if clock == .absolute {
      output.append(iso8601: context.record.time)
    } else {
      output.append(seconds: context.time, width: 13)
    }
    if context.record.controller == 0xFFFF {
      output.append(text: "     -")
    } else {
      output.append(text: "  hci")
      output.append(decimal: UInt64(context.record.controller))
    }
    output.append(
      text: context.direction == .tx ? " tx " : context.direction == .rx ? " rx " : "  - ")
    if let connection = context.connection {
      output.append(padded: UInt64(connection + 1), width: 4)
    } else {
      output.append(text: "   -")
    }
    output.append(text: fields.layer.label)
  }

  /// The name of the packet, and its brief fields.
  mutating func appendSummary(
    _ list: FieldList, from first: Int, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    guard first < list.count else { return }
    output.append(text: list[first].name)
    var separator: StaticString = ": "
    var subject = Subject(context)
    if let handle = context.request?.handle, context.answersForOne {
      output.append(text: " of ")
      append(handle, context, to: &output)
    }
    var room = Self.fieldsInLine
    for index in (first + 1)..<max(first + 1, list.count) {
      let field = list[index]
      switch field.value {
      case .missing, .leftOver: room -= 1
      case .group where field.depth == 0:
        room -= 1
        if room < 0 { continue }
        // The next signalling command of the same PDU.
        output.append(text: "; ")
        output.append(text: field.name)
        separator = ": "
        continue
      default:
        guard field.isBrief else { continue }
        room -= 1
        if room < 0 || field.isNoAddress { continue }
      }
      output.append(text: separator)
      separator = ", "
      if field.hasLabel {
        output.append(text: field.name)
        output.append(UInt8(ascii: " "))
      }
      appendValue(field, context, in: bytes, to: &output)
      subject.pass(field)
      if case .attributeValue = field.value {
        appendReading(field, subject, context, in: bytes, to: &output)
      }
    }
    if list.isFull || room < 0 { output.append(text: ", and more") }
  }

  /// More than these are not read in a line; what is missing or left over is said all the same.
  private static var fieldsInLine: Int { 32 }

  /// The value of a field, with what was learned from discovery.
  mutating func appendValue(
    _ field: DecodedField, _ context: Context, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) {
    let text = text
    switch field.value {
    case .uuid(let uuid):
      uuids.append(high: uuid.high, low: uuid.low, to: &output) { text.append(uuid, to: &$0) }
    case .company(let company):
      let key = UInt64(company) | (text.isBrief ? 1 << 16 : 0)
      companies.append(low: key, to: &output) {
        text.append(field.value, field.range, in: bytes, to: &$0)
      }
    default:
      text.append(field.value, field.range, in: bytes, to: &output)
      if case .attributeHandle(let handle) = field.value {
        appendName(ATTHandle(handle), context, to: &output)
      }
    }
  }

  private mutating func append(
    _ handle: ATTHandle, _ context: Context, to output: inout TextBuffer
  ) {
    output.append(text: "0x")
    output.append(hex: UInt64(handle.rawValue), digits: 4)
    appendName(handle, context, to: &output)
  }

  /// What a value says: by the type of its attribute, or as the text that it seems to be.
  private mutating func appendReading(
    _ field: DecodedField, _ subject: Subject, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    if let words = words(of: field, subject, context, in: bytes) {
      output.append(text: ", ")
      output.append(contentsOf: words)
    } else if field.range.isPlainText(in: bytes) {
      output.append(text: " ")
      text.append(textOf: field.range.prefix(64), in: bytes, to: &output)
    }
  }

  private mutating func appendName(
    _ handle: ATTHandle, _ context: Context, to output: inout TextBuffer
  ) {
    guard let connection = context.connection, let server = context.server else { return }
    let key = AttributeNames.AttributeKey(connection: connection, handle: handle, server: server)
    names.append(key, lookUp: { tracker.sessions.attribute($0) }, to: &output)
  }
}

extension PacketPrinter.Context {
  /// Whether it is the answer to a request about one attribute, which the answer does not name.
  fileprivate var answersForOne: Bool {
    guard let request else { return false }
    return switch request.opcode {
    case .readRequest, .readBlobRequest, .writeRequest: !isError
    default: false
    }
  }
}

extension ByteRange {
  /// Whether it holds four or more octets, all of them visible ASCII characters.
  fileprivate func isPlainText(in bytes: Span<UInt8>) -> Bool {
    guard count >= 4 else { return false }
    for index in start..<end where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return true
  }

  fileprivate func prefix(_ octets: Int) -> ByteRange {
    ByteRange(start: start, end: min(end, start + octets))
  }
}

extension DecodedField {
  /// Whether it is the address of the device that the packet is about.
  fileprivate var isMainAddress: Bool {
    name.isSame(as: "BD_ADDR") || name.isSame(as: "Address") || name.isSame(as: "Peer_Address")
  }

  /// Whether it holds an address of zeros, where another device might have been named.
  fileprivate var isNoAddress: Bool {
    if case .address(let address) = value { address.rawValue == 0 && !isMainAddress } else { false }
  }

  /// Whether the value says too little without the field's name.
  fileprivate var hasLabel: Bool {
    switch value {
    case .attributeValue, .opcode, .text, .bytes: false
    case .address: !isMainAddress
    case .attributeHandle: name.utf8CodeUnitCount != "Attribute Handle".utf8.count
    default: true
    }
  }
}
