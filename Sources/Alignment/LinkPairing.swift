import Tracking

/// A connection that may be in both captures.
struct LinkPair: Hashable, Sendable {
  /// Indices of the connections in A and in B.
  var a: Int
  var b: Int
  /// Whether what A calls sent is sent in B too, as a sniffer has it that is on the central's side.
  var sameWay: Bool
}

/// Finds out which connections of two captures are one.
///
/// What A sent has the same octets as what B received. PDUs that are in each capture once count
/// most; of others, the first of A counts with the first of B, and so on. Devices of one kind
/// exchange much that is the same on any connection: whether a pair is one connection is decided
/// only when its PDUs are matched.
enum LinkPairing {
  /// Pairs of connections that are looked at.
  private static let mostPairs = 100_000
  /// Fewer PDUs say nothing.
  private static let fewest = 4
  /// With fewer than these, half of all must be in both captures: two connections may begin, or
  /// end, with what any device of a kind exchanges.
  private static let many = 32

  private struct Key: Hashable {
    var hash: UInt64
    var isSent: Bool
  }

  /// Pairs that have PDUs in common, the likeliest first.
  ///
  /// - Parameter ways: what `sameWay` of a pair may be.
  static func candidates(
    _ a: [LinkExchange], _ b: [LinkExchange], _ ways: [Bool]
  ) -> [LinkPair] {
    var votes: [LinkPair: Int] = [:]
    for sameWay in ways { vote(a, b, sameWay, &votes) }
    let sorted = votes.sorted {
      ($1.value, $0.key.a, $0.key.b, $0.key.sameWay ? 1 : 0)
        < ($0.value, $1.key.a, $1.key.b, $1.key.sameWay ? 1 : 0)
    }
    return sorted.lazy.filter { $0.value >= fewest }.map(\.key)
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

  /// Whether two connections are one: of what both captures could have, they have three quarters,
  /// and values are among it.
  static func isOne(_ ways: [WayMatch], _ link: LinkExchange) -> Bool {
    let matched = ways.reduce(0) { $0 + $1.pairs.count }
    let comparable = ways.reduce(0) { $0 + $1.comparable }
    let all = ways.reduce(0) { $0 + min($1.ofA.count, $1.ofB.count) }
    return matched >= fewest && matched * 4 >= comparable * 3
      && (matched >= many || matched * 2 >= all)
      && ways.contains { $0.pairs.contains { link.pdus[$0.a].holdsData } }
  }
}

/// The PDUs of one way, of a connection that is in both captures.
struct WayMatch {
  /// Whether A is where they came first.
  var isForward: Bool
  /// Indices into the PDUs of A and of B, all of this way and whole.
  var ofA: [Int]
  var ofB: [Int]
  /// Those that the loggers cut.
  var cutInA: [Int]
  var cutInB: [Int]
  /// Pairs of indices, both rising.
  var pairs: [(a: Int, b: Int)]
  /// PDUs that both captures could have. Before the first pair, and after the last one, one
  /// capture may have PDUs because it began earlier or ended later.
  var comparable: Int

  init(
    _ a: LinkExchange, _ b: LinkExchange, sentByA: Bool, sameWay: Bool, isForward: Bool,
    beginTogether: Bool
  ) {
    self.isForward = isForward
    let allA = a.pdus.indices.filter { a.pdus[$0].isSent == sentByA }
    let allB = b.pdus.indices.filter { b.pdus[$0].isSent == (sentByA == sameWay) }
    ofA = allA.filter { !a.pdus[$0].isCut }
    ofB = allB.filter { !b.pdus[$0].isCut }
    cutInA = allA.filter { a.pdus[$0].isCut }
    cutInB = allB.filter { b.pdus[$0].isCut }
    let found = SequenceMatch.pairs(
      ofA.map { a.pdus[$0].hash }, ofB.map { b.pdus[$0].hash }, beginTogether: beginTogether)
    comparable = min(ofA.count, ofB.count)
    if let first = found.first, let last = found.last {
      comparable =
        min(first.a, first.b) + min(last.a - first.a, last.b - first.b) + 1
        + min(ofA.count - 1 - last.a, ofB.count - 1 - last.b)
    }
    pairs = found.map { [ofA, ofB] in (ofA[$0.a], ofB[$0.b]) }
  }

  /// PDUs of A that are next to an equal one, where any were lost: they may be paired with the
  /// wrong ones.
  func doubtful(in a: LinkExchange) -> Set<Int> {
    if pairs.count == ofA.count, pairs.count == ofB.count { return [] }
    var found: Set<Int> = []
    for (index, next) in zip(ofA, ofA.dropFirst()) where a.pdus[index].hash == a.pdus[next].hash {
      found.formUnion([index, next])
    }
    return found
  }
}
