import CJansson

/// Whether the octets are one whole JSON object or array (RFC 8259), by the Jansson library, which
/// bounds the depth.
package func isWholeJSON(_ bytes: Span<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { return false }
    let value = unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
      unsafe json_loadb($0, buffer.count, Int(JSON_ALLOW_NUL), nil)
    }
    guard let value = unsafe value else { return false }
    unsafe json_decref(value)
    return true
  }
}
