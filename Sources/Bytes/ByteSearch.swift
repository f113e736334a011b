#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Span where Element == UInt8 {
  /// How often a few octets are in it, also where they overlap. Of no octets: 0.
  public func occurrences(of wanted: [UInt8]) -> Int {
    var (found, index) = (0, 0)
    while let next = firstPosition(of: wanted, from: index) {
      found &+= 1
      index = next &+ 1
    }
    return found
  }

  /// Where a few octets are first; `nil` for no octets.
  ///
  /// Where the first of them was found, the others are compared there: what is random has the
  /// first one in every 256th.
  ///
  /// - Parameter start: where it begins to look.
  public func firstPosition(of wanted: [UInt8], from start: Int = 0) -> Int? {
    let wanted = wanted.span
    guard !wanted.isEmpty, wanted.count <= count else { return nil }
    let first = Int32(wanted[0])
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var index = start
      // After the last index where there is room for all of them.
      let end = bytes.count &- wanted.count &+ 1
      while index < end, let next = unsafe memchr(base + index, first, end &- index) {
        index = unsafe UnsafeRawPointer(next) - UnsafeRawPointer(base)
        var same = 1
        while same < wanted.count, unsafe base[index &+ same] == wanted[same] { same &+= 1 }
        if same == wanted.count { return index }
        index &+= 1
      }
      return nil
    }
  }
}
