import Bytes
import Report

/// A silence between two values.
package struct Silence: Hashable, Sendable {
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
  /// Connection events in which packets were completed that this host had sent meanwhile.
  var passed = 0
  /// Whether anything else came from the peer meanwhile; for received values.
  var heardOthers = false
  /// Whether our host asked or wrote something meanwhile; for received values.
  var wasAsked = false
  /// How long it was up to the last value that came from the peer meanwhile; for sent values.
  var answered: Int64 = 0
  /// How long it was up to the last packet of the peer that said that there was nothing more to
  /// send; for received values of sniffed connections.
  var rested: Int64 = 0
}

/// The silences of a stream that may be gaps: which of them are is decided at the end, when the
/// median is known.
///
/// A device that sends in bursts is silent thousands of times, and each is counted and added up.
/// Beyond a few thousand only as many as a report lists are kept, the longest: how many gaps there
/// were is not known then.
struct GapCandidates: Sendable {
  /// In the order of their frames.
  private(set) var silences: [Silence] = []
  private(set) var isComplete = true
  private var shortest = Int64.max
  private var indexOfShortest = 0

  /// So many are counted.
  static let most = 16 * Bound.gaps.limit

  @inline(never)
  mutating func add(_ silence: Silence, _ bounds: inout BoundsReached) {
    if silences.count < Bound.gaps.limit {
      if silences.append(silence, within: .gaps, &bounds) { return note(silence) }
    } else if isComplete {
      if silences.count < Self.most, bounds.take(Bound.gaps.weight, for: .gaps) {
        silences.append(silence)
        return
      }
      bounds.insert(.gaps)
      keepLongest(&bounds)
    }
    isComplete = false
    guard !silences.isEmpty, silence.microseconds > shortest else { return }
    // The order of frames stays.
    silences.remove(at: indexOfShortest)
    silences.append(silence)
    findShortest()
  }

  private mutating func note(_ silence: Silence) {
    guard silence.microseconds < shortest else { return }
    shortest = silence.microseconds
    indexOfShortest = silences.count - 1
  }

  private mutating func keepLongest(_ bounds: inout BoundsReached) {
    let count = silences.count
    silences = Self.longest(of: silences, \.microseconds).map { silences[$0] }
    bounds.give((count - silences.count) * Bound.gaps.weight)
    findShortest()
  }

  private mutating func findShortest() {
    shortest = .max
    for (index, kept) in silences.enumerated() where kept.microseconds < shortest {
      shortest = kept.microseconds
      indexOfShortest = index
    }
  }

  /// The indexes of as many as a report lists, ascending; of those that are as long, the first.
  static func longest<Element, Length: Comparable>(
    of list: [Element], _ length: (Element) -> Length
  ) -> [Int] {
    guard list.count > Bound.gaps.limit else { return Array(list.indices) }
    let lengths = list.map(length)
    return lengths.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
      .prefix(Bound.gaps.limit).sorted()
  }
}
