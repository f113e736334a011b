import Bytes

/// What `hcidump -w` of BlueZ wrote before it wrote btsnoop. It has no file header.
///
///     record  length u16   incoming u8   unused u8   seconds u32   microseconds u32   H4 packet
///
/// All numbers are little-endian; the length counts the H4 packet. hcidump never sets the unused
/// octet, so it may have any value. The time is that of the computer's clock.
struct HcidumpLayout: RecordLayout {
  static let recordHeader = 12

  var format: CaptureFormat { .hcidump }

  var linkTypeName: String { LinkType.hciH4.rawValue }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u16le(0))
  }

  @inline(__always)
  func originalLength(_ bytes: Span<UInt8>) -> Int {
    recordLength(bytes)
  }

  @inline(__always)
  func time(_ bytes: Span<UInt8>) -> TraceTime {
    TraceTime(microseconds: Int64(bytes.u32le(4)) &* 1_000_000 &+ Int64(bytes.u32le(8)))
  }

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    record.direction = bytes[2] == 0 ? .tx : .rx
    record.takeH4Indicator(bytes.extracting(Self.recordHeader..<bytes.count))
  }
}

extension HcidumpLayout {
  /// Whether this is hcidump's format. Nothing marks it, so that several records must agree with
  /// themselves in all respects; where the file ends before, all that are there.
  static func isDetected(
    _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor
  ) throws(CaptureFileError) -> Bool {
    var verdict = judge(window.span, cursor)
    while case .needs(let count) = verdict {
      try cursor.fill(&window, from: source, count)
      verdict = judge(window.span, cursor)
    }
    if case .yes = verdict { return true }
    return false
  }

  private static func judge(_ bytes: Span<UInt8>, _ cursor: WindowCursor) -> DetectionVerdict {
    var at = 0
    for _ in 0..<3 {
      let rest = bytes.extracting(at..<cursor.end)
      let length = rest.count < recordHeader ? 0 : Int(rest.u16le(0))
      let wanted = recordHeader + min(length, 5)
      if rest.count < wanted {
        guard cursor.isLast else { return .needs(at + wanted) }
        return at > 0 ? .yes : .no
      }
      guard isConvincing(rest) else { return .no }
      at += recordHeader + length
      if at > cursor.end { return cursor.isLast ? .yes : .needs(at) }
    }
    return .yes
  }

  /// - Parameter bytes: a record's header and the header of its packet.
  private static func isConvincing(_ bytes: Span<UInt8>) -> Bool {
    let length = Int(bytes.u16le(0))
    let (isIncoming, seconds, microseconds) = (bytes[2], bytes.u32le(4), bytes.u32le(8))
    // After 2001.
    guard length >= 3, isIncoming <= 1, seconds > 1_000_000_000, microseconds < 1_000_000 else {
      return false
    }
    let kind = h4Kind(bytes[recordHeader])
    if kind == .command, isIncoming == 1 { return false }
    if kind == .event, isIncoming == 0 { return false }
    return packetLength(kind, bytes.extracting((recordHeader + 1)...)) == length - 1
  }
}
