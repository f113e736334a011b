/// Which layout explains the most.
extension MessageSearch {
  mutating func best(
    _ left: [Int], _ budget: inout SearchBudget
  ) -> Ranked? {
    var best: Ranked?
    for (number, candidate) in candidates.enumerated() {
      let fits = tryOut(candidate, number, left, &budget)
      let explained = left.filter { index in
        fits[index].map { explains(candidate.layout, $0, Self.leastShare) } ?? false
      }
      let partly = left.filter { index in
        fits[index].map { explains(candidate.layout, $0, Self.candidateShare) } ?? false
      }
      let chosen = explained.isEmpty ? partly.prefix(1).map { $0 } : explained
      guard !chosen.isEmpty else { continue }
      let all = chosen.compactMap { fits[$0] }
      let bits: Double
      if let known = weighed[number], known.streams == chosen {
        bits = known.bits
      } else {
        budget.take(all.reduce(0) { $0 + $1.weight })
        bits = LayoutEvidence.bits(candidate.layout, all, hint: candidate.hint(of: chosen))
        weighed[number] = (chosen, bits)
      }
      guard bits >= Self.leastBits else { continue }
      let ranked = Ranked(
        layout: candidate.layout, streams: chosen, bits: bits,
        share: all.map { $0.share }.min() ?? 0, hint: candidate.hint(of: chosen), number: number)
      if best.map({ Self.outranks(ranked, $0) }) ?? true { best = ranked }
    }
    return best
  }

  mutating func tryOut(
    _ candidate: Candidate, _ number: Int, _ left: [Int],
    _ budget: inout SearchBudget
  ) -> [LayoutFit?] {
    var tried = fits[number] ?? [LayoutFit?](repeating: nil, count: streams.count)
    for index in left where tried[index] == nil && !budget.isGone {
      var fit = fit(candidate.layout, quick[index], 2, 5, &budget)
      let isFew = samples[index].values.count <= Self.quickSample
      if fit.messages.count < 6 || fit.share >= 0.6 && !isFew {
        let isWhole = candidate.layout.boundary == .value
        let sample = isWhole ? samples[index] : heads[index] ?? samples[index]
        fit = self.fit(candidate.layout, sample, 1, 5, &budget)
      }
      // What does not explain the stream is of no use.
      if fit.share < Self.candidateShare { fit.forgetMessages() }
      tried[index] = fit
    }
    fits[number] = tried
    return tried
  }

  /// Looks at no further values once more than a share of all of them are no messages.
  private func fit(
    _ layout: FramingLayout, _ stream: SearchedStream, _ most: Int, _ of: Int,
    _ budget: inout SearchBudget
  ) -> LayoutFit {
    let fit = LayoutFit(layout, stream, mostWrong: stream.values.count * most / of)
    budget.take(fit.cost)
    return fit
  }

  static func outranks(_ one: Ranked, _ other: Ranked) -> Bool {
    let (stands, otherStands) = (one.share >= leastShare, other.share >= leastShare)
    if stands != otherStands { return stands }
    let (first, second) = (score(one), score(other))
    return abs(first - second) < 0.01 ? one.bits > other.bits : first > second
  }

  static func score(_ ranked: Ranked) -> Double {
    // Where each value is a message, that says more than where they end by chance.
    let whole = ranked.layout.boundary == .value ? 0.0 : 0
    return whole + ranked.bits + streamBonus * Double(ranked.streams.count - 1) + 100 * ranked.share
  }

  /// Whether enough messages of a stream fit, and whether that means something.
  func explains(_ layout: FramingLayout, _ fit: LayoutFit, _ share: Double) -> Bool {
    Self.explains(layout, fit, share)
  }

  /// The logarithm of the chance that a layout of another device fits by accident; `nil` where it
  /// does not fit, or where that means nothing.
  public static func odds(_ fit: LayoutFit, _ budget: inout SearchBudget) -> Double? {
    guard fit.right >= leastValues, explains(fit.layout, fit, leastShare) else { return nil }
    budget.take(fit.weight)
    let bits = LayoutEvidence.bits(fit.layout, [fit], hint: 0)
    return bits >= leastBits ? Chance.log10(bits: bits) : nil
  }

  private static func explains(_ layout: FramingLayout, _ fit: LayoutFit, _ share: Double) -> Bool {
    guard fit.messages.count >= 2, fit.share >= share else { return false }
    if layout.checksum == nil, layout.length == nil, layout.boundary == .value {
      if layout.start.isEmpty, layout.end.isEmpty || layout.counter != nil {
        return fit.steps >= LayoutEvidence.leastSteps && fit.jumps * 10 <= fit.steps
          && fit.stops * 50 <= fit.steps
      }
    }
    let octets =
      (layout.checksum?.kind.width ?? 0) + (layout.length == nil ? 0 : 1) + layout.start.count
      + layout.end.count
    return octets > 0 || layout.position != nil || layout.counter != nil
  }
}
