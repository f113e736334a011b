import Report

/// The bounds that were hit, in the order of their table, and the ledger that entries are counted
/// in.
package struct BoundsReached: Sendable {
  package var ledger: Ledger
  private var mask: UInt64 = 0
  /// What of the ledger's octets was taken here, and not given back.
  private(set) var held = 0

  package init(_ ledger: Ledger) { self.ledger = ledger }

  package mutating func insert(_ bound: Bound) { mask |= 1 << UInt64(bound.rawValue) }

  package mutating func formUnion(_ other: BoundsReached) { mask |= other.mask }

  /// Counts octets for something that `bound` is about; notes where they do not fit.
  package mutating func take(_ octets: Int, for bound: Bound) -> Bool {
    if ledger.take(octets, ofReserve: bound.mayUseReserve) {
      held += octets
      return true
    }
    insert(bound)
    insert(.memory)
    return false
  }

  package mutating func give(_ octets: Int) {
    ledger.give(octets)
    held -= octets
  }

  package func contains(_ bound: Bound) -> Bool { mask >> UInt64(bound.rawValue) & 1 == 1 }

  package var names: [Bound] { Bound.allCases.filter(contains) }
}

extension Bound {
  /// Without these nothing that comes later could be reported at all.
  fileprivate var mayUseReserve: Bool {
    switch self {
    case .connections, .advertisers: true
    default: false
    }
  }
}

extension Array {
  /// Appends where the bound and the ledger allow it, and notes where they do not.
  ///
  /// - Parameter more: octets that this entry takes beside what all do.
  @discardableResult
  package mutating func append(
    _ element: consuming Element, within bound: Bound, _ reached: inout BoundsReached,
    more: Int = 0
  ) -> Bool {
    guard count < bound.limit else {
      reached.insert(bound)
      return false
    }
    guard reached.take(bound.weight + more, for: bound) else { return false }
    append(element)
    return true
  }

  /// Grows in a few large steps where entries are large: room that no entry takes costs no memory,
  /// only addresses, and moving ten thousand connections again and again costs more than all else
  /// that is done for a short one.
  mutating func makeRoom(within bound: Bound) {
    guard count == capacity, count >= 16 else { return }
    reserveCapacity(Swift.min(16 * count, bound.limit))
  }

  /// Takes out an entry that was appended within a bound.
  @discardableResult
  package mutating func remove(
    at index: Int, within bound: Bound, _ reached: inout BoundsReached
  ) -> Element {
    reached.give(bound.weight)
    return remove(at: index)
  }
}

/// What a buffer that grows with what comes is counted with.
struct BufferCount: Sendable {
  private(set) var octets = 0

  /// Whether a buffer of so many octets fits; counts them if they are more than before.
  mutating func cover(_ count: Int, for bound: Bound, _ reached: inout BoundsReached) -> Bool {
    guard count > octets else { return true }
    guard reached.take(count - octets, for: bound) else { return false }
    octets = count
    return true
  }

  mutating func release(_ reached: inout BoundsReached) {
    reached.give(octets)
    octets = 0
  }
}
