/// A message that `FramedMessages` put together.
public struct FramedMessage: Hashable, Sendable {
  public enum Ending: Hashable, Sendable {
    case complete
    /// The stream ended, the next message began, or values are missing.
    case cut
    /// The layout does not say where a message ends: the next one began, or the stream ended.
    case open
  }

  /// All octets, without those of chunk headers.
  public var whole: [UInt8]
  /// How many of them are the header, and how many the checksum and the end octets.
  var header: Int
  var trailer: Int
  /// Without headers, checksum and end octets.
  public var payload: [UInt8] { Array(whole.dropFirst(header).dropLast(trailer)) }
  /// Octets of the message with its header, checksum and end octets.
  public var octets: Int { whole.count }
  /// The numbers that the caller gave the first and the last value.
  public var first: Int
  public var last: Int
  public var values: Int
  /// Values that the counter or the index proves missing.
  public var missing: Int
  /// Values that came again, by the counter; left out of the payload.
  public var repeated: Int
  /// Values with an earlier number than the one that was due; left out of the payload.
  public var outOfOrder: Int
  /// `nil` where the layout has no checksum, or the message is cut.
  public var checksumIsRight: Bool?
  public var ending: Ending
  /// Whether its first octet is the first one of a value, and its last octet the last one.
  public var beginsValue: Bool
  public var endsValue: Bool
}

/// A message of which values arrived.
struct OpenMessage {
  var octets: [UInt8] = []
  var first: Int
  var last: Int
  var values = 0
  var missing = 0
  var repeated = 0
  var outOfOrder = 0
  /// The index in the message of the last value, where values have one.
  var index: Int?
  /// Whether it begins with a value.
  let beginsValue: Bool

  init(first: Int, beginsValue: Bool = true) {
    self.first = first
    self.beginsValue = beginsValue
    last = first
  }

  /// The message with these octets.
  func ended(
    _ layout: FramingLayout, _ all: ArraySlice<UInt8>, _ ending: FramedMessage.Ending,
    endsValue: Bool = true
  ) -> FramedMessage {
    let ending = missing > 0 ? .cut : ending
    let header = min(layout.messageHeader, all.count)
    let trailer = ending == .cut ? 0 : min(layout.messageTrailer, all.count - header)
    return FramedMessage(
      whole: Array(all), header: header, trailer: trailer, first: first, last: last, values: values,
      missing: missing, repeated: repeated, outOfOrder: outOfOrder,
      checksumIsRight: ending == .cut ? nil : layout.checksumIsRight(in: all), ending: ending,
      beginsValue: beginsValue, endsValue: endsValue)
  }
}

extension FramingLayout {
  /// `nil` where there is no checksum, and `false` where the message is too short for one.
  public func checksumIsRight(in message: some RandomAccessCollection<UInt8>) -> Bool? {
    checksum.map { message.count >= end.count && $0.isRight(in: message.dropLast(end.count)) }
  }
}

extension FramingLayout.Checksum {
  /// Whether it is right in these octets of a message, without its end octets.
  func isRight(in octets: some RandomAccessCollection<UInt8>) -> Bool {
    guard octets.count >= from + trailer else { return false }
    if let headerOffset {
      let field = FramingLayout.Number(
        offset: headerOffset, width: kind.width, isBigEndian: isBigEndian)
      // Of nothing, some devices send 0 and some the start value.
      return octets.count == from
        || field.read(octets) == Int(kind.value(of: octets.dropFirst(from)))
    }
    let field = FramingLayout.Number(offset: 0, width: kind.width, isBigEndian: isBigEndian)
    let covered = octets.dropFirst(from).dropLast(kind.width)
    return field.read(octets.suffix(kind.width)) == Int(kind.value(of: covered))
  }
}
