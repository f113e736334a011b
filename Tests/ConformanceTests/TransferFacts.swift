import Report
import SystemLibraries

/// Transfers: bletrace says where one begins and ends and what its payload is; tshark's values
/// between the two frames must give the same chunks and the same octets. A framed transfer is left
/// out: its payload is what its protocol delivers, without the headers in these values.
func transferFacts(
  of capture: ReportV1.Capture, in tshark: TsharkFacts
) -> (tshark: Facts, bletrace: Facts) {
  var (theirs, ours) = (Facts(), Facts())
  for connection in capture.connections {
    let link = session(connection.handle, connection.completeFrame)
    for transfer in connection.transfers where transfer.framing == nil {
      let field = "transfer of \(link) handle \(hex(transfer.valueHandle)) @\(transfer.firstFrame)"
      ours.note(
        field, payload(transfer.chunks, transfer.payloadBytes, transfer.payloadSha256 ?? "?"))
      let values = tshark.values.filter {
        $0.link == link && $0.handle == transfer.valueHandle
          && (transfer.firstFrame...max(transfer.lastFrame, transfer.markerFrame ?? 0))
            .contains($0.frame)
          && ($0.way == .either || $0.way.rawValue == transfer.direction.rawValue)
      }
      let chunks = withoutMarker(values.map(\.bytes), transfer)
      let whole = chunks.flatMap { $0 }
      theirs.note(
        field, payload(chunks.count, whole.count, SHA256.digest(of: whole.span)))
    }
  }
  return (theirs, ours)
}

private func payload(_ chunks: Int, _ octets: Int, _ digest: String) -> String {
  "\(chunks) chunks, \(octets) octets, \(digest)"
}

private func withoutMarker(_ values: [[UInt8]], _ transfer: ReportV1.Transfer) -> [[UInt8]] {
  let marker = Array((transfer.marker ?? "").utf8)
  var chunks = values
  var left = marker[...]
  // From the end: whole values as long as they are the marker's, then the end of a chunk.
  while !left.isEmpty, let last = chunks.last,
    left.suffix(last.count).elementsEqual(last.suffix(left.count))
  {
    if last.count > left.count {
      chunks[chunks.count - 1].removeLast(left.count)
      left = []
    } else {
      chunks.removeLast()
      left.removeLast(last.count)
    }
  }
  return chunks
}
