import BluetoothProtocol
import Bytes
import Text

/// The line of a packet, and under it its octets, each beside the field that it belongs to.
///
///     offset   octets                                           field
extension PacketPrinter {
  private static let perLine = 16

  mutating func appendOctets(
    _ context: Context, in bytes: Span<UInt8>, copies: Span<UInt8>, to output: inout TextBuffer
  ) {
    appendLine(context, in: bytes, copies: copies, to: &output)
    text.isBrief = false
    defer { text.isBrief = true }
    appendOctets(
      of: fields.frame, from: context.record.bytes.start, context, in: bytes, to: &output)
    appendPDUHeading(context, to: &output)
    // A key that was encrypted is in no file that is shown.
    appendOctets(
      of: fields.pdu, from: 0, context,
      hidesKeys: tracker.context.observer.encrypted != nil, in: copies, to: &output)
  }

  private mutating func appendOctets(
    of list: FieldList, from base: Int, _ context: Context, hidesKeys: Bool = false,
    in bytes: Span<UInt8>, to output: inout TextBuffer
  ) {
    var subject = Subject(context)
    var shown = base
    for index in 0..<list.count {
      let field = list[index]
      // A part of octets that were shown already has none of its own.
      let isPart = field.range.start < shown
      let octets =
        field.isGroup || isPart || hidesKeys && field.isKey
        ? ByteRange(start: field.range.start, end: field.range.start) : field.range
      shown = max(shown, octets.end)
      let first = ByteRange(
        start: octets.start, end: min(octets.end, octets.start + Self.perLine))
      appendOctets(first, from: base, in: bytes, to: &output)
      output.append(spaces: 2 * Int(field.depth))
      append(field, &subject, context, in: bytes, octetsAreShown: true, to: &output)
      output.append(UInt8(ascii: "\n"))
      var start = first.end
      while start < octets.end {
        let end = min(octets.end, start + Self.perLine)
        appendOctets(ByteRange(start: start, end: end), from: base, in: bytes, to: &output)
        output.removeTrailingSpaces()
        output.append(UInt8(ascii: "\n"))
        start = end
      }
    }
  }

  /// `    0004  3E 13 01 ...`, or as much space where there are no octets.
  private func appendOctets(
    _ octets: ByteRange, from base: Int, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) {
    guard !octets.isEmpty else { return output.append(spaces: 12 + 3 * Self.perLine) }
    output.append(text: "    ")
    output.append(hex: UInt64(clamping: octets.start - base), digits: 4)
    output.append(text: "  ")
    output.append(hexOctetsOf: octets, in: bytes)
    output.append(spaces: 3 + 3 * (Self.perLine - octets.count))
  }

  /// The field without the octets that are beside it.
  private mutating func append(
    _ field: DecodedField, _ subject: inout Subject, _ context: Context, in bytes: Span<UInt8>,
    octetsAreShown: Bool, to output: inout TextBuffer
  ) {
    switch field.value {
    case .bytes, .leftOver, .secret:
      output.append(text: field.name)
      output.append(text: ": ")
      output.append(decimal: UInt64(field.range.originalCount))
      output.append(text: field.range.originalCount == 1 ? " octet" : " octets")
      if field.range.isCut {
        output.append(text: ", ")
        output.append(decimal: UInt64(field.range.count))
        output.append(text: " captured")
      }
    case .attributeValue:
      output.append(text: field.name)
      if let words = words(of: field, subject, context, in: bytes) {
        output.append(text: ": ")
        output.append(contentsOf: words)
      }
    default:
      append(field, &subject, context, in: bytes, to: &output)
    }
  }
}

extension DecodedField {
  fileprivate var isKey: Bool {
    if case .secret = value { true } else { false }
  }

  /// Whether it is a heading over other fields, whose octets are theirs.
  var isGroup: Bool {
    switch value {
    case .group, .element: true
    default: false
    }
  }
}
