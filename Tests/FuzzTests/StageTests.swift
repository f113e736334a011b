import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import bletrace_fuzz

/// What the fuzzer stands on, without the fuzzer: a promise that a stage finds broken ends the test
/// run.
@Suite("Stages of the fuzzer")
struct StageTests {
  private static let captures: [[UInt8]] = {
    let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "samples").path(percentEncoded: false)
    let paths = FileManager.default.subpaths(atPath: samples) ?? []
    return paths.sorted().filter { $0.contains("/capture.") }
      .compactMap { FileManager.default.contents(atPath: samples + "/" + $0).map(Array.init) }
  }()

  @Test("each has inputs to begin with, and takes them", arguments: FuzzStages.all.map { $0.name })
  func seeds(name: String) throws {
    let stage = try #require(FuzzStages.named(name))
    let seeds = Self.captures.flatMap { Seeds.of($0) }.filter { $0.stage == name }
    #expect(seeds.count >= 3)
    for (_, seed) in seeds { stage.run(seed) }
  }

  @Test("names are told apart")
  func names() { #expect(Set(FuzzStages.all.map { $0.name }).count == FuzzStages.all.count) }

  @Test("a capture that was changed is one still, whatever is written into its records")
  func mutator() throws {
    var packets = CaptureBuilder()
    packets.connect()
    packets.notify(0x10, "one")
    packets.notify(0x10, "two")
    let capture = packets.btsnoop()
    var changed = 0
    for seed in 1...400 where seed % 8 != 0 {
      var mutator = try #require(RecordMutator(capture, seed: UInt64(seed)))
      var random = SeededRandom(seed: UInt64(seed))
      let mutated = mutator.change(room: 4096) { octets, room in
        octets = random.octets(Int.random(in: 0...room, using: &random))
      }
      let result = try #require(mutated)
      if result != capture { changed += 1 }
      var reader = try CaptureReader(MemorySource(result))
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) {}
      #expect(!reader.cutShort && reader.unreadable == nil, "seed \(seed)")
    }
    #expect(changed > 300)
    #expect(RecordMutator(Array("no capture".utf8), seed: 1) == nil)
  }
}
