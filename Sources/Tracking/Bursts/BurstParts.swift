import BluetoothProtocol
import CaptureFiles

/// The values of a burst, divided by characteristic.
struct BurstParts: Sendable {
  /// More characteristics than this do not take turns.
  private static let most = 4

  private(set) var count = 0
  private(set) var handles: InlineArray<4, ATTHandle> = .init(repeating: ATTHandle(0))
  /// How many values each part has.
  private var sizes: InlineArray<4, Int> = .init(repeating: 0)
  /// A row of records for each part, with room for all of a burst.
  private(set) var records: [CapturedRecord] = []
  /// Which value of the burst each record is, from 1 on.
  private(set) var ordinals: [Int32] = []
  /// How long a row is.
  private var room = 0

  /// Where the records of a part stand.
  func range(of part: Int) -> Range<Int> { (part &* room)..<(part &* room &+ sizes[part]) }

  /// - Returns: false where there are too many characteristics.
  mutating func divide(_ burst: Span<CapturedRecord>, in bytes: Span<UInt8>) -> Bool {
    if room < burst.count {
      room = burst.count
      records = Array(repeating: burst[0], count: Self.most &* room)
      ordinals = Array(repeating: 0, count: Self.most &* room)
    }
    // Out of their places, so that all can be written to in one go.
    var (records, ordinals): ([CapturedRecord], [Int32]) = ([], [])
    swap(&records, &self.records)
    swap(&ordinals, &self.ordinals)
    defer {
      swap(&records, &self.records)
      swap(&ordinals, &self.ordinals)
    }
    var rows = records.mutableSpan
    var numbers = ordinals.mutableSpan
    var found = 0
    var handles = handles
    var sizes: InlineArray<4, Int> = .init(repeating: 0)
    for index in burst.indices {
      let handle = ValueBurst.handle(of: burst[index], in: bytes)
      var part = 0
      while part < found, handles[part] != handle { part &+= 1 }
      if part == found {
        guard found < Self.most else { return false }
        handles[found] = handle
        found &+= 1
      }
      let to = part &* room &+ sizes[part]
      sizes[part] &+= 1
      rows[to] = burst[index]
      numbers[to] = Int32(truncatingIfNeeded: index &+ 1)
    }
    (count, self.handles, self.sizes) = (found, handles, sizes)
    return true
  }
}
