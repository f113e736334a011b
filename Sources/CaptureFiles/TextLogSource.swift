import Bytes

/// A log that is text, as records of a form of its own:
///
///     record   length u32   original length u32   time i64   kind u8   direction u8
///              controller u16   octets
///
/// Offsets are counted in that. All numbers are little-endian.
final class TextLogSource: ByteSource {
  private let source: any ByteSource
  private var parser: any TextLogReading
  let isBtmon: Bool
  private var clock: TextLogClock
  /// What was read of the source before.
  private var start: [UInt8]
  private var line: [UInt8] = []
  /// How long the line before was.
  private var lastCount = 0
  private var hasEnded = false
  private var ready: [UInt8] = []
  private var given = 0
  /// Of the text, octets that were taken.
  private var position = 0
  /// The lines that are marked as packets and are none: where the first one begins, and how many
  /// octets they are.
  private var damage: (offset: Int, octets: Int)?

  /// What ESP-IDF printed of its buffers, which are one after the other, since the last reset.
  private var held: [TextLogPacket] = []
  private var heldOctets = 0
  private var buffers = TextLogBuffers()

  private static let mostHeld = 1 << 20
  /// This is enough of longer lines: no packet has so many octets.
  private static let longestLine = 1 << 18

  init(
    _ start: ArraySlice<UInt8>, then source: any ByteSource, isBtmon: Bool,
    now: (@Sendable () -> TraceTime)?
  ) {
    self.start = Array(start)
    self.isBtmon = isBtmon
    parser = isBtmon ? BtmonParser() : TextLogParser()
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
        let before = parser.unreadable
        parser.finish { append($0) }
        noteDamage(before)
        release()
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
    default: if line.count < Self.longestLine { line.append(octet) }
    }
  }

  private func endLine() {
    if !line.isEmpty {
      let before = parser.unreadable
      parser.take(TextLogLine(line[...])) { append($0) }
      noteDamage(before)
      lastCount = line.count
    }
    line.removeAll(keepingCapacity: line.count < 1 << 12)
  }

  /// - Parameter before: how many lines made no sense before this one.
  private func noteDamage(_ before: Int) {
    guard parser.unreadable > before else { return }
    let count = line.isEmpty ? lastCount : line.count
    damage = (damage?.offset ?? max(0, position - count - 1), (damage?.octets ?? 0) + count)
  }

  private func append(_ packet: TextLogPacket) {
    var packet = packet
    if packet.stamp == nil, let last = held.last { packet.stamp = last.stamp }
    // While a log is made, its packets are shown as they come.
    guard clock.now == nil, let stamp = packet.stamp, stamp.buffer != nil else {
      release()
      put(packet)
      return
    }
    if buffers.isReset(stamp) {
      release()
      clock.begin()
    } else if heldOctets > Self.mostHeld {
      release()
    }
    held.append(packet)
    heldOctets += packet.octets.count + MemoryLayout<TextLogPacket>.stride
  }

  /// Gives what was held, by time.
  private func release() {
    let sorted = held.enumerated().sorted {
      ($0.element.stamp?.microseconds ?? 0, $0.offset)
        < ($1.element.stamp?.microseconds ?? 0, $1.offset)
    }
    (held, heldOctets) = ([], 0)
    for (_, packet) in sorted { put(packet) }
  }

  private func put(_ packet: TextLogPacket) {
    ready.put(UInt32(packet.octets.count), .little)
    ready.put(UInt32(packet.originalCount), .little)
    ready.put(clock.time(packet.stamp), .little)
    ready += [packet.kind.rawValue, packet.direction.rawValue]
    ready.put(packet.controller, .little)
    ready += packet.octets
  }
}

/// The records that such a source gives.
struct TextLogLayout: RecordLayout {
  static let recordHeader = 20

  let source: TextLogSource

  var format: CaptureFormat { source.isBtmon ? .btmon : .text }

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
    record.controller = bytes.u16le(18)
  }
}

/// Looks for packets in a text, as more of it comes.
struct TextLogSearch {
  /// How far it is looked for the first one: behind the start of a board, and its other messages.
  static let most = 1 << 20

  private var parser = TextLogParser()
  /// How many octets of it were looked at: up to the packet that was found.
  private(set) var looked = 0
  private var lineStart = 0
  private var unmarked = 0
  private var unlikely = 0
  private var isBtmonStart = false
  private(set) var found = false
  private(set) var isBtmon = false
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
    if lineStart == 0, line.text.starts(with: btmonStart) { isBtmonStart = true }
    if let header = BtmonHeader(line), header.isCertain || isBtmonStart {
      (found, isBtmon) = (true, true)
      return
    }
    var taken: [TextLogPacket] = []
    parser.take(line) { taken.append($0) }
    note(taken)
  }

  private mutating func note(_ packets: [TextLogPacket]) {
    for packet in packets where packet.isWhole {
      switch packet.dialect {
      case .espIDF where !packet.isLikely:
        unlikely += 1
        found = found || unlikely > 1
      case .hcidump, .hexDump:
        unmarked += packet.isLikely ? 1 : 0
        found = found || unmarked > 1
      default: found = true
      }
    }
  }
}
