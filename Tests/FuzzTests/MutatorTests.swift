import BletraceTestSupport
import CaptureFiles
import Report
import Testing

@testable import bletrace_fuzz

/// Changes that leave the framing in order, so that what is behind it is reached.
@Suite("Mutators of the fuzzer")
struct MutatorTests {
  static let captures: [[UInt8]] = {
    var packets = CaptureBuilder()
    packets.connect()
    packets.notify(0x10, "one")
    packets.notify(0x10, "two")
    let framed = packets.files.map(\.bytes).filter { FramedInput.Framing($0) != nil }
    return framed + [packets.btsnoozBody()]
  }()

  private func noise(_ seed: Int) -> RecordMutator.Change {
    var random = SeededRandom(seed: UInt64(seed))
    return { octets, room in
      octets = random.octets(Int.random(in: 0...room, using: &random))
    }
  }

  @Test("a capture is taken apart and put together as it was", arguments: captures.indices)
  func framing(index: Int) throws {
    let capture = Self.captures[index]
    let input = try #require(FramedInput([7] + capture, as: .capture(after: 1)))
    #expect(input.octets == [7] + capture)
    #expect(input.records.count >= 3)
  }

  @Test("pieces are taken apart and put together as they were")
  func script() throws {
    let script: [UInt8] = [9, 1, 2, 0xAA, 0xBB, 2, 0, 3, 1, 0xCC]
    let input = try #require(FramedInput(script, as: .script(after: 1)))
    #expect(input.prefix == [9] && input.records.map(\.octets) == [[0xAA, 0xBB], [], [0xCC]])
    #expect(input.octets == script)
    #expect(FramedInput(script, as: .octets) == nil)
  }

  /// What a container says of itself in the records may be changed to anything; that a record's
  /// length fits stays true.
  @Test("a capture that was changed is a capture still", arguments: captures.indices)
  func change(index: Int) throws {
    let capture = Self.captures[index]
    var changed = 0
    var whole = 0
    for seed in 1...200 where seed % 8 != 0 {
      var mutator = try #require(
        RecordMutator(capture, as: .capture(after: 0), seed: UInt64(seed)))
      let result = mutator.change(room: 4096, by: noise(seed))
      if result != capture { changed += 1 }
      guard var reader = try? CaptureReader(MemorySource(result)) else { continue }
      var batch: [CapturedRecord] = []
      while (try? reader.nextBatch(into: &batch)) == true {}
      if !reader.cutShort && reader.unreadable == nil { whole += 1 }
    }
    #expect(changed > 140)
    // A block's type, an interface, a section may become something else; and btsnooz has nothing to
    // be known by but its first records.
    #expect(whole > (FramedInput.Framing(capture) == .btsnooz ? 30 : 120), "\(whole) of 175")
  }

  @Test("two captures become one, with records of both")
  func cross() throws {
    var other = CaptureBuilder()
    other.notify(0x10, "three")
    let second = other.btsnoop()
    let first = Self.captures[1]
    var mixed = 0
    for seed in 1...40 where seed % 8 != 0 {
      var mutator = try #require(RecordMutator(first, as: .capture(after: 0), seed: UInt64(seed)))
      let form = InputForm.capture(after: 0)
      let crossed = mutator.cross(with: second, as: form, room: 4096)
      let result = try #require(crossed)
      let records = try #require(FramedInput(result, as: form)).records
      let isMixed = records.contains { $0.octets.suffix(5) == Array("three".utf8) }
      if records.count > 1 && isMixed { mixed += 1 }
      let ofAnotherKind = mutator.cross(with: Self.captures[4], as: form, room: 4096)
      #expect(ofAnotherKind == nil)
    }
    #expect(mixed > 20)
  }

  @Test("nothing becomes longer than there is room")
  func room() throws {
    for seed in 1...200 where seed % 8 != 0 {
      var mutator = try #require(
        RecordMutator(Self.captures[0], as: .capture(after: 0), seed: UInt64(seed)))
      #expect(mutator.change(room: 100, by: noise(seed)).count <= 100)
    }
  }

  @Test("JSON that was changed is JSON still, and most of it is a report still")
  func documents() throws {
    let seed = try #require(StageTests.seeds.first { $0.stage == "diff" }).octets
    var isJSON = 0
    var isReport = 0
    var changed = 0
    for number in 1...400 where number % 8 != 0 {
      var mutator = try #require(DocumentMutator(seed, seed: UInt64(number)))
      let result = mutator.change(room: 2 * seed.count) { octets, room in
        octets = Array(octets.reversed().prefix(room))
      }
      let documents = try #require(result).split(separator: 0, omittingEmptySubsequences: false)
      #expect(documents.count == 3)
      if result != seed { changed += 1 }
      for document in documents.prefix(2) {
        if ReportChecks.isJSON(Array(document)) { isJSON += 1 }
        if (try? JSONReportReader.read(Array(document))) != nil { isReport += 1 }
      }
    }
    #expect(changed > 330)
    #expect(isJSON > 680, "\(isJSON) of 700")
    #expect(isReport > 500, "\(isReport) of 700")
  }
}
