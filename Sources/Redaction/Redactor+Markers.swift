import BluetoothProtocol

extension Redactor {
  /// A value that may be a part of a marker waits until the next one shows it.
  mutating func follow(
    _ stream: ValueOfStream, _ pieces: [Piece], isCut: Bool
  ) -> [UInt8] {
    let shape = replacements.shape
    let step = markers.add(stream, isCut: isCut, shape)
    let mayBeLast = !isCut && markers.mayBeLast(stream)
    let end = isCut ? nil : shape.end(of: stream.value, mayBeLast: mayBeLast)
    markers.note(stream, isLast: end != nil || step == .ends)
    if let marker = end ?? (isCut ? nil : shape.almost(stream.value)) {
      keptMarkers[marker, default: 0] += 1
    }
    if step == .ends {
      let parts = markers.end(stream.key)
      for part in parts {
        set(part.pieces, part.octets)
        release(part.pieces)
        replacements.keep(part.octets)
      }
      keptMarkers[parts.flatMap(\.octets) + stream.value, default: 0] += 1
      replacements.keep(stream.value)
      return stream.value
    }
    if step != .continues { release(markers.giveUp(stream.key)) }
    // What replaces values must not make up a marker.
    let before = markers.image(stream.key)
    let image = replacements.value(stream.value, mayBeLast: mayBeLast) { image in
      var next = before
      return next.add(image, isCut: isCut, shape) != .ends
    }
    markers.note(image, of: stream.key, isCut: isCut, shape)
    guard step != .none else { return image }
    for piece in pieces { queue[piece.record - base].waits += 1 }
    markers.hold(pieces, stream)
    return image
  }

  /// The headers of ACL and L2CAP before a PDU that begins with these pieces.
  func header(before pieces: [Piece]) -> [UInt8] {
    guard let first = pieces.first else { return [] }
    let end = first.range.lowerBound
    let octets = queue[first.record - base].redacted.octets
    return Array(octets[max(0, end - 2 * L2CAPBasicHeader.octets)..<end])
  }
}
