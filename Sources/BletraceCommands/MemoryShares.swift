import Tracking

/// The memory of one call, shared out among the captures and reports that it reads.
///
/// Each may make it keep an equal part, or 8 MB where the parts would be smaller. Whatever is left
/// of a finished one is less, mostly very much so, and the rest is for those that come later. Where
/// not even 8 MB are left, those that are being read are finished first, and the next gets what
/// there is. None gets more for being read alone: so the same call has the same result on every
/// machine.
struct MemoryShares: Sendable {
  /// The least part, as long as there is so much.
  static let least = 8 << 20
  /// What reading takes beside what is kept: the file's window, records, payloads under way.
  static let reading = 6 << 20
  /// What all may keep together where they are compared: that takes some, too.
  static let compared = AnalysisOptions.callMemory * 3 / 4
  /// One call reads no more: a few kilobytes are kept of each, whatever is in it.
  static let mostFiles = 10_000

  private let share: Int
  private var rest: Int
  private var running = 0

  init(_ count: Int, total: Int = AnalysisOptions.callMemory) {
    rest = total + Self.reading
    let part = rest / max(1, count) - Self.reading
    share = min(total, max(Self.least, part))
  }

  /// What the next one may make the call keep; nil while it has to wait until another is finished.
  mutating func begin() -> Int? {
    let isEnough = rest >= share + Self.reading
    guard isEnough || running == 0 else { return nil }
    let part = isEnough ? share : max(0, rest - Self.reading)
    rest -= part + Self.reading
    running += 1
    return part
  }

  /// - Parameter kept: what is left of it, in octets.
  mutating func end(_ part: Int, keeping kept: Int) {
    running -= 1
    rest += part + Self.reading - min(kept, part + Self.reading)
  }
}
