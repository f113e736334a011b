import BletraceTestSupport
import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("The offset of two clocks")
struct ClockModelTests {
  /// PDUs of both ways every 20 ms, each on the way for 10 ms.
  private func samples(
    _ count: Int, offset: (Int) -> Int64, way: Int64 = 10_000
  ) -> [ClockSample] {
    (0..<count).map { index in
      let isForward = index % 2 == 0
      return ClockSample(
        frame: index + 1, time: Int64(index) * 20_000,
        difference: offset(index) + (isForward ? way : -way), isForward: isForward)
    }
  }

  @Test("a few PDUs that were taken for others are no step")
  func strays() {
    var samples = samples(200) { _ in 3_000_000 }
    // One that seems to arrive before it was sent, and two next to each other.
    samples[50].difference = 2_900_000
    samples[120].difference = 2_800_000
    samples[121].difference = 3_200_000
    let model = ClockModel(samples)
    #expect(model.fits.count == 1)
    #expect(abs((model.fits.first?.offset ?? 0) - 3_000_000) < 1)
    #expect(model.fits.first?.samples == 197)
  }

  @Test("values that repeat make no steps")
  func repeating() throws {
    var sides = TwoSides(seed: 81)
    sides.end = 90_000_000
    var time: Int64 = 100_000
    for number in 0..<2000 {
      let fromCentral = number % 3 == 0
      var packet = TwoSides.Packet(
        fromCentral: fromCentral,
        pdu: [fromCentral ? 0x52 : 0x1B, 0x15, 0, UInt8(sides.random.below(3))], time: time)
      if number > 50, sides.random.below(70) == 0 { packet.fate = .lostBehindController }
      sides.packets.append(packet)
      time += 40_000
    }
    #expect(try sides.align().clock.count == 1)
  }

  @Test("clocks that are set more often than is followed are not known from there on")
  func manySteps() {
    let samples = samples(2000) { Int64($0 / 20) * 5_000_000 }
    let model = ClockModel(samples)
    #expect(model.fits.count == 64)
    #expect(model.fit(atFrame: 20)?.samples == 20)
    #expect(model.fit(atFrame: 1990) == nil)
  }

  @Test("bounds that contradict each other a little leave that much open")
  func contradiction() throws {
    let model = ClockModel(samples(60, offset: { _ in 0 }, way: -70))
    let fit = try #require(model.fits.first)
    #expect(model.fits.count == 1)
    #expect(try #require(fit.uncertainty) >= 140)
    #expect(try #require(fit.driftUncertainty) > 20e-6)
  }

  @Test("a short capture says nothing of the drift, and a long one does")
  func drift() throws {
    let short = try #require(ClockModel(samples(60) { _ in 0 }).fits.first)
    #expect(try #require(short.driftUncertainty) > 400e-6)
    let long = try #require(ClockModel(samples(60_000, offset: { Int64($0) })).fits.first)
    // 50 ppm: a microsecond each 20 ms.
    let off = abs(long.drift - 50e-6)
    let bound = try #require(long.driftUncertainty)
    #expect(off <= bound + 1e-9 && bound < 20e-6)
    var sides = TwoSides(seed: 82)
    sides.chat(until: 5_000_000)
    #expect(!TwoSides.text(of: try sides.align()).contains("drift"))
  }
}
