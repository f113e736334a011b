import Report

/// Which connections of a capture came before another one with the same peer.
///
/// The latest few of them: what an older one showed has been shown again since, and a capture of
/// ten thousand connections with one device is not to be gone through ten thousand times.
struct PeerHistory {
  private static let depth = 16

  private struct Key: Hashable {
    var peer: String
    var controller: Int
  }

  private var earlier: [[Int]] = []
  private let connections: [ReportV1.Connection]
  /// Those that the capture was let go of. They have negative places.
  private let gone: [ReportV1.Connection]

  init(_ capture: ReportV1.Capture) {
    connections = capture.connections
    gone = capture.judged.latest
    var latest: [Key: [Int]] = [:]
    for index in gone.indices {
      guard let peer = gone[index].peer.address else { continue }
      let key = Key(peer: peer, controller: gone[index].controller)
      latest[key, default: []].append(-1 - index)
    }
    for index in capture.connections.indices {
      guard let peer = capture.connections[index].peer.address else {
        earlier.append([])
        continue
      }
      let key = Key(peer: peer, controller: capture.connections[index].controller)
      let known = latest[key] ?? []
      earlier.append(known)
      latest[key] = known.suffix(Self.depth - 1) + [index]
    }
  }

  /// The latest connection before another one with the same peer that a test of a list and an index
  /// picks out.
  func latest(
    before index: Int, where test: ([ReportV1.Connection], Int) -> Bool
  ) -> ReportV1.Connection? {
    for place in earlier[index].reversed() {
      if place >= 0 {
        if test(connections, place) { return connections[place] }
      } else if test(gone, -1 - place) {
        return gone[-1 - place]
      }
    }
    return nil
  }

  /// All of them, in their order.
  func all(before index: Int) -> [ReportV1.Connection] {
    earlier[index].map { $0 >= 0 ? connections[$0] : gone[-1 - $0] }
  }
}

extension PeerHistory {
  private struct Device: Hashable {
    var address: String
    var addressType: String?
    var name: String?
  }

  /// For each connection the frame in which the latest pairing began that was completed in it or in
  /// a later connection with the same peer; `Int.min` where there was none.
  static func latestPairings(_ capture: ReportV1.Capture) -> [Int] {
    let connections = capture.connections
    var latest = [Int](repeating: .min, count: connections.count)
    var latestOfDevice: [Device: Int] = [:]
    for index in connections.indices.reversed() {
      for pairing in connections[index].pairing where pairing.result == .completed {
        latest[index] = max(latest[index], pairing.firstFrame)
      }
      guard let address = connections[index].peer.address else { continue }
      let device = Device(
        address: address, addressType: connections[index].peer.addressType,
        name: connections[index].peer.name)
      latest[index] = max(latest[index], latestOfDevice[device] ?? .min)
      latestOfDevice[device] = latest[index]
    }
    return latest
  }
}
