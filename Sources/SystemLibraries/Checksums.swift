import CZlib

/// CRC-32 as PNG and gzip use it, by the zlib library.
package func crc32(of bytes: Span<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    // The all-zero call gives the start value; a null pointer is how zlib wants it asked for.
    let start = CZlib.crc32(0, nil, 0)
    return UInt32(truncatingIfNeeded: unsafe crc32_z(start, buffer.baseAddress, buffer.count))
  }
}
