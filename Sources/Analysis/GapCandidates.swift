import Sessions
import TraceBytes

/// A silence between two values.
struct Silence: Hashable, Sendable {
  var frame: Int
  var afterFrame: Int
  var start: TraceTime
  var microseconds: Int64
  /// The connection interval then; 0 where it is not known.
  var interval: Int64
  /// How much of it packets of the connection waited in the controller, and how much of it every
  /// buffer of the controller was taken; for sent values.
  var busy: Int64 = 0
  var full: Int64 = 0
  /// Whether anything else came from the peer meanwhile; for received values.
  var heardOthers = false
}

/// The longest silences of a stream. Which of them are gaps is decided at the end, when the median
/// is known; the bound keeps the longest.
struct GapCandidates: Sendable {
  private(set) var silences: [Silence] = []
  private var shortest = Int64.max
  private var shortestPlace = 0

  @inline(never)
  mutating func add(_ silence: Silence, _ bounds: inout BoundsReached) {
    if silences.append(silence, within: .gaps, &bounds) {
      if silence.microseconds < shortest {
        shortest = silence.microseconds
        shortestPlace = silences.count - 1
      }
      return
    }
    guard !silences.isEmpty, silence.microseconds > shortest else { return }
    // The order of frames stays.
    silences.remove(at: shortestPlace)
    silences.append(silence)
    shortest = .max
    for (place, kept) in silences.enumerated() where kept.microseconds < shortest {
      shortest = kept.microseconds
      shortestPlace = place
    }
  }
}
