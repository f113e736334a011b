import BletraceTestSupport
import Foundation
import Rendering
import Testing
import Text

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("Times that no clock shows")
struct HostileTimeTests {
  private func check(_ a: AlignedCapture, _ b: AlignedCapture) throws {
    let (report, plots) = try Aligner.alignWithPlots(a, b)
    let page = TwoSides.page(of: report, plots)
    #expect(page.hasSuffix("</html>\n"))
    #expect(report.clock.count <= 64)
    #expect(TwoSides.text(of: report).contains("Clocks"))
    #expect(try JSONSerialization.jsonObject(with: Data(report.json())) is [String: Any])
  }

  @Test("any times at all", arguments: 0..<120 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var sides = TwoSides(seed: seed)
    sides.chat(until: 1_500_000)
    var (one, other) = sides.captures()
    for index in one.entries.indices where seed % 3 == 0 {
      one.entries[index].time = Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(60))
    }
    for index in other.entries.indices {
      other.entries[index].time =
        seed % 3 == 1
        ? other.entries[index].time &+ Int64(truncatingIfNeeded: random.next())
        : Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(60))
    }
    let (a, b) = (try TwoSides.read(one, "a"), try TwoSides.read(other, "b"))
    try check(a, b)
    try check(b, a)
  }

  @Test("clocks that are as far apart as numbers can be")
  func farApart() throws {
    var sides = TwoSides(seed: 51)
    sides.chat(until: 2_000_000)
    let (one, other) = sides.captures()
    for (first, second) in [(Int64.max / 2, Int64.min / 2), (Int64.min / 2, Int64.max / 2)] {
      var (early, late) = (one, other)
      for index in early.entries.indices {
        early.entries[index].time = early.entries[index].time - TwoSides.start + first
      }
      for index in late.entries.indices {
        late.entries[index].time = late.entries[index].time - TwoSides.start + second
      }
      try check(try TwoSides.read(early, "a"), try TwoSides.read(late, "b"))
    }
  }

  /// The controller of the sender has one buffer, and gives it back after 200,000 years.
  @Test("a gap that is nearly as long as numbers can be", arguments: [0.2, 0.9])
  func longGap(share: Double) throws {
    let gap: Int64 = 6_500_000_000_000_000_000
    var random = SeededRandom(seed: 52)
    var central = CaptureBuilder(time: TwoSides.start, step: 0)
    var peripheral = CaptureBuilder(time: TwoSides.start - 1000, step: 0)
    central.connect()
    peripheral.commandComplete(0x2002, [0, 251, 0, 1])
    peripheral.time = TwoSides.start
    peripheral.connect(peer: [1, 2, 3, 4, 5, 0xC6], isPeripheral: true)
    var time = TwoSides.start + 100_000
    for index in 0..<60 {
      let (value, command) = (random.octets(16), random.octets(16))
      (peripheral.time, central.time) = (time, time + 1000)
      peripheral.att(.tx, [0x1B, 0x15, 0] + value)
      central.att(.rx, [0x1B, 0x15, 0] + value)
      (central.time, peripheral.time) = (time + 2000, time + 2500)
      central.att(.tx, [0x52, 0x20, 0] + command)
      peripheral.att(.rx, [0x52, 0x20, 0] + command)
      peripheral.time = index == 30 ? time + Int64(Double(gap) * share) : time + 1500
      peripheral.completed(1)
      time += index == 30 ? gap : 40_000
    }
    try check(try TwoSides.read(central, "a"), try TwoSides.read(peripheral, "b"))
  }

  /// Both are set to and fro between any two packets, so that each packet begins a piece.
  @Test("clocks that go back all the time")
  func zigzag() {
    let samples = (0..<30_000).map { index in
      ClockSample(
        frame: index + 1, time: Int64(index * 1000 + index % 2 * 200_000),
        difference: index % 4 < 2 ? 3000 : -3000, isForward: index % 4 < 2)
    }
    #expect(ClockModel(samples).fits.count == 1)
  }
}
