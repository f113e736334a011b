/// The name that was most likely meant by `word`, if any is near enough to be worth saying.
func nearest(to word: String, among names: [String]) -> String? {
  // A word this long is no mistyped name; and the work grows with the square of its length.
  guard word.utf8.count <= 40 else { return nil }
  let scored = names.map { (name: $0, distance: editDistance(word.lowercased(), $0)) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  let letters = best.name.utf8.count { $0 != UInt8(ascii: "-") }
  return best.distance <= max(1, letters / 3) ? best.name : nil
}

/// Letters to insert, drop, change or swap with the next one to make `b` out of `a` (optimal string
/// alignment).
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.utf8)
  let b = Array(b.utf8)
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  for i in 0..<a.count {
    var current = [i + 1]
    for j in 0..<b.count {
      var best = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforePrevious[j - 1] + 1)
      }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
}
