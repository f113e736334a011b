/// For arrays of large elements: `map`, `filter` and loops of the library copy each element before
/// they look at it, and a report may hold ten thousand transfers.
extension Array {
  @inline(__always)
  func inPlace<Result>(_ look: (Element) -> Result?) -> [Result] {
    var results: [Result] = []
    let elements = span
    for place in elements.indices {
      if let result = look(elements[place]) { results.append(result) }
    }
    return results
  }

  @inline(__always)
  func firstInPlace(_ test: (Element) -> Bool) -> Element? {
    let elements = span
    for place in elements.indices where test(elements[place]) { return elements[place] }
    return nil
  }

  @inline(__always)
  func containsInPlace(_ test: (Element) -> Bool) -> Bool {
    let elements = span
    for place in elements.indices where test(elements[place]) { return true }
    return false
  }
}
