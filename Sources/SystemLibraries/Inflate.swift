import CZlib

/// What a zlib stream unpacks to, as far as it does.
package struct InflatedStream: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    /// It ends as it should, and its checksum is right.
    case whole
    /// More of it would have to come.
    case cut
    /// What comes makes no sense, or the checksum is wrong.
    case damaged
    /// It unpacks to more than is wanted.
    case full
  }

  package var bytes: [UInt8]
  /// Octets that were taken of what was given.
  package var read: Int
  package var end: End

  package init(bytes: [UInt8], read: Int, end: End) {
    self.bytes = bytes
    self.read = read
    self.end = end
  }
}

/// Unpacks a zlib stream (RFC 1950), by the zlib library.
///
/// - Parameter limit: octets that it may unpack to.
package func inflate(zlib bytes: Span<UInt8>, atMost limit: Int) -> InflatedStream {
  var unpacked: [UInt8] = []
  var isFull = false
  let (status, read) = inflate(bytes, windowBits: MAX_WBITS) { piece in
    isFull = piece.count > limit - unpacked.count
    unpacked += piece.prefix(limit - unpacked.count)
    return !isFull
  }
  let end: InflatedStream.End =
    switch status {
    case _ where isFull: .full
    case Z_STREAM_END: .whole
    case Z_BUF_ERROR: .cut
    default: .damaged
    }
  return InflatedStream(bytes: unpacked, read: read, end: end)
}

/// Whether the octets are a gzip stream from its header to its checksum, and nothing else.
///
/// What it unpacks to is thrown away piece by piece; an absurd expansion ends the check.
package func isWholeGzip(_ bytes: Span<UInt8>) -> Bool {
  var pieces = 0
  // 16 above the largest window: a gzip header is wanted.
  let (status, read) = inflate(bytes, windowBits: MAX_WBITS + 16) { _ in
    pieces += 1
    return pieces < 4096
  }
  return status == Z_STREAM_END && read == bytes.count
}

/// Hands out what the octets unpack to, in pieces, until `take` has enough.
///
/// - Returns: zlib's last word, which is `Z_BUF_ERROR` where more would have to come, and how many
///   octets it took.
private func inflate(
  _ bytes: Span<UInt8>, windowBits: Int32, _ take: (ArraySlice<UInt8>) -> Bool
) -> (status: Int32, read: Int) {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress, buffer.count <= Int(UInt32.max) else {
      return (Z_BUF_ERROR, 0)
    }
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(
        &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return (Z_MEM_ERROR, 0) }
    defer { _ = unsafe inflateEnd(&stream) }
    unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: start)
    unsafe stream.avail_in = UInt32(buffer.count)
    var piece = [UInt8](repeating: 0, count: 65_536)
    var status = Z_OK
    var wantsMore = true
    while status == Z_OK, wantsMore {
      var count = 0
      unsafe piece.withUnsafeMutableBufferPointer { room in
        unsafe stream.next_out = room.baseAddress
        unsafe stream.avail_out = UInt32(room.count)
        status = unsafe inflate(&stream, Z_NO_FLUSH)
        count = unsafe room.count - Int(stream.avail_out)
      }
      wantsMore = take(piece[..<count])
    }
    return unsafe (status, buffer.count - Int(stream.avail_in))
  }
}
