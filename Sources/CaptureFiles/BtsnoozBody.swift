import TraceBytes

extension BtsnoopWalker {
  /// Android can leave a file with a btsnoop header and btsnooz records behind it. Read as btsnoop
  /// those have absurd lengths; only then is it looked at more closely.
  func refuseBtsnooz(
    _ bytes: Span<UInt8>, _ cursor: WindowCursor
  ) throws(CaptureFileError) -> WalkStop? {
    let at = cursor.position
    let available = cursor.end - at
    guard available >= 8 else { return nil }
    let limit = CaptureLimits.recordLength
    guard bytes.u32be(at) > limit || bytes.u32be(at + 4) > limit else { return nil }
    let wanted = 2048
    if available < wanted && !cursor.isLast { return .needs(wanted) }
    for hasOriginalLength in [true, false]
    where walksAsBtsnooz(bytes, at, cursor, hasOriginalLength: hasOriginalLength) {
      throw .foreign(.btsnoozBody)
    }
    return nil
  }
}

/// Whether some records on end are btsnooz.
///
///     version 1   length u16   delta u32                         type u8   length - 1 octets
///     version 2   length u16   original length u16   delta u32   type u8   length - 1 octets
///
/// All numbers are little-endian.
private func walksAsBtsnooz(
  _ bytes: Span<UInt8>, _ start: Int, _ cursor: WindowCursor, hasOriginalLength: Bool
) -> Bool {
  let header = hasOriginalLength ? 9 : 7
  var at = start
  var records = 0
  while records < 8, cursor.end - at >= header {
    let length = Int(bytes.u16le(at))
    guard length > 0, isBtsnoozType(bytes[at + header - 1]) else { return false }
    if hasOriginalLength, Int(bytes.u16le(at + 2)) < length - 1 { return false }
    at += header + length - 1
    records += 1
  }
  return records >= 3 || (records > 0 && cursor.isLast && at == cursor.end)
}

private func isBtsnoozType(_ type: UInt8) -> Bool {
  switch type {
  case 0x10, 0x11, 0x12, 0x17, 0x20, 0x21, 0x22, 0x2D: true
  default: false
  }
}
