import CNettle

/// HMAC with SHA-256 (RFC 2104), by the Nettle library: a function of octets that only who has the
/// key can calculate.
package struct HMACSHA256: Sendable {
  package static let octets = Int(SHA256_DIGEST_SIZE)

  private var context = hmac_sha256_ctx()

  package init(key: [UInt8]) {
    unsafe key.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_hmac_sha256_set_key(&context, buffer.count, start)
    }
  }

  /// The 32 octets that belong to a message.
  package mutating func code(of message: [UInt8]) -> [UInt8] {
    unsafe message.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_hmac_sha256_update(&context, buffer.count, start)
    }
    var digest = [UInt8](repeating: 0, count: Self.octets)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_hmac_sha256_digest(&context, buffer.count, start)
    }
    return digest
  }
}
