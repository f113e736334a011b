/// Text appended to bytes, with no string made for it: what prints a million lines a second is made
/// of these.
extension Array where Element == UInt8 {
  @inlinable public mutating func append(text: StaticString) {
    // A single character is kept as itself, and has no place in memory.
    guard text.hasPointerRepresentation else { return append(contentsOf: text.description.utf8) }
    let octets = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe append(contentsOf: octets)
  }

  public mutating func append(decimal value: UInt64) { append(decimal: value, digits: 1) }

  public mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude, digits: 1)
  }

  /// So many digits at least, with zeros in front.
  public mutating func append(decimal value: UInt64, digits: Int) {
    var text = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var first = 20
    var rest = value
    while rest > 0 || first > 20 - digits {
      first -= 1
      text[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      if first == 0 { break }
    }
    append(addingCapacity: 20 - first) { room in
      for place in first..<20 { room.append(text[place]) }
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

@inline(__always)
private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &- 10 &+ value
}
