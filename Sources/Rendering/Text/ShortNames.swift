import Report
import Text

extension Name {
  /// The peer, with a name that cannot fill the page: devices choose up to 248 octets.
  static func shortPeer(_ peer: ReportV1.Peer) -> String {
    var peer = peer
    peer.address = peer.address.map { shortened($0, to: 40) }
    peer.name = peer.name.map { shortened($0, to: 40) }
    return self.peer(peer)
  }

  /// Both ends of a text that is longer than so many characters.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit, limit > 3 else { return text }
    let end = limit / 2
    return String(scalars.prefix(limit - 1 - end)) + "…" + String(scalars.suffix(end))
  }
}
