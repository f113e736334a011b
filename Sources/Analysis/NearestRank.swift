/// The values at some ranks of a list, as it would be in order. All of it is not put in order for
/// that: it is parted again and again around one of its values, and only the part with the rank in
/// it is gone on with (Hoare, "Algorithm 65: Find", 1961).
///
/// - Parameter ranks: counted from 1, ascending.
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

/// Puts the value at a place that belongs there when the values from `start` on are in order.
private func part(_ list: inout [Int64], from start: Int, around place: Int) {
  var values = list.mutableSpan
  var (low, high) = (start, values.count - 1)
  while low < high {
    let pivot = median(values[low], values[low + (high - low) / 2], values[high])
    var (left, right) = (low, high)
    while left <= right {
      while values[left] < pivot { left &+= 1 }
      while values[right] > pivot { right &-= 1 }
      if left <= right {
        (values[left], values[right]) = (values[right], values[left])
        left &+= 1
        right &-= 1
      }
    }
    // What lies between the two is the pivot.
    if place <= right {
      high = right
    } else if place >= left {
      low = left
    } else {
      return
    }
  }
}

private func median(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
  max(min(a, b), min(max(a, b), c))
}
