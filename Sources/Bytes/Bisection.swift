extension RandomAccessCollection {
  /// The index of the first element that passes a test which all later ones pass too; `endIndex`
  /// where none does. Public, as only then it is inlined elsewhere.
  @inlinable @inline(__always)
  public func partitionPoint(where test: (Element) -> Bool) -> Index {
    var (low, rest) = (startIndex, count)
    while rest > 0 {
      let middle = index(low, offsetBy: rest / 2)
      if test(self[middle]) {
        rest /= 2
      } else {
        low = index(after: middle)
        rest -= rest / 2 + 1
      }
    }
    return low
  }
}
