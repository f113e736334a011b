import Tracking

/// A connection that is in both captures.
package struct LinkPair: Hashable, Sendable {
  /// Indices of the connections in A and in B.
  package var a: Int
  package var b: Int
  /// Whether what A calls sent is sent in B too, as a sniffer on the central's side has it.
  package var sameWay: Bool
}

/// Finds out which connections of two captures are one.
///
/// What A sent has the same octets as what B received. PDUs that are in each capture once count
/// most; of others, the first of A counts with the first of B, and so on.
enum LinkPairing {
  /// Pairs of connections that are looked at.
  private static let mostPairs = 100_000

  private struct Key: Hashable {
    var hash: UInt64
    var isSent: Bool
  }

  /// - Parameter ways: what `sameWay` of a pair may be.
  static func pairs(
    _ a: [LinkExchange], _ b: [LinkExchange], _ ways: [Bool]
  ) -> [LinkPair] {
    var votes: [LinkPair: Int] = [:]
    for sameWay in ways { vote(a, b, sameWay, &votes) }
    let sorted = votes.sorted {
      ($1.value, $0.key.a, $0.key.b, $0.key.sameWay ? 1 : 0)
        < ($0.value, $1.key.a, $1.key.b, $1.key.sameWay ? 1 : 0)
    }
    var (usedA, usedB): (Set<Int>, Set<Int>) = ([], [])
    var pairs: [LinkPair] = []
    for (pair, count) in sorted where count >= 4 {
      guard !usedA.contains(pair.a), !usedB.contains(pair.b) else { continue }
      usedA.insert(pair.a)
      usedB.insert(pair.b)
      pairs.append(pair)
    }
    return pairs.sorted { $0.a < $1.a }
  }

  private static func vote(
    _ a: [LinkExchange], _ b: [LinkExchange], _ sameWay: Bool, _ votes: inout [LinkPair: Int]
  ) {
    let (known, places) = (occurrences(a, turned: false), occurrences(b, turned: !sameWay))
    for (key, there) in places {
      guard let here = known[key] else { continue }
      let isAlone = here.count == 1 && there.count == 1
      for (one, other) in zip(here, there) {
        let pair = LinkPair(a: one, b: other, sameWay: sameWay)
        guard votes[pair] != nil || votes.count < mostPairs else { continue }
        votes[pair, default: 0] += isAlone ? 4 : 1
      }
    }
  }

  /// Of each content, the connections it was on, at most 64 times.
  private static func occurrences(_ links: [LinkExchange], turned: Bool) -> [Key: [Int]] {
    var found: [Key: [Int]] = [:]
    for (index, link) in links.enumerated() {
      for pdu in link.pdus where !pdu.isCut {
        let key = Key(hash: pdu.hash, isSent: pdu.isSent != turned)
        if found[key]?.count ?? 0 < 64 { found[key, default: []].append(index) }
      }
    }
    return found
  }
}

/// The PDUs of one way, of a connection that is in both captures.
struct WayMatch {
  /// Whether A is where they came first.
  var isForward: Bool
  /// Indices into the PDUs of A and of B, all of this way.
  var ofA: [Int]
  var ofB: [Int]
  /// Pairs of such indices.
  var pairs: [(a: Int, b: Int)]

  /// - Parameter isFirstA: whether A was before B on this way.
  init(
    _ a: LinkExchange, _ b: LinkExchange, sentByA: Bool, sameWay: Bool, isForward: Bool,
    beginTogether: Bool
  ) {
    self.isForward = isForward
    ofA = a.pdus.indices.filter { a.pdus[$0].isSent == sentByA && !a.pdus[$0].isCut }
    ofB = b.pdus.indices.filter { b.pdus[$0].isSent == (sentByA == sameWay) && !b.pdus[$0].isCut }
    let found = SequenceMatch.pairs(
      ofA.map { a.pdus[$0].hash }, ofB.map { b.pdus[$0].hash }, beginTogether: beginTogether)
    pairs = found.map { [ofA, ofB] in (ofA[$0.a], ofB[$0.b]) }
  }
}
