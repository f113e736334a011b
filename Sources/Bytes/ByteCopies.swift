extension Array where Element == UInt8 {
  /// Appends the octets of a range, all at once.
  @inlinable public mutating func append(_ range: ByteRange, of bytes: Span<UInt8>) {
    let piece = bytes.extracting(range.start..<range.end)
    // Of an empty array the standard library would write to the storage that all empty ones share:
    // a data race with each thread that reads one.
    guard piece.count > 0 else { return }
    append(addingCapacity: piece.count) { room in
      unsafe piece.withUnsafeBytes { octets in
        unsafe room.withUnsafeMutableBufferPointer { free, used in
          guard let from = octets.baseAddress, let to = free.baseAddress else { return }
          unsafe UnsafeMutableRawPointer(to + used).copyMemory(
            from: from, byteCount: octets.count)
          used += octets.count
        }
      }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Appends all elements of a span, in one copy.
  @inlinable public mutating func append(copying elements: Span<Element>) {
    guard elements.count > 0 else { return }
    append(addingCapacity: elements.count) { room in
      unsafe elements.withUnsafeBufferPointer { from in
        unsafe room.withUnsafeMutableBufferPointer { free, used in
          guard let source = from.baseAddress, let target = free.baseAddress else { return }
          unsafe (target + used).initialize(from: source, count: from.count)
          used += from.count
        }
      }
    }
  }
}

extension ByteRange {
  /// Whether the octets held here and there are the same; what the capture cut off does not count.
  @inlinable public func equals(
    _ other: ByteRange, of others: Span<UInt8>, in bytes: Span<UInt8>
  ) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while offset &+ 8 <= count {
      if bytes.u64le(start &+ offset) != others.u64le(other.start &+ offset) { return false }
      offset &+= 8
    }
    while offset < count {
      if bytes[start &+ offset] != others[other.start &+ offset] { return false }
      offset &+= 1
    }
    return true
  }
}
