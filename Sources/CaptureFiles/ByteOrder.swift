/// The order of the octets in a number, in formats that know both.
package enum ByteOrder: Hashable, Sendable {
  case big, little
}

extension Span where Element == UInt8 {
  @inline(__always)
  func u16(_ offset: Int, _ order: ByteOrder) -> UInt16 {
    order == .big ? u16be(offset) : u16le(offset)
  }

  @inline(__always)
  func u32(_ offset: Int, _ order: ByteOrder) -> UInt32 {
    order == .big ? u32be(offset) : u32le(offset)
  }

  @inline(__always)
  func u64(_ offset: Int, _ order: ByteOrder) -> UInt64 {
    order == .big ? u64be(offset) : u64le(offset)
  }
}

extension [UInt8] {
  /// Appends a number, as wide as its type.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number, _ order: ByteOrder) {
    for index in stride(from: 0, to: Number.bitWidth, by: 8) {
      let shift = order == .little ? index : Number.bitWidth - 8 - index
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
