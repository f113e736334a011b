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
    let count = Int(SHA256_DIGEST_SIZE)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { digest in
      guard let start = digest.baseAddress else { return "" }
      unsafe nettle_sha256_digest(&context, count, start)
      return Self.text(of: unsafe digest.span)
    }
  }

  static func text(of digest: Span<UInt8>) -> String {
    unsafe String(unsafeUninitializedCapacity: 2 * digest.count) { text in
      for index in digest.indices {
        unsafe text[2 * index] = digit(digest[index] >> 4)
        unsafe text[2 * index + 1] = digit(digest[index] & 15)
      }
      return 2 * digest.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The digest of some bytes, as octets.
  package static func octets(of bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finishOctets()
  }

  /// The digest of all that was added, as octets. Ends the computation.
  package mutating func finishOctets() -> [UInt8] {
    let count = Int(SHA256_DIGEST_SIZE)
    return unsafe Array(unsafeUninitializedCapacity: count) { digest, used in
      guard let start = digest.baseAddress else { return }
      unsafe nettle_sha256_digest(&context, count, start)
      used = count
    }
  }

  package static func digest(of bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
