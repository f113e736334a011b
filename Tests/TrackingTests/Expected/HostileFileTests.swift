import BletraceTestSupport
import Bytes
import Testing

@testable import Report
@testable import Tracking

/// Files and chunks that are made to be slow, or to grow.
@Suite("Hostile files")
struct HostileFileTests {
  /// The pieces of chunks that come a millisecond after each other.
  private func follow(_ chunks: [[UInt8]], _ file: [UInt8]) -> [ArrivedPiece] {
    let expected = ExpectedFile(name: "file", bytes: file)
    var follower = FileFollower()
    for (index, chunk) in chunks.enumerated() {
      follower.add(
        ByteRange(start: 0, end: chunk.count), in: chunk.span, frame: index + 1,
        time: Int64(index) * 1000, expected)
    }
    return follower.finish()
  }

  /// It ends at all: a search that grew with the square of the file would take hours.
  @Test("ten megabytes of zeros, with a chunk lost")
  func zeros() {
    let file = [UInt8](repeating: 0, count: 10 << 20)
    let chunk = [UInt8](repeating: 0, count: 244)
    let count = file.count / 244
    let pieces = follow(Array(repeating: chunk, count: count - 1), file)
    #expect(pieces.count == 1)
    let arrival = Arrival(pieces, of: ExpectedFile(name: "file", bytes: file))
    #expect(arrival.matched == (count - 1) * 244)
    #expect(arrival.missing == file.count - (count - 1) * 244)
  }

  @Test("zeros, and chunks that are almost zeros")
  func almostZeros() {
    let file = [UInt8](repeating: 0, count: 1 << 20)
    var random = SeededRandom(seed: 7)
    let chunks = (0..<3000).map { _ in
      var chunk = [UInt8](repeating: 0, count: 100)
      chunk[random.below(100)] = 1
      return chunk
    }
    let pieces = follow(chunks, file)
    let arrival = Arrival(pieces, of: ExpectedFile(name: "file", bytes: file))
    #expect(arrival.damaged == 3000)
    #expect(arrival.differences.count == Arrival.mostDifferences)
    // And what is missing after them.
    #expect(arrival.differencesOmitted == 3001 - Arrival.mostDifferences)
  }

  @Test("chunks of nothing but noise are one foreign piece")
  func noise() {
    var random = SeededRandom(seed: 8)
    let file = random.octets(100_000)
    let chunks = (0..<2000).map { _ in random.octets(100) }
    let pieces = follow(chunks, file)
    #expect(pieces.count { $0.isOfFile } < 20)
    #expect(pieces.reduce(0) { $0 + $1.count } == 200_000)
  }

  /// Whatever is done to the chunks, what is reported adds up.
  @Test("random damage", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Of few different octets in every second file, so that much repeats.
    let file = random.octets(random.within(1...3000)).map { seed & 1 == 0 ? $0 : $0 & 1 }
    var chunks: [[UInt8]] = []
    var start = 0
    while start < file.count {
      let end = min(file.count, start + random.within(1...40))
      chunks.append(Array(file[start..<end]))
      start = end
    }
    for _ in 0..<random.below(12) where !chunks.isEmpty {
      let index = random.below(chunks.count)
      switch random.below(6) {
      case 0: chunks.remove(at: index)
      case 1: chunks.insert(chunks[index], at: random.below(chunks.count))
      case 2: chunks.swapAt(index, random.below(chunks.count))
      case 3: chunks[index][0] ^= 0x55
      case 4: chunks.insert(random.octets(random.within(1...30)), at: index)
      default: chunks[index] = Array(chunks[index].dropFirst(random.below(chunks[index].count)))
      }
    }
    let expected = ExpectedFile(name: "file", bytes: file)
    let arrival = Arrival(follow(chunks, file), of: expected)
    #expect(arrival.received == chunks.reduce(0) { $0 + $1.count })
    #expect(
      arrival.received
        == arrival.matched + arrival.damaged + arrival.doubled + arrival.extra + arrival.unknown)
    #expect(file.count == arrival.matched + arrival.damaged + arrival.missing + arrival.unknown)
    #expect(arrival.isIntact == (chunks.flatMap { $0 } == file))
  }

  @Test("a piece of an octet set is found whole, across its words")
  func octets() {
    var set = OctetSet(300)
    var seen: [(Range<Int>, Bool)] = []
    set.insert(10..<200) { seen.append(($0, $1)) }
    #expect(seen.map(\.0) == [10..<200])
    seen = []
    set.insert(0..<300) { seen.append(($0, $1)) }
    #expect(seen.map(\.0) == [0..<10, 10..<200, 200..<300])
    #expect(seen.map(\.1) == [false, true, false])
    var gaps: [Range<Int>] = []
    set.gaps { gaps.append($0) }
    #expect(gaps.isEmpty)
    OctetSet(5).gaps { gaps.append($0) }
    #expect(gaps == [0..<5])
  }

  @Test("windows are found nearest to where they are wanted, at each step of the index")
  func index() {
    for count in [100, 3 << 20, 17 << 20] {
      var random = SeededRandom(seed: 9)
      let piece = random.octets(64)
      var file = [UInt8](repeating: 0, count: count)
      let place = count - 70
      file.replaceSubrange(place..<(place + 64), with: piece)
      let index = ContentIndex(file.span)
      let found = index.candidates(
        for: ByteRange(start: 0, end: 64), of: piece.span, near: 5, in: file)
      #expect(found.contains(place), "\(count)")
      #expect(found.count <= 8)
    }
  }
}
