/// For arrays of large elements: `map`, `filter` and loops of the library copy each element before
/// they look at it, and a report may hold ten thousand transfers.
extension Array {
  /// The places of the elements that a test of the list and a place picks out.
  @inline(__always)
  package func places(_ test: ([Element], Int) -> Bool) -> [Int] {
    var found: [Int] = []
    for place in indices where test(self, place) { found.append(place) }
    return found
  }

  @inline(__always)
  package func containsInPlace(_ test: (Element) -> Bool) -> Bool {
    let elements = span
    for place in elements.indices where test(elements[place]) { return true }
    return false
  }
}
