import CZlib

/// CRC-32 as PNG and gzip use it, by the zlib library.
package func crc32(of bytes: Span<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    // The all-zero call gives the start value; a null pointer is how zlib wants it asked for.
    let start = CZlib.crc32(0, nil, 0)
    return UInt32(truncatingIfNeeded: unsafe crc32_z(start, buffer.baseAddress, buffer.count))
  }
}

/// Whether the octets are a gzip stream from its header to its checksum, and nothing else.
///
/// What it unpacks to is thrown away piece by piece; an absurd expansion ends the check.
package func isWholeGzip(_ bytes: Span<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress, buffer.count <= Int(UInt32.max) else { return false }
    var stream = unsafe z_stream()
    // 16 above the largest window: a gzip header is wanted.
    guard
      unsafe inflateInit2_(
        &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return false }
    defer { _ = unsafe inflateEnd(&stream) }
    unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: start)
    unsafe stream.avail_in = UInt32(buffer.count)
    var piece = [UInt8](repeating: 0, count: 65_536)
    var status = Z_OK
    for _ in 0..<4096 where status == Z_OK {
      unsafe piece.withUnsafeMutableBufferPointer { room in
        unsafe stream.next_out = room.baseAddress
        unsafe stream.avail_out = UInt32(room.count)
        status = unsafe inflate(&stream, Z_NO_FLUSH)
      }
    }
    return unsafe status == Z_STREAM_END && stream.avail_in == 0
  }
}
