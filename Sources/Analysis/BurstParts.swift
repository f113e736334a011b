import BluetoothProtocol
import CaptureFiles
import Sessions
import TraceBytes

/// The values of a burst, divided by characteristic.
struct BurstParts: Sendable {
  /// More characteristics than this do not take turns.
  private static let most = 4

  private(set) var count = 0
  private(set) var handles: InlineArray<4, ATTHandle> = .init(repeating: ATTHandle(0))
  /// The records, one part behind the other, and room for more.
  private(set) var records: [CapturedRecord] = []
  /// Which value of the burst each record is, from 1 on.
  private(set) var ordinals: [Int32] = []
  /// Where the parts end.
  private var ends: InlineArray<4, Int> = .init(repeating: 0)
  /// The part of each value.
  private var keys: [UInt8] = []

  /// Where the records of a part stand.
  func range(of part: Int) -> Range<Int> { (part == 0 ? 0 : ends[part - 1])..<ends[part] }

  /// - Returns: false where there are too many characteristics; then nothing was divided.
  mutating func divide(_ burst: Span<CapturedRecord>, in bytes: Span<UInt8>) -> Bool {
    if keys.count < burst.count {
      keys = Array(repeating: 0, count: burst.count)
      ordinals = Array(repeating: 0, count: burst.count)
      records = Array(repeating: burst[0], count: burst.count)
    }
    guard findParts(burst, in: bytes) else { return false }
    sort(burst)
    return true
  }

  /// Tells which part each value belongs to, and how many values each has.
  private mutating func findParts(
    _ burst: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) -> Bool {
    var found = 0
    var handles = handles
    var sizes: InlineArray<4, Int> = .init(repeating: 0)
    var keys = keys.mutableSpan
    for place in burst.indices {
      let handle = ValueBurst.handle(of: burst[place], in: bytes)
      var part = 0
      while part < found, handles[part] != handle { part &+= 1 }
      if part == found {
        guard found < Self.most else { return false }
        handles[found] = handle
        found &+= 1
      }
      keys[place] = UInt8(truncatingIfNeeded: part)
      sizes[part] &+= 1
    }
    (count, self.handles, ends) = (found, handles, sizes)
    for part in 1..<Self.most { ends[part] &+= ends[part &- 1] }
    return true
  }

  private mutating func sort(_ burst: Span<CapturedRecord>) {
    // Where the next record of each part goes.
    var next: InlineArray<4, Int> = .init(repeating: 0)
    for part in 1..<Self.most { next[part] = ends[part - 1] }
    // Out of their places, so that all can be written to in one go.
    var (records, ordinals): ([CapturedRecord], [Int32]) = ([], [])
    swap(&records, &self.records)
    swap(&ordinals, &self.ordinals)
    var sorted = records.mutableSpan
    var numbers = ordinals.mutableSpan
    for place in burst.indices {
      let part = Int(keys[place])
      let to = next[part]
      next[part] = to &+ 1
      sorted[to] = burst[place]
      numbers[to] = Int32(truncatingIfNeeded: place &+ 1)
    }
    swap(&records, &self.records)
    swap(&ordinals, &self.ordinals)
  }
}
