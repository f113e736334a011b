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

extension Array where Element == UInt8 {
  /// Appends so many pieces of one length; `start` says where each begins.
  @inlinable @inline(__always)
  public mutating func append(
    _ count: Int, _ length: Int, of bytes: Span<UInt8>, start: (Int) -> Int
  ) {
    guard count * length > 0 else { return }
    append(addingCapacity: count * length) { room in
      unsafe bytes.withUnsafeBytes { octets in
        unsafe room.withUnsafeMutableBufferPointer { free, used in
          guard let from = octets.baseAddress, let to = free.baseAddress else { return }
          let last = octets.count &- length
          var target = unsafe UnsafeMutableRawPointer(to + used)
          if (16...32).contains(length) {
            // In two copies that overlap, of a size known here, instead of a call for each.
            let rest = length &- 16
            for piece in 0..<count {
              let start = start(piece)
              precondition(start >= 0 && start <= last)
              let source = unsafe from + start
              unsafe target.storeBytes(
                of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
              unsafe (target + rest).storeBytes(
                of: (source + rest).loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
              unsafe target += length
            }
          } else {
            for piece in 0..<count {
              let start = start(piece)
              precondition(start >= 0 && start <= last)
              unsafe target.copyMemory(from: from + start, byteCount: length)
              unsafe target += length
            }
          }
          used &+= count &* length
        }
      }
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Puts elements at the indices from one on, in one copy.
  @inlinable @inline(__always)
  public mutating func copy(_ elements: Span<Element>, to index: Int) {
    precondition(index >= 0 && index <= count - elements.count)
    unsafe elements.withUnsafeBufferPointer { from in
      unsafe withUnsafeMutableBufferPointer { room in
        guard let source = from.baseAddress, let target = room.baseAddress else { return }
        unsafe (target + index).update(from: source, count: from.count)
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
