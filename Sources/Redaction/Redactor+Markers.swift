import BluetoothProtocol

extension Redactor {
  /// A value that may be a part of a marker waits until the next one shows it.
  mutating func follow(
    _ stream: ValueOfStream, _ pieces: [Piece], isCut: Bool
  ) -> [UInt8] {
    let shape = replacements.shape
    let step = markers.add(stream, isCut: isCut, shape)
    if step == .ends {
      for part in markers.end(stream.key) {
        set(part.pieces, part.octets)
        release(part.pieces)
        replacements.keep(part.octets)
      }
      replacements.keep(stream.value)
      return stream.value
    }
    if step != .continues { release(markers.giveUp(stream.key)) }
    // What replaces values must not make up a marker.
    let before = markers.image(stream.key)
    let image = replacements.value(stream.value) { image in
      var next = before
      return next.add(image, isCut: isCut, shape) != .ends
    }
    markers.note(image, of: stream.key, isCut: isCut, shape)
    guard step != .none else { return image }
    for piece in pieces { queue[piece.record - base].waits += 1 }
    markers.hold(pieces, stream)
    return image
  }

  /// The L2CAP header of a PDU that begins with these pieces.
  func header(before pieces: [Piece]) -> [UInt8] {
    guard let first = pieces.first, first.range.lowerBound >= L2CAPBasicHeader.octets else {
      return []
    }
    let end = first.range.lowerBound
    let octets = queue[first.record - base].redacted.octets
    return Array(octets[end - L2CAPBasicHeader.octets..<end])
  }
}
