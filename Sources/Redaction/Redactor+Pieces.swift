import BluetoothProtocol
import CaptureFiles

/// Octets of records that wait.
extension Redactor {
  func contents(_ pieces: [Piece]) -> [UInt8] {
    pieces.flatMap { queue[$0.record - base].redacted.octets[$0.range] }
  }

  func slice(_ pieces: [Piece], from start: Int, count: Int) -> [Piece] {
    var skip = start
    var left = count
    var result: [Piece] = []
    for piece in pieces {
      let skipped = min(skip, piece.range.count)
      skip -= skipped
      let taken = min(left, piece.range.count - skipped)
      left -= taken
      guard taken > 0 else { continue }
      let first = piece.range.lowerBound + skipped
      result.append(
        Piece(
          record: piece.record, range: first..<first + taken,
          startsPDU: piece.startsPDU && skipped == 0))
    }
    return result
  }

  mutating func set(_ pieces: [Piece], _ octets: [UInt8]) {
    var next = 0
    for piece in pieces {
      for index in piece.range where next < octets.count {
        queue[piece.record - base].redacted.octets[index] = octets[next]
        next += 1
      }
    }
  }

  mutating func release(_ pieces: some Sequence<Piece>) {
    for piece in pieces { queue[piece.record - base].waits -= 1 }
  }

  mutating func giveUp(_ pieces: [Piece]) {
    release(pieces)
    replacePieces(pieces)
  }

  /// Replaces what no PDU was made of. What begins one still says what it is.
  mutating func replacePieces(_ pieces: [Piece]) {
    // What may belong to a pairing is replaced whatever is kept.
    var isKeepable = false
    for piece in pieces {
      var range = piece.range
      if piece.startsPDU {
        let held = queue[piece.record - base].redacted
        let octets = held.octets[range]
        let start = range.lowerBound
        range = range.dropFirst(Self.headers(octets, isHeard: held.record.kind == .air))
        // The channel of the Security Manager, on either transport.
        isKeepable =
          octets.count >= L2CAPBasicHeader.octets
          && !(octets[start + 3] == 0 && [6, 7].contains(octets[start + 2]))
      }
      replaceRaw(Piece(record: piece.record, range: range), isKeepable: isKeepable)
    }
  }

  mutating func replaceRaw(_ piece: Piece, isKeepable: Bool = true) {
    guard !piece.range.isEmpty else { return }
    let held = queue[piece.record - base].redacted
    // What a sniffer heard in part, it mostly heard as a whole, too, with what is kept in it.
    set(
      [piece],
      replacements.raw(
        Array(held.octets[piece.range]), .undecoded, isKeepable: isKeepable,
        isSearched: held.record.kind != .air))
  }

  /// Notes what was not replaced in a record that is done, for the search of the output.
  mutating func noteUnchanged(_ index: Int) {
    let (octets, original) = (queue[index].redacted.octets, queue[index].original)
    queue[index].redacted.noteUnchanged(original)
    guard frameOfPart == nil, queue[index].redacted.tag.isWritten else { return }
    let left = replacements.parts.left(in: octets, of: original, from: queue[index].start)
    if !left.isEmpty { frameOfPart = queue[index].redacted.record.number }
  }
}
