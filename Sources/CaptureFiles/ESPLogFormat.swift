import Bytes

/// A frame of ESP-IDF's BLE log, a binary stream over a serial line, SPI or USB, which
/// `ble_log_console` saves as it comes.
///
///     frame   length of the payload u16   source u8   sequence number u24   payload   checksum u32
///
/// All numbers are little-endian. The checksum is of all before it: the exclusive or of its words
/// of 32 bits, the last one filled up with zeros, or the sum of its octets. Bit 7 of the source
/// says who wrote it. Payloads of the sources below begin with a time u32 since the board started:
/// up to version 6 of the protocol in ms, from version 7 on in us. Up to version 6 each source
/// counts its frames; from then on those of the log count together. Whichever frame of source 0
/// comes shows which it is: from version 7 on, it is a snapshot of 138 octets and of type 8.
///
///     HCI     time u32   H4 packet indicator, bit 7 set where the host received it   packet
///
/// espressif/esp-idf, components/bt/common/ble_log (README.md, ble_log.h, ble_log_util.c). What the
/// controller logs of HCI by itself is laid out nowhere: from version 7 on, that is in the place of
/// the host's packets where there are frames of source 3.
struct ESPLogFrame {
  /// With header and checksum.
  let length: Int
  let source: UInt8
  let sequence: UInt32

  /// What is at an offset of the stream.
  enum Look {
    case frame(ESPLogFrame)
    case no
    /// This many octets would show it.
    case needs(Int)
  }

  enum Source {
    static let logItself: UInt8 = 0
    /// HCI packets as the controller sees them go out.
    static let controllerHCI: UInt8 = 3
    static let hci: UInt8 = 6
    /// Those that have a time.
    static func hasTime(_ source: UInt8) -> Bool { [0, 1, 5, 6, 7].contains(source) }
    /// Those that count together from version 7 on.
    static func isLog(_ source: UInt8) -> Bool { (1...7).contains(source) }
    static let last: UInt8 = 8
  }

  static let header = 6
  private static let checksum = 4
  /// What Espressif's own reader believes.
  private static let longestPayload = 2048
  /// What looking at one offset may need.
  static let longest = header + longestPayload + checksum

  /// Where its payload is.
  var payload: Range<Int> { Self.header..<length - Self.checksum }

  /// What checksums that are wrong may cost, so that no noise makes reading slow: octets, which
  /// those that are passed over give back.
  struct Effort {
    private static let most = 1 << 22
    private static let back = 64
    private(set) var left = most

    mutating func take(_ octets: Int) { left -= octets }
    mutating func passOver() { left = min(Self.most, left + Self.back) }
  }

  static func look(_ bytes: Span<UInt8>, _ effort: inout Effort) -> Look {
    guard bytes.count >= header else { return .needs(header) }
    let payload = Int(bytes.u16le(0))
    let source = bytes[2] & 0x7F
    guard (1...longestPayload).contains(payload), source <= Source.last,
      payload > 4 || !Source.hasTime(source)
    else { return .no }
    let end = header + payload
    guard bytes.count >= end + checksum else { return .needs(end + checksum) }
    let stated = bytes.u32le(end)
    guard effort.left > 0 else { return .no }
    guard stated == words(bytes.extracting(0..<end)) || stated == sum(bytes.extracting(0..<end))
    else {
      effort.take(end)
      return .no
    }
    return .frame(
      ESPLogFrame(length: end + checksum, source: source, sequence: bytes.u32le(2) >> 8))
  }

  private static func words(_ bytes: Span<UInt8>) -> UInt32 {
    var result: UInt32 = 0
    for index in bytes.indices { result ^= UInt32(bytes[index]) << UInt32(8 * (index & 3)) }
    return result
  }

  private static func sum(_ bytes: Span<UInt8>) -> UInt32 {
    var result: UInt32 = 0
    for index in bytes.indices { result &+= UInt32(bytes[index]) }
    return result
  }
}

/// What the version of the protocol decides.
enum ESPLogEra {
  /// Times in ms, mostly a sequence of its own for each source.
  case milliseconds
  /// Times in us, one sequence for all that is logged.
  case microseconds

  /// What a frame shows; nil for one of another source.
  ///
  /// - Parameter bytes: those of the frame.
  init?(_ frame: ESPLogFrame, _ bytes: Span<UInt8>) {
    guard frame.source == ESPLogFrame.Source.logItself else { return nil }
    let type = bytes[frame.payload.lowerBound + 4]
    switch (type, frame.payload.count) {
    case (8, 138): self = .microseconds
    case (0...7, 6...256): self = .milliseconds
    default: return nil
    }
  }

  /// How long a unit of its times is.
  var unit: Int64 { self == .milliseconds ? 1000 : 1 }
}

/// Whether this is a BLE log of ESP-IDF, and of which era: three frames follow each other from an
/// offset on, and behind them is the frame that shows the era, which comes each second.
///
/// - Parameter search: has looked for a log as text up to the offset. What comes first is what it
///   is, so that text is not waited behind.
func espLogEra(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor, at index: Int,
  _ search: TextLogSearch, _ effort: inout ESPLogFrame.Effort
) throws(CaptureFileError) -> ESPLogEra? {
  var search = search
  func isText(_ window: [UInt8], upTo end: Int) -> Bool {
    search.look(window[..<end], isLast: false)
    return search.found && isMostlyText(window[..<search.looked])
  }
  var era: ESPLogEra?
  var (at, frames) = (index, 0)
  while at < index + 512 << 10, effort.left > 0 {
    switch ESPLogFrame.look(window.span.extracting(min(at, cursor.end)..<cursor.end), &effort) {
    case .no where frames < 3: return nil
    case .no:
      at += 1
      effort.take(1)
    case .needs(let count):
      if cursor.isLast { return frames < 3 ? nil : era }
      try cursor.fill(&window, from: source, frames < 3 ? cursor.end + 1 : at + count)
      if frames < 3, isText(window, upTo: min(at + count, cursor.end)) { return nil }
    case .frame(let frame):
      if frames < 3, isText(window, upTo: at + frame.length) { return nil }
      effort.take(1)
      era = era ?? ESPLogEra(frame, window.span.extracting(at..<at + frame.length))
      at += frame.length
      frames += 1
      if frames >= 3, let era { return era }
    }
  }
  return nil
}
