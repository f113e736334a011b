import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("What is lost, and what only looks so")
struct LossTests {
  /// The records of PDUs that a host got, or sent.
  private func pdus(_ story: CaptureBuilder, _ direction: RecordDirection) -> [Int] {
    story.entries.indices.filter {
      story.entries[$0].kind == .acl && story.entries[$0].direction == direction
    }
  }

  private func completions(_ story: CaptureBuilder) -> [Int] {
    story.entries.indices.filter {
      story.entries[$0].kind == .event && story.entries[$0].bytes.first == 0x13
    }
  }

  private func align(_ one: CaptureBuilder, _ other: CaptureBuilder) throws -> AlignmentReport {
    try Aligner.align(TwoSides.read(one, "a"), TwoSides.read(other, "b"))
  }

  @Test("PDUs of which the receiver's logger kept a part")
  func cutByReceiver() throws {
    var sides = TwoSides(seed: 71)
    sides.chat(until: 9_000_000)
    var (one, other) = sides.captures()
    for place in [5, 6, 30] {
      let index = pdus(other, .rx)[place]
      other.entries[index].bytes = Array(other.entries[index].bytes.prefix(11))
    }
    let report = try align(one, other)
    let way = report.links[0].aToB
    #expect(way.cut == 3)
    #expect(way.lost.map(\.place) == [.receiverLog, .receiverLog, .receiverLog])
    #expect(way.lost.allSatisfy { $0.reason.contains("only a part") })
    #expect(report.links[0].bToA.cut == 0)
    // And of the sender: what arrived is not missing there.
    let index = pdus(one, .tx)[12]
    one.entries[index].bytes = Array(one.entries[index].bytes.prefix(11))
    let both = try align(one, other).links[0].aToB
    #expect(both.cut == 4)
    #expect(both.unrecorded == 0)
    #expect(both.lostCount == 3)
  }

  @Test("where some were cut, not all arrived")
  func words() throws {
    var sides = TwoSides(seed: 72)
    sides.chat(until: 5_000_000)
    var (one, other) = sides.captures()
    #expect(try align(one, other).answer.count { $0.hasPrefix("All") } == 2)
    let (sent, arrived) = (pdus(one, .tx)[7], pdus(other, .rx)[7])
    one.entries[sent].bytes = Array(one.entries[sent].bytes.prefix(11))
    other.entries[arrived].bytes = Array(other.entries[arrived].bytes.prefix(11))
    let answer = try align(one, other).answer
    #expect(answer.count { $0.hasPrefix("All") } == 1)
    #expect(answer.contains { $0.contains("1 that they cut cannot be compared") })
    #expect(!answer.contains { $0.contains("above HCI") })
  }

  @Test("which of equal values was lost is not known")
  func equal() throws {
    var sides = TwoSides(seed: 73)
    for number in 0..<200 {
      sides.packets.append(
        TwoSides.Packet(
          fromCentral: number % 3 == 0,
          pdu: [number % 3 == 0 ? 0x52 : 0x1B, 0x15, 0, 0, 0, 0],
          time: 100_000 + Int64(number) * 40_000))
    }
    for place in [30, 91] { sides.packets[place].fate = .lostBehindController }
    let report = try sides.align()
    for way in [report.links[0].aToB, report.links[0].bToA] {
      #expect(way.lost.map(\.place) == [.undecidable])
      #expect(way.lost[0].reason.contains("the values repeat"))
    }
  }

  @Test("nothing of what is equal is called lost where the captures begin in the middle")
  func equalInTheMiddle() throws {
    var sides = TwoSides(seed: 74)
    for number in 0..<200 {
      sides.packets.append(
        TwoSides.Packet(
          fromCentral: number % 3 == 0, pdu: [number % 3 == 0 ? 0x52 : 0x1B, 0x15, 0, 0, 0, 0],
          time: 100_000 + Int64(number) * 40_000))
    }
    sides.packets[30].fate = .lostBehindController
    var (one, other) = sides.captures()
    one.entries.removeFirst()
    other.entries.removeFirst()
    #expect(throws: AlignmentError.self) { try align(one, other) }
    // With some before and after them that are unlike any other, one of the equal ones is lost.
    sides.end = 15_000_000
    for index in sides.packets.indices { sides.packets[index].time += 500_000 }
    for number in 0..<400 {
      sides.packets.append(
        TwoSides.Packet(
          fromCentral: number % 3 == 0,
          pdu: [number % 3 == 0 ? 0x52 : 0x1B, 0x15, 0] + sides.random.octets(8),
          time: number < 20
            ? 100_000 + Int64(number) * 20_000 : 8_700_000 + Int64(number) * 15_000))
    }
    (one, other) = sides.captures()
    one.entries.removeFirst()
    other.entries.removeFirst()
    let way = try align(one, other).links[0].aToB
    #expect(way.lostCount == 1)
    #expect(way.lost.map(\.place) == [.undecidable])
    #expect(way.unrecorded == 0)
  }

  @Test("completions of what was sent before the capture began")
  func excess() throws {
    var sides = TwoSides(seed: 75)
    sides.chat(until: 9_000_000)
    let last = try #require(sides.packets.lastIndex { $0.fromCentral })
    sides.packets[last].fate = .lostBehindController
    let (sent, other) = sides.captures()
    var one = sent
    let removed = try #require(completions(one).last)
    one.entries.remove(at: removed)
    var early = CaptureBuilder(time: TwoSides.start + 1000)
    early.completed(7)
    one.entries.insert(early.entries[0], at: 1)
    let way = try align(one, other).links[0].aToB
    #expect(way.lost.map(\.place) == [.senderController])
  }

  @Test("completions that the sender's capture lost")
  func lostCompletion() throws {
    var sides = TwoSides(seed: 76)
    sides.chat(until: 9_000_000)
    let last = try #require(sides.packets.lastIndex { $0.fromCentral })
    sides.packets[last].fate = .lostBehindController
    let (one, other) = sides.captures()
    #expect(try align(one, other).links[0].aToB.lost.map(\.place) == [.receiver])
    var damaged = one
    let removed = completions(one)[3]
    damaged.entries.remove(at: removed)
    for index in removed..<damaged.entries.count { damaged.entries[index].drops = 1 }
    let way = try align(damaged, other).links[0].aToB
    #expect(way.lost.map(\.place) == [.undecidable])
    #expect(way.lost[0].reason.contains("lost records"))
  }

  @Test("a capture with more than is kept says nothing of what follows")
  func full() throws {
    var sides = TwoSides(seed: 77)
    sides.chat(until: 9_000_000)
    let (one, other) = sides.captures()
    var options = AnalysisOptions()
    options.exchangeLimit = 150
    let report = try Aligner.align(
      TwoSides.read(one, "a", options), TwoSides.read(other, "b"))
    let (there, back) = (report.links[0].aToB, report.links[0].bToA)
    #expect(there.lostCount == 0)
    #expect(there.unrecorded == 0)
    #expect(back.lostCount > 10)
    #expect(back.lost.allSatisfy { $0.place == .notCovered })
  }
}
