/// How the clocks of two captures went by each other, piece by piece where one of them was set.
struct ClockModel: Hashable, Sendable {
  private(set) var fits: [ClockFit] = []
  /// The samples of each.
  private var ranges: [Range<Int>] = []
  /// The record of A from which on the clocks are not known, as they were set too often.
  private var unknownFrom: Int?

  /// Pieces that are looked for.
  private static let mostFits = 64
  /// Those that are tried, of which some turn out to be a part of the one before.
  private static let mostTried = 192
  /// A clock that goes back by more than this was set.
  private static let leastStep: Int64 = 100_000
  /// Fewer samples than this between two parts of one piece are PDUs that were taken for others.
  private static let fewest = 3

  /// - Parameter samples: in the order of the records of A.
  init(_ samples: [ClockSample]) {
    var starts = Self.steps(samples)
    // Clocks that seem to go back all the time: where they were set shows in the bounds alone.
    if starts.count > Self.mostFits { starts = [] }
    var (start, tried) = (0, 0)
    while start < samples.count {
      tried += 1
      guard fits.count < Self.mostFits, tried <= Self.mostTried else {
        unknownFrom = samples[start].frame
        break
      }
      let limit = starts.first { $0 > start } ?? samples.count
      let end = Self.end(of: samples[start..<limit])
      guard let fit = ClockFit(samples[start..<end]) else { break }
      join(fit, start..<end, samples)
      start = end
    }
    dropStrays(samples)
  }

  /// Where the clock of A or that of B goes back.
  private static func steps(_ samples: [ClockSample]) -> [Int] {
    samples.indices.dropFirst().filter { index in
      let (before, now) = (samples[index - 1], samples[index])
      let other = (before.time &+ before.difference, now.time &+ now.difference)
      return before.time &- now.time > leastStep || other.0 &- other.1 > leastStep
    }
  }

  /// What went back by chance was no step: a piece that goes on as the one before is a part of it.
  private mutating func join(_ fit: ClockFit, _ range: Range<Int>, _ samples: [ClockSample]) {
    if let last = ranges.last, let joined = ClockFit(samples[last.lowerBound..<range.upperBound]) {
      fits[fits.count - 1] = joined
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      fits.append(fit)
      ranges.append(range)
    }
  }

  /// A few samples between two pieces that are one without them are no piece: values that repeat
  /// may have been paired with the wrong ones.
  private mutating func dropStrays(_ samples: [ClockSample]) {
    var kept = fits.isEmpty ? [] : Array(samples[ranges[0]])
    var index = 1
    while index + 1 < fits.count {
      guard let (next, both, joined) = joined(over: index, kept, samples) else {
        kept = Array(samples[ranges[index]])
        index += 1
        continue
      }
      fits[index - 1] = joined
      ranges[index - 1] = ranges[index - 1].lowerBound..<ranges[next].upperBound
      fits.removeSubrange(index...next)
      ranges.removeSubrange(index...next)
      kept = both
    }
  }

  /// The piece behind a few samples, if those before them and it are one.
  private func joined(
    over index: Int, _ kept: [ClockSample], _ samples: [ClockSample]
  ) -> (next: Int, both: [ClockSample], fit: ClockFit)? {
    var (next, strays) = (index, 0)
    while next + 1 < fits.count {
      strays += ranges[next].count
      next += 1
      guard strays < Self.fewest else { return nil }
      let both = kept + samples[ranges[next]]
      if let fit = ClockFit(both[...]) { return (next, both, fit) }
    }
    return nil
  }

  /// Where one of the clocks was set: the first sample of the next piece, or the end.
  ///
  /// The longest beginning that one drift explains is found by doubling and then by halving, so
  /// that it takes as long as that beginning is. Packets of the other way right before its end fit
  /// to both clocks if they would have been late by the first: they are taken to be behind the
  /// step, where they were not.
  private static func end(of piece: ArraySlice<ClockSample>) -> Int {
    var (good, bad) = (piece.startIndex + 1, piece.endIndex + 1)
    var length = 64
    while bad > piece.endIndex {
      let next = min(piece.endIndex, piece.startIndex + length)
      if ClockFit(piece[..<next]) == nil { bad = next } else { good = next }
      if good == piece.endIndex { return good }
      length *= 2
    }
    while good + 1 < bad {
      let middle = (good + bad) / 2
      if ClockFit(piece[..<middle]) != nil { good = middle } else { bad = middle }
    }
    // The sample before `bad` contradicts those before it.
    var cut = bad - 1
    let contrary = piece[cut]
    while cut > piece.startIndex + 1, piece[cut - 1].isForward != contrary.isForward {
      let before = piece[cut - 1].difference
      let isBehind =
        contrary.isForward
        ? before <= contrary.difference : before >= contrary.difference
      if !isBehind { break }
      cut -= 1
    }
    return cut
  }

  /// The piece that a record of A is in, or that is nearest; `nil` where none is known.
  func fit(atFrame frame: Int) -> ClockFit? {
    if let unknownFrom, frame >= unknownFrom { return nil }
    return fits.last { $0.firstFrame <= frame } ?? fits.first
  }
}
