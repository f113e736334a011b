import Bytes

/// Octets of text that grow at their end: what prints a million lines a second.
///
/// An array checks, for each octet, that nothing else holds it and that there is room. This one
/// belongs to one owner by its type, and what is appended at once asks for room once.
@safe @frozen
public struct TextBuffer: ~Copyable {
  @usableFromInline package var start: UnsafeMutablePointer<UInt8>
  @usableFromInline package var capacity: Int
  @usableFromInline package var used = 0

  public init(capacity: Int = 1024) {
    self.capacity = max(capacity, 64)
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  @inlinable public var count: Int { used }
  @inlinable public var isEmpty: Bool { used == 0 }

  /// A copy of what was appended.
  public var bytes: [UInt8] { bytes(from: 0) }

  /// A copy of what follows that many octets.
  public func bytes(from index: Int) -> [UInt8] {
    precondition(index >= 0 && index <= used)
    return unsafe Array(UnsafeBufferPointer(start: start + index, count: used - index))
  }

  public var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: used), as: UTF8.self)
  }

  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < used)
    return unsafe start[index]
  }

  /// Forgets the text and keeps its room.
  public mutating func removeAll() { used = 0 }

  /// Removes what follows that many octets.
  public mutating func cut(to count: Int) {
    precondition(count >= 0 && count <= used)
    used = count
  }

  public mutating func removeTrailingSpaces() {
    while used > 0, unsafe start[used - 1] == UInt8(ascii: " ") { used -= 1 }
  }

  /// Makes room for that many octets after those that there are.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if capacity &- used < more { grow(by: more) }
  }

  @usableFromInline @inline(never)
  package mutating func grow(by more: Int) {
    capacity = max(2 * capacity, used + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: start, count: used)
    unsafe start.deallocate()
    unsafe start = larger
  }

  /// - Precondition: there is room for it.
  @inlinable @inline(__always)
  package mutating func put(_ octet: UInt8) {
    unsafe start[used] = octet
    used &+= 1
  }

  /// - Precondition: `octets` are not of this buffer.
  @inlinable @inline(__always)
  package mutating func append(_ octets: UnsafePointer<UInt8>?, count more: Int) {
    guard more > 0, let octets = unsafe octets else { return }
    reserve(more)
    unsafe (start + used).update(from: octets, count: more)
    used &+= more
  }
}

// MARK: - Octets and words

extension TextBuffer {
  @inlinable @inline(__always)
  public mutating func append(_ octet: UInt8) {
    reserve(1)
    put(octet)
  }

  @inlinable @inline(__always)
  public mutating func append(text: StaticString) {
    guard text.hasPointerRepresentation else { return append(contentsOf: text.description) }
    unsafe append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  public mutating func append(contentsOf text: String) {
    // `withUTF8` would make a copy of the string, which has to be counted.
    let octets = text.utf8Span.span
    unsafe octets.withUnsafeBufferPointer { unsafe append($0.baseAddress, count: $0.count) }
  }

  public mutating func append(contentsOf octets: [UInt8]) {
    unsafe octets.withUnsafeBufferPointer { unsafe append($0.baseAddress, count: $0.count) }
  }

  /// That many octets of another buffer, from a position on.
  public mutating func append(_ other: borrowing TextBuffer, from index: Int, count: Int) {
    precondition(index >= 0 && count >= 0 && index <= other.used &- count)
    unsafe append(other.start + index, count: count)
  }

  public mutating func append(_ octets: PermanentArray<UInt8>) {
    unsafe append(octets.first, count: octets.count)
  }

  /// The octets of a range, all at once.
  public mutating func append(_ range: ByteRange, of bytes: Span<UInt8>) {
    unsafe bytes.extracting(range.start..<range.end).withUnsafeBufferPointer {
      unsafe append($0.baseAddress, count: $0.count)
    }
  }

  public mutating func append(spaces more: Int) {
    guard more > 0 else { return }
    reserve(more)
    unsafe (start + used).update(repeating: UInt8(ascii: " "), count: more)
    used &+= more
  }
}

// MARK: - Numbers

extension TextBuffer {
  /// The most digits that a number of 64 bits has.
  private static let digits = 20
  private static let eightDigits: UInt64 = 100_000_000

  @inline(__always)
  public mutating func append(decimal value: UInt64) {
    if value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
    appendDigits(of: value)
  }

  @inline(never)
  private mutating func appendDigits(of value: UInt64) {
    let (higher, lower) = value.quotientAndRemainder(dividingBy: Self.eightDigits)
    let digits = decimalDigits(lower)
    if higher > 0 {
      append(decimal: higher)
      put(digits, last: 8)
    } else {
      put(digits, last: 8 &- digits.trailingZeroBitCount / 8)
    }
  }

  public mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// The last so many digits of a number, with zeros in front of it.
  public mutating func append(decimal value: UInt64, digits: Int) {
    precondition(digits >= 0 && digits <= Self.digits)
    let (higher, lower) = value.quotientAndRemainder(dividingBy: Self.eightDigits)
    if digits > 8 { append(decimal: higher, digits: digits &- 8) }
    put(decimalDigits(lower), last: min(digits, 8))
  }

  /// A number with spaces in front of it, so that it ends in a column, of up to 20.
  public mutating func append(padded value: UInt64, width: Int) {
    let width = min(width, Self.digits)
    reserve(Self.digits)
    var index = used &+ width
    var rest = value
    repeat {
      // Wider than its column.
      if index <= used { return append(decimal: value) }
      index &-= 1
      unsafe start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    while index > used {
      index &-= 1
      unsafe start[index] = UInt8(ascii: " ")
    }
    used &+= width
  }

  /// Microseconds as seconds: `12.345678`, with spaces in front of it.
  public mutating func append(seconds microseconds: Int64, width: Int) {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    if microseconds < 0 {
      // A sign is rare, and is where a space would be.
      let start = used
      append(UInt8(ascii: "-"))
      append(decimal: seconds)
      let missing = width &- 7 &- (used &- start)
      if missing > 0 {
        used = start
        append(spaces: missing)
        append(UInt8(ascii: "-"))
        append(decimal: seconds)
      }
    } else {
      append(padded: seconds, width: width &- 7)
    }
    append(UInt8(ascii: "."))
    append(decimal: rest, digits: 6)
  }

  /// Puts the last so many of eight digits, in one go: were they put one by one and then read
  /// together, the processor would wait until they are all in its cache.
  @inline(__always)
  private mutating func put(_ digits: UInt64, last count: Int) {
    reserve(8)
    let text = (digits &+ 0x3030_3030_3030_3030) >> (64 &- 8 &* count)
    unsafe UnsafeMutableRawPointer(start + used).storeBytes(
      of: text.littleEndian, as: UInt64.self)
    used &+= count
  }

  /// Upper case hexadecimal digits: so many, 1 to 16, the lowest ones.
  public mutating func append(hex value: UInt64, digits: Int) {
    precondition(digits >= 1 && digits <= 16)
    reserve(digits)
    var shift = UInt64(truncatingIfNeeded: 4 &* digits)
    while shift > 0 {
      shift &-= 4
      put(hexDigit(UInt8(truncatingIfNeeded: value >> shift) & 0xF))
    }
  }

  /// Octets as they are written, the most significant first: `66:0D:F3:0A:7B:1C`.
  public mutating func append(colonHex value: UInt64, octets: Int) {
    precondition(octets >= 1 && octets <= 8)
    reserve(3 &* octets &+ 1)
    var shift = UInt64(truncatingIfNeeded: 8 &* octets)
    while shift > 0 {
      shift &-= 8
      put(UInt8(truncatingIfNeeded: value >> shift), and: UInt8(ascii: ":"))
    }
    used &-= 1
  }

  /// `06 48 1F`, or with nothing between them.
  public mutating func append(
    hexOctetsOf range: ByteRange, in bytes: Span<UInt8>, spaced: Bool = true
  ) {
    guard !range.isEmpty else { return }
    let octets = bytes.extracting(range.start..<range.end)
    reserve(octets.count &* 3 &+ 1)
    if spaced {
      for index in octets.indices { put(octets[index], and: UInt8(ascii: " ")) }
      used &-= 1
    } else {
      for index in octets.indices {
        put(octets[index], and: 0)
        used &-= 1
      }
    }
  }

  /// An octet's two digits and a character after them, at once.
  ///
  /// - Precondition: there is room for four octets.
  @inline(__always)
  private mutating func put(_ octet: UInt8, and character: UInt8) {
    let values = UInt32(octet >> 4) | UInt32(octet & 0xF) << 8
    // A value above 9 shows by the bit that adding 6 carries over.
    let letters = (values &+ 0x0606) >> 4 & 0x0101
    let digits = values &+ 0x3030 &+ letters &* 7
    let text = digits | UInt32(character) << 16
    unsafe UnsafeMutableRawPointer(start + used).storeBytes(
      of: text.littleEndian, as: UInt32.self)
    used &+= 3
  }
}

/// The eight digits of a number that has no more, an octet each, the first one lowest. Divided by
/// multiplying: first into two parts of four digits, then in both at once, then in four.
@inline(__always)
private func decimalDigits(_ value: UInt64) -> UInt64 {
  let fours = value / 10_000 | (value % 10_000) << 32
  let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
  let pairs = hundreds | (fours &- hundreds &* 100) << 16
  let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
  return tens | (pairs &- tens &* 10) << 8
}

@inline(__always)
private func hexDigit(_ value: UInt8) -> UInt8 {
  UInt8(ascii: "0") &+ value &+ (value > 9 ? 7 : 0)
}

extension StaticString {
  /// Whether it is the text that these octets are.
  public func isSame(as octets: [UInt8]) -> Bool {
    guard hasPointerRepresentation else { return Array(description.utf8) == octets }
    guard utf8CodeUnitCount == octets.count else { return false }
    for index in octets.indices {
      if unsafe utf8Start[index] != octets[index] { return false }
    }
    return true
  }

  /// Whether both are the same text.
  @inlinable public func isSame(as other: StaticString) -> Bool {
    guard hasPointerRepresentation, other.hasPointerRepresentation else {
      return description == other.description
    }
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    for index in 0..<utf8CodeUnitCount {
      if unsafe utf8Start[index] != other.utf8Start[index] { return false }
    }
    return true
  }
}
