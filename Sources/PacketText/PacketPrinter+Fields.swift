import BluetoothProtocol
import Bytes
import Text
import Tracking

/// The line of a packet, and under it every field.
extension PacketPrinter {
  mutating func appendFields(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout TextBuffer
  ) {
    appendLine(context, in: bytes, copies: copies, to: &output)
    text.isBrief = false
    defer { text.isBrief = true }
    appendFields(of: fields.frame, context, in: bytes, to: &output)
    appendPDUHeading(context, to: &output)
    appendFields(of: fields.pdu, context, in: copies, to: &output)
  }

  /// What follows is not in this packet alone.
  func appendPDUHeading(_ context: Context, to output: inout TextBuffer) {
    guard !fields.pdu.isEmpty else { return }
    let isDecrypted = tracker.context.observer.encrypted != nil
    if tracker.context.observer.last?.isReassembled ?? !isDecrypted {
      output.append(text: "    Put together from this and earlier packets")
      output.append(text: isDecrypted ? ", decrypted:\n" : ":\n")
    } else {
      output.append(text: "    Decrypted:\n")
    }
  }

  private mutating func appendFields(
    of list: FieldList, _ context: Context, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) {
    var subject = Subject(context)
    for index in 0..<list.count {
      let field = list[index]
      output.append(spaces: 4 + 2 * Int(field.depth))
      append(field, &subject, context, in: bytes, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    if list.isFull { output.append(text: "    And more, which is not shown\n") }
  }

  /// `Name: value`, and for a value what it says.
  mutating func append(
    _ field: DecodedField, _ subject: inout Subject, _ context: Context, in bytes: Span<UInt8>,
    to output: inout TextBuffer
  ) {
    output.append(text: field.name)
    if case .group = field.value { return }
    output.append(text: ": ")
    appendValue(field, context, in: bytes, to: &output)
    subject.pass(field)
    if case .attributeValue = field.value, let words = words(of: field, subject, context, in: bytes)
    {
      output.append(text: ": ")
      output.append(contentsOf: words)
    }
  }

  /// What the value of an attribute says, where its type is known.
  mutating func words(
    of field: DecodedField, _ subject: Subject, _ context: Context, in bytes: Span<UInt8>
  ) -> String? {
    guard let handle = subject.handle, let connection = context.connection,
      let server = context.server
    else { return nil }
    let key = AttributeNames.AttributeKey(connection: connection, handle: handle, server: server)
    let known = names.type(of: key, lookUp: { tracker.sessions.attribute($0) })
    guard let type = subject.type ?? known else {
      return named(nil, handle, field.range, in: bytes)
    }
    switch GATTValue.describe(type, field.range, in: bytes) {
    case .text(let words): return text.escaped(words)
    case .undecodable(let reason): return text.escaped(reason)
    case nil:
      let isFromServer = (context.direction == .rx) == (server == .peer)
      let place = RecognizedFramings.Place(connection: connection, server: server)
      framings.note(type, field.range, place, isFromServer: isFromServer, in: bytes)
      return framings.describe(type, field.range, place, isFromServer: isFromServer, in: bytes)
        ?? named(type, handle, field.range, in: bytes)
    }
  }

  /// What a layout file says of a value that holds a whole message.
  private func named(
    _ type: BluetoothUUID?, _ handle: ATTHandle, _ value: ByteRange, in bytes: Span<UInt8>
  ) -> String? {
    guard !options.layouts.isEmpty else { return nil }
    var octets: [UInt8] = []
    octets.append(value, of: bytes)
    for file in options.layouts {
      if let words = file.words(of: octets, uuid: type, handle: handle.rawValue) {
        return text.escaped(words)
      }
    }
    return nil
  }

  /// Takes what the value of an ATT PDU shows of its protocol: what is shown later depends on it.
  mutating func recognize(in bytes: Span<UInt8>) {
    guard let pdu = tracker.context.observer.last, pdu.isATT, pdu.payload.count > 3 else { return }
    guard tracker.context.observer.isApart(pdu) else { return recognize(pdu, in: bytes) }
    let copies = tracker.context.observer.copies
    recognize(pdu, in: copies.span)
  }

  private mutating func recognize(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    let header = 3
    let opcode = ATTOpcode(bytes[pdu.payload.start])
    guard opcode.carriesValue, let isFromClient = opcode.isFromClient else { return }
    let server: Side = isFromClient == (pdu.direction == .tx) ? .peer : .local
    let key = AttributeNames.AttributeKey(
      connection: pdu.connection, handle: ATTHandle(bytes.u16le(pdu.payload.start + 1)),
      server: server)
    guard let type = names.type(of: key, lookUp: { tracker.sessions.attribute($0) }) else { return }
    let value = ByteRange(
      start: pdu.payload.start + header, count: pdu.payload.count - header,
      originalCount: pdu.payload.originalCount - header)
    framings.note(
      type, value, RecognizedFramings.Place(connection: pdu.connection, server: server),
      isFromServer: !isFromClient, in: bytes)
  }

  /// The attribute that a value is of.
  struct Subject {
    var handle: ATTHandle?
    /// The type that a request asked for, which is known even where discovery was not seen.
    var type: BluetoothUUID?

    init(_ context: Context) {
      handle = context.request?.handle
      type = context.request?.type
    }

    mutating func pass(_ field: DecodedField) {
      if case .attributeHandle(let number) = field.value { handle = ATTHandle(number) }
    }
  }
}

extension Sessions {
  func attribute(_ key: AttributeNames.AttributeKey) -> KnownAttribute? {
    attribute(key.handle, connection: key.connection, server: key.server)
  }
}
