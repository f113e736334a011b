/// Messages that a length separates: where one ends, the next begins.
struct LengthChain {
  var length: FramingLayout.Length
  var messages: [ArraySlice<UInt8>]
  var bits: Double

  static func search(_ data: [ArraySlice<UInt8>], surprise: () -> [Double]) -> [LengthChain] {
    var budget = SearchBudget(octets: 1 << 30)
    return search(data, &budget, surprise: surprise)
  }

  /// - Parameters:
  ///   - data: What each value holds for the messages.
  ///   - surprise: How much each octet value says; asked for only where a length fits.
  static func search(
    _ data: [ArraySlice<UInt8>], _ budget: inout SearchBudget, surprise: () -> [Double]
  ) -> [LengthChain] {
    guard let first = data.first?.count else { return [] }
    let walk = Walk(data)
    guard walk.stream.count >= 16 else { return [] }
    var found: [LengthChain] = []
    var known: [Double]?
    budget.take(2 * walk.stream.count)
    var steps = min(mostSteps, max(0, budget.left / stepCost), fewestSteps + 2 * walk.stream.count)
    let before = steps
    defer { budget.take(stepCost * (before - steps)) }
    for offset in 0..<min(StreamSample.headerOctets, first) {
      for (width, isBigEndian) in MessageFields.numbers {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        guard let stated = walk.read(number, at: 0), stated <= walk.stream.count + 2 else {
          continue
        }
        for extra in MessageFields.extras {
          let length = FramingLayout.Length(number, extra: extra)
          guard let chain = walk.follow(length, &steps) else { continue }
          // Each of its messages is looked at a few times more.
          steps -= chain.starts.count * 8
          let octets = known ?? surprise()
          known = octets
          if let chain = walk.weigh(chain, length, octets) { found.append(chain) }
        }
      }
    }
    return found.sorted { $0.bits > $1.bits }
  }

  private struct Chain {
    var starts: [Int] = []
    var covered = 0
    var atEnds = 0
    var flushes = 0
  }

  private struct Walk {
    let stream: [UInt8]
    /// Where values end, by the octet after, in order.
    private var ends: [Int] = []
    /// For each value: where the next one ends that is shorter than others, from it on. What ends
    /// there was flushed.
    private var flush: [Int] = []
    private let count: Int

    init(_ data: [ArraySlice<UInt8>]) {
      count = data.count
      let full = data.lazy.map { $0.count }.max() ?? 0
      var stream: [UInt8] = []
      var isShort: [Bool] = []
      for value in data {
        stream += value
        if value.isEmpty, !ends.isEmpty {
          isShort[ends.count - 1] = true
        } else if !value.isEmpty {
          ends.append(stream.count)
          isShort.append(value.count < full)
        }
      }
      self.stream = stream
      flush = [Int](repeating: .max, count: ends.count)
      // After the last value, nothing is left to flush.
      for index in ends.indices.dropLast().reversed() {
        flush[index] = isShort[index] ? ends[index] : flush[index + 1]
      }
    }

    func read(_ number: FramingLayout.Number, at start: Int) -> Int? {
      let first = start + number.offset
      guard first + number.width <= stream.count else { return nil }
      var read = 0
      for index in 0..<number.width {
        let octet = Int(stream[first + index])
        read |= octet << (8 * (number.isBigEndian ? number.width - 1 - index : index))
      }
      return read
    }

    /// The first value from one on that ends at an octet or after it.
    private func value(endingAt octet: Int, from first: Int) -> Int {
      if ends[first] >= octet { return first }
      var (low, high) = (first + 1, ends.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < octet { low = middle + 1 } else { high = middle }
      }
      return low
    }

    func follow(_ length: FramingLayout.Length, _ steps: inout Int) -> Chain? {
      var chain = Chain()
      var firstSize: Int?
      var isOneSize = true
      // The value that the message begins in.
      var (start, value) = (0, 0)
      while start < stream.count {
        guard let stated = read(length.number, at: start) else { break }
        let size = stated + length.extra
        guard size >= length.number.end, size > 0 else { return nil }
        guard size <= stream.count - start else {
          // Only the last message may be cut: a length far beyond is none.
          if chain.starts.count < leastMessages || stream.count - start > stream.count / 4 {
            return nil
          }
          break
        }
        let end = start + size
        // Between two messages, no flush.
        if flush[value] < end { return nil }
        let last = self.value(endingAt: end, from: value)
        if ends[last] == end {
          chain.atEnds += 1
        } else if ends[value] < end, flush[value] == .max,
          length.number.offset == 0 || stream[start] != stream[0]
        {
          // Over the end of a value, and nothing speaks for a message here.
          return nil
        }
        if flush[value] == end { chain.flushes += 1 }
        if let firstSize { isOneSize = isOneSize && size == firstSize } else { firstSize = size }
        steps -= 1
        guard steps > 0, chain.starts.count < mostOfOneSize || !isOneSize else { return nil }
        chain.starts.append(start)
        value = ends[last] == end ? last + 1 : last
        start = end
      }
      // Messages of one size are one coincidence, however many they are.
      guard chain.starts.count >= leastMessages, !isOneSize else { return nil }
      chain.covered = start
      return chain
    }

    func weigh(_ chain: Chain, _ length: FramingLayout.Length, _ surprise: [Double])
      -> LengthChain?
    {
      let ends = chain.starts.dropFirst() + [chain.covered]
      let messages = zip(chain.starts, ends).map { stream[$0..<$1] }
      let bits = evidence(length, messages, chain, surprise)
      return bits > 0 ? LengthChain(length: length, messages: messages, bits: bits) : nil
    }

    private func evidence(
      _ length: FramingLayout.Length, _ messages: [ArraySlice<UInt8>], _ chain: Chain,
      _ surprise: [Double]
    ) -> Double {
      let covered = chain.covered
      let number = length.number
      let cost = Double(
        StreamSample.headerOctets * MessageFields.numbers.count * MessageFields.extras.count
      ).log2
      let width = max(1, MessageFields.varying(number, messages).rounded(.down))
      // Messages of one size are one coincidence, however many they are.
      let sizes = Double(Set(messages.map { $0.count }).count)
      var bits = 0.0
      if chain.atEnds == messages.count {
        // Every message begins and ends where a value does: of the numbers that the length could
        // hold, few lead to the end of a value.
        let reach = Double(min(covered, 1 << (8 * Int(width))))
        let reachable = max(1, reach / Double(covered) * Double(count))
        bits = max(0, 8 * width - reachable.log2) * sizes
      } else {
        let mean = Double(covered) / Double(messages.count)
        // Each value ends a message, or those do that are shorter than others.
        let all = ends.prefix { $0 <= covered }.count
        let inValues = chain.atEnds == all ? all : 0
        bits = Double(max(chain.flushes, inValues)) * mean.log2
        bits += constantStart(number, messages, surprise)
        bits = min(bits, 8 * width * sizes)
      }
      return bits - cost + 0.001 * Double(number.width)
    }

    /// The same octets before each length, and in it, where no value begins. Frequent octets say
    /// nothing.
    private func constantStart(
      _ number: FramingLayout.Number, _ messages: [ArraySlice<UInt8>], _ surprise: [Double]
    ) -> Double {
      guard let first = messages.first else { return 0 }
      var bits = 0.0
      var distinct: Int?
      for offset in 0..<number.end {
        let octet = first[first.startIndex + offset]
        let isConstant = messages.allSatisfy { $0[$0.startIndex + offset] == octet }
        if offset < number.offset, !isConstant { return bits }
        let surprise = surprise[Int(octet)]
        guard isConstant, surprise >= 4 else { continue }
        let count = distinct ?? messages.distinctCount
        distinct = count
        bits += surprise * Double(count - 1)
      }
      return bits
    }
  }
}

private let leastMessages = 4
/// A length that always says the same explains nothing.
private let mostOfOneSize = 128
/// Messages that are tried in one search. Values of which nearly all octets are small fit nearly
/// all lengths.
private let mostSteps = 1 << 17
private let fewestSteps = 1 << 14
/// What a step costs, in octets that are read.
private let stepCost = 4
