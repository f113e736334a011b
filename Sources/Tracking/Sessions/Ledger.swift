import Report
import Synchronization

/// The octets that everything a capture made grow takes together: connections, the lists and
/// buffers of all of them, devices heard, and what the report will make of them.
///
/// Bounds on single lists cannot keep memory small: ten thousand connections, each with every list
/// full, would take gigabytes. So each entry is counted here with what it takes at most, and where
/// the sum is used up nothing is added any more. What is counted is an estimate (see
/// `Bound.weight`), held against the memory that `bletrace-bench bounds` measures.
package final class Ledger: Sendable {
  /// What lists may not take, so that connections and devices that come late find room.
  package static let reserve = 24 << 20

  package let limit: Int
  private let octets: Atomic<Int>

  package init(limit: Int = Bound.memory.limit) {
    self.limit = limit
    octets = Atomic(0)
  }

  /// A ledger that stands where another one does, and goes its own way from here.
  package init(copying other: Ledger) {
    limit = other.limit
    octets = Atomic(other.held)
  }

  package var held: Int { octets.load(ordering: .relaxed) }

  /// Counts octets if there is room for them.
  ///
  /// One thread at a time works on a capture; atomic it is only so that states which hold it may be
  /// handed from one thread to another.
  package func take(_ count: Int, ofReserve: Bool = false) -> Bool {
    let held = held
    let reserve = ofReserve ? 0 : min(Self.reserve, limit / 8)
    guard held + count <= limit - reserve else { return false }
    octets.store(held + count, ordering: .relaxed)
    return true
  }

  /// Much was let go of: what is left is counted anew.
  package func count(again octets: Int) { self.octets.store(octets, ordering: .relaxed) }

  package func give(_ count: Int) { octets.store(held - count, ordering: .relaxed) }
}
