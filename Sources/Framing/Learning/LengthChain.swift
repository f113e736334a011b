/// Messages that a length separates: where one ends, the next begins.
struct LengthChain {
  var length: FramingLayout.Length
  var messages: [ArraySlice<UInt8>]
  var bits: Double

  /// - Parameter data: What each value holds for the messages.
  static func search(_ data: [ArraySlice<UInt8>], surprise: [Double]) -> [LengthChain] {
    let stream = data.flatMap { $0 }
    guard stream.count >= 16, let first = data.first?.count else { return [] }
    // Where values end, by the octet after.
    var ends = [Int](repeating: -1, count: stream.count + 1)
    var end = 0
    for (index, value) in data.enumerated() {
      end += value.count
      ends[end] = index
    }
    let full = data.map(\.count).max() ?? 0
    var nextShort = [Int](repeating: .max, count: stream.count + 1)
    var nextEnd = nextShort
    for octet in (0..<stream.count).reversed() {
      let index = ends[octet + 1]
      let isShort = index >= 0 && data[index].count < full && octet + 1 < stream.count
      nextShort[octet] = isShort ? octet + 1 : nextShort[octet + 1]
      nextEnd[octet] = index >= 0 ? octet + 1 : nextEnd[octet + 1]
    }
    let walk = Walk(
      stream: stream, data: data, ends: ends, nextEnd: nextEnd, nextShort: nextShort,
      surprise: surprise)
    var found: [LengthChain] = []
    var steps = mostSteps
    for offset in 0..<min(StreamSample.headerOctets, first) {
      for (width, isBigEndian) in MessageFields.numbers {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        for extra in MessageFields.extras {
          let length = FramingLayout.Length(number, extra: extra)
          if let chain = walk.follow(length, &steps) { found.append(chain) }
        }
      }
    }
    return found.sorted { $0.bits > $1.bits }
  }

  private struct Walk {
    let stream: [UInt8]
    let data: [ArraySlice<UInt8>]
    /// The index of the value that ends before an octet, or -1.
    let ends: [Int]
    /// Where the next value ends after an octet, and where the next one ends that is shorter than
    /// others: what ends there was flushed.
    let nextEnd: [Int]
    let nextShort: [Int]
    let surprise: [Double]

    func follow(_ length: FramingLayout.Length, _ steps: inout Int) -> LengthChain? {
      var starts: [Int] = []
      var sizes: Set<Int> = []
      var start = 0
      var (atEnds, flushes) = (0, 0)
      while start < stream.count {
        guard let stated = length.number.read(stream[start...]) else { break }
        let size = stated + length.extra
        guard size >= length.number.end, size > 0 else { return nil }
        guard size <= stream.count - start else {
          // Only the last message may be cut: a length far beyond is none.
          if starts.count < leastMessages || stream.count - start > stream.count / 4 {
            return nil
          }
          break
        }
        let end = start + size
        // Between two messages, no flush.
        if nextShort[start] < end { return nil }
        if nextShort[start] == end { flushes += 1 }
        if ends[end] >= 0 {
          atEnds += 1
        } else if nextEnd[start] < end, nextShort[start] == .max,
          length.number.offset == 0 || stream[start] != stream[0]
        {
          // Over the end of a value, and nothing speaks for a message here.
          return nil
        }
        steps -= 1
        guard steps > 0, starts.count < mostOfOneSize || sizes.count > 1 else { return nil }
        starts.append(start)
        sizes.insert(size)
        start = end
      }
      // Messages of one size are one coincidence, however many they are.
      guard starts.count >= leastMessages, sizes.count > 1 else { return nil }
      let messages = zip(starts, starts.dropFirst() + [start]).map { stream[$0..<$1] }
      let bits = evidence(length, messages, atEnds, flushes, covered: start)
      return bits > 0 ? LengthChain(length: length, messages: messages, bits: bits) : nil
    }

    private func evidence(
      _ length: FramingLayout.Length, _ messages: [ArraySlice<UInt8>], _ atEnds: Int,
      _ flushes: Int, covered: Int
    ) -> Double {
      let number = length.number
      let cost = Double(
        StreamSample.headerOctets * MessageFields.numbers.count * MessageFields.extras.count
      ).log2
      let distinct = Array(Set(messages))
      let width = max(1, MessageFields.varying(number, distinct).rounded(.down))
      // Messages of one size are one coincidence, however many they are.
      let sizes = Double(Set(messages.map(\.count)).count)
      var bits = 0.0
      if atEnds == messages.count {
        // Every message begins and ends where a value does: of the numbers that the length could
        // hold, few lead to the end of a value.
        let reach = Double(min(covered, 1 << (8 * Int(width))))
        let reachable = max(1, reach / Double(covered) * Double(data.count))
        bits = max(0, 8 * width - reachable.log2) * sizes
      } else {
        let mean = Double(covered) / Double(messages.count)
        // Each value ends a message, or those do that are shorter than others.
        let all = ends[...covered].count { $0 >= 0 }
        let inValues = atEnds == all ? all : 0
        bits = Double(max(flushes, inValues)) * mean.log2
        bits += constantStart(number, distinct)
        bits = min(bits, 8 * width * sizes)
      }
      return bits - cost + 0.001 * Double(number.width)
    }

    /// The same octets before each length, and in it, where no value begins. Frequent octets say
    /// nothing.
    private func constantStart(
      _ number: FramingLayout.Number, _ messages: [ArraySlice<UInt8>]
    ) -> Double {
      guard let first = messages.first else { return 0 }
      var bits = 0.0
      for offset in 0..<number.end {
        let octet = first[first.startIndex + offset]
        let isConstant = messages.allSatisfy { $0[$0.startIndex + offset] == octet }
        if offset < number.offset, !isConstant { return bits }
        let surprise = surprise[Int(octet)]
        if isConstant, surprise >= 4 { bits += surprise * Double(messages.count - 1) }
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
