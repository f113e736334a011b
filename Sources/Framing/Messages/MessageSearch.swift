/// Looks for the layouts of messages in streams that belong together: requests and their answers,
/// or the characteristics of one service.
///
///     let found = MessageSearch.search([requests, answers], &budget)
///
/// Layouts are proposed from each stream and from all of them together, each is tried on all, and
/// one that explains both directions outranks one that explains one. A layout stands if
/// `leastShare` of the messages fit and chance is excluded; the others are damaged.
public struct MessageSearch {
  public static let leastShare = 0.95
  /// What a best guess has to explain.
  public static let candidateShare = 0.8
  /// Fewer values show nothing.
  public static let leastValues = 6

  static let leastBits = 30.0
  /// A further stream that a layout explains is worth so many bits.
  static let streamBonus = 48.0
  /// So many values are looked at, and more if these show something.
  static let sample = 64
  static let largeSample = 320
  static let largeOctets = 320 * 64
  /// So many candidates are tried with more values.
  static let mostRefitted = 10
  static let quickSample = 20
  static let window = 64
  static let mostCandidates = 96
  /// So many layouts are tried where values may hold several messages, too.
  static let mostStreamed = 3
  /// With less, more values do not help.
  static let hopelessShare = 0.3
  /// How often all values may refuse what a few of them fit.
  static let mostRefused = 4

  let streams: [SearchedStream]
  var samples: [SearchedStream] = []
  /// The first values, one after the other, where samples are spread: messages of several values
  /// would be cut.
  var heads: [Int: SearchedStream] = [:]
  /// A few values, which most layouts do not fit.
  var quick: [SearchedStream] = []
  /// Streams that together have something in common, though too few of their values.
  var near: [[Int]] = []
  /// Streams whose samples differ.
  var varied: [Int] = []
  var candidates: [Candidate] = []
  /// How the samples of all streams fit each candidate, as far as it was tried.
  var fits: [Int: [LayoutFit?]] = [:]
  /// The bits of a candidate for the streams that it was last weighed for.
  var weighed: [Int: (streams: [Int], bits: Double)] = [:]
  /// The stream that layouts are proposed from.
  var source: Int?

  struct Candidate {
    var layout: FramingLayout
    /// What the search knows of how values make up messages, and the stream that showed it; `nil`
    /// for what is known of the device.
    var hint = 0.0
    var source: Int?

    func hint(of streams: [Int]) -> Double {
      source.map { streams.contains($0) } ?? true ? hint : 0
    }
  }

  enum Demand {
    /// Layouts that stand and explain all of these streams, with more than chance allows.
    case all([Int])
    case standing
    case any
  }

  struct Ranked {
    var layout: FramingLayout
    var streams: [Int]
    var bits: Double
    var share: Double
    var hint: Double
    /// Its place among the candidates.
    var number: Int
  }

  public static func search(_ streams: [SearchedStream], _ budget: inout SearchBudget)
    -> [FoundMessages]
  {
    var search = MessageSearch(streams)
    return search.run(&budget)
  }

  init(_ streams: [SearchedStream]) {
    self.streams = streams
    samples = streams.map { $0.sample(Self.sample, octets: Self.sample * 64) }
    quick = streams.map { $0.sample(Self.quickSample, octets: Self.quickSample * 64) }
  }

  mutating func run(_ budget: inout SearchBudget) -> [FoundMessages] {
    var left = streams.indices.filter { streams[$0].values.count >= 2 }
    var found: [FoundMessages] = []
    let worth = left.filter { streams[$0].values.count >= Self.leastValues }
    guard !worth.isEmpty, !budget.isSpent else { return [] }
    propose(worth, &left, &found, &budget)
    let more = worth.filter {
      left.contains($0) && streams[$0].values.count > samples[$0].values.count
    }
    let first = fits
    if !more.isEmpty, !budget.isHalfSpent { look(at: more, &left, &found, &budget) }
    take(&left, &found, .standing, &budget)
    if budget.isGone, !left.isEmpty {
      // What the first look showed is better than nothing.
      (fits, weighed) = (first, [:])
      budget.useReserve()
      take(&left, &found, .standing, &budget)
    }
    take(&left, &found, .any, &budget)
    return found
  }

  /// More values verify what a few have shown, and show where counters begin again. Only where no
  /// layout stands are others proposed.
  mutating func look(
    at more: [Int], _ left: inout [Int], _ found: inout [FoundMessages],
    _ budget: inout SearchBudget
  ) {
    let first = more.map {
      streams[$0].sample(Self.largeSample, octets: Self.largeOctets)
    }
    for (index, sample) in zip(more, first) { heads[index] = sample }
    // The first ones may all be equal.
    let equal = more.indices.filter { !varied.contains(more[$0]) }
    for place in equal { samples[more[place]] = first[place] }
    refit(more.filter(varied.contains))
    if !equal.isEmpty { propose(equal.map { more[$0] }, &left, &found, &budget) }
    for (index, sample) in zip(more, first) where left.contains(index) && !budget.isSpent {
      source = index
      let parts = StreamParts(sample.values, &budget)
      // Parts of messages have a length of their own.
      if parts.counter?.restart != nil { proposeFields([index], &budget) }
      if let counter = parts.counter { proposeCounter(counter, sample.values) }
      proposeBlocks(sample.values, &budget)
    }
    source = nil
    let again = near.filter { $0.contains(where: more.contains) && $0.allSatisfy(left.contains) }
    near = []
    for indexes in again where !budget.isSpent { proposeFields(indexes, &budget) }
    take(&left, &found, .all(left), &budget)
    for (index, sample) in zip(more, first) where left.contains(index) && !budget.isSpent {
      if let best = best([index], &budget), best.share >= Self.leastShare { continue }
      source = index
      proposeStarts(sample.values, &budget)
      if StreamParts.continues(sample.values) { proposeExact(sample.values, &budget) }
    }
    source = nil
  }

  /// Tries the best candidates with more values of some streams.
  private mutating func refit(_ indexes: [Int]) {
    let order = candidates.indices.map { number in
      let right = (fits[number] ?? []).reduce(0) { $0 + ($1?.messages.count ?? 0) }
      return (number: number, promise: right * (candidates[number].layout.fields + 1))
    }.sorted { $0.promise > $1.promise }
    let worth = Set(order.prefix(Self.mostRefitted).map { $0.number })
    for index in indexes {
      samples[index] = streams[index].spread(Self.largeSample, octets: Self.largeOctets)
      for (number, tried) in fits {
        if let fit = tried[index], fit.share < Self.hopelessShare { continue }
        let isWorth = worth.contains(number) || candidates[number].hint > 0
        fits[number]?[index] = isWorth ? nil : LayoutFit.none(candidates[number].layout)
      }
    }
    weighed = [:]
  }

  /// Proposes layouts from the cheapest to the most expensive, until one explains all.
  mutating func propose(
    _ worth: [Int], _ left: inout [Int], _ found: inout [FoundMessages],
    _ budget: inout SearchBudget
  ) {
    let varied = worth.filter { LayoutSample.isVaried(samples[$0].values) }
    self.varied += varied
    var parts: [Int: StreamParts] = [:]
    for index in varied { parts[index] = StreamParts(samples[index].values, &budget) }
    let hasParts = parts.values.contains { $0.hasSeveral }
    // Streams together show what each has too little of.
    for pair in pairs(worth) where !budget.isSpent { proposeFields(pair, &budget) }
    for index in varied {
      source = index
      proposeLines(samples[index].values, &budget)
      if let counter = parts[index]?.counter { proposeCounter(counter, samples[index].values) }
    }
    source = nil
    if !hasParts { take(&left, &found, .all(worth), &budget) }
    for index in varied where left.contains(index) {
      source = index
      proposeFields([index], &budget)
      if let counter = parts[index]?.counter { proposeCounter(counter, samples[index].values) }
      proposeBlocks(samples[index].values, &budget)
    }
    source = nil
    if !hasParts { take(&left, &found, .all(worth), &budget) }
    let open = varied.filter { left.contains($0) }
    for index in open where !budget.isSpent {
      source = index
      proposeStarts(samples[index].values, &budget)
      if proposeChains(samples[index].values, &budget) { parts[index]?.hasChains = true }
    }
    source = nil
    joinFields(worth.filter { left.contains($0) }, &budget)
    if !hasParts { take(&left, &found, .all(worth), &budget) }
    for index in open where left.contains(index) && !budget.isSpent {
      guard let parts = parts[index],
        parts.hasPositions || parts.counter != nil || parts.hasChains
          || StreamParts.continues(samples[index].values)
      else { continue }
      source = index
      proposeExact(samples[index].values, &budget)
    }
    source = nil
  }

  /// Streams of both directions two by two, and all of them if they are few.
  func pairs(_ indexes: [Int]) -> [[Int]] {
    let servers = indexes.filter { streams[$0].isFromServer }
    let clients = indexes.filter { !streams[$0].isFromServer }
    var found: [[Int]] = []
    let most = indexes.count > 4 ? 2 : 3
    for client in clients.prefix(most) {
      for server in servers.prefix(most) { found.append([client, server]) }
    }
    let isAll = indexes.count == 2 && found.count == 1
    if indexes.count > 1, indexes.count <= 4, !isAll { found.append(indexes) }
    return found
  }

  /// Takes the best layouts, one after the other, until no further stream is explained.
  mutating func take(
    _ left: inout [Int], _ found: inout [FoundMessages], _ demand: Demand,
    _ budget: inout SearchBudget
  ) {
    var refused = 0
    while !left.isEmpty, !budget.isGone, refused < Self.mostRefused {
      guard let best = best(left, &budget) else { return }
      switch demand {
      case .all(let all):
        // A counter or a length alone may be those of parts of messages.
        let isStrong = best.layout.checksum != nil || best.layout.boundary == .end
        guard best.share >= Self.leastShare, isStrong,
          all.allSatisfy({ best.streams.contains($0) || !left.contains($0) })
        else { return }
      case .standing: guard best.share >= Self.leastShare else { return }
      case .any: break
      }
      var all = best.streams.map { full(best.layout, $0, &budget) }
      budget.take(all.reduce(0) { $0 + min($1.damaged, 64) * 40 * 64 })
      let escape = Escape.find(best.layout, all)
      if let escape { for index in all.indices { _ = all[index].accept(escape: escape) } }
      // The sample was better than the rest: of some streams, while it may hold for the others.
      let worse = zip(best.streams, all).filter { $1.share < Self.candidateShare }.map(\.0)
      guard worse.isEmpty else {
        for index in worse { fits[best.number]?[index] = LayoutFit.none(best.layout) }
        refused += 1
        continue
      }
      left.removeAll { best.streams.contains($0) }
      let total = all.reduce(0) { $0 + $1.messages.count }
      let right = all.reduce(0) { $0 + $1.right }
      let isCandidate =
        best.share < Self.leastShare || Double(right) < Self.leastShare * Double(total)
      // One direction may have a checksum that the other has not.
      if best.streams.count > 1, !isCandidate, let finer = finer(best, all, &budget) {
        found.append(finer)
        let others = best.streams.indices.filter { !finer.streams.contains(best.streams[$0]) }
        if others.isEmpty { continue }
        let rest = others.map { all[$0] }
        found.append(
          FoundMessages(
            layout: settled(best.layout, rest), streams: others.map { best.streams[$0] },
            fits: rest, odds: Chance.log10(bits: best.bits), isCandidate: false))
        continue
      }
      var messages = FoundMessages(
        layout: settled(best.layout, all), streams: best.streams, fits: all,
        odds: Chance.log10(bits: best.bits), isCandidate: isCandidate)
      messages.escape = escape
      // All messages show more than the sample.
      budget.take(all.reduce(0) { $0 + $1.weight })
      let bits = LayoutEvidence.bits(best.layout, all, hint: best.hint)
      messages.odds = Chance.log10(bits: max(bits, best.bits))
      found.append(messages)
    }
  }

  /// How all values of a stream fit.
  func full(_ layout: FramingLayout, _ index: Int, _ budget: inout SearchBudget) -> LayoutFit {
    let fit = LayoutFit(layout, streams[index])
    budget.take(fit.cost)
    return fit
  }

  /// The same layout with a checksum that some of its streams have: the most of them.
  /// - Parameter all: How its streams fit the layout without one.
  func finer(_ best: Ranked, _ all: [LayoutFit], _ budget: inout SearchBudget) -> FoundMessages? {
    guard best.layout.checksum == nil else { return nil }
    var finest: FoundMessages?
    for (number, candidate) in candidates.enumerated()
    where candidate.layout.checksum != nil && candidate.layout.length == best.layout.length
      && candidate.layout.counter == best.layout.counter
      && candidate.layout.boundary == best.layout.boundary
    {
      var (indexes, right): ([Int], [LayoutFit]) = ([], [])
      for (index, before) in zip(best.streams, all) where !budget.isGone {
        guard let tried = fits[number]?[index], explains(candidate.layout, tried, Self.leastShare)
        else { continue }
        let fit = full(candidate.layout, index, &budget)
        guard fit.share >= Self.leastShare else { continue }
        budget.take(2 * fit.weight)
        let bits = LayoutEvidence.bits(candidate.layout, [fit], hint: candidate.hint(of: [index]))
        guard bits >= LayoutEvidence.bits(best.layout, [before], hint: 0) + Self.leastBits else {
          continue
        }
        indexes.append(index)
        right.append(fit)
      }
      guard indexes.count > finest?.streams.count ?? 0 else { continue }
      let bits = LayoutEvidence.bits(
        candidate.layout, right, hint: candidate.hint(of: indexes))
      finest = FoundMessages(
        layout: settled(candidate.layout, right), streams: indexes, fits: right,
        odds: Chance.log10(bits: bits), isCandidate: false)
    }
    return finest
  }

  /// A counter that does not count on all streams is no part of the layout.
  func settled(_ layout: FramingLayout, _ fits: [LayoutFit]) -> FramingLayout {
    guard layout.counter != nil, layout.boundary == .value else { return layout }
    let isCounted = fits.allSatisfy { $0.steps >= 1 && $0.jumps * 10 <= $0.steps }
    let hasMore = layout.length != nil || layout.checksum != nil
    if isCounted || !hasMore { return layout }
    var layout = layout
    layout.counter = nil
    return layout
  }
}
