import Framing
import Report

/// What stands where in a message, for programs that make and read one.
package struct MessagePieces: Sendable {
  package enum Content: Hashable, Sendable {
    /// The start octets, which are always the same.
    case start
    /// One of two starts.
    case starts
    case length(FramingLayout.Length)
    /// A number that grows by one from message to message.
    case counter(FramingLayout.Number)
    /// A checksum of what follows.
    case checksum
    case data
  }

  package struct Piece: Hashable, Sendable {
    package var octets: Range<Int>
    package var content: Content
    /// What it is called in programs: `octets_1_2`.
    package var name: String
  }

  /// The octets before the payload.
  package let header: [Piece]
  package let layout: FramingLayout

  package init(_ layout: FramingLayout) {
    self.layout = layout
    var pieces: [Piece] = []
    func add(_ octets: Range<Int>, _ content: Content, _ name: String) {
      guard !octets.isEmpty, !pieces.contains(where: { $0.octets.overlaps(octets) }) else { return }
      pieces.append(Piece(octets: octets, content: content, name: name))
    }
    if !layout.start.isEmpty {
      add(0..<layout.start.count, layout.otherStart.isEmpty ? .start : .starts, "start")
    }
    if let length = layout.length {
      add(length.number.offset..<length.number.end, .length(length), "length")
    }
    if let offset = layout.checksum?.headerOffset, let width = layout.checksum?.kind.width {
      add(offset..<offset + width, .checksum, "checksum")
    }
    // In a value that is a message of its own, the fields of the value are the message's.
    if layout.chunkHeader == 0, layout.boundary == .value, let number = layout.counter?.number {
      add(number.offset..<number.end, .counter(number), "counter")
    }
    var gap: Int?
    for offset in 0...layout.messageHeader {
      let isFree =
        offset < layout.messageHeader && !pieces.contains { $0.octets.contains(offset) }
      if isFree {
        if gap == nil { gap = offset }
      } else if let first = gap {
        add(first..<offset, .data, Self.name(first..<offset))
        gap = nil
      }
    }
    header = pieces.sorted { $0.octets.lowerBound < $1.octets.lowerBound }
  }

  private static func name(_ octets: Range<Int>) -> String {
    octets.count == 1
      ? "octet_\(octets.lowerBound)" : "octets_\(octets.lowerBound)_\(octets.upperBound - 1)"
  }

  /// Whether messages have chunks: values with a header of their own, or a checksum.
  package var hasChunks: Bool { layout.chunkHeader > 0 || layout.chunkTrailer > 0 }

  /// The octets that are no part of what a message says: its start and end, length, counter and
  /// checksum. Of an octet of a message with so many.
  package func isFraming(_ offset: Int, of count: Int) -> Bool {
    if offset >= count - layout.messageTrailer { return true }
    return header.contains { $0.content != .data && $0.octets.contains(offset) }
  }

  /// Whether a message is made again from what it says: its start, length, checksum and end are
  /// those of the layout.
  func isMadeAgain(_ message: [UInt8]) -> Bool {
    guard message.count >= layout.messageHeader + layout.messageTrailer else { return false }
    let start = message.prefix(layout.start.count)
    guard start.elementsEqual(layout.start) || start.elementsEqual(layout.otherStart),
      message.suffix(layout.end.count).elementsEqual(layout.end)
    else { return false }
    let isLong = layout.length.map { $0.number.read(message) == message.count - $0.extra } ?? true
    return isLong && sealed(message) == message
  }

  /// The checksum in the header of a message without a payload: some devices send 0, and some
  /// what the checksum begins with.
  func checksumOfNothing(in messages: [TracedMessage]) -> Int? {
    guard let checksum = layout.checksum, let offset = checksum.headerOffset else { return nil }
    let width = checksum.kind.width
    let number = FramingLayout.Number(
      offset: offset, width: width, isBigEndian: checksum.isBigEndian)
    let bare = messages.first {
      !$0.isDamaged && $0.octets.count == offset + width + layout.end.count
    }
    return bare.flatMap { number.read($0.octets) }
  }

  /// Whether an octet is the one that all messages begin with.
  func isStart(_ offset: Int, _ octet: UInt8) -> Bool {
    offset < layout.start.count && layout.start[offset] == octet
  }

  /// A message with other contents: with the checksum that goes with them.
  package func sealed(_ message: [UInt8]) -> [UInt8] {
    guard let checksum = layout.checksum,
      message.count >= layout.messageHeader + layout.messageTrailer
    else { return message }
    var message = message
    let end = message.count - layout.end.count
    let width = checksum.kind.width
    let (place, covered): (Range<Int>, Range<Int>)
    if let offset = checksum.headerOffset {
      (place, covered) = (offset..<offset + width, offset + width..<end)
    } else {
      guard checksum.from <= end - width else { return message }
      (place, covered) = (end - width..<end, checksum.from..<end - width)
    }
    guard place.upperBound <= end, covered.lowerBound <= covered.upperBound else { return message }
    let value = checksum.kind.value(of: message[covered])
    for (index, offset) in place.enumerated() {
      let shift = UInt32(8 * (checksum.isBigEndian ? width - 1 - index : index))
      message[offset] = UInt8(truncatingIfNeeded: value >> shift)
    }
    return message
  }
}
