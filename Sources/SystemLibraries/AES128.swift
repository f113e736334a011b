import CNettle

/// AES with a key of 128 bits, by the Nettle library. Keys and blocks are numbers: their most
/// significant octet comes first in AES, as in the specification's function `e`. Core Vol 3,
/// Part H, 2.2.1.
package struct AES128: Sendable {
  private var context = aes128_ctx()

  package init(key: UInt128) {
    unsafe withUnsafeBytes(of: key.bigEndian) { key in
      unsafe nettle_aes128_set_encrypt_key(
        &context, key.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
  }

  package func encrypt(_ block: UInt128) -> UInt128 {
    var result: UInt128 = 0
    unsafe withUnsafeBytes(of: block.bigEndian) { block in
      unsafe withUnsafeMutableBytes(of: &result) { result in
        unsafe withUnsafePointer(to: context) { context in
          unsafe nettle_aes128_encrypt(
            context, block.count, result.baseAddress?.assumingMemoryBound(to: UInt8.self),
            block.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
      }
    }
    return UInt128(bigEndian: result)
  }
}

/// AES-CMAC. RFC 4493.
package enum AESCMAC {
  package static func code(of message: [UInt8], key: UInt128) -> UInt128 {
    var context = cmac_aes128_ctx()
    unsafe withUnsafeBytes(of: key.bigEndian) { key in
      unsafe nettle_cmac_aes128_set_key(
        &context, key.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    unsafe nettle_cmac_aes128_update(&context, message.count, message)
    var code: UInt128 = 0
    unsafe withUnsafeMutableBytes(of: &code) { code in
      unsafe nettle_cmac_aes128_digest(
        &context, code.count, code.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    return UInt128(bigEndian: code)
  }
}

/// AES-CCM as the link layer uses it: a nonce of 13 octets, one octet of additional data, and a
/// check of 4 octets, the MIC. Core Vol 6, Part E, 2.
package struct AESCCM: Sendable {
  package static let micOctets = 4
  private static let nonceOctets = 13
  private var context = ccm_aes128_ctx()

  package init(key: UInt128) {
    unsafe withUnsafeBytes(of: key.bigEndian) { key in
      unsafe nettle_ccm_aes128_set_key(
        &context, key.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// - Parameters:
  ///   - sealed: what was encrypted, and the MIC after it.
  ///   - nonce: its 13 octets, the first one in the lowest bits.
  ///   - plain: takes the octets, in place of what it held; without the right MIC they mean
  ///     nothing.
  /// - Returns: whether the MIC is right.
  package mutating func open(
    _ sealed: Span<UInt8>, nonce: UInt128, additional: UInt8, into plain: inout [UInt8]
  ) -> Bool {
    let count = sealed.count - Self.micOctets
    guard count > 0 else { return false }
    if plain.count != count { plain = [UInt8](repeating: 0, count: count) }
    return unsafe withUnsafeBytes(of: nonce.littleEndian) { nonce in
      unsafe withUnsafeBytes(of: additional) { additional in
        unsafe sealed.withUnsafeBufferPointer { sealed in
          unsafe plain.withUnsafeMutableBufferPointer { plain in
            unsafe nettle_ccm_aes128_decrypt_message(
              &context, Self.nonceOctets, nonce.baseAddress?.assumingMemoryBound(to: UInt8.self),
              1, additional.baseAddress?.assumingMemoryBound(to: UInt8.self), Self.micOctets, count,
              plain.baseAddress, sealed.baseAddress) == 1
          }
        }
      }
    }
  }

  /// - Returns: the octets encrypted, and the MIC after them.
  package mutating func seal(_ plain: [UInt8], nonce: UInt128, additional: UInt8) -> [UInt8] {
    let count = plain.count + Self.micOctets
    return unsafe Array(unsafeUninitializedCapacity: count) { sealed, used in
      unsafe withUnsafeBytes(of: nonce.littleEndian) { nonce in
        unsafe withUnsafeBytes(of: additional) { additional in
          unsafe plain.withUnsafeBufferPointer { plain in
            unsafe nettle_ccm_aes128_encrypt_message(
              &context, Self.nonceOctets, nonce.baseAddress?.assumingMemoryBound(to: UInt8.self),
              1, additional.baseAddress?.assumingMemoryBound(to: UInt8.self), Self.micOctets, count,
              sealed.baseAddress, plain.baseAddress)
          }
        }
      }
      used = count
    }
  }
}
