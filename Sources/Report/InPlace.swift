/// For arrays of large elements: `map`, `filter` and loops of the library copy each element before
/// they look at it, and a report may hold ten thousand transfers. Public, as only then they are
/// inlined elsewhere; called through metadata they cost more than what they spare.
extension Array {
  /// The indexes of the elements that a test of the list and an index picks out.
  @inlinable @inline(__always)
  public func indexes(_ test: ([Element], Int) -> Bool) -> [Int] {
    var found: [Int] = []
    for index in indices where test(self, index) { found.append(index) }
    return found
  }

  /// Whether a test of the list and an index picks out any element.
  @inlinable @inline(__always)
  public func containsIndex(where test: ([Element], Int) -> Bool) -> Bool {
    for index in indices where test(self, index) { return true }
    return false
  }

  /// The same by a test of the element. Of very large ones the compiler copies each for it.
  @inlinable @inline(__always)
  public func containsInPlace(_ test: (Element) -> Bool) -> Bool {
    let elements = span
    for index in elements.indices where test(elements[index]) { return true }
    return false
  }
}

extension Sequence {
  /// The elements that have a key in common, in the order in which the keys come first.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, members: [Element])] {
    var groups: [(key: Key, members: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].members.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
