/// What the kernel says of a socket's queue at one moment.
package struct SocketState: Hashable, Sendable {
  /// Memory that the records in the queue take, in octets, as the kernel counts it.
  package var queued: UInt32
  /// Records lost since the socket was opened: each came while the queue was full.
  package var drops: UInt32

  package init(queued: UInt32, drops: UInt32) {
    self.queued = queued
    self.drops = drops
  }
}

/// Follows a socket's queue by the memory that the kernel says it takes, so that "after what is
/// queued now" is a position in the stream of records, which is known again when the records before
/// it have been taken.
///
/// Positions count the octets of all records that were ever queued. The kernel does not say what
/// one record takes, but between two looks with one record taken, the queue shrinks by at most that
/// much, and by exactly that much where no other record came. So the largest decrease for a record
/// of some length is what such a record takes. A length that was never seen takes at least as much
/// as the next shorter one. Where only longer ones were seen, the next longer one is the estimate,
/// because the kernel gives all short records the same memory. Time stamps are of no use for this:
/// the kernel stamps a received packet before it is queued, a log message only when it is read, and
/// clocks are set.
struct SocketQueue {
  /// The position of the record that is taken next. Not ahead of the true one, unless the
  /// estimate for a short record is too large.
  private(set) var front = 0
  /// The position after all that is queued.
  private(set) var back = 0

  /// The record that was taken since the last look: its position, and its length.
  private var last: (front: Int, length: Int)?
  /// What a record of each length takes; 0 where that is not known. The last one is used for all
  /// that are longer.
  private var costs = [Int](repeating: 0, count: 4096)
  /// The least length whose cost is known.
  private var shortest = Int.max

  /// The kernel was asked.
  mutating func look(queued: UInt32) {
    let queued = Int(queued)
    if let last {
      costs[last.length] = max(costs[last.length], back - queued - last.front)
      if costs[last.length] > 0 { shortest = min(shortest, last.length) }
      front = max(front, last.front + costs[last.length])
    }
    last = nil
    // What was queued before is taken or still in the queue.
    front = max(front, back - queued)
    back = max(back, front + queued)
  }

  /// A record of so many octets was taken, the only one since the last look.
  mutating func take(_ length: Int) {
    let length = min(length, costs.count - 1)
    if costs[length] == 0, shortest < length {
      costs[length] = costs[..<length].last { $0 > 0 } ?? 0
    }
    last = (front, length)
    if shortest < costs.count { front += costs[max(length, shortest)] }
  }
}

/// Something that belongs after what was queued at some moment, in the order of these moments.
struct QueuedMarks<Value> {
  private var marks: [(position: Int, value: Value)] = []
  private var first = 0

  /// - Parameter merges: what is marked at the same position is replaced.
  mutating func add(_ value: Value, at position: Int, merges: Bool = false) {
    if merges, first < marks.count, marks[marks.count - 1].position >= position {
      marks[marks.count - 1].value = value
    } else {
      marks.append((position, value))
    }
  }

  /// The next one, if all before it was taken.
  mutating func next(at front: Int) -> Value? {
    guard first < marks.count, marks[first].position <= front else { return nil }
    defer {
      first += 1
      if first >= 1024, first * 2 > marks.count {
        marks.removeFirst(first)
        first = 0
      }
    }
    return marks[first].value
  }
}
