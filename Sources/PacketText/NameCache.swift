import Text

/// How numbers are shown that have their names in tables of thousands of lines: those that came
/// last. A capture is full of the same few, and a search takes longer than all the rest of a line.
struct NameCache {
  private struct Entry {
    var high: UInt64
    var low: UInt64
    var text: [UInt8]
  }

  private var entries: [Entry?] = Array(repeating: nil, count: 256)

  /// Appends what `make` appended for the same number before, or lets it.
  mutating func append(
    high: UInt64 = 0, low: UInt64, to output: inout TextBuffer,
    _ make: (inout TextBuffer) -> Void
  ) {
    let mixed = high ^ high >> 32 ^ low ^ low >> 56
    let index = Int(truncatingIfNeeded: (mixed ^ mixed >> 8) & 0xFF)
    if let entry = entries[index], entry.low == low, entry.high == high {
      return output.append(contentsOf: entry.text)
    }
    let start = output.count
    make(&output)
    entries[index] = Entry(high: high, low: low, text: output.bytes(from: start))
  }
}
