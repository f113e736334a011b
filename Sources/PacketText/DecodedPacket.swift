import BluetoothProtocol
import Bytes
import CaptureFiles
import Text

/// A packet of a capture with its fields, as `bletrace decode` shows it.
public struct DecodedPacket: Equatable, Sendable {
  /// The 1-based number of its record, as Wireshark counts.
  public var frame = 0
  /// Microseconds since the first packet; negative before it, and where the clock stepped back.
  public var timeUs: Int64 = 0
  /// Microseconds since 1970-01-01T00:00:00Z; `nil` where the capture says only how much time
  /// passed between records.
  public var epochUs: Int64?
  /// Which way it went, seen from the host that captured it.
  public var direction = RecordDirection.unknown
  /// The `id` of its connection in the report on the capture; `nil` outside connections.
  public var connection: Int?
  /// The highest layer that was decoded.
  public var layer = PacketLayer.unknown
  /// Its name and most important fields, in one line.
  public var summary = ""
  /// What the capture holds of it.
  public var octets: [UInt8] = []
  /// How long it was; more than `octets.count` where the logger cut it.
  public var originalCount = 0
  /// The fields in `octets`, as a tree.
  public var fields: [Field] = []
  /// The fields of a PDU that this packet completed; empty where it came in one packet.
  public var reassembledFields: [Field] = []

  /// A field, or a group of fields.
  public struct Field: Equatable, Sendable {
    /// As the specification calls it.
    public var name = ""
    /// Where it begins, in octets from the beginning of the packet or of the reassembled PDU.
    public var offset = 0
    public var count = 0
    /// The number in it; `nil` where it is none, or does not fit.
    public var value: Int64?
    /// What it says in words: the name of a code, a time with its unit; `nil` for a group.
    public var text: String?
    /// The fields of a group.
    public var fields: [Field] = []
  }

  /// The first field of that name, in any group.
  public func field(_ name: String) -> Field? {
    Self.field(name, in: fields) ?? Self.field(name, in: reassembledFields)
  }

  private static func field(_ name: String, in fields: [Field]) -> Field? {
    for field in fields {
      if field.name == name { return field }
      if let inner = Self.field(name, in: field.fields) { return inner }
    }
    return nil
  }
}

extension PacketPrinter {
  /// Takes one record and returns all that is found in it, whatever is selected.
  package mutating func decode(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) -> DecodedPacket {
    let start = beginTime(record)
    follow(record, in: bytes)
    let copies = tracker.context.observer.copies
    let context = describe(record, in: bytes, copies: copies.span)
    var packet = DecodedPacket()
    packet.frame = record.number
    packet.timeUs = record.time.since(start)
    packet.epochUs = timeOfDayIsKnown ? record.time.microseconds : nil
    packet.direction = context.direction
    packet.connection = context.connection.map { $0 + 1 }
    packet.layer = fields.layer
    packet.originalCount = record.bytes.originalCount
    packet.octets.reserveCapacity(record.bytes.count)
    packet.octets.append(record.bytes, of: bytes)
    var output = TextBuffer(capacity: 256)
    if fields.summaryIsOfPDU {
      appendSummary(fields.pdu, from: fields.summary, context, in: copies.span, to: &output)
    } else {
      appendSummary(fields.frame, from: fields.summary, context, in: bytes, to: &output)
    }
    packet.summary = output.text
    text.isBrief = false
    defer { text.isBrief = true }
    packet.fields = tree(of: fields.frame, from: record.bytes.start, context, in: bytes)
    packet.reassembledFields = tree(of: fields.pdu, from: 0, context, in: copies.span)
    return packet
  }

  /// A list of fields with their depths as a tree.
  private mutating func tree(
    of list: FieldList, from base: Int, _ context: Context, in bytes: Span<UInt8>
  ) -> [DecodedPacket.Field] {
    var subject = Subject(context)
    // The groups that are open, the outermost first; the first is the packet itself.
    var open = [DecodedPacket.Field()]
    for index in 0..<list.count {
      let field = list[index]
      Self.close(&open, to: Int(field.depth) + 1)
      subject.pass(field)
      var node = DecodedPacket.Field()
      node.name = field.name.description
      node.offset = field.range.start - base
      node.count = field.range.originalCount
      if case .signed(let number, _) = field.value {
        node.value = number
      } else {
        node.value = field.value.number.flatMap { Int64(exactly: $0) }
      }
      switch field.value {
      case .group: break
      case .element(let index): node.value = Int64(index)
      default:
        var output = TextBuffer(capacity: 64)
        appendText(of: field, subject, context, in: bytes, to: &output)
        if output.count > 0 { node.text = output.text }
      }
      open.append(node)
    }
    Self.close(&open, to: 1)
    return open[0].fields
  }

  /// Puts the innermost groups into those around them until so many are open.
  private static func close(_ open: inout [DecodedPacket.Field], to count: Int) {
    while open.count > max(1, count) {
      let done = open.removeLast()
      open[open.count - 1].fields.append(done)
    }
  }
}
