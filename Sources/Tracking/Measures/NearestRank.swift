/// The values at some ranks of a list, as if it were sorted. The whole list is not sorted for that:
/// it is partitioned by one of its values, and then only the part that holds the rank is, again and
/// again (Hoare, "Algorithm 65: Find", 1961).
///
/// - Parameters:
///   - ranks: counted from 1, ascending.
///   - list: values that are not negative.
func values(at ranks: [Int], of list: [Int64]) -> [Int64?] {
  var list = list
  var found: [Int64?] = []
  found.reserveCapacity(ranks.count)
  var start = 0
  for rank in ranks {
    // What stands in front of one that was found is not greater.
    part(&list, from: start, around: rank - 1)
    found.append(list[rank - 1])
    start = rank - 1
  }
  return found
}

/// Puts the value at an index that belongs there when the values from `start` on are in order.
private func part(_ list: inout [Int64], from start: Int, around index: Int) {
  var values = list.mutableSpan
  var (low, high) = (start, values.count - 1)
  while low < high {
    let pivot = median(values[low], values[low + (high - low) / 2], values[high])
    let rest = bringForward(low, high, of: &values) { $0 &- pivot }
    if index < rest {
      high = rest - 1
    } else if rest > low {
      low = rest
    } else {
      // None is less, so that those equal to it come next.
      let greater = bringForward(low, high, of: &values) { $0 &- pivot &- 1 }
      if index < greater { return }
      low = greater
    }
  }
}

/// Puts the values from one index to another of which a difference is negative in front of the
/// others; returns where these begin. The sign is calculated with, for a branch on it could not be
/// foretold.
@inline(__always)
private func bringForward(
  _ low: Int, _ high: Int, of values: inout MutableSpan<Int64>, _ difference: (Int64) -> Int64
) -> Int {
  var rest = low
  for index in low...high {
    let value = values[index]
    values[index] = values[rest]
    values[rest] = value
    rest &+= Int(truncatingIfNeeded: UInt64(bitPattern: difference(value)) >> 63)
  }
  return rest
}

private func median(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
  max(min(a, b), min(max(a, b), c))
}
