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

/// Unpacks a zlib stream (RFC 1950).
///
/// - Parameter limit: octets that it may unpack to.
package func inflate(zlib bytes: Span<UInt8>, atMost limit: Int) -> InflatedStream {
  var unpacked: [UInt8] = []
  var isFull = false
  let (end, read) = inflate(bytes, .zlib) { piece in
    isFull = piece.count > limit - unpacked.count
    unpacked += piece.prefix(limit - unpacked.count)
    return !isFull
  }
  return InflatedStream(bytes: unpacked, read: read, end: isFull ? .full : end)
}

/// Whether the octets are a gzip stream from its header to its checksum, and nothing else.
///
/// What it unpacks to is thrown away piece by piece; an absurd expansion ends the check.
package func isWholeGzip(_ bytes: Span<UInt8>) -> Bool {
  var pieces = 0
  let (end, read) = inflate(bytes, .gzip) { _ in
    pieces += 1
    return pieces < 4096
  }
  return end == .whole && read == bytes.count
}

/// Hands out what the octets unpack to, in pieces, until `take` has enough.
///
/// - Returns: how it ended, and how many octets it took.
private func inflate(
  _ bytes: Span<UInt8>, _ frame: Inflater.Frame, _ take: (ArraySlice<UInt8>) -> Bool
) -> (end: InflatedStream.End, read: Int) {
  guard let inflater = Inflater(frame) else { return (.damaged, 0) }
  var piece = [UInt8](repeating: 0, count: 65_536)
  var read = 0
  while true {
    let step = inflater.step(
      bytes.extracting(read..<bytes.count), into: &piece, at: 0, upTo: piece.count)
    read += step.taken
    if !take(piece[..<step.put]) { return (step.isEnd ? .whole : .full, read) }
    if step.isEnd { return (.whole, read) }
    if step.damage != nil { return (.damaged, read) }
    if step.taken == 0, step.put == 0 { return (.cut, read) }
  }
}
