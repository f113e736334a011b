import BletraceTestSupport
import Foundation
import SystemLibraries
import Testing

@testable import Tracking

@Suite("Payloads: digests of many at once")
struct PayloadDigestTests {
  private func strings(_ counts: [Int], seed: UInt64 = 1) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    return counts.map { random.octets($0) }
  }

  /// Where the library exists CI has it: else nobody would see it go unused.
  @Test("the library for many at once is there, where there is one for the processor")
  func library() {
    let (_, together) = ManySHA256(loadsAfter: 0).digests(of: strings([9, 9, 9, 9, 9, 9, 9]))
    #if os(Linux) && arch(x86_64)
      let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
      #expect(together == 7 || !isCI, "libipsec-mb is not installed")
    #else
      #expect(together == 0)
    #endif
  }

  @Test("many at once have the digests that each has alone")
  func equal() {
    let hash = ManySHA256(loadsAfter: 0)
    var random = SeededRandom(seed: 7)
    // Around a block of 64 octets, and where the length moves into a block of its own.
    let edges = [0, 1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 129]
    for round in 0..<20 {
      let counts =
        edges.shuffled(using: &random)
        + (0..<40).map { _ in Int.random(in: 0...3000, using: &random) }
      let strings = strings(Array(counts.prefix(2 + 3 * round)), seed: UInt64(round))
      #expect(hash.digests(of: strings).texts == strings.map(sha256))
    }
  }

  @Test("one that is much longer than the rest is hashed alone, and few are")
  func alone() {
    let hash = ManySHA256(loadsAfter: 0)
    for counts in [[], [0], [5], [100, 100], [0, 0, 0, 0, 0, 0, 0]] {
      let strings = strings(counts)
      let (texts, together) = hash.digests(of: strings)
      #expect(texts == strings.map(sha256) && together == 0)
    }
    let strings = strings([70, 90_000, 70, 70, 70, 70, 70])
    let (texts, together) = hash.digests(of: strings)
    #expect(texts == strings.map(sha256))
    #expect(together == 0 || together == 6)
  }

  @Test("what is too long for the library is hashed alone, and the library goes on being used")
  func long() {
    let hash = ManySHA256(loadsAfter: 0)
    let short = strings(Array(repeating: 1000, count: 7))
    let isThere = hash.digests(of: short).sideBySide == 7
    let edge = Array(65_533...65_536) + Array(65_533...65_536)
    for (counts, most) in [(Array(repeating: 100_000, count: 11), 0), (edge, 4)] {
      let strings = strings(counts)
      let (texts, together) = hash.digests(of: strings)
      #expect(texts == strings.map(sha256))
      #expect(together == (isThere ? most : 0))
      #expect(hash.digests(of: short).sideBySide == (isThere ? 7 : 0))
    }
  }

  @Test("the library is not loaded for little")
  func little() {
    let hash = ManySHA256(loadsAfter: 1 << 20)
    let strings = strings(Array(repeating: 1000, count: 32))
    #expect(hash.digests(of: strings).sideBySide == 0)
  }

  @Test("every transfer of many has its own digest, at the end and on the way")
  func transfers() {
    var random = SeededRandom(seed: 3)
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    var payloads: [[UInt8]] = []
    for place in 0..<200 {
      // One that is not kept whole among those that wait.
      let payload = random.octets(place == 50 ? 1_100_000 : Int.random(in: 1...900, using: &random))
      story.send(payload, by: 20_000)
      story.notify(0x15, Array("EOM".utf8))
      payloads.append(payload)
    }
    let digests = payloads.map(sha256)
    #expect(Analysed(story).transfers.map(\.payloadSha256) == digests)

    let (records, bytes) = story.records()
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil)
    var told = 0
    for start in stride(from: 0, to: records.count, by: 37) {
      analysis.add(Array(records[start..<min(start + 37, records.count)]), in: bytes.span)
      let complete = analysis.soFar().connections[0].transfers.filter(\.complete)
      #expect(complete.map(\.payloadSha256) == Array(digests.prefix(complete.count)))
      #expect(complete.count >= told)
      told = complete.count
    }
    #expect(told == 200)
    #expect(analysis.finish().connections[0].transfers.map(\.payloadSha256) == digests)
  }
}
