#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Span where Element == UInt8 {
  /// How often a few octets stand in it, also where they overlap. One that is none stands nowhere.
  ///
  /// Where the first of them was found, the others are looked at in place: what is random has the
  /// first one in every 256th.
  public func occurrences(of wanted: [UInt8]) -> Int {
    let wanted = wanted.span
    guard !wanted.isEmpty, wanted.count <= count else { return 0 }
    let first = Int32(wanted[0])
    return unsafe withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var (found, place) = (0, 0)
      // Behind the last place where there is room for all of them.
      let end = bytes.count &- wanted.count &+ 1
      while place < end, let next = unsafe memchr(start + place, first, end &- place) {
        place = unsafe UnsafeRawPointer(next) - UnsafeRawPointer(start)
        var same = 1
        while same < wanted.count, unsafe start[place &+ same] == wanted[same] { same &+= 1 }
        if same == wanted.count { found &+= 1 }
        place &+= 1
      }
      return found
    }
  }
}
