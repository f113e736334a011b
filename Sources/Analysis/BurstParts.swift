import BluetoothProtocol
import CaptureFiles
import Sessions
import TraceBytes

/// Which of the values received on a link each value of a stream is, counted from the first of a
/// burst.
struct Ordinals: Sendable {
  /// Empty where they are all of them.
  fileprivate var numbers: [Int32] = []

  /// From 1 on.
  @inline(__always)
  subscript(place: Int) -> Int { numbers.isEmpty ? place &+ 1 : Int(numbers[place]) }
}

/// The values of a burst, divided by characteristic.
struct BurstParts: Sendable {
  struct Part: Sendable {
    fileprivate(set) var records: [CapturedRecord] = []
    fileprivate(set) var ordinals = Ordinals()

    fileprivate mutating func take(
      _ handle: ATTHandle, from all: Span<CapturedRecord>, in bytes: Span<UInt8>
    ) {
      records.removeAll(keepingCapacity: true)
      ordinals.numbers.removeAll(keepingCapacity: true)
      records.append(addingCapacity: all.count) { records in
        ordinals.numbers.append(addingCapacity: all.count) { numbers in
          for place in all.indices where ValueBurst.handle(of: all[place], in: bytes) == handle {
            records.append(all[place])
            numbers.append(Int32(truncatingIfNeeded: place &+ 1))
          }
        }
      }
    }
  }

  /// More characteristics than this do not take turns.
  static let most = 4

  private(set) var count = 0
  private(set) var handles: InlineArray<4, ATTHandle> = .init(repeating: ATTHandle(0))
  private(set) var parts: [Part] = []

  /// - Returns: false where there are too many characteristics; then nothing was divided.
  mutating func divide(_ records: Span<CapturedRecord>, in bytes: Span<UInt8>) -> Bool {
    count = 0
    for place in records.indices {
      let handle = ValueBurst.handle(of: records[place], in: bytes)
      if (0..<count).contains(where: { handles[$0] == handle }) { continue }
      guard count < Self.most else { return false }
      handles[count] = handle
      count += 1
    }
    while parts.count < count { parts.append(Part()) }
    for part in 0..<count { parts[part].take(handles[part], from: records, in: bytes) }
    return true
  }
}
