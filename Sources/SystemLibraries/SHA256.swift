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
    var text: [UInt8] = []
    text.reserveCapacity(2 * digest.count)
    for octet in digest {
      text.append(Self.digit(octet >> 4))
      text.append(Self.digit(octet & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  package static func digest(of bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
