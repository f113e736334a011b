import Bytes

/// Detects the format from the first octets, and leaves the cursor after the file header. Where the
/// records are packed in text, the source gives them unpacked from then on.
///
/// Names of files say nothing: a ".pcapng" may hold pcap, a ".cfa" btsnoop. The formats with a
/// magic number go first, then PacketLogger, hcidump's own, Zephyr's and
/// ESP-IDF's, which have none, then text.
func detectCaptureFormat(
  _ source: inout any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor,
  readsText: Bool, _ expectation: CaptureExpectation
) throws(CaptureFileError) -> any RecordWalker {
  try cursor.fill(&window, from: source, 16)
  if cursor.end == 0 { throw .empty }
  if let mangled = MangledCapture(window[..<cursor.end]) {
    throw .mangled(mangled.format, isReversible: mangled.isReversible)
  }
  if let format = CaptureFormat(magicOf: window.span, cursor.end) {
    if format == .pcapng {
      try cursor.fill(&window, from: source, MangledCapture.pcapngHead)
      if let mangled = MangledCapture(pcapng: window[..<cursor.end]) {
        throw .mangled(.pcapng, isReversible: mangled.isReversible)
      }
    }
    let header = format.leastLength
    try cursor.fill(&window, from: source, header)
    guard cursor.end >= header else { throw .headerCut(format) }
    let walker = try format.walker(window.span)
    cursor.position = format.headerLength
    return walker
  }
  if let content = foreignMagic(window.span, cursor.end) { throw .foreign(content) }
  if try isEventTrace(source, &window, &cursor) { throw .foreign(.eventTrace) }
  if window[..<cursor.end].starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
    // The length before its byte-order magic may have become longer.
    try cursor.fill(&window, from: source, 2 * MangledCapture.pcapngHead)
    if let mangled = MangledCapture(pcapng: window[..<cursor.end]) {
      throw .mangled(.pcapng, isReversible: mangled.isReversible)
    }
  }
  if let order = try packetLoggerOrder(source, &window, &cursor) {
    return PacketLoggerLayout(order)
  }
  if try HcidumpLayout.isDetected(source, &window, &cursor) { return HcidumpLayout() }
  try refuseText(source, &window, &cursor, expectation)
  if let walker = try serialStream(source, &window, &cursor, now: expectation.now) {
    return walker
  }
  if let text = UTF16Text(window[..<cursor.end], then: source) {
    source = text
    cursor = WindowCursor()
    try cursor.fill(&window, from: source, 16)
    if cursor.end == 0 { throw .foreign(.text) }
    try refuseText(source, &window, &cursor, expectation)
  }
  if let log = try openTextLog(&source, &window, &cursor, now: expectation.textNow) { return log }
  try cursor.fill(&window, from: source, 4096)
  if let mangled = MangledCapture(packetLogger: window[..<cursor.end]) {
    throw .mangled(mangled.format, isReversible: mangled.isReversible)
  }
  guard var content = foreignText(window[..<cursor.end]) else {
    throw .notACapture(firstBytes: Array(window[..<min(cursor.end, 16)]))
  }
  switch content {
  case .bugreportText, .text:
    if readsText {
      if let walker = try BtsnoozText.open(&source, &window, &cursor) { return walker }
    } else if content == .bugreportText {
      content = .finishedBugreport
    }
  default: break
  }
  throw .foreign(content)
}

/// Refuses text that has no packets by how it begins: what comes while it is made, at once.
private func refuseText(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor,
  _ expectation: CaptureExpectation
) throws(CaptureFileError) {
  let content = foreignText(window[..<cursor.end])
  if expectation.textNow != nil, let content, content == .json || content == .xml {
    throw .foreign(content)
  }
}

/// Whether this is how a btsnoop, pcap or pcapng file begins. 16 octets are enough.
package func beginsCapture(_ bytes: Span<UInt8>) -> Bool {
  CaptureFormat(magicOf: bytes, bytes.count) != nil
}

/// What is found where a walker found no record.
enum CaptureHeader {
  case none
  case header(CaptureFormat)
  /// This many octets would show it.
  case needs(Int)
}

/// Whether a capture that can be read begins at the cursor. All of its header has to make sense.
func captureHeader(_ window: Span<UInt8>, _ cursor: WindowCursor) -> CaptureHeader {
  guard cursor.position <= cursor.end else { return .none }
  let rest = window.extracting(cursor.position..<cursor.end)
  guard let format = CaptureFormat(magicOf: rest, rest.count) else { return .none }
  let length = format.leastLength
  guard rest.count >= length else { return cursor.isLast ? .none : .needs(length) }
  return (try? format.walker(rest)) == nil ? .none : .header(format)
}

private func foreignMagic(_ bytes: Span<UInt8>, _ available: Int) -> ForeignContent? {
  guard available >= 4 else { return nil }
  switch bytes.u32be(0) {
  case 0x504B_0304, 0x504B_0506: return .zip
  case 0x1F8B_0000...0x1F8B_FFFF: return .gzip
  case 0x425A_6800...0x425A_68FF: return .bzip2
  case 0xFD37_7A58: return .xz
  case 0x28B5_2FFD: return .zstd
  case 0x377A_BCAF: return .sevenZip
  case 0x5261_7221: return .rar
  case 0x7F45_4C46: return .elf
  case 0x736E_6F6F: return .snoop
  case 0xA1B2_CD34, 0x34CD_B2A1: return .modifiedPcap
  default: return nil
  }
}

/// Whether this is an event trace of Windows. Its first buffer has a header of 72 octets, all
/// numbers little-endian, and begins with the record of a system trace:
///
///     octet   0            4                54            72             74       75
///             buffer u32   octets used u32  type u16: 4   version u16    1 or 2   C0
///
/// geoffchappell.com, "WMI_BUFFER_HEADER", "SYSTEM_TRACE_HEADER".
private func isEventTrace(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor
) throws(CaptureFileError) -> Bool {
  let header = 72
  guard cursor.end >= 8, (header...1 << 24).contains(Int(window.span.u32le(0))),
    (header...Int(window.span.u32le(0))).contains(Int(window.span.u32le(4)))
  else { return false }
  try cursor.fill(&window, from: source, header + 4)
  guard cursor.end >= header + 4, window.span.u16le(54) == 4 else { return false }
  return [1, 2].contains(window[header + 2]) && window[header + 3] == 0xC0
}

let btmonStart = Array("Bluetooth monitor ver".utf8)

/// What kind of text this is; nothing if it is not text at all.
private func foreignText(_ start: ArraySlice<UInt8>) -> ForeignContent? {
  // A bug report is text throughout, but for names of devices; its log may lie beyond what is at
  // hand.
  if contains(start, BtsnoozText.begin) || contains(start, Array("== dumpstate:".utf8))
    || start.starts(with: "Bluetooth Status".utf8)
  {
    return .bugreportText
  }
  guard start.prefix(4096).allSatisfy(isTextOctet) else { return nil }
  if start.starts(with: btmonStart) { return .btmonText }
  let isByteOrderMark: (UInt8) -> Bool = { [0xEF, 0xBB, 0xBF].contains($0) }
  let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  // A log may begin with a bracket, too: more than that has to speak for it.
  let text = start.drop(while: isByteOrderMark).drop(while: isSpace)
  if text.starts(with: "nRF Connect, ".utf8) { return .appLog }
  let rest = text.dropFirst()
  switch text.first {
  case UInt8(ascii: "{"), UInt8(ascii: "["):
    let isJSON = rest.first { !isSpace($0) }.map(Array("\"{}[]".utf8).contains) ?? false
    return isJSON ? .json : .text
  case UInt8(ascii: "<"):
    let isTag = rest.first.map { "!?/".utf8.contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    return isTag ?? false ? .xml : .text
  default: return .text
  }
}

/// Printing ASCII, white space, escape, and all octets that UTF-8 may hold beyond ASCII.
func isTextOctet(_ octet: UInt8) -> Bool {
  switch octet {
  case 0x09...0x0D, 0x1B, 0x20...0x7E: true
  case 0x80...0xF4: true
  default: false
  }
}

private func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
  bytes.span.firstPosition(of: wanted) != nil
}
