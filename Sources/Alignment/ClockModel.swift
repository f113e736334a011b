/// How the clocks of two captures went by each other, piece by piece where one of them was set.
package struct ClockModel: Hashable, Sendable {
  package private(set) var fits: [ClockFit] = []

  /// Pieces that are looked for.
  private static let mostFits = 64
  /// A clock that goes back by more than this was set.
  private static let leastStep: Int64 = 100_000

  /// - Parameter samples: in the order of the records of A.
  package init(_ samples: [ClockSample]) {
    var starts = [0]
    for index in samples.indices.dropFirst() {
      let (before, now) = (samples[index - 1], samples[index])
      let other = (before.time &+ before.difference, now.time &+ now.difference)
      // By the clock of A, or by that of B.
      if before.time &- now.time > Self.leastStep || other.0 &- other.1 > Self.leastStep {
        starts.append(index)
      }
    }
    var pieces = starts.indices.map { place in
      samples[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : samples.count)]
    }
    pieces.reverse()
    while let piece = pieces.popLast() {
      guard !piece.isEmpty, fits.count < Self.mostFits else { continue }
      if let fit = ClockFit(piece) {
        join(fit, piece, samples)
      } else {
        let cut = Self.cut(piece)
        pieces.append(piece[cut...])
        pieces.append(piece[..<cut])
      }
    }
  }

  /// What went back by chance was no step: a piece that goes on as the one before is a part of it.
  private mutating func join(
    _ fit: ClockFit, _ piece: ArraySlice<ClockSample>, _ samples: [ClockSample]
  ) {
    if let last = fits.last, let both = samples.firstIndex(where: { $0.frame == last.firstFrame }),
      let joined = ClockFit(samples[both..<piece.endIndex])
    {
      fits[fits.count - 1] = joined
    } else {
      fits.append(fit)
    }
  }

  /// Where one of the clocks was set: the first sample of the second piece.
  ///
  /// The longest beginning that one drift explains is found by halving. Packets of the other way
  /// right before its end fit to both clocks if they would have been late by the first: they are
  /// taken to be behind the step, where they were not.
  private static func cut(_ piece: ArraySlice<ClockSample>) -> Int {
    var (good, bad) = (piece.startIndex + 1, piece.endIndex)
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

  /// The piece that a record of A is in, or that is nearest.
  package func fit(atFrame frame: Int) -> ClockFit? {
    fits.last { $0.firstFrame <= frame } ?? fits.first
  }

  /// The worst of all, where all have one.
  package var uncertainty: Double? {
    fits.allSatisfy { $0.uncertainty != nil } ? fits.compactMap(\.uncertainty).max() : nil
  }
}
