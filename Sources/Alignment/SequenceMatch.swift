/// Finds the elements that two sequences have in common, in their order.
///
/// As in a patience diff: elements that are in each sequence exactly once are matched, as far as
/// they are in the same order in both; what is between two of them is matched in the same way.
/// Where no element is alone, as where a device sends the same few values again and again, groups
/// of three, eight and more take their part. It takes as long as the sequences are, times the
/// logarithm: each level looks at each element once, and there are few levels.
enum SequenceMatch {
  private static let mostLevels = 8
  private static let groups = [1, 3, 8, 24]

  private struct Window {
    var a: Range<Int>
    var b: Range<Int>
    /// Whether what is before it, or after it, was matched, or there is nothing on both sides.
    var beginsTogether: Bool
    var endsTogether: Bool
  }

  /// - Parameters:
  ///   - beginTogether: whether both begin with the same.
  /// - Returns: pairs of indices, both rising.
  static func pairs<Element: Hashable>(
    _ a: [Element], _ b: [Element], beginTogether: Bool = false
  ) -> [(a: Int, b: Int)] {
    var numbers: [Element: UInt64] = [:]
    func number(_ element: Element) -> UInt64 {
      if let number = numbers[element] { return number }
      let next = UInt64(numbers.count + 1)
      numbers[element] = next
      return next
    }
    let (a, b) = (a.map(number), b.map(number))
    var found: [(a: Int, b: Int)] = []
    var windows = [
      Window(
        a: 0..<a.count, b: 0..<b.count, beginsTogether: beginTogether, endsTogether: false)
    ]
    for _ in 0...mostLevels {
      var further: [Window] = []
      for window in windows { split(window, a, b, &found, &further) }
      windows = further
      if windows.isEmpty { break }
    }
    found.sort { $0.a < $1.a }
    return found
  }

  private static func split(
    _ whole: Window, _ a: [UInt64], _ b: [UInt64],
    _ found: inout [(a: Int, b: Int)], _ further: inout [Window]
  ) {
    var window = whole
    if window.beginsTogether { matchBeginning(&window, a, b, &found) }
    if window.endsTogether { matchEnd(&window, a, b, &found) }
    guard !window.a.isEmpty, !window.b.isEmpty else { return }
    for size in groups {
      let anchors = anchors(window, a, b, size)
      guard !anchors.isEmpty else { continue }
      var before = (a: window.a.lowerBound, b: window.b.lowerBound)
      var together = window.beginsTogether
      for anchor in anchors {
        // One group may reach into the next.
        guard anchor.a >= before.a, anchor.b >= before.b else { continue }
        add(
          Window(
            a: before.a..<anchor.a, b: before.b..<anchor.b, beginsTogether: together,
            endsTogether: true), to: &further)
        for offset in 0..<size { found.append((anchor.a + offset, anchor.b + offset)) }
        before = (anchor.a + size, anchor.b + size)
        together = true
      }
      add(
        Window(
          a: before.a..<window.a.upperBound, b: before.b..<window.b.upperBound,
          beginsTogether: together, endsTogether: window.endsTogether), to: &further)
      return
    }
  }

  private static func add(_ window: Window, to further: inout [Window]) {
    if !window.a.isEmpty, !window.b.isEmpty { further.append(window) }
  }

  private static func matchBeginning(
    _ window: inout Window, _ a: [UInt64], _ b: [UInt64], _ found: inout [(a: Int, b: Int)]
  ) {
    var (x, y) = (window.a.lowerBound, window.b.lowerBound)
    while x < window.a.upperBound, y < window.b.upperBound, a[x] == b[y] {
      found.append((x, y))
      x += 1
      y += 1
    }
    window.a = x..<window.a.upperBound
    window.b = y..<window.b.upperBound
  }

  private static func matchEnd(
    _ window: inout Window, _ a: [UInt64], _ b: [UInt64], _ found: inout [(a: Int, b: Int)]
  ) {
    var (x, y) = (window.a.upperBound, window.b.upperBound)
    while x > window.a.lowerBound, y > window.b.lowerBound, a[x - 1] == b[y - 1] {
      x -= 1
      y -= 1
      found.append((x, y))
    }
    window.a = window.a.lowerBound..<x
    window.b = window.b.lowerBound..<y
  }

  /// Groups that are in both windows exactly once, as far as they are in the same order.
  private static func anchors(
    _ window: Window, _ a: [UInt64], _ b: [UInt64], _ size: Int
  ) -> [(a: Int, b: Int)] {
    guard window.a.count >= size, window.b.count >= size else { return [] }
    /// -1 where there are several.
    var places: [UInt64: (a: Int, b: Int)] = [:]
    for start in window.a.lowerBound...(window.a.upperBound - size) {
      let key = key(a, start, size)
      places[key] = places[key] == nil ? (start, -2) : (-1, -2)
    }
    for start in window.b.lowerBound...(window.b.upperBound - size) {
      let key = key(b, start, size)
      guard let place = places[key], place.a >= 0 else { continue }
      places[key]?.b = place.b == -2 ? start : -1
    }
    let common = places.values.filter { $0.a >= 0 && $0.b >= 0 }.sorted { $0.a < $1.a }
    return longestRising(common)
  }

  private static func key(_ elements: [UInt64], _ start: Int, _ size: Int) -> UInt64 {
    if size == 1 { return elements[start] }
    var key: UInt64 = 0
    for index in start..<(start + size) {
      key = (key ^ elements[index]) &* 0x9E37_79B9_7F4A_7C15
      key ^= key >> 32
    }
    return key
  }

  /// The longest part in which `b` rises too.
  private static func longestRising(_ pairs: [(a: Int, b: Int)]) -> [(a: Int, b: Int)] {
    /// Of the rising parts of each length, the index of the last pair that has the least `b`.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].b < pairs[index].b { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rising: [(a: Int, b: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rising.append(pairs[index])
      index = before[index]
    }
    return rising.reversed()
  }
}
