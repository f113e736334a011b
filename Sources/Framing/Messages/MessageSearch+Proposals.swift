/// From which layouts the search chooses.
extension MessageSearch {
  // MARK: Proposals

  mutating func add(_ layout: FramingLayout, hint: Double = 0) {
    if let known = candidates.firstIndex(where: { $0.layout == layout }) {
      guard hint > candidates[known].hint else { return }
      candidates[known].hint = hint
      weighed[known] = nil
      candidates[known].source = source
    } else if candidates.count < Self.mostCandidates {
      candidates.append(Candidate(layout: layout, hint: hint, source: source))
    }
  }

  /// Where each value is a message.
  mutating func proposeFields(_ indexes: [Int], _ budget: inout SearchBudget) {
    let values = indexes.flatMap { samples[$0].values }
    var fields = FieldSearch(values, least: Self.leastShare, &budget)
    var layouts = fields.layouts(length: nil, &budget)
    if layouts.isEmpty, fields.isNear {
      fields.demand(Self.candidateShare)
      layouts = fields.layouts(length: nil, &budget)
      if layouts.isEmpty, fields.isNear { near.append(indexes) }
    }
    guard !layouts.isEmpty else { return }
    let starts = starts(indexes)
    for (number, layout) in layouts.enumerated() {
      add(layout)
      if let two = with(starts, layout) { add(two) }
      if number < Self.mostStreamed { addStreamed(layout, starts) }
    }
  }

  /// Where values may hold several messages.
  private mutating func addStreamed(_ layout: FramingLayout, _ starts: [[UInt8]]) {
    guard layout.length != nil else { return }
    var stream = layout
    stream.boundary = .length
    add(stream)
    if let two = with(starts, stream) { add(two) }
  }

  /// The octets that the messages of two streams begin with.
  private func starts(_ indexes: [Int]) -> [[UInt8]] {
    indexes.count == 2 ? indexes.map { Self.commonStart(samples[$0].values, 4) } : []
  }

  /// With the octets that messages of each direction begin with, where these differ.
  private func with(_ starts: [[UInt8]], _ layout: FramingLayout) -> FramingLayout? {
    guard starts.count == 2, layout.start.isEmpty else { return nil }
    let most = min(layout.length?.number.offset ?? 4, 4)
    let count = min(most, starts[0].count, starts[1].count)
    guard count > 0, starts[0].prefix(count) != starts[1].prefix(count),
      starts[0][0] >= 0x20, starts[1][0] >= 0x20
    else { return nil }
    var layout = layout
    layout.start = Array(starts[0].prefix(count))
    layout.otherStart = Array(starts[1].prefix(count))
    return layout
  }

  static func commonStart(_ values: [ArraySlice<UInt8>], _ most: Int) -> [UInt8] {
    var start: [UInt8] = []
    while start.count < most {
      let offset = start.count
      var counts = [Int](repeating: 0, count: 256)
      for value in values where value.count > offset {
        counts[Int(value[value.startIndex + offset])] += 1
      }
      guard let octet = counts.indices.max(by: { counts[$0] < counts[$1] }),
        Double(counts[octet]) >= leastShare * Double(values.count)
      else { break }
      start.append(UInt8(octet))
    }
    return start
  }

  /// Lines of text.
  mutating func proposeLines(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget) {
    for end: [UInt8] in [[0x0D, 0x0A], [0x0A], [0x0D]] {
      let ending = values.count { $0.suffix(end.count).elementsEqual(end) }
      guard ending * 2 >= values.count else { continue }
      budget.take(values.reduce(0) { $0 + $1.count })
      let isText = values.allSatisfy { value in
        value.allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D, 0].contains($0) }
      }
      guard isText else { return }
      var layout = FramingLayout(boundary: .end)
      layout.end = end
      return add(layout)
    }
  }

  /// Messages that begin where a value begins with certain octets, and may go on in the next ones.
  mutating func proposeStarts(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget) {
    budget.take(8 * values.count)
    var (ones, twos): ([UInt16: Int], [UInt16: Int]) = ([:], [:])
    for value in values {
      guard let first = value.first, LayoutEvidence.isMark(first) else { continue }
      ones[UInt16(first), default: 0] += 1
      guard value.count > 1 else { continue }
      twos[UInt16(first) << 8 | UInt16(value[value.startIndex + 1]), default: 0] += 1
    }
    func frequent(_ counts: [UInt16: Int]) -> ArraySlice<UInt16> {
      counts.filter { $0.value >= Self.leastValues && $0.value * 20 < values.count * 19 }
        .sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        .map { $0.key }.prefix(3)
    }
    let starts =
      frequent(twos).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + frequent(ones).map { [UInt8($0)] }
    for start in starts where !budget.isSpent {
      budget.take(values.reduce(0) { $0 + $1.count })
      let slices = Self.split(values, at: start)
      guard slices.count >= Self.leastValues else { continue }
      var fields = FieldSearch(slices, least: Self.leastShare, &budget)
      for layout in fields.layouts(length: nil, &budget) {
        var layout = layout
        layout.boundary = layout.length == nil ? .start : .length
        if layout.boundary == .start { layout.start = start }
        guard layout.length != nil || layout.checksum != nil else { continue }
        add(layout, hint: layout.length == nil ? Double(start.count) * 4 : 0)
      }
    }
  }

  /// What begins with certain octets and lasts up to the next ones: wherever they stand if they are
  /// two, else where values begin.
  static func split(_ values: [ArraySlice<UInt8>], at start: [UInt8])
    -> [ArraySlice<UInt8>]
  {
    var stream: [UInt8] = []
    var starts: [Int] = []
    for value in values {
      if start.count < 2, value.starts(with: start) { starts.append(stream.count) }
      stream += value
    }
    if start.count >= 2 {
      var index = 0
      while index + start.count <= stream.count {
        if stream[index] == start[0], stream[index..<index + start.count].elementsEqual(start) {
          starts.append(index)
          index += start.count
        } else {
          index += 1
        }
      }
    }
    return zip(starts, starts.dropFirst()).map { stream[$0..<$1] }
  }

  static func assembled(
    _ layout: FramingLayout, _ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget
  ) -> [[UInt8]] {
    budget.take(values.reduce(0) { $0 + 80 + $1.count })
    var framed = FramedMessages(layout, mostOctets: 1 << 14)
    var found: [[UInt8]] = []
    for (index, value) in values.enumerated() {
      found += framed.add(value, number: index).map { $0.whole }
    }
    return found
  }

  /// Messages whose length says where the next one begins, wherever values end.
  /// - Returns: whether there is one, and their checksum was not found: it may be in the header.
  mutating func proposeChains(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget)
    -> Bool
  {
    for window in Self.windows(values) where !budget.isSpent {
      let chains = LengthChain.search(window, &budget) { LayoutSample.surprise(window) }
      var hasChecksum = false
      for chain in chains.prefix(4) {
        // All of the values show more than the window.
        var bare = FramingLayout(boundary: .length)
        bare.length = chain.length
        let all = Self.assembled(bare, values, &budget).map { $0[...] }
        var fields = FieldSearch(all, least: Self.leastShare, &budget)
        let layouts = fields.layouts(length: chain.length, &budget)
        for var layout in layouts {
          layout.boundary = .length
          hasChecksum = hasChecksum || layout.checksum != nil
          add(layout, hint: max(0, chain.bits - 12))
        }
        if layouts.isEmpty { add(bare, hint: max(0, chain.bits - 12)) }
      }
      if !chains.isEmpty { return !hasChecksum }
    }
    return false
  }

  /// Some values one after the other: a damaged one is not in all of them.
  static func windows(_ values: [ArraySlice<UInt8>]) -> [[ArraySlice<UInt8>]] {
    guard values.count > window + window / 2 else { return [values] }
    let first = values[0].first
    return [0, values.count / 3, values.count * 2 / 3].map { start in
      let begin = values[start...].prefix(window).firstIndex { $0.first == first } ?? start
      return Array(values[begin...].prefix(window))
    }
  }

  mutating func proposeCounter(_ trial: CounterTrial.Found, _ values: [ArraySlice<UInt8>]) {
    let counter = trial.number
    if let start = trial.restart { proposeRestarts(counter, start, trial.steps, values) }
    var layout = FramingLayout(boundary: .value)
    layout.counter = FramingLayout.Counter(counter)
    add(layout)
    for known in candidates
    where known.layout.boundary == .value && known.layout.counter == nil {
      var layout = known.layout
      let length = layout.length?.number
      if let length, length.offset < counter.end, counter.offset < length.end { continue }
      layout.counter = FramingLayout.Counter(counter)
      layout.start = Array(layout.start.prefix(counter.offset))
      add(layout, hint: known.hint)
    }
  }

  /// A counter that begins again with each message of several values, which have their own length,
  /// or carry data in bulk.
  mutating func proposeRestarts(
    _ counter: FramingLayout.Number, _ start: Int, _ steps: Int, _ values: [ArraySlice<UInt8>]
  ) {
    let length = candidates.lazy.filter { candidate in
      let layout = candidate.layout
      guard layout.boundary == .value, layout.checksum == nil, let number = layout.length?.number
      else { return false }
      return number.end <= counter.offset || counter.end <= number.offset
    }.first?.layout.length
    var layout = FramingLayout(boundary: .counter)
    layout.counter = FramingLayout.Counter(counter, restartsAt: start)
    layout.chunkLength = length
    layout.chunkHeader = max(counter.end, length?.number.end ?? 0)
    guard
      length != nil || BulkTest.isBulk(values.map { $0.dropFirst(layout.chunkHeader) })
    else { return }
    // It explains the restarts, too.
    add(layout, hint: 8 * Double(min(steps, 512)) + 64)
  }

  mutating func proposeBlocks(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget) {
    budget.take(values.count)
    guard let (position, bits) = BlockTrial.find(values) else { return }
    var layout = FramingLayout(boundary: .position)
    layout.position = position
    layout.chunkHeader = position.end
    add(layout, hint: bits)
  }

  /// What all values of a stream fit: chunks with positions, counters and headers of their own.
  mutating func proposeExact(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget) {
    budget.take(values.reduce(0) { $0 + 128 + 16 * $1.count })
    var learner = FramingLearner()
    for value in values { learner.add(Array(value)) }
    guard let found = learner.propose() else { return }
    let layout = found.layout
    // What can be weighed here is.
    let isChunked = layout.chunkHeader > 0 || layout.position != nil
    let isWeighed = [.value, .length, .start].contains(layout.boundary) && !isChunked
    // Of equal evidence, what puts values together says more.
    add(layout, hint: isWeighed ? 0 : 12 - found.odds / 0.301)
  }

  /// The fields of the messages of all streams, put together by what one of them showed.
  mutating func joinFields(_ indexes: [Int], _ budget: inout SearchBudget) {
    guard indexes.count > 1, indexes.count <= 4 else { return }
    var lengths: [FramingLayout.Length] = []
    for candidate in candidates where candidate.layout.boundary == .length {
      if let length = candidate.layout.length, !lengths.contains(length), lengths.count < 6 {
        lengths.append(length)
      }
    }
    for length in lengths where !budget.isSpent {
      var bare = FramingLayout(boundary: .length)
      bare.length = length
      var messages: [ArraySlice<UInt8>] = []
      for index in indexes {
        messages += Self.assembled(bare, samples[index].values, &budget).map { $0[...] }
      }
      var fields = FieldSearch(messages, least: Self.leastShare, &budget)
      let starts = starts(indexes)
      for var layout in fields.layouts(length: length, &budget) {
        layout.boundary = .length
        add(layout)
        if let two = with(starts, layout) { add(two) }
      }
    }
  }
}
