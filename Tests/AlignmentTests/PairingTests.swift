import BletraceTestSupport
import Foundation
import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("Which connections are one")
struct PairingTests {
  /// All that any two devices of a kind say to each other: the MTU, and a subscription.
  private func beginning(_ sides: inout TwoSides) {
    let pdus: [(Bool, [UInt8])] = [
      (true, [0x02, 0xF7, 0]), (false, [0x03, 0xF7, 0]), (true, [0x12, 0x16, 0, 1, 0]),
      (false, [0x13]), (true, [0x0A, 0x03, 0]), (false, [0x0B, 0x41, 0x42]),
    ]
    for (index, (fromCentral, pdu)) in pdus.enumerated() {
      sides.packets.append(
        TwoSides.Packet(fromCentral: fromCentral, pdu: pdu, time: 40_000 + Int64(index) * 70_000))
    }
  }

  @Test("strangers that begin with the same have nothing in common")
  func strangers() throws {
    var (one, other) = (TwoSides(seed: 61), TwoSides(seed: 62))
    for number in [1, 2] {
      var sides = number == 1 ? one : other
      beginning(&sides)
      for index in sides.packets.indices { sides.packets[index].time += 1 }
      sides.chat(until: 3_000_000)
      if number == 1 { one = sides } else { other = sides }
    }
    let a = try TwoSides.read(one.captures().central, "a")
    let b = try TwoSides.read(other.captures().peripheral, "b")
    #expect(throws: AlignmentError.self) { try Aligner.align(a, b) }
    // The same session is one connection.
    let same = try TwoSides.read(one.captures().peripheral, "b")
    #expect(try Aligner.align(a, same).links.count == 1)
  }

  @Test("captures of one session that overlap in part")
  func overlap() throws {
    var sides = TwoSides(seed: 63)
    sides.chat(until: 9_900_000)
    var (one, other) = sides.captures()
    one.entries.removeAll { $0.time > TwoSides.start + 6_000_000 }
    other.entries.removeAll { $0.time < TwoSides.start + 4_000_000 }
    let report = try Aligner.align(
      try TwoSides.read(one, "a"), try TwoSides.read(other, "b"))
    #expect(report.links[0].aToB.lost.allSatisfy { $0.place == .notCovered })
    #expect(report.links[0].aToB.matched > 15)
  }

  @Test("two centrals are no two sides of a connection")
  func roles() throws {
    var sides = TwoSides(seed: 64)
    sides.chat(until: 3_000_000)
    let (one, other) = sides.captures()
    var turned = other
    turned.entries[0] = one.entries[0]
    let a = try TwoSides.read(one, "a")
    let b = try TwoSides.read(turned, "b")
    #expect(throws: AlignmentError.self) { try Aligner.align(a, b) }
  }

  @Test("all samples of centrals with other samples of peripherals")
  func allSamples() throws {
    let folder = AlignedSampleTests.samples
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    let alike: Set<String> = ["bizcard", "bizcard-stall"]
    for name in names where name.hasSuffix("-central") {
      let story = name.dropLast(8)
      let a = try AlignedSampleTests.read(name)
      for other in names where other.hasSuffix("-peripheral") {
        let its = other.dropLast(11)
        let isSame = story.hasPrefix(its) || its.hasPrefix(story)
        // These send the same values.
        if isSame || alike.contains(String(story)) && alike.contains(String(its)) { continue }
        let b = try AlignedSampleTests.read(other)
        #expect(throws: AlignmentError.self, "\(name), \(other)") { try Aligner.align(a, b) }
        #expect(throws: AlignmentError.self, "\(other), \(name)") { try Aligner.align(b, a) }
      }
    }
  }

  @Test("transfers without a hash are not taken for equal")
  func unknownTransfers() throws {
    var sides = TwoSides(seed: 65)
    var time: Int64 = 100_000
    for _ in 0..<3 {
      for _ in 0..<10 {
        sides.packets.append(
          TwoSides.Packet(
            fromCentral: false, pdu: [0x1B, 0x15, 0] + sides.random.octets(18), time: time))
        time += 40_000
      }
      sides.packets.append(
        TwoSides.Packet(
          fromCentral: false, pdu: [0x1B, 0x15, 0] + Array("EOM".utf8), time: time))
      time += 1_000_000
    }
    sides.chat(until: 300_000)
    var (one, other) = sides.captures()
    #expect(
      try Aligner.align(TwoSides.read(one, "a"), TwoSides.read(other, "b"))
        .links[0].transfersEqual == 3)
    for index in one.entries.indices { one.entries[index].drops = UInt32(index / 3) }
    for index in other.entries.indices { other.entries[index].drops = UInt32(index / 3) }
    let report = try Aligner.align(TwoSides.read(one, "a"), TwoSides.read(other, "b"))
    #expect(report.links[0].transfersA == 3)
    #expect(report.links[0].transfersEqual == 0)
  }
}
