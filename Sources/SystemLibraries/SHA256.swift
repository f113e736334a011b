import CNettle

/// SHA-256, by the Nettle library.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  package init() {
    unsafe nettle_sha256_init(&context)
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_update(&context, buffer.count, start)
    }
  }

  /// The digest of all that was added, in lower case hexadecimal. Ends the computation.
  package mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      unsafe nettle_sha256_digest(&context, buffer.count, buffer.baseAddress)
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package static func digest(of bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
