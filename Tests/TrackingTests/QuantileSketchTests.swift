import Testing

@testable import Tracking

@Suite("QuantileSketch")
struct QuantileSketchTests {
  @Test("is exact for few values")
  func exact() {
    var sketch = QuantileSketch()
    for value in (1...100).reversed() { sketch.add(Int64(value)) }
    #expect(sketch.percentiles([50, 95, 99]) == [50, 95, 99])
    #expect(sketch.min == 1 && sketch.max == 100 && sketch.mean == 50.5)
  }

  @Test("nothing measured is nil, not 0")
  func empty() {
    #expect(QuantileSketch().percentile(50) == nil)
    #expect(QuantileSketch().mean == nil)
  }

  @Test("stays within 1 % for many values, whatever their size", arguments: [1, 997, 1_000_003])
  func bucketed(scale: Int64) throws {
    var sketch = QuantileSketch()
    for value in 1...20_000 { sketch.add(Int64(value) * scale) }
    for percent in [1, 50, 95, 99] {
      let found = try #require(sketch.percentile(percent))
      let right = Int64(200 * percent) * scale
      #expect(abs(found - right) * 100 <= right, "\(percent) %: \(found) for \(right)")
    }
    #expect(sketch.max == 20_000 * scale)
    #expect(sketch.count == 20_000)
  }

  @Test("one slow value among many does not move the median")
  func outlier() {
    var sketch = QuantileSketch()
    for _ in 0..<99 { sketch.add(10_000) }
    sketch.add(1_000_000)
    #expect(sketch.percentile(50) == 10_000)
    #expect(sketch.max == 1_000_000)
  }

  @Test("absurd values are counted, and negative ones are not")
  func extremes() {
    var sketch = QuantileSketch()
    for _ in 0..<600 { sketch.add(.max) }
    sketch.add(-1)
    #expect(sketch.count == 600)
    #expect(sketch.percentile(50) == .max)
  }

  @Test("a sketch that is kept has as many values as the count, those after the end included")
  func kept() {
    var sketch = QuantileSketch()
    for value in 1...40 { sketch.add(Int64(value)) }
    sketch.freeze(keepsSketch: true)
    sketch.add(7)
    sketch.add(90_000)
    #expect(sketch.count == 42)
    #expect(sketch.sketch.counts.reduce(0, +) == 42 && sketch.sketch.keys.count == 41)
    #expect(sketch.sketch.keys == sketch.sketch.keys.sorted() && sketch.percentile(50) == 20)
  }
}
