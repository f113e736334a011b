import Bytes

/// Reads the subset of CBOR that protocols over GATT use: maps with short text keys, integers, byte
/// and text strings, booleans. Anything else is skipped. RFC 8949, section 3.
///
///     octet   0                                              1..<1+n            then
///             major type (bits 5-7), 0-23 or length's size   argument, n octets content
///
/// The argument's n is 0, 1, 2, 4 or 8; additional information 31 is an indefinite length, which
/// ends with 0xFF. Nesting deeper than `mostNested` ends the reading.
public struct CBORReader {
  public enum Item: Hashable, Sendable {
    case unsigned(UInt64)
    /// -1 less the argument.
    case negative(UInt64)
    case bytes(ByteRange)
    case text(ByteRange)
    /// Elements; `nil` where the length is indefinite.
    case array(Int?)
    /// Pairs; `nil` where the length is indefinite.
    case map(Int?)
    case boolean(Bool)
    /// Null, undefined, a floating-point number, a simple value.
    case other
    /// The end of what has an indefinite length.
    case stop

    /// An offset or a length; `nil` for a number that cannot be one.
    public var octets: Int? {
      if case .unsigned(let value) = self { Int(stated: value) } else { nil }
    }

    /// A number that says what something is. One beyond all codes becomes the greatest or the
    /// least: an error that no one knows is one still.
    public var code: Int? {
      switch self {
      case .unsigned(let value): Int(stated: value) ?? .mostStated
      case .negative(let value): -1 - (Int(stated: value) ?? .mostStated)
      default: nil
      }
    }
  }

  public static let mostNested = 16

  private var next: Int
  private let end: Int

  public init(_ range: ByteRange) {
    next = range.start
    end = range.end
  }

  public var isAtEnd: Bool { next == end }

  /// The next item; of an array or a map only its beginning. `nil` where the octets end, or are no
  /// CBOR.
  public mutating func item(in bytes: Span<UInt8>) -> Item? {
    // A tag says more of the item that follows.
    while let (major, argument) = head(in: bytes) {
      if major != 6 || argument == nil { return item(major, argument) }
    }
    return nil
  }

  private mutating func head(in bytes: Span<UInt8>) -> (major: UInt8, argument: UInt64?)? {
    guard next < end else { return nil }
    let first = bytes[next]
    next += 1
    let information = first & 0x1F
    switch information {
    case 0..<24: return (first >> 5, UInt64(information))
    case 24...27:
      let count = 1 << Int(information - 24)
      guard count <= end - next else { return nil }
      var value: UInt64 = 0
      for offset in 0..<count { value = value << 8 | UInt64(bytes[next + offset]) }
      next += count
      return (first >> 5, value)
    case 31: return (first >> 5, nil)
    default: return nil
    }
  }

  private mutating func item(_ major: UInt8, _ argument: UInt64?) -> Item? {
    switch (major, argument) {
    case (0, let value?): return .unsigned(value)
    case (1, let value?): return .negative(value)
    case (2, let value?): return string(value).map { .bytes($0) }
    case (3, let value?): return string(value).map { .text($0) }
    case (4, let value): return value.map { count($0).map { .array($0) } } ?? .array(nil)
    case (5, let value): return value.map { count($0).map { .map($0) } } ?? .map(nil)
    case (7, nil): return .stop
    case (7, 20?): return .boolean(false)
    case (7, 21?): return .boolean(true)
    case (7, .some): return .other
    default: return nil
    }
  }

  private mutating func string(_ octets: UInt64) -> ByteRange? {
    guard let count = Int(exactly: octets), count <= end - next else { return nil }
    defer { next += count }
    return ByteRange(start: next, count: count, originalCount: count)
  }

  /// Each element takes an octet at least: a number that cannot be is refused at once.
  private func count(_ elements: UInt64) -> Int? {
    Int(exactly: elements).flatMap { $0 <= end - next ? $0 : nil }
  }

  /// Skips what an item that was just read holds. `false` where it has no proper end.
  public mutating func skip(_ item: Item, in bytes: Span<UInt8>) -> Bool {
    // What is left to be read at each level; -1 until a stop.
    var open: [Int] = []
    var item = item
    while true {
      switch item {
      case .array(let count): open.append(count ?? -1)
      case .map(let count): open.append(count.map { 2 * $0 } ?? -1)
      case .stop:
        guard open.last == -1 else { return false }
        open.removeLast()
      default: break
      }
      guard open.count <= Self.mostNested else { return false }
      while open.last == 0 { open.removeLast() }
      guard let left = open.last else { return true }
      if left > 0 { open[open.count - 1] = left - 1 }
      guard let following = self.item(in: bytes) else { return false }
      item = following
    }
  }

  /// Hands out each key of a map that is a text, with the beginning of its value; the rest of the
  /// value is skipped unless the visitor has read it.
  ///
  /// - Returns: whether the map has a proper end.
  public mutating func readMap(
    in bytes: Span<UInt8>, _ visit: (_ key: ByteRange, Item, inout CBORReader) -> Bool
  ) -> Bool {
    guard case .map(let count)? = item(in: bytes) else { return false }
    var left = count ?? -1
    while left != 0 {
      guard let key = item(in: bytes) else { return false }
      if key == .stop { return count == nil }
      guard skip(key, in: bytes), let value = item(in: bytes), value != .stop else { return false }
      var isRead = false
      if case .text(let range) = key { isRead = visit(range, value, &self) }
      if !isRead, !skip(value, in: bytes) { return false }
      if left > 0 { left -= 1 }
    }
    return true
  }
}
