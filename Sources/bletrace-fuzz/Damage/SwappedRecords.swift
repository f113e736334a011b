import BletraceTestSupport

/// One record has changed places with another: with the next, or with one that chance picks.
enum SwappedRecords: Damage {
  static let name = "swapped"

  static func count(_ capture: FramedCapture) -> Int { capture.frames.count * 2 }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    let count = capture.frames.count
    let one = index / 2
    var random = SeededRandom(seed: UInt64(index))
    let other =
      index.isMultiple(of: 2)
      ? min(one + 1, count - 1) : Int.random(in: 0..<count, using: &random)
    var harmed = capture
    harmed.frames.swapAt(one, other)
    return DamagedCapture(
      bytes: harmed.bytes, intact: one == other ? count : min(one, other), records: count,
      what: "records \(one + 1) and \(other + 1) swapped")
  }
}
