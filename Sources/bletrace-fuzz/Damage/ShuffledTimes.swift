import BletraceTestSupport

/// The records have one another's times.
enum ShuffledTimes: Damage {
  static let name = "times"

  static func count(_ capture: FramedCapture) -> Int { min(capture.frames.count, 32) }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    var random = SeededRandom(seed: UInt64(index))
    var harmed = capture
    let shuffled = capture.frames.map { $0[capture.time] }.shuffled(using: &random)
    for (frame, time) in shuffled.enumerated() {
      harmed.frames[frame].replaceSubrange(capture.time, with: time)
    }
    return DamagedCapture(
      bytes: harmed.bytes, intact: 0, records: harmed.frames.count, keepsAllButTimes: true,
      what: "times shuffled with seed \(index)")
  }
}
