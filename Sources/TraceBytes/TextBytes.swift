/// Text appended to bytes, with no string made for it: what prints a million lines a second is made
/// of these.
extension Array where Element == UInt8 {
  @inlinable public mutating func append(text: StaticString) {
    // A single character is kept as itself, and has no place in memory.
    guard text.hasPointerRepresentation else { return append(contentsOf: text.description.utf8) }
    let octets = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe append(contentsOf: octets)
  }

  public mutating func append(decimal value: UInt64) {
    if value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
    let text = Digits(value)
    append(text, from: text.first)
  }

  public mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// A number with spaces in front of it, so that it ends in a column.
  public mutating func append(padded value: UInt64, width: Int) {
    let text = Digits(value, filling: UInt8(ascii: " "))
    append(text, from: Swift.min(text.first, Swift.max(0, Digits.count - width)))
  }

  /// Microseconds as seconds: `12.345678`, with spaces in front of it.
  public mutating func append(seconds microseconds: Int64, width: Int) {
    let magnitude = microseconds.magnitude
    let text = Digits(magnitude % 1_000_000)
    if microseconds < 0 {
      // A sign is rare, and stands where a space would.
      var seconds: [UInt8] = [UInt8(ascii: "-")]
      seconds.append(decimal: magnitude / 1_000_000)
      append(spaces: width - 7 - seconds.count)
      append(contentsOf: seconds)
    } else {
      append(padded: magnitude / 1_000_000, width: width - 7)
    }
    append(UInt8(ascii: "."))
    append(text, from: Digits.count - 6)
  }

  private mutating func append(_ text: Digits, from first: Int) {
    append(addingCapacity: Digits.count - first) { room in
      for place in first..<Digits.count { room.append(text.octets[place]) }
    }
  }

  /// Upper case hexadecimal digits: so many, 1 to 16, the lowest ones.
  public mutating func append(hex value: UInt64, digits: Int) {
    precondition(digits >= 1 && digits <= 16)
    append(addingCapacity: digits) { room in
      for place in (0..<digits).reversed() {
        room.append(hexDigit(UInt8(truncatingIfNeeded: value >> UInt64(4 * place) & 0xF)))
      }
    }
  }

  /// `06 48 1F`
  public mutating func append(hexOctetsOf range: ByteRange, in bytes: Span<UInt8>) {
    guard !range.isEmpty else { return }
    append(addingCapacity: range.count * 3 - 1) { room in
      for place in range.start..<range.end {
        if place > range.start { room.append(UInt8(ascii: " ")) }
        let octet = bytes[place]
        room.append(hexDigit(octet >> 4))
        room.append(hexDigit(octet & 0xF))
      }
    }
  }

  public mutating func append(spaces count: Int) {
    for _ in 0..<Swift.max(0, count) { append(UInt8(ascii: " ")) }
  }
}

/// The decimal digits of a number, at the end of a fixed number of places.
private struct Digits {
  static let count = 20

  var octets: InlineArray<20, UInt8>
  /// Where its own digits begin.
  var first = Digits.count

  init(_ value: UInt64, filling: UInt8 = UInt8(ascii: "0")) {
    octets = InlineArray(repeating: filling)
    var rest = value
    repeat {
      first &-= 1
      octets[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }
}

@inline(__always)
private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &- 10 &+ value
}
