#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension LiveSystem {
  /// Writes as much as there is room for and returns how much that was; `nil` for none, or no more.
  static func writeSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }
}
