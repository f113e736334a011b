import Bytes
import SystemLibraries

/// The section in which `dumpsys bluetooth_manager`, and so the text of a bug report, holds a log:
///
///     --- BEGIN:BTSNOOP_LOG_SUMMARY (11111 bytes in) ---
///     base64 in lines
///     --- END:BTSNOOP_LOG_SUMMARY ---
///
/// The base64 text holds the preamble and a zlib stream of the records:
///
///     version u8 = 1 or 2   time of the last record u64, microseconds since 1970
///
/// When the first record was made shows only when the times between all of them are added up, and
/// only if none is missing.
enum BtsnoozText {
  static let begin = Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8)
  private static let end = Array("--- END:BTSNOOP_LOG_SUMMARY".utf8)
  private static let preamble = 9

  /// Looks for a section; `nil` where the text has none. Then the source gives the records of the
  /// first one, and the cursor is before them.
  static func open(
    _ source: inout any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor
  ) throws(CaptureFileError) -> BtsnoozWalker? {
    guard try cursor.skip(past: begin, &window, source) else { return nil }
    // What else the line says is not needed.
    guard try cursor.skip(past: [0x0A], &window, source) else { throw .headerCut(.btsnooz) }
    let offset = cursor.offsetInFile(cursor.position)
    var packed: [UInt8] = []
    var packedEnd: PackedEnd?
    var second: Int?
    var failure: CaptureFileError?
    do throws(CaptureFileError) {
      packedEnd = try unpackBase64(&window, &cursor, source, into: &packed)
      if try cursor.skip(past: begin, &window, source) {
        second = cursor.offsetInFile(cursor.position) - begin.count
      }
    } catch {
      // What came before stays, as of any capture.
      failure = error
    }

    guard packed.count >= preamble else { throw failure ?? .headerCut(.btsnooz) }
    guard let version = BtsnoozVersion(rawValue: Int(packed[0])) else {
      throw .unsupportedVersion(.btsnooz, version: Int(packed[0]))
    }
    let last = Int64(bitPattern: packed.span.u64le(1))
    // A phone that has logged nothing yet writes no stream.
    let stream = packed.span.extracting(preamble..<packed.count)
    let log =
      stream.isEmpty && packedEnd == .endLine
      ? InflatedStream(bytes: [], read: 0, end: .whole)
      : inflate(zlib: stream, atMost: CaptureLimits.packedLog)

    let start = log.end == .whole ? startOfLog(log.bytes.span, version, last: last) : nil
    let textEnd = PackedEnd.textEnd(cursor.offsetInFile(cursor.end))
    let end = end(
      of: log, packed: stream.count, packedEnd ?? textEnd, at: offset, second: second)
    source = MemorySource(log.bytes, thenFailsWith: failure)
    cursor = WindowCursor()
    return BtsnoozWalker(version, start: start, packing: BtsnoozPacking(offset: offset, end: end))
  }

  /// When the record before the first was made.
  private static func startOfLog(
    _ log: Span<UInt8>, _ version: BtsnoozVersion, last: Int64
  ) -> TraceTime? {
    // Of a phone that does not say when the last one was made.
    guard last != 0 else { return nil }
    var time = last
    var at = 0
    while at < log.count {
      guard let header = BtsnoozHeader(log.extracting(at..<log.count), version), header.kept >= 0,
        header.kept <= log.count - at - version.recordHeader
      else { return nil }
      time &-= header.microseconds
      at += version.recordHeader + header.kept
    }
    return TraceTime(microseconds: time)
  }

  // MARK: - The layers of packing

  private enum PackedEnd: Equatable {
    case endLine
    case textEnd(Int)
    case damaged(CaptureDamage)
  }

  /// Appends the octets that are base64 from the cursor on, as far as there are any.
  private static func unpackBase64(
    _ window: inout [UInt8], _ cursor: inout WindowCursor, _ source: any ByteSource,
    into packed: inout [UInt8]
  ) throws(CaptureFileError) -> PackedEnd {
    var decoder = Base64Decoder()
    while true {
      // All that is needed to know the last line.
      try cursor.fill(&window, from: source, end.count)
      guard cursor.position < cursor.end else { return textEnd() }
      let rest = window[cursor.position..<cursor.end]
      if rest.starts(with: end) { return .endLine }
      // Only at the end of the text there are fewer.
      if rest.count < end.count, end.starts(with: rest) { return textEnd() }
      repeat {
        let octet = window[cursor.position]
        guard decoder.take(octet, into: &packed) else {
          return .damaged(damage("byte \(octet) is not base64"))
        }
        guard packed.count <= CaptureLimits.packedLog else {
          return .damaged(damage("the log is over \(CaptureLimits.packedLog) bytes long"))
        }
        cursor.position += 1
      } while cursor.position < cursor.end && window[cursor.position] != end[0]
    }

    func textEnd() -> PackedEnd { .textEnd(cursor.offsetInFile(cursor.end)) }

    func damage(_ reason: String) -> CaptureDamage {
      CaptureDamage(offset: cursor.offsetInFile(cursor.position), reason: reason)
    }
  }

  /// How the log ends. What is first in the text is reported first.
  private static func end(
    of log: InflatedStream, packed count: Int, _ packedEnd: PackedEnd, at offset: Int, second: Int?
  ) -> BtsnoozPacking.End {
    func damaged(_ reason: String) -> BtsnoozPacking.End {
      .damaged(CaptureDamage(offset: offset, reason: "the log that begins there " + reason))
    }
    switch (log.end, packedEnd) {
    case (.damaged, _):
      return damaged("is damaged: its zlib stream is invalid at byte \(log.read)")
    case (.full, _):
      return damaged("is over \(CaptureLimits.packedLog) bytes long")
    case (_, .damaged(let damage)):
      return .damaged(damage)
    case (.cut, .textEnd(let index)):
      return .cut(index)
    case (.cut, .endLine):
      return damaged("lacks the end of its zlib stream")
    case (.whole, _):
      if log.read < count {
        return damaged("has \(count - log.read) bytes after its zlib stream")
      }
      return second.map {
        .damaged(
          CaptureDamage(
            offset: $0, reason: "another log begins there, and only the first of a text is read"))
      } ?? .whole
    }
  }
}

/// Base64 as RFC 4648 has it, with white space anywhere.
private struct Base64Decoder {
  private var bits: UInt16 = 0
  private var count = 0
  private var isPadded = false

  /// Appends an octet when it is whole; false where the character is not allowed there.
  mutating func take(_ character: UInt8, into octets: inout [UInt8]) -> Bool {
    let value: UInt8
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    case UInt8(ascii: "="):
      defer { isPadded = true }
      return isPadded || count > 0
    case 0x09...0x0D, 0x20: return true
    default: return false
    }
    guard !isPadded else { return false }
    bits = bits << 6 | UInt16(value)
    count += 6
    if count >= 8 {
      count -= 8
      octets.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return true
  }
}

extension WindowCursor {
  /// Goes past the next occurrence of the octets; false where the source ends before.
  fileprivate mutating func skip(
    past wanted: [UInt8], _ window: inout [UInt8], _ source: any ByteSource
  ) throws(CaptureFileError) -> Bool {
    while true {
      try fill(&window, from: source, wanted.count)
      guard end - position >= wanted.count else { return false }
      if let index = window.span.extracting(position..<end).firstPosition(of: wanted) {
        position += index + wanted.count
        return true
      }
      // They may begin in what is at hand, and end in what comes.
      position = end - wanted.count + 1
    }
  }
}
