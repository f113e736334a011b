import BletraceTestSupport
import CaptureFiles
import Foundation
import Rendering
import Testing
import Text

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("Two captures of one session")
struct AlignmentTests {
  /// The estimate of the offset at a time of the truth, for a central as A.
  private func difference(
    _ report: AlignmentReport, _ sides: TwoSides, at truth: Int64, in piece: Int
  ) -> Double {
    let clock = report.clock[piece]
    // The piece's offset is for its first sample, which is near enough to its beginning.
    let real = sides.peripheral.reading(truth) - sides.central.reading(truth)
    return abs(Double(clock.offsetUs) - Double(real))
  }

  @Test("clocks that are 3 s and 100 ppm apart", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func clocks(seed: UInt64) throws {
    var sides = TwoSides(seed: seed)
    sides.peripheral = TwoSides.Clock(offset: 3_000_000, ppm: 100)
    sides.end = 60_000_000
    sides.chat(until: 59_000_000)
    let report = try sides.align()
    #expect(report.clock.count == 1)
    #expect(difference(report, sides, at: 100_000, in: 0) < 1000)
    let drift = try #require(report.clock[0].driftPpm)
    #expect(abs(drift - 100) < 20, "\(drift)")
    let uncertainty = try #require(report.clock[0].uncertaintyUs)
    #expect(uncertainty < 40_000)
    // At the end too.
    let last = Double(report.clock[0].offsetUs) + drift * 59
    let real = sides.peripheral.reading(59_000_000) - sides.central.reading(59_000_000)
    #expect(abs(last - Double(real)) < 1000)
    #expect(report.links[0].aToB.lostCount == 0)
    #expect(report.links[0].bToA.lostCount == 0)
    // The other way round it is the same.
    let turned = try sides.align(turned: true)
    #expect(abs(turned.clock[0].offsetUs + report.clock[0].offsetUs) < 1000)
  }

  @Test(
    "a clock that was set meanwhile",
    arguments: [-1_500_000, 2_000_000, -3_600_000_000, 86_400_000_000] as [Int64], [true, false])
  func reset(step: Int64, isCentral: Bool) throws {
    var sides = TwoSides(seed: 11)
    sides.peripheral = TwoSides.Clock(offset: -3_000_000, ppm: -100)
    if isCentral {
      sides.central.reset = (10_000_000, step)
    } else {
      sides.peripheral.reset = (10_000_000, step)
    }
    sides.end = 20_000_000
    sides.chat(until: 19_500_000)
    let report = try sides.align()
    #expect(report.clock.count == 2)
    #expect(difference(report, sides, at: 100_000, in: 0) < 1000)
    #expect(difference(report, sides, at: 10_000_000, in: 1) < 1500)
    #expect(report.links[0].aToB.lostCount == 0)
    // No packet seems to take as long as the step.
    #expect(try #require(report.links[0].aToB.latencyUs?.max) < 150_000)
  }

  @Test("the time on the way, within its bound", arguments: [21, 22, 23] as [UInt64])
  func latency(seed: UInt64) throws {
    var sides = TwoSides(seed: seed)
    sides.peripheral = TwoSides.Clock(offset: 3_000_000, ppm: 50)
    sides.chat(until: 9_000_000)
    let report = try sides.align()
    let bound = try #require(report.clock[0].uncertaintyUs)
    for isCentral in [true, false] {
      let real = sides.latencies.filter { sides.packets[$0.key].fromCentral == isCentral }.values
        .sorted()
      let way = isCentral ? report.links[0].aToB : report.links[0].bToA
      let found = try #require(way.latencyUs)
      #expect(found.count == real.count)
      let (median, most) = (Int(real[real.count / 2]), Int(try #require(real.last)))
      #expect(abs(try #require(found.p50) - median) <= min(bound, 2000))
      #expect(abs(try #require(found.max) - most) <= min(bound, 2000))
    }
  }

  @Test("each loss is where it was planted")
  func losses() throws {
    var sides = TwoSides(seed: 31)
    sides.peripheral.offset = 3_000_000
    sides.chat(until: 9_900_000)
    let central = sides.packets.indices.filter { sides.packets[$0].fromCentral }
    let peripheral = sides.packets.indices.filter { !sides.packets[$0].fromCentral }
    for index in [central[5], central[30]] { sides.packets[index].fate = .lostBehindController }
    sides.packets[peripheral[20]].fate = .lostBehindController
    sides.packets[central[50]].fate = .lostByLogger
    // Too much for the last connection events.
    let rest = 30
    for number in 0..<rest {
      sides.packets.append(
        TwoSides.Packet(
          fromCentral: true, pdu: [0x52, 0x15, 0, 0xFE, UInt8(number)], time: 9_900_000))
    }
    sides.end = 9_965_000
    let report = try sides.align()
    let way = report.links[0].aToB
    let places = Dictionary(
      uniqueKeysWithValues: way.lostByPlace.entries.map { ($0.key, $0.value) })
    #expect(places["receiver"] == 2)
    #expect(places["receiver-log"] == 1)
    let left = try #require(places["sender-controller"])
    #expect(left > 10 && left < rest)
    #expect(places.count == 3)
    #expect(way.lost.first?.place == .receiver)
    #expect(report.links[0].bToA.lost.map(\.place) == [.receiver])
    #expect(way.matched == way.sent - 3 - left)
  }

  @Test("without completions it cannot tell, and says why")
  func undecidable() throws {
    var sides = TwoSides(seed: 32)
    sides.showsCompletions = false
    sides.chat(until: 9_000_000)
    let lost = try #require(sides.packets.indices.filter { sides.packets[$0].fromCentral }.last)
    sides.packets[lost - 9].fate = .lostBehindController
    let report = try sides.align()
    let all = report.links[0].aToB.lost + report.links[0].bToA.lost
    #expect(all.map(\.place) == [.undecidable])
    #expect(all.first?.reason.contains("does not show what its controller completed") == true)
    #expect(report.answer.contains { $0.contains("whose place the captures do not show") })
  }

  @Test("what the other capture does not cover is no loss")
  func covered() throws {
    var sides = TwoSides(seed: 33)
    sides.peripheral.offset = -3_000_000
    sides.chat(until: 9_000_000)
    sides.peripheralBegins = 4_000_000
    let report = try sides.align()
    let way = report.links[0].aToB
    #expect(way.lostCount > 20)
    #expect(way.lost.allSatisfy { $0.place == .notCovered }, "\(way.lostByPlace)")
    #expect(way.unrecorded == 0)
    #expect(report.clock.count == 1)
    // The capture of the peripheral lacks what it sent before it began.
    #expect(report.links[0].bToA.lostCount == 0)
    #expect(report.links[0].bToA.unrecorded > 20)
  }

  @Test("gaps are put where they were made")
  func gaps() throws {
    var sides = TwoSides(seed: 34)
    sides.peripheral.offset = 3_000_000
    sides.end = 40_000_000
    // Notifications every 40 ms, with a pause of the app, one of the radio, and one of the phone.
    var (time, number): (Int64, UInt16) = (100_000, 0)
    while time < 30_000_000 {
      var packet = TwoSides.Packet(
        fromCentral: false, pdu: [0x1B, 0x15, 0] + octets(number) + sides.random.octets(10),
        time: time)
      if time > 20_000_000, time < 20_880_000 {
        packet.fate = .heldByReceiver(until: 20_880_000 + (time - 20_000_000) / 100)
      }
      sides.packets.append(packet)
      // Later the values would be taken for answers.
      if time < 3_000_000 {
        sides.packets.append(
          TwoSides.Packet(
            fromCentral: true, pdu: [0x52, 0x20, 0] + octets(number), time: time + 7000))
      }
      time += 40_000
      number += 1
      if time > 5_000_000, time < 5_050_000 { time += 900_000 }
    }
    sides.silences = [12_000_000..<12_800_000]
    let report = try sides.align()
    let gaps = report.links[0].gaps.filter { $0.receiver == "a" && $0.gapUs > 300_000 }
    #expect(gaps.map(\.place) == [.senderHost, .controllerOrAir, .receiver])
    #expect(gaps.allSatisfy { !$0.reason.isEmpty })
  }

  @Test("captures of different sessions have nothing in common")
  func strangers() throws {
    var (one, other) = (TwoSides(seed: 41), TwoSides(seed: 42))
    one.chat(until: 5_000_000)
    other.chat(until: 5_000_000)
    let a = try TwoSides.read(one.captures().central, "a")
    let b = try TwoSides.read(other.captures().peripheral, "b")
    #expect(throws: AlignmentError.self) { try Aligner.align(a, b) }
    let empty = try TwoSides.read(CaptureBuilder(), "empty")
    #expect(throws: AlignmentError.self) { try Aligner.align(a, empty) }
  }

  @Test("a capture has nothing in common with itself")
  func itself() throws {
    var sides = TwoSides(seed: 43)
    sides.chat(until: 3_000_000)
    let a = try TwoSides.read(sides.captures().central, "a")
    #expect(throws: AlignmentError.self) { try Aligner.align(a, a) }
  }
}

/// Samples were recorded on both sides; the stories say by how much the clocks differ.
@Suite("Samples of both sides")
struct AlignedSampleTests {
  static var samples: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
  }

  static func read(_ story: String) throws -> AlignedCapture {
    let folder = samples.appending(path: story)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    let name = try #require(names.first { $0.hasPrefix("capture.") })
    let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
    var reader = try CaptureReader(MemorySource(bytes))
    let (capture, exchange) = try analyzeExchange(
      &reader, path: name, options: AnalysisOptions(), progress: { _, _ in })
    return AlignedCapture(capture, exchange)
  }

  @Test(
    "tell the same, and the clocks are known within a millisecond",
    arguments: [
      ("bizcard", 412_000), ("bizcard-stall", 412_000), ("transfer", 87_000),
      ("picture", -1_380_000), ("read-write-notify", 2_210_000),
    ])
  func sample(story: String, offset: Int) throws {
    let (a, b) = (try Self.read("\(story)-central"), try Self.read("\(story)-peripheral"))
    let report = try Aligner.align(a, b)
    #expect(report.clock.count == 1)
    let clock = report.clock[0]
    #expect(abs(clock.offsetUs - offset) < 1000)
    #expect(try #require(clock.uncertaintyUs) > abs(clock.offsetUs - offset))
    for link in report.links {
      #expect(link.aToB.lostCount == 0)
      #expect(link.bToA.lostCount == 0)
      #expect(link.mtuA == link.mtuB)
      #expect(link.transfersA == link.transfersB)
      #expect(link.transfersEqual == link.transfersA)
    }
    if story == "bizcard-stall" {
      #expect(report.links[0].gaps.map(\.place) == [.controllerOrAir, .controllerOrAir])
    }
  }
}
