/// Whether this is PacketLogger, and in which byte order.
///
/// Without a magic number it takes evidence: headers that make sense, one after the other, and
/// packets whose own lengths agree with them. Reads further only while what is there speaks for it.
func packetLoggerOrder(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor
) throws(CaptureFileError) -> ByteOrder? {
  for order in [ByteOrder.big, .little] {
    var verdict = judgePacketLogger(window.span, cursor, order)
    while case .needs(let count) = verdict {
      try cursor.fill(&window, from: source, count)
      verdict = judgePacketLogger(window.span, cursor, order)
    }
    if case .yes = verdict { return order }
  }
  return nil
}

/// What the octets at hand say about a format without a magic number.
enum DetectionVerdict {
  case yes, no
  /// This many octets would show more.
  case needs(Int)
}

/// Looks at the first few records. Unknown types are neither for nor against it, but for the first.
///
/// A first record that is beyond doubt is enough: where the next one makes no sense, the file was
/// damaged there, and the first can be read.
func judgePacketLogger(
  _ bytes: Span<UInt8>, _ cursor: WindowCursor, _ order: ByteOrder
) -> DetectionVerdict {
  let layout = PacketLoggerLayout(order)
  let least = PacketLoggerLayout.recordHeader + 1
  let enough = 4
  let farEnough = 64 << 10
  var at = 0
  var known = 0
  var convincing = 0
  while known < enough, at < farEnough, cursor.end - at >= least {
    let length = layout.recordLength(bytes.extracting(at..<cursor.end))
    guard length >= 0, length <= CaptureLimits.recordLength, bytes.u32(at + 8, order) < 1_000_000
    else { return .no }
    let end = at + PacketLoggerLayout.recordHeader + length
    let isKnown = length > 0 && isKnownType(bytes[at + PacketLoggerLayout.recordHeader])
    if at == 0 && !isKnown { return .no }
    if end > cursor.end, !cursor.isLast { return .needs(end + least) }
    if isKnown {
      known += 1
      let evidence = evidence(bytes, at, until: end, cursor, order)
      if at == 0, evidence.content, evidence.time { return .yes }
      if evidence.content || evidence.time { convincing += 1 }
    }
    at = end
  }
  if known < enough, at < farEnough, !cursor.isLast { return .needs(at + least) }
  return known > 0 && convincing * 2 >= known ? .yes : .no
}

private func isKnownType(_ type: UInt8) -> Bool {
  PacketLoggerLayout.meaning(ofType: type).0 != .unrecognized || type == 0x0A || type == 0x0B
}

/// Whether a record is more than a header that happens to make sense: its packet's own length
/// agrees, or it is a note, all of it text; and whether its time lies after 2001.
private func evidence(
  _ bytes: Span<UInt8>, _ at: Int, until end: Int, _ cursor: WindowCursor, _ order: ByteOrder
) -> (content: Bool, time: Bool) {
  let packet = at + PacketLoggerLayout.recordHeader + 1
  let held = min(end, cursor.end) - packet
  let type = bytes[packet - 1]
  let stated: Int? =
    switch type {
    case 0xFB...0xFD: isText(bytes, packet, packet + held) ? end - packet : nil
    default:
      packetLength(
        PacketLoggerLayout.meaning(ofType: type).0, bytes.extracting(packet..<packet + held))
    }
  return (stated == end - packet, bytes.u32(at + 4, order) > 1_000_000_000)
}

/// Whether there are some octets, and all are visible ASCII characters; but that a NUL may end
/// them.
private func isText(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
  guard start < end else { return false }
  for index in start..<end {
    let octet = bytes[index]
    let isEnd = octet == 0 && index == end - 1 && index > start
    if !isEnd && !(0x20...0x7E).contains(octet) { return false }
  }
  return true
}
