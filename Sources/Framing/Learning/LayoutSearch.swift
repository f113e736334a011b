/// Tries the layouts that the fields of a stream allow.
struct LayoutSearch {
  struct Candidate {
    var layout: FramingLayout
    var bits: Double
  }

  private let values: [[UInt8]]
  private let slices: [ArraySlice<UInt8>]
  private let sample: StreamSample
  private let ofValues: MessageFields

  init(_ sample: StreamSample) {
    values = sample.values
    slices = values.map { $0[...] }
    self.sample = sample
    ofValues = MessageFields(slices)
  }

  /// The fields of a chunk, before it is known where messages begin.
  private struct Chunk {
    var layout = FramingLayout(boundary: .value)
    var octets: Set<Int> = []
    /// Of the counter, and of the other fields.
    var counterBits = 0.0
    var otherBits = 0.0
    /// Whether all messages have as many values.
    var isUniform = false

    var header: Int { (octets.max() ?? -1) + 1 }
  }

  func candidates() -> [Candidate] {
    let counters = FoundCounter.search(values)
    let positions = FoundPosition.search(values).sorted { $0.bits > $1.bits }.prefix(6)
    var found = singles(counters)
    // Each value is a message, and nothing says that it is a part of one, nor that it holds
    // several: of some CRCs, messages one after the other have the checksum of the last.
    if counters.isEmpty, positions.isEmpty, let single = found.first,
      single.layout.length != nil || values.allSatisfy({ $0.count == values[0].count }),
      Chance.log10(bits: single.bits) <= FramingLearner.mostOdds
    {
      return found
    }
    for chunk in chunks(counters, Array(positions)) {
      found += byPosition(chunk)
      found += byLength(chunk)
      found += byStart(chunk)
      found += wholeStream(chunk)
    }
    return found
  }

  // MARK: Each value a message

  private func singles(_ counters: [FoundCounter]) -> [Candidate] {
    var layout = FramingLayout(boundary: .value)
    layout.start = ofValues.start
    layout.end = ofValues.end
    layout.length = ofValues.length
    layout.checksum = ofValues.checksum
    guard layout.length != nil || layout.checksum != nil else { return [] }
    var found = [Candidate(layout: layout, bits: ofValues.bits)]
    let taken = Set(layout.length.map { $0.number.offset..<$0.number.end } ?? 0..<0)
    for counter in counters where taken.isDisjoint(with: counter.octets) && counter.restarts == 0 {
      layout.counter = counter.counter
      layout.start = Array(ofValues.start.prefix(counter.counter.number.offset))
      found.append(Candidate(layout: layout, bits: ofValues.bits + counter.bits))
    }
    return found
  }

  // MARK: Chunks

  private func chunks(_ counters: [FoundCounter], _ positions: [FoundPosition]) -> [Chunk] {
    var found = [Chunk()]
    for counter in counters.map(Optional.some) + [nil] {
      for position in positions.map(Optional.some) + [nil] {
        guard counter != nil || position != nil else { continue }
        var chunk = Chunk()
        if let counter {
          chunk.layout.counter = counter.counter
          chunk.octets.formUnion(counter.octets)
          chunk.counterBits = counter.bits
        }
        if let position {
          guard chunk.octets.isDisjoint(with: position.octets) else { continue }
          chunk.layout.position = position.position
          chunk.octets.formUnion(position.octets)
          chunk.otherBits = position.bits
          chunk.isUniform = position.isUniform
        }
        found += completed(chunk)
      }
    }
    return Array(found.prefix(40))
  }

  /// With the length and the checksum that each value has, and up to the last octet that is the
  /// same in all values, or in all values of each message. Octets of the header that hold
  /// something else would be lost to the payload: then it is none.
  private func completed(_ chunk: Chunk) -> [Chunk] {
    var chunk = chunk
    if let length = ofValues.length {
      let octets = length.number.offset..<length.number.end
      if chunk.octets.isDisjoint(with: octets) {
        chunk.layout.chunkLength = length
        chunk.octets.formUnion(octets)
        chunk.otherBits += ofValues.lengthBits
      }
    }
    if let checksum = ofValues.checksum, ofValues.end.isEmpty, checksum.headerOffset == nil {
      chunk.layout.chunkChecksum = checksum
      chunk.otherBits += ofValues.checksumBits
    }
    let trailer = chunk.layout.chunkTrailer
    guard let shortest = values.lazy.map({ $0.count }).min() else { return [] }
    var header = chunk.header
    let numbers = messageNumbers(chunk.layout)
    let isFixed = { offset in
      isConstant(offset) || numbers.map { isSame(offset, in: $0) } ?? false
    }
    for offset in 0..<header where !chunk.octets.contains(offset) {
      guard isFixed(offset) else { return [] }
    }
    while header + trailer + 1 < shortest, header < StreamSample.headerOctets, isFixed(header) {
      header += 1
    }
    guard header + trailer <= shortest else { return [] }
    chunk.layout.chunkHeader = header
    return [chunk]
  }

  /// Whether all values have the octet and it is the same in each.
  private func isConstant(_ offset: Int) -> Bool {
    guard let first = values.first, first.count > offset else { return false }
    return values.allSatisfy { $0.count > offset && $0[offset] == first[offset] }
  }

  /// The values of each message, where a position says so and enough values continue one.
  private func messageNumbers(_ layout: FramingLayout) -> [ClosedRange<Int>]? {
    guard layout.position != nil else { return nil }
    var layout = layout
    layout.boundary = .position
    layout.chunkHeader = 0
    let messages = Self.whole(layout, values)
    let continuing = messages.reduce(0) { $0 + $1.values - 1 }
    return continuing < 5 ? nil : messages.map { $0.first...$0.last }
  }

  private func isSame(_ offset: Int, in messages: [ClosedRange<Int>]) -> Bool {
    messages.allSatisfy { message in
      message.allSatisfy { values[$0][offset] == values[message.lowerBound][offset] }
    }
  }

  private func data(_ layout: FramingLayout) -> [ArraySlice<UInt8>] {
    slices.map { $0.dropFirst(layout.chunkHeader).dropLast(layout.chunkTrailer) }
  }

  // MARK: Boundaries

  private func byPosition(_ chunk: Chunk) -> [Candidate] {
    var layout = chunk.layout
    var bits = chunk.otherBits
    if layout.position != nil {
      layout.boundary = .position
      bits += chunk.counterBits
    } else if layout.counter?.restartsAt != nil {
      layout.boundary = .counter
    } else {
      return []
    }
    let messages = Self.whole(layout, values)
    guard messages.count >= 4, messages.contains(where: { $0.values > 1 }) else { return [] }
    let fields = MessageFields(messages.map { $0.payload[...] })
    var withFields = with(layout, fields)
    // Measurements of several kinds in turn are no messages.
    if layout.boundary == .counter || chunk.isUniform {
      let isUniform = Set(messages.map(\.values)).count == 1 && layout.boundary == .counter
      guard fields.bits > 20 || !isUniform && BulkTest.isBulk(data(layout)) else { return [] }
      if layout.boundary == .counter { bits += chunk.counterBits }
    }
    // A length says where the message ends, the counter only where the next one begins.
    if layout.boundary == .counter, fields.length != nil { withFields.boundary = .length }
    return [Candidate(layout: withFields, bits: bits + fields.bits)]
  }

  private func byLength(_ chunk: Chunk) -> [Candidate] {
    guard chunk.layout.position == nil else { return [] }
    let chains = LengthChain.search(data(chunk.layout), surprise: sample.surprise)
    return chains.prefix(4).compactMap { chain in
      let fields = MessageFields(chain.messages, length: chain.length)
      // The same message again and again says nothing.
      guard fields.length != nil else { return nil }
      var layout = with(chunk.layout, fields)
      layout.boundary = .length
      let other = chain.bits + fields.bits + chunk.otherBits
      // A counter does not make up for a length that says little.
      let counter = other > 20 ? chunk.counterBits : 0
      return Candidate(layout: layout, bits: other + counter)
    }
  }

  /// A constant octet sequence at the start of each message, with a checksum, or records. There
  /// may be two kinds of messages.
  private func byStart(_ chunk: Chunk) -> [Candidate] {
    guard chunk.layout.position == nil, chunk.layout.counter?.restartsAt == nil else { return [] }
    let data = data(chunk.layout)
    guard let first = data.first else { return [] }
    var found: [Candidate] = []
    var before = 0
    for count in (1...4).reversed() where first.count > count {
      let start = Array(first.prefix(count))
      let begins = data.count { $0.starts(with: start) }
      guard begins > Self.leastMessages else { continue }
      let others = count < 2 ? [] : otherStarts(start, data)
      // A shorter start of the same values says the same.
      let alone: [[UInt8]] = begins > before ? [[]] : []
      before = begins
      for other in alone + others {
        guard let candidate = byStart(chunk, start, other, data) else { continue }
        found.append(candidate)
      }
      // A shorter start would fit as well.
      if found.contains(where: { $0.layout.checksum != nil }) { return found }
    }
    return found
  }

  private func byStart(
    _ chunk: Chunk, _ start: [UInt8], _ other: [UInt8], _ data: [ArraySlice<UInt8>]
  ) -> Candidate? {
    var layout = chunk.layout
    layout.boundary = .start
    layout.start = start
    layout.otherStart = other
    var stream: [UInt8] = []
    var starts: [Int] = []
    for value in data {
      if starts.isEmpty || layout.begins(value) { starts.append(stream.count) }
      stream += value
    }
    // The last message may be cut.
    guard starts.count > Self.leastMessages, starts.count < data.count else { return nil }
    let messages = zip(starts, starts.dropFirst()).map { stream[$0..<$1] }
    let fields = MessageFields(messages)
    var bits = chunk.otherBits + fields.bits
    layout = with(layout, fields)
    if !other.isEmpty {
      guard fields.length == nil, fields.checksum != nil else { return nil }
      layout.start = start
      return Candidate(layout: layout, bits: bits)
    }
    let most = min(start.count, layout.length?.number.offset ?? start.count)
    if layout.start.count < most { layout.start = Array(start.prefix(most)) }
    let sizes = Set(messages.map(\.count))
    if layout.length != nil {
      layout.boundary = .length
    } else if sizes.count == 1, let size = sizes.first {
      layout.boundary = .record(size)
      bits += recordBits(layout.start.prefix(start.count), size, messages.count, data)
    }
    if bits > 20 { bits += chunk.counterBits }
    return Candidate(layout: layout, bits: bits)
  }

  /// What begins where a message of the first kind ends, though no such message begins there: most
  /// messages of the first kind have one size, and those that seem longer hold two.
  private func otherStarts(_ start: [UInt8], _ data: [ArraySlice<UInt8>]) -> [[UInt8]] {
    var ends: [Int] = []
    var size = 0
    for value in data.dropFirst() + [start[...]] {
      size += data[ends.count].count
      ends.append(size)
      if value.starts(with: start) { size = 0 }
    }
    let whole = zip(ends, data.dropFirst()).filter { $1.starts(with: start) }.map(\.0)
    let sizes = Dictionary(whole.map { ($0, 1) }, uniquingKeysWith: +)
    guard let usual = sizes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      return []
    }
    var counts: [[UInt8]: Int] = [:]
    for (end, value) in zip(ends, data.dropFirst())
    where end == usual && value.count >= start.count && !value.starts(with: start) {
      counts[Array(value.prefix(start.count)), default: 0] += 1
    }
    let most = counts.max {
      $0.value != $1.value
        ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
    }
    return most.map { [$0.key] } ?? []
  }

  /// The evidence that octets begin each record, and no other value: they are rare ones, and the
  /// last value of a record is shorter than the others.
  private func recordBits(
    _ start: ArraySlice<UInt8>, _ size: Int, _ records: Int, _ data: [ArraySlice<UInt8>]
  ) -> Double {
    let full = data.lazy.map { $0.count }.max() ?? 1
    guard start.count >= 2, size % full != 0 else { return 0 }
    let surprise = sample.surprise()
    let rare = start.map { surprise[Int($0)] }
    guard rare.allSatisfy({ $0 >= 4 }) else { return 0 }
    return Double(records - 1) * max(0, rare.reduce(0, +) - Double(data.count).log2)
  }

  /// A counter in each value of a bulk transfer.
  private func wholeStream(_ chunk: Chunk) -> [Candidate] {
    guard let counter = chunk.layout.counter, counter.restartsAt == nil,
      chunk.layout.position == nil, BulkTest.isBulk(data(chunk.layout))
    else { return [] }
    var layout = chunk.layout
    layout.boundary = .stream
    return [Candidate(layout: layout, bits: chunk.counterBits + chunk.otherBits)]
  }

  private func with(_ layout: FramingLayout, _ fields: MessageFields) -> FramingLayout {
    var layout = layout
    layout.start = fields.start
    layout.end = fields.end
    layout.length = fields.length
    layout.checksum = fields.checksum
    return layout
  }

  // MARK: Check

  private static let leastMessages = 4

  /// The whole messages that a layout without fields of messages gives: their payload is all.
  private static func whole(_ layout: FramingLayout, _ values: [[UInt8]]) -> [FramedMessage] {
    var messages = FramedMessages(layout)
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += messages.add(value, number: index) }
    found += messages.finish()
    // The last message may be cut, also where the layout does not say so.
    if let last = found.last, last.ending != .complete { found.removeLast() }
    if let first = found.first, first.missing > 0 { found.removeFirst() }
    return found
  }

  /// The messages, if all of them fit the layout: the first and the last may be cut.
  static func verify(_ layout: FramingLayout, _ values: [[UInt8]]) -> [FramedMessage]? {
    var messages = FramedMessages(layout)
    var found: [FramedMessage] = []
    for (index, value) in values.enumerated() { found += messages.add(value, number: index) }
    found += messages.finish()
    guard messages.strayValues == 0, messages.damaged == 0 else { return nil }
    for (index, message) in found.enumerated() {
      let isOuter = index == 0 || index == found.count - 1
      if message.ending == .cut, isOuter { continue }
      guard message.ending != .cut, message.missing == 0, message.repeated == 0,
        message.outOfOrder == 0, message.checksumIsRight != false || isOuter
      else { return nil }
    }
    return layout.boundary != .stream && found.count < leastMessages ? nil : found
  }
}
