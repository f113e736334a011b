import Report

/// Which connections of a capture came before another one with the same peer.
///
/// The latest few of them: what an older one taught has been taught again since, and a capture of ten
/// thousand connections with one device is not to be gone through ten thousand times.
struct PeerHistory {
  private static let depth = 16

  private struct Key: Hashable {
    var peer: String
    var controller: Int
  }

  private var earlier: [[Int]] = []

  init(_ capture: ReportV1.Capture) {
    var latest: [Key: [Int]] = [:]
    for place in capture.connections.indices {
      guard let peer = capture.connections[place].peer.address else {
        earlier.append([])
        continue
      }
      let key = Key(peer: peer, controller: capture.connections[place].controller)
      let known = latest[key] ?? []
      earlier.append(known)
      latest[key] = known.suffix(Self.depth - 1) + [place]
    }
  }

  /// Places among the connections, ascending.
  func before(_ place: Int) -> [Int] { earlier[place] }
}
