/// Integers out of a span, bounds-checked: an offset outside the span ends the program, so callers
/// check first (`ByteCursor` does). Loads need no alignment.
extension Span where Element == UInt8 {
  @inlinable public func u16le(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  @inlinable public func u32le(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inlinable public func u64le(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inlinable public func u16be(_ offset: Int) -> UInt16 {
    UInt16(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  @inlinable public func u32be(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inlinable public func u64be(_ offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// 48 bits, least significant octet first: a device address as it is on the air.
  @inlinable public func u48le(_ offset: Int) -> UInt64 {
    UInt64(u32le(offset)) | UInt64(u16le(offset + 4)) << 32
  }
}
