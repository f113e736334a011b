import TraceBytes

/// Android can leave a file with a btsnoop header and btsnooz records behind it. This stands before
/// the walker of btsnoop and looks at the first record only: read as btsnoop it has an absurd
/// length, and only then is it looked at more closely.
struct BtsnoozGuard: RecordWalker {
  private var walker: any RecordWalker

  var linkTypeName: String { walker.linkTypeName }

  init(_ walker: any RecordWalker) {
    self.walker = walker
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    if tally.records == 0, isAbsurd(bytes, cursor) {
      let wanted = 2048
      if cursor.end - cursor.position < wanted, !cursor.isLast { return .needs(wanted) }
      for version in [1, 2] where walksAsBtsnooz(bytes, cursor, version: version) {
        throw .foreign(.btsnoozBody)
      }
    }
    return try walker.walk(bytes, &cursor, into: &records, tally: &tally)
  }

  private func isAbsurd(_ bytes: Span<UInt8>, _ cursor: WindowCursor) -> Bool {
    let at = cursor.position
    guard cursor.end - at >= 8 else { return false }
    return max(bytes.u32be(at), bytes.u32be(at + 4)) > CaptureLimits.recordLength
  }
}

/// Whether some records on end are btsnooz.
///
///     version 1   length u16   delta u32                         type u8   length - 1 octets
///     version 2   length u16   original length u16   delta u32   type u8   length - 1 octets
///
/// All numbers are little-endian.
private func walksAsBtsnooz(_ bytes: Span<UInt8>, _ cursor: WindowCursor, version: Int) -> Bool {
  let header = version == 1 ? 7 : 9
  var at = cursor.position
  var records = 0
  while records < 8, cursor.end - at >= header {
    let length = Int(bytes.u16le(at))
    guard length > 0, isBtsnoozType(bytes[at + header - 1]) else { return false }
    if version == 2, Int(bytes.u16le(at + 2)) < length - 1 { return false }
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
