import Bytes

/// A log that is text, as records of a form of its own:
///
///     record   length u32   original length u32   time i64   kind u8   direction u8   octets
///
/// Offsets are counted in that. All numbers are little-endian.
final class TextLogSource: ByteSource {
  private let source: any ByteSource
  private var parser = TextLogParser()
  private var clock: TextLogClock
  /// What was read of the source before.
  private var start: [UInt8]
  private var line: [UInt8] = []
  private var isTooLong = false
  private var hasEnded = false
  private var ready: [UInt8] = []
  private var given = 0
  /// Of the text, octets that were taken.
  private var position = 0
  /// The lines that are marked as packets and are none: where the first one begins, and how many
  /// octets they are.
  private var damage: (offset: Int, octets: Int)?

  /// Longer ones are passed over: no packet has so many octets.
  private static let longestLine = 1 << 18

  init(
    _ start: ArraySlice<UInt8>, then source: any ByteSource,
    now: (@Sendable () -> TraceTime)?
  ) {
    self.start = Array(start)
    self.source = source
    clock = TextLogClock(now)
  }

  var timeOfDayIsKnown: Bool { clock.now != nil }

  var passedOver: CaptureDamage? {
    damage.map { damage in
      let count = parser.unreadable
      return CaptureDamage(
        offset: damage.offset,
        reason: count == 1
          ? "a line that should hold a packet makes no sense"
          : "\(count) lines that should hold packets make no sense",
        skippedOctets: damage.octets)
    }
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    while given == ready.count, !hasEnded {
      (ready, given) = ([], 0)
      var piece = start
      start = []
      if piece.isEmpty {
        piece = [UInt8](repeating: 0, count: 1 << 16)
        let got = try source.read(into: &piece, at: 0, upTo: piece.count)
        piece.removeLast(piece.count - got)
        hasEnded = got == 0
      }
      for octet in piece { take(octet) }
      if hasEnded {
        endLine()
        parser.finish { append($0) }
      }
    }
    let held = min(count, ready.count - given)
    buffer.replaceSubrange(offset..<offset + held, with: ready[given..<given + held])
    given += held
    return held
  }

  private func take(_ octet: UInt8) {
    position += 1
    switch octet {
    case 0x0A, 0x0D: endLine()
    default:
      if line.count < Self.longestLine { line.append(octet) } else { isTooLong = true }
    }
  }

  private func endLine() {
    if !isTooLong, !line.isEmpty {
      let before = parser.unreadable
      parser.take(TextLogLine(line[...])) { append($0) }
      if parser.unreadable > before {
        damage = (
          damage?.offset ?? max(0, position - line.count - 1), (damage?.octets ?? 0) + line.count
        )
      }
    }
    line.removeAll(keepingCapacity: line.count < 1 << 12)
    isTooLong = false
  }

  private func append(_ packet: TextLogPacket) {
    ready.put(UInt32(packet.octets.count), .little)
    ready.put(UInt32(packet.originalCount), .little)
    ready.put(clock.time(packet.stamp), .little)
    ready += [packet.kind.rawValue, packet.direction.rawValue]
    ready += packet.octets
  }
}

/// The records that such a source gives.
struct TextLogLayout: RecordLayout {
  static let recordHeader = 18

  let source: TextLogSource

  var format: CaptureFormat { .text }

  var linkTypeName: String { LinkType.hciH4.rawValue }

  var timeOfDayIsKnown: Bool { source.timeOfDayIsKnown }

  var isPositional: Bool { false }

  var passedOver: CaptureDamage? { source.passedOver }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>) -> Int { Int(bytes.u32le(0)) }

  @inline(__always)
  func originalLength(_ bytes: Span<UInt8>) -> Int { Int(bytes.u32le(4)) }

  @inline(__always)
  func time(_ bytes: Span<UInt8>) -> TraceTime {
    TraceTime(microseconds: Int64(bitPattern: bytes.u64(8, .little)))
  }

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    record.kind = RecordKind(rawValue: bytes[16]) ?? .unrecognized
    record.direction = RecordDirection(rawValue: bytes[17]) ?? .unknown
    record.detail = bytes[16] &+ 1
  }
}

/// Looks for packets in a text, as more of it comes.
struct TextLogSearch {
  /// How far it is looked for the first one: behind the start of a board, and its other messages.
  static let most = 1 << 20

  private var parser = TextLogParser()
  private var looked = 0
  private var lineStart = 0
  private var unmarked = 0
  private(set) var found = false
  /// A bug report, which has a log of another kind.
  private(set) var isBugreport = false

  /// - Parameters:
  ///   - text: from the beginning, more of it than before.
  ///   - isLast: whether that is all.
  mutating func look(_ text: ArraySlice<UInt8>, isLast: Bool) {
    var packets: [TextLogPacket] = []
    while looked < text.count, !found, !isBugreport {
      let octet = text[text.startIndex + looked]
      if octet == 0x0A || octet == 0x0D {
        endLine(text, looked, &packets)
        lineStart = looked + 1
      }
      looked += 1
    }
    guard isLast, !found, !isBugreport else { return }
    endLine(text, text.count, &packets)
    parser.finish { packets.append($0) }
    note(packets)
    found = found || unmarked > 0
  }

  private mutating func endLine(
    _ text: ArraySlice<UInt8>, _ end: Int, _ packets: inout [TextLogPacket]
  ) {
    guard end > lineStart else { return }
    let line = TextLogLine(text[(text.startIndex + lineStart)..<(text.startIndex + end)])
    if line.end(of: BtsnoozText.begin) != nil { isBugreport = true }
    var taken: [TextLogPacket] = []
    parser.take(line) { taken.append($0) }
    note(taken)
  }

  private mutating func note(_ packets: [TextLogPacket]) {
    for packet in packets where packet.isWhole {
      unmarked += packet.dialect.isMarked ? 0 : 1
      found = found || packet.dialect.isMarked || unmarked > 1
    }
  }
}
